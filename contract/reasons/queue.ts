export const QUEUE_REASONS = {
  kind_create: "request",
  kind_capture: "capture",
  kind_release: "release",
  kind_abort: "cancellation",
  kind_reauth: "renewal",
  kind_refund: "refund",
  kind_permission: "data request",
  queue_service_has_it: "The service has this request.",
  queue_service_has_payment: "The service has this payment.",
  queue_customer_asked: "The customer may already have been asked. Cancel the payment instead.",
  queue_sent_recently: "This was sent less than 30 seconds ago and may still complete. Try again in a moment.",
  queue_cannot_ask: "The result is unknown, and the service cannot be reached. The request stays in the queue.",
  queue_unauthenticated:
    "This request is from an unverified backup and was not sent again. Check the payment, then try again or discard it.",
  queue_damaged: "The stored request is damaged and was not sent.",
  queue_asked_unknown: "The customer may have been asked. Check the customer's phone.",
  queue_never_had: "The service never received this payment.",
  queue_doubtful: "The service's answer was unexpected, and its record does not show the change.",
  queue_not_known: "The service does not know this payment.",
  queue_needs_pin_unknown:
    "This refund needs a manager's PIN to continue. Its result is unknown; trying again never refunds twice.",
  queue_needs_pin_unsent: "This refund needs a manager's PIN to continue. Nothing was sent, and no money moved.",
  queue_needs_pin: "This refund needs a manager's PIN to continue. Nothing was sent.",
  queue_no_refund_key:
    "This till has no refund key any more. Nothing was sent. The owner must create one, or discard this refund.",
  queue_refund_key_refused:
    "The service does not accept the refund key. Register its public key with the service for this till's user, then try again. No money moved by this attempt.",
  queue_id_taken: "The service already has another request with this payment's ID.",
  queue_other_amounts: "The service has this request with different amounts.",
  queue_capture_late: "The reservation ended before it was captured. No money was taken. {{cause}}",
  queue_rule_refused:
    "The service refused to capture this reservation automatically before it ends. No money was taken. Try again, or discard this and capture or release it yourself. {{cause}}",
  queue_not_settled: "The till could not complete this request.",
  queue_never_sent: "This waited too long and was never sent. The customer was not asked to pay.",
  queue_cancel_later: "The service has not answered for too long. The payment is cancelled when it answers.",
  queue_no_answer_for_a_day: "No answer for 24 hours: {{kind}}. The result is unknown.",
  queue_not_shown:
    "The service accepted this 24 hours ago but does not show it: {{kind}}. Trying again sends the same request once more.",
  queue_taken_back:
    "The service showed this as done, then withdrew it. No money moved. The till retries automatically.",
  queue_listed_now: "The service now shows this request.",
  queue_anothers_id: "The service answered with the ID of another payment.",
  queue_settled_already: "This was already completed. Nothing was sent again.",
  queue_settled_or_sent: "This is complete or being sent, so it cannot be discarded now.",
  queue_sent_again: "This was just sent again. Check the payment before you decide.",
  queue_given_up: "Discarded: {{words}}",
  queue_cancelled_unsent: "Cancelled before it was sent.",
} as const satisfies Record<string, string>;
