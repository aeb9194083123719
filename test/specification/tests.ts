/**
 * The tests that show a part of the specification, by file. A name is a test's or a group's title, as its source has it;
 * `%s` stands for each case.
 */

import type { TestReference } from "../security/control.ts";

export const accountSignIn = titlesIn("test/integration/main/account-sign-in.thorough.test.ts", {
  switchesOff: "disables account sign-in, which removes the application from the service and its secret from the till",
});

export const browserIdentity = titlesIn("test/integration/main/browser-identity.test.ts", {
  signsIn: "is identified as the same person each time, and the address contains no secret",
});

export const incompleteOutcomes = titlesIn("test/integration/main/incomplete-outcomes.thorough.test.ts", {
  refundsOnce: "captures a sale in one step, and refunds it once",
});

export const keysRegistration = titlesIn("test/integration/main/keys-registration.thorough.test.ts", {
  replacesKey: "is known to the service, proven and active, and the old key no longer works",
  keepsUser: "keeps the user's roles, netmask and secret",
});

export const paymentLinks = titlesIn("test/integration/main/payment-links.test.ts", {
  sendsLinks: "are sent as given, also after a scan and a restart, and shown on the phone",
});

export const payments = titlesIn("test/integration/main/payments.test.ts", {
  tip: "with a tip that the customer chose is captured with the tip",
  partialCapture: "is captured in part, then in full",
  partialRefund: "is made in part, then of the rest, and never exceeds the captured amount",
  saleByCode: "by QR code is shown, scanned, approved and captured automatically",
  saleByPhone: "to a phone number is paid",
  renewal: "is renewed for another three days, and expires when it is not renewed",
  expiry: "whose request expires is not paid",
  lastScan: "polls for who scanned its code",
  release: "is released, as is the rest of a captured one",
  abort: "of a request that the customer has needs the service's confirmation",
  claimLink: "shows a link that any customer can claim when the service does not identify the scanner",
});

export const permissionsCallbacks = titlesIn("test/integration/main/permissions-callbacks.thorough.test.ts", {
  refusesForeign: "is not applied with %s: the till polls the service, which knows of none",
  appliesOnce: "is applied once when proven, with its fee, and never reversed",
});

export const permissionsFees = titlesIn("test/integration/main/permissions-fees.thorough.test.ts", {
  fees: "are what the service has deducted for payments and permissions, each counted once",
});

export const permissionsIdentity = titlesIn("test/integration/main/permissions-identity.thorough.test.ts", {
  badIdToken: "that is %s does not identify the customer, and the rest is read",
});

export const permissionsPresets = titlesIn("test/integration/main/permissions-presets.thorough.test.ts", {
  terms: "sends the customer the preset's terms, or those of a program",
});

export const permissionsPrivacy = titlesIn("test/integration/main/permissions-privacy.thorough.test.ts", {
  keepsNoClaim: "is in no database, backup, journal, log, event or export",
});

export const permissionsTokens = titlesIn("test/integration/main/permissions-tokens.thorough.test.ts", {
  charge: "is renewed before it expires, and can be charged then",
  refresh: "is renewed, and the granted data is read with the new one",
});

export const permissions = titlesIn("test/integration/main/permissions.test.ts", {
  withPayment: "is granted with the payment, and otherwise ends as the payment does",
  tokenAlone: "for a token only can be charged afterwards, and no window receives the token",
  partialGrant: "is granted in part when the customer leaves out some data",
  expiry: "expires at the service",
  lostAnswer: "whose response is lost is the same request when sent again",
  grant: "%s is granted, read, masked and revealed",
  age: "age-18 stores that the customer is of age, and nothing that identifies them",
});

export const receiptMail = titlesIn("test/integration/main/receipt-mail.thorough.test.ts", {
  sendsMail: "is sent once the sale is paid and the address granted, and stores no address",
});

export const receiptsElectronic = titlesIn("test/integration/main/receipts-electronic.thorough.test.ts", {
  uploadsOnce: "is attached to the payment at the service once, with its own type",
  newAddress: "gets a new address when the old one has expired",
});

export const reportsGolden = titlesIn("test/integration/main/reports-golden.thorough.test.ts", {
  zEqualsLedger: "in %s from %s on have Zs that each equal the growth of the service's ledger",
});

export const shippingLabel = titlesIn("test/integration/main/shipping-label.thorough.test.ts", {
  prints: "prints with sender, recipient and reference, and is stored nowhere",
});

export const authorizationCode = titlesIn("test/integration/sandbox/authorization-code.thorough.test.ts", {
  standardClient: "works with openid-client, which discovers everything (%s)",
  registration: "returns a client id and, once, a secret, and follows the resource convention",
});

export const sandboxCallbacks = titlesIn("test/integration/sandbox/callbacks.test.ts", {
  scanReply: "include their object over http, without an address, and return the receiver's text",
  withObject: "include the object over https, equal to the outcome at that time",
  metaAlone: "omit the object over http, and meta.uri links to it",
  transitions: "report every transition in order, signed for the registered address",
  endings: "report rejection, cancellation and both expiries",
});

