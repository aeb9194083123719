/** English: meaning and remedy of each setup finding, by the contract's keys. */
export const enFindings = {
  service: {
    unreachable: "{{host}} cannot be reached. Check the address and this machine's network. ({{detail}})",
    timeout: "{{host}} did not answer in time. Check the address and the network, then try again.",
    client_certificate:
      "{{host}} requires a client certificate, which the till does not have. Check the address, or ask the payment provider for another one. ({{detail}})",
    tls_refused:
      "{{host}} refused the secure connection and may require a client certificate. Check the address, or ask the payment provider. ({{detail}})",
    old_tls:
      "{{host}} offers only outdated encryption, older than TLS 1.2. Check the address, or ask the payment provider to enable TLS 1.2 or newer. ({{detail}})",
    tls: "The certificate of {{host}} is not trusted. Check the address and this machine's clock, or enter the service's certificate authority. ({{detail}})",
    redirect: "{{host}} redirects to another address (status {{status}}). Enter the final address.",
    not_the_service:
      "{{host}} is not the payment service (status {{status}}). Check the address, and whether the network requires a sign-in.",
    media_type:
      "The service does not accept this till's media type (status {{status}}). Check the vendor tokens under Service and Advanced.",
    starts_later: "The demo's service starts with the demo, so there is nothing to test yet.",
    broken: "The service at {{host}} is having problems (status {{status}}). Try again in a few minutes.",
  },
  credentials: {
    ok: "Signed in to the service. Merchant: {{merchant}}.",
    refused:
      "The service does not accept this till's key or secret (status {{status}}). Register the public key for this user, or enter the correct secret.",
    merchant_unknown: "The service has no merchant {{merchant}}. Check the merchant ID.",
    user_unknown: "The service has no user {{user}}. Check the user name, or create the user at the service.",
    testbed_token: "The service requires a testbed token, or a different one. Enter it under Service.",
    clock:
      "The service refused the till because this machine's clock is {{seconds}} s off. Set the clock, then try again.",
    not_allowed: "This till's user lacks a permission at the service (status {{status}}). Add it there.",
  },
  clock: {
    ok: "This machine's clock is right ({{seconds}} s off).",
    ahead: "This machine's clock is {{seconds}} s fast. The till corrects for it. Turn on automatic time.",
    behind: "This machine's clock is {{seconds}} s slow. The till corrects for it. Turn on automatic time.",
    unknown: "The service does not report its time. Turn on automatic time on this machine.",
  },
  pos: {
    ok: "This till is registered as {{name}} ({{id}}).",
    created: "This till was registered as {{id}}.",
    will_change:
      "{{id}} is registered as “{{name}}” and is renamed when you finish. If that is another till, choose another ID.",
    refused: "The service did not register this till (status {{status}}). Check its ID and the user's permissions.",
  },
  shortlink: {
    ok: "The code for customers is ready.",
    created: "A code for customers was created.",
    claim_links:
      "This till cannot receive scans, so it shows a new code for each payment. Payments work, but more slowly.",
    weak_key_asks:
      "The service's public key ({{bits}} bits) is too short to verify scans, so the till polls for them. Payments work, but more slowly. Ask the service for a key of at least 2048 bits.",
    weak_key_claims:
      "The service's public key ({{bits}} bits) is too short to verify scans, so the till shows a new code for each payment. Payments work, but more slowly. Ask the service for a key of at least 2048 bits.",
    no_key_asks:
      "The service's public key is missing, so the till polls for scans. Payments work, but more slowly. Enter the key under Service.",
    no_key_claims:
      "The service's public key is missing, so the till shows a new code for each payment. Payments work, but more slowly. Enter the key under Service.",
    refused:
      "The service did not create a code for this till (status {{status}}). Ask it whether your user can create short links.",
  },
  payment: {
    ok: "A minimal test payment was made and cancelled. No money moved.",
    pos_id:
      "The service does not accept payments with this till's ID {{id}}. Choose one of at most 64 letters (a-z), digits and the characters _ . and -. No money moved.",
    currency:
      "The service does not accept payments in {{currency}} from this shop. Choose another currency. No money moved.",
    unreadable:
      "The service accepted a test payment, but its answer cannot be read (status {{status}}). Payments would not work: contact the service. The test ends within a minute, and no customer was asked to pay.",
    refused_saying: "The service refused a test payment (status {{status}}): “{{said}}”. No money moved.",
    refused:
      "The service refused a test payment (status {{status}}) without a reason. Contact the service. No money moved.",
    not_aborted:
      "The test payment {{posTid}} could not be cancelled. It expires within a minute, and no customer was asked to pay.",
  },
  callback: {
    no_listener: "Notifications are off, so there is nothing to test.",
    address_in_use: "{{listen}} is in use by another program. Choose another port.",
    address_unusable:
      "This machine cannot listen at {{listen}}. Choose one of its addresses and a port above 1023. ({{detail}})",
    tls_files: "The certificate and key cannot be used. Choose them again. ({{detail}})",
    tls_later: "The till uses its old certificate at {{listen}} until you finish. Test again afterwards.",
    refused:
      "The service refused the test request (status {{status}}), so no notification was sent. See the tests above.",
    not_reached:
      "No notification within {{seconds}} s. {{address}} does not reach this till: check the public address, the router and the proxy. ({{detail}})",
    not_sent:
      "No notification within {{seconds}} s, although {{address}} reaches this till. Check the firewall, and that the service may call this address.",
    wrong_signature:
      "A notification arrived with a wrong signature. Check that the public address is exactly the one the service calls, and the service's public key. ({{detail}})",
    not_signed: "A notification arrived without a signature. Check whether the proxy removes it.",
    no_public_key: "A notification arrived after {{ms}} ms but cannot be verified. Enter the service's public key.",
    weak_key: "The service's public key is too short to be secure. Ask the service for its current key.",
    clock: "A notification arrived, but its time is {{seconds}} s off. Set this machine's clock.",
    arrived: "A genuine notification arrived after {{ms}} ms.",
    not_aborted:
      "The test request {{posTid}} could not be cancelled. It expires within a minute, and no customer was asked to pay.",
  },
  unknown: {
    ok: "Works.",
    warning: "Works, with a warning that this window cannot show.",
    failed: "Does not work, for an unknown reason. Give support the code below.",
    skipped: "Skipped.",
  },
};
