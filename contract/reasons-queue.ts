export const QUEUE_REASONS = {
  kind_create: "request",
  kind_capture: "capture",
  kind_release: "release",
  kind_abort: "cancellation",
  kind_reauth: "renewal",
  kind_refund: "refund",
  kind_permission: "question for data",
  queue_service_has_it: "The service has it.",
  queue_service_has_payment: "The service has this payment.",
  queue_customer_asked: "The customer may have been asked already. Cancel the payment instead: the till settles both.",
  queue_sent_recently: "It was sent less than half a minute ago, and may still be done. Try again in a moment.",
  queue_cannot_ask: "Whether this was done is not known, and the service cannot be asked now. It stays in the queue.",
  queue_unauthenticated:
    "This was still to be sent in a backup that could not be authenticated. It was not sent again, and no money moved by it since. Compare it with the payment, then try again or give it up.",
  queue_damaged: "The stored request is damaged. It was not sent.",
  queue_asked_unknown: "Whether the customer was asked cannot be found out. Look at the phone.",
  queue_never_had: "The service never had this payment.",
  queue_doubtful: "The answer was not one that the service gives, and its record does not show the change.",
  queue_not_known: "The service says that it does not know this payment.",
  queue_needs_pin_unknown:
    "This refund needs a manager's PIN to go on. Whether it was done is not known yet; trying again never makes it a second time.",
  queue_needs_pin_unsent: "This refund needs a manager's PIN to go on. Nothing was sent, and no money moved.",
  queue_needs_pin:
    "This refund goes on with a manager's PIN alone, whoever is signed in: it unlocks the refund key for it. Nothing was sent.",
  queue_no_refund_key:
    "This till signs in with a secret and has no refund key any more: the owner has to make one, or give this refund up. Nothing was sent.",
  queue_refund_key_refused:
    "The service does not accept the refund key. Its public half has to be registered with the service, at this till's user; then try again. No money moved by this attempt.",
  queue_id_taken: "The service already has another request under this payment's id.",
  queue_other_amounts: "The service has this operation with other amounts than the till asked for.",
  queue_capture_late: "The reservation had ended before it could be captured: nothing was taken. {{cause}}",
  queue_rule_refused:
    "The till's rule was to capture this reservation before it ends, and the service refused: nothing was taken. Try again, or give it up and capture or release the reservation yourself. {{cause}}",
  queue_not_settled: "The till could not settle this.",
  queue_never_sent: "It waited too long and was never sent. Nobody was asked to pay.",
  queue_cancel_later: "No answer for too long: once there is one, the payment is cancelled.",
  queue_no_answer_for_a_day:
    "There has been no answer for 24 hours to this: {{kind}}. Whether it was done is not known.",
  queue_not_shown:
    "The service accepted this 24 hours ago, and does not show it: {{kind}}. Trying again sends the same once more.",
  queue_taken_back:
    "The service showed this as done, and then took that back. No money moved; the till sends it again by itself.",
  queue_listed_now: "The service lists it now.",
  queue_anothers_id: "The service answered with another payment's id.",
  queue_settled_already: "This was settled already. Nothing was sent again.",
  queue_settled_or_sent: "This is settled or being sent: it cannot be given up now.",
  queue_sent_again: "It was sent again just now. Look at the payment before you decide.",
  queue_given_up: "Given up: {{words}}",
  queue_cancelled_unsent: "Cancelled before it was sent.",
} as const satisfies Record<string, string>;
