export const REGISTER_REASONS = {
  register_no_right: "The key of {{register}} does not have this permission. No money moved.",
  register_others:
    "{{register}} did not start this payment, and cannot read or cancel the payments of others. No money moved.",
  register_busy:
    "{{holder}} has been using the till's screen since {{since}}. No payment was started and no money moved.",
  register_other_content:
    "This Idempotency-Key was already used for a different request. Nothing was done. Use a new key for a new request.",
  register_reference_taken:
    "{{register}} did not start the payment with this reference. No payment was started and no money moved. Use another reference.",
  register_too_many_waiting:
    "{{register}} has reached its limit of waiting sales. No payment was started and no money moved. Try again when some have finished.",
  register_no_reference: "This till has no payment with this reference. No money moved.",
  register_gone: "This register no longer has a key. Nothing was changed.",
  register_no_drawer: "This till's printer has no cash drawer set up.",
  register_drawer_shut: "The cash drawer was not opened: {{cause}}",
  register_drawer_unknown: "The cash drawer may not have opened: {{cause}}",
  register_prints_waiting:
    "{{register}} has reached its limit of waiting prints. Nothing was printed. Check the printer, then try again.",
  register_webhook_gone: "This webhook no longer exists. Nothing was changed.",
  register_webhooks_full: "This till has its maximum number of webhooks. Delete one first. Nothing was changed.",
  screen_none_open:
    "This till has no customer screen open, so nothing was shown. Open it under Settings → Customer screen, and try again.",
  screen_many_waiting:
    "The customer screen has its maximum number of waiting messages. Nothing was shown. Try again when some have ended.",
  screen_none: "This register has no message with this ID on the customer screen, or it ended over a day ago.",
  screen_not_asked: "This question is no longer open. No answer was recorded.",
  register_refunds_waiting:
    "This payment has its maximum number of refunds waiting for approval. No money moved. Try again when one is approved or declined.",
  register_refund_decided: "This refund is no longer waiting for approval.",
} as const satisfies Record<string, string>;
