/** Reasons about receipts by e-mail; see `reasons.ts`. They never contain addresses. */
export const MAIL_REASONS = {
  mail_not_set_up:
    "E-mail is not set up on this till. The owner sets up a mail server under Settings → E-mail. Print the receipt instead.",
  mail_no_receipt: "There is no receipt to send: nothing was paid, or part of the payment is still reserved.",
  mail_no_address: "This customer shared no e-mail address. Nothing was sent.",
  mail_under_way: "This receipt is already being sent to this customer.",
  mail_test_failed: "The test was not sent: {{cause}}",
  mail_no_server: "The mail server does not answer.",
  mail_tls: "The connection to the mail server is not secure: its certificate is invalid, or it offers no encryption.",
  mail_auth: "The mail server does not accept this till's user name and password.",
  mail_later: "The mail server is not accepting mail now ({{code}}).",
  mail_refused: "The mail server rejected the e-mail ({{code}}). The address may not exist.",
  mail_bad_address: "The customer did not share a valid e-mail address.",
  mail_too_old: "It could not be sent within three days.",
  mail_unreadable: "The address can no longer be decrypted.",
} as const satisfies Record<string, string>;
