/** Reasons about receipts by e-mail; see `reasons.ts`. They never contain addresses. */
export const MAIL_REASONS = {
  mail_not_set_up:
    "This till sends no e-mail yet. Nothing was sent, and the payment is not concerned. The owner sets a mail server up in Settings, E-mail. Print the receipt meanwhile.",
  mail_no_receipt:
    "There is no receipt to send: no money was taken with this payment, or something of it is still reserved. Nothing was sent.",
  mail_no_address: "This customer shared no e-mail address. Nothing was sent, and the payment is not concerned.",
  mail_under_way: "This receipt is on its way to this customer already. The payment is not concerned.",
  mail_test_failed: "The test was not sent: {{cause}} No money is concerned.",
  mail_no_server: "The mail server cannot be reached, or did not answer to the end.",
  mail_tls: "The connection to the mail server is not safe: its certificate does not hold, or it offers no encryption.",
  mail_auth: "The mail server does not take this till's user and password.",
  mail_later: "The mail server takes nothing now ({{code}}).",
  mail_refused: "The mail server does not take it ({{code}}): the address may not exist.",
  mail_bad_address: "What the customer shared is no e-mail address.",
  mail_too_old: "It could not be sent in three days.",
  mail_unreadable: "The address cannot be opened any more.",
} as const satisfies Record<string, string>;
