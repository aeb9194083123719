/** English: what the set-up's tests found, by the contract's keys: what it means, and what to do about it. */
export const enFindings = {
  service: {
    unreachable: "{{host}} cannot be reached. Check the address, and this machine's network. ({{detail}})",
    timeout: "{{host}} does not answer in time. Check the address and the network, then try again.",
    client_certificate:
      "{{host}} wants a client certificate, which the till does not have. Check the address, or ask the payment provider for one that wants none. ({{detail}})",
    tls_refused:
      "{{host}} refused the secure connection; it may want a client certificate, which the till does not have. Check the address, or ask the payment provider. ({{detail}})",
    old_tls:
      "{{host}} offers only outdated encryption, older than TLS 1.2. Check the address, or ask the payment provider to enable TLS 1.2 or newer. ({{detail}})",
    tls: "The connection to {{host}} is not secure: its certificate is not accepted. Check the address and this machine's clock, or enter the service's certificate authority. ({{detail}})",
    redirect:
      "{{host}} sends the till elsewhere (status {{status}}), and the till does not follow. Enter the final address.",
    not_the_service:
      "Something else answers at {{host}} (status {{status}}). Check the address, and whether the network wants you to sign in.",
    media_type:
      "The service does not understand the form in which this till writes (status {{status}}). Check the vendor tokens under Service, the media type's under Advanced too.",
    starts_later: "The demo's service starts with the demo: there is nothing to test before you finish.",
    broken: "The service at {{host}} is having trouble (status {{status}}). Try again in a few minutes.",
  },
  credentials: {
    ok: "The service knows this till. Merchant: {{merchant}}.",
    refused:
      "The service does not accept this till's key or secret (status {{status}}). Register the public key for this user, or enter the right secret.",
    merchant_unknown: "The service does not know the merchant {{merchant}}. Check the merchant's id.",
    user_unknown: "The service does not know the user {{user}}. Check the user's name, or make the user there.",
    testbed_token: "The service wants a testbed token, or another one. Enter it under Service.",
    clock:
      "The service refuses the till because this machine's clock is {{seconds}} s off. Set the clock, then try again.",
    not_allowed:
      "The service knows this till, but does not allow it to do this (status {{status}}). Give its user more rights there.",
  },
  clock: {
    ok: "This machine's clock is right ({{seconds}} s off).",
    ahead:
      "This machine's clock is {{seconds}} s ahead. The till corrects for it; let the machine set its clock by itself.",
    behind:
      "This machine's clock is {{seconds}} s behind. The till corrects for it; let the machine set its clock by itself.",
    unknown: "The service does not say what time it is. Make sure that this machine sets its clock by itself.",
  },
  pos: {
    ok: "The service has this till as {{name}} ({{id}}).",
    created: "The service has taken this till in as {{id}}.",
    will_change:
      "The service has {{id}} as “{{name}}” now. It is renamed when you finish. If that is another till, choose another id.",
    refused: "The service does not take this till in (status {{status}}). Check its id, and the user's rights.",
  },
  shortlink: {
    ok: "There is a code for customers to scan.",
    created: "A code for customers to scan was made.",
    claim_links:
      "This till shows a new code for each payment, since it is not told who scanned. That works, a little slower.",
    weak_key_asks:
      "The service's public key has {{bits}} bits: too few to prove who tells of a scan. The till asks the service who scanned instead, once a second: it works, a little slower. Ask the service for a key of at least 2048 bits.",
    weak_key_claims:
      "The service's public key has {{bits}} bits: too few to prove who tells of a scan, and this service does not say when asked. The till shows a new code for each payment: it works, a little slower. Ask the service for a key of at least 2048 bits.",
    no_key_asks:
      "Without the service's public key nothing proves who tells of a scan. The till asks the service who scanned instead, once a second: it works, a little slower. Enter the key under Service.",
    no_key_claims:
      "Without the service's public key nothing proves who tells of a scan, and this service does not say when asked. The till shows a new code for each payment: it works, a little slower. Enter the key under Service.",
    refused:
      "The service makes no code for this till (status {{status}}). Ask it whether your user may make short links.",
  },
  payment: {
    ok: "The smallest payment there is was made and taken back. No money moved.",
    pos_id:
      "The service takes no payment under this till's id {{id}}. Choose one of at most 64 letters (a to z), digits and the signs _ . and -. No money moved.",
    currency: "The service takes no payment in {{currency}} from this shop. Choose another currency. No money moved.",
    unreadable:
      "The service took a test's payment, and its answer cannot be read (status {{status}}). Payments would not work: tell the service. The request ends by itself within a minute; nobody was asked to pay.",
    refused_saying:
      "The service takes no payment from this till (status {{status}}). It says: “{{said}}”. No money moved.",
    refused:
      "The service takes no payment from this till (status {{status}}), and does not say why. Ask it. No money moved.",
    not_aborted:
      "The test's own payment {{posTid}} could not be taken back. It ends by itself within a minute; nobody was asked to pay.",
  },
  callback: {
    no_listener: "The till asks for news itself: nothing to test.",
    address_in_use: "{{listen}} is in use by another program. Choose another port.",
    address_unusable:
      "This machine cannot listen at {{listen}}. Choose one of its own addresses, and a port above 1023. ({{detail}})",
    tls_files: "The certificate and its key cannot be used. Choose them again. ({{detail}})",
    tls_later: "The till listens at {{listen}} with its old certificate until you finish. Test again afterwards.",
    refused:
      "The service did not take the test's request (status {{status}}), so it had nothing to call about. See the tests above.",
    not_reached:
      "No notification within {{seconds}} s. {{address}} does not lead to this till, even from here: check the public address, the router and the proxy. ({{detail}})",
    not_sent:
      "No notification within {{seconds}} s, although {{address}} leads here. Check the firewall, and that the service may call this address.",
    wrong_signature:
      "A notification came, but it is not signed for this address. Check that the public address is exactly what the service calls, and the service's public key. ({{detail}})",
    not_signed:
      "A notification came without a signature. Something between the service and the till removes it: look at the proxy.",
    no_public_key:
      "A notification came after {{ms}} ms, but nothing proves whose it is. Enter the service's public key to make use of it.",
    weak_key: "The service's public key is too short to be trusted. Ask the service for its present one.",
    clock: "A notification came, but its time is {{seconds}} s off. Set this machine's clock.",
    arrived: "A genuine notification arrived after {{ms}} ms.",
    not_aborted:
      "The test's own request {{posTid}} could not be taken back. It ends by itself within a minute; nobody was asked to pay.",
  },
  unknown: {
    ok: "Works.",
    warning: "Works, with a remark that this window does not know.",
    failed: "Does not work, for a reason that this window does not know. Give support the word below.",
    skipped: "Left out.",
  },
};