export const sandboxCredentials = titlesIn("test/integration/sandbox/credentials.test.ts", {
  levels: "open SECRET endpoints, and return 403 for those of KEY",
  testbedToken: "require the testbed token once there is one",
});

export const sandboxPayments = titlesIn("test/integration/sandbox/payments.test.ts", {
  everyField: "has every field in the contract's shape at every step",
  twoAmounts: "keeps amount and additional amount separate",
  parts: "captures and refunds in parts, each id once",
  attachmentUri: "has a new attachment_uri each time",
  tip: "includes an editable tip only when the merchant allows it",
  expiry: "of a request defaults to six hours",
});

export const sandboxPermissions = titlesIn("test/integration/sandbox/permissions.thorough.test.ts", {
  results: "end granted, declined or expired (G16)",
  idToken: "includes an id_token that the service's published key verifies",
  refresh: "ends with the token, and is available again after its refresh",
  tokenAsCustomer: "accept an access token as the customer until it expires",
  nonce: "repeats the nonce of its request, and has none without one",
  claims: "is the granted data: userinfo, addresses, national id",
});

export const sandboxResources = titlesIn("test/integration/sandbox/resources.test.ts", {
  posInput: "POS %j",
  pages: "are paged, each with its own cursor, without host names",
  statusCodes: "are public, with their names",
  scanTokens: "create scan tokens that are valid for a day, for one merchant",
  paymentInput: "payment request %j",
  pos: "creates, reads, updates and deletes a POS",
  shortlinks: "are created, read, updated, listed and deleted",
  users: "require KEY, and never return their secret",
  methods: "G23: %s supports %s only",
  slashes: "requires trailing slashes, and returns 404 and 405 in JSON",
  repeatedCreate: "returns the first response for a repeated create, and 409 for other data",
});

export const callbackMessage = titlesIn("test/unit/main/service/api/callback-message.test.ts", {
  scan: "of a scan contain the scan, or are rejected",
  payment: "%s contains a payment's outcome",
  metaAlone: "without an object have nothing to apply, and the id from the address",
  permission: "%s contains a permission's outcome",
  trustedHosts: "may never be fetched when no host is trusted; an IP address has no subdomains",
});

export const client = titlesIn("test/unit/main/service/api/client.test.ts", {
  signedRequest: "carries the headers of section 5.2 and a valid signature over the sent bytes",
  integrator: "of an integrator names the integrator instead of a user, under any vendor token",
  secretScheme: "by the SECRET scheme carries the secret and no timestamp or digest (5.3)",
  clockSkew: "is corrected by the service's Date when they differ by more than 30 s, also by a refusal's Date",
  noBody: "without a body has no content headers, and digests the empty string",
});

export const idToken = titlesIn("test/unit/main/service/api/id-token.test.ts", {
  nonce: "a request's own nonce must be returned exactly",
});

export const oauthAttachments = titlesIn("test/unit/main/service/api/oauth-attachments.test.ts", {
  token: "carry the token and none of the till's credentials",
  upload: "are sent in one request, typed, byte for byte, without credentials",
  bankId: "reject a bank id with two proofs",
});

export const paymentRequest = titlesIn("test/unit/main/service/api/payment-request.test.ts", {
  sameBytes: "are the same bytes in any order of fields, without undefined fields",
  created: "is recognised by 201 and by 200",
  location: "is recognised by its Location when the body is lost, cut, or invalid",
  changed: "is confirmed by 204, or by 200 with an empty or JSON body; never by a gateway's page",
});

export const resources = titlesIn("test/unit/main/service/api/resources.test.ts", {
  cursors: "follow their cursors in every form of URI",
  paths: "paths, methods and values",
});

export const apiSandbox = titlesIn("test/unit/main/service/api/sandbox.test.ts", {
  resources: "lists, creates, reads, changes and deletes resources",
  schemes: "accepts every scheme, an integrator, another vendor and a testbed token, and refuses a wrong key",
});

export const signing = titlesIn("test/unit/main/service/api/signing.test.ts", {
  vectors: "OpenSSL's vectors",
  secondImplementation: "agrees with a second, simple implementation for any headers",
  url: "keeps a URL unchanged, except for its scheme, host and fragment",
});

export const tls = titlesIn("test/unit/main/service/api/tls.test.ts", {
  badCertificates: "without a CA, or of another CA, host or time are refused, and nothing is sent",
});

export const verifyCallback = titlesIn("test/unit/main/service/api/verify-callback.test.ts", {
  accepts: "when digest, signature, key and time are right, in any case of its names and with other headers",
});

export const receiver = titlesIn("test/unit/main/service/callbacks/receiver.test.ts", {
  repliesToScan: "applies a callback signed over its own address, and returns the text for the customer",
});

/** Returns a reference to each title of a file. */
function titlesIn<Key extends string>(file: string, titles: Readonly<Record<Key, string>>) {
  const references = Object.entries<string>(titles).map(([key, name]) => [key, { file, name }]);
  return Object.fromEntries(references) as Record<Key, TestReference>;
}
