export const PAYMENT_REASONS = {
  payment_other_reference:
    "This sale (same reference) was already started with another amount or other items. No second payment was started, and this attempt moved no money. Check the payment that was started before you charge again.",
  payment_disowned: "The service no longer recognises this payment, which it accepted earlier.",
  payment_unreadable: "The service's answers about this payment cannot be read.",
  payment_damaged:
    "Part of this payment's data in the till is damaged. The till reads it from the service again. If this message stays, call support.",
  payment_other_answer: "The service answered about a different payment.",
  payment_changing_answers: "The service gives different, impossible answers about this payment.",
  payment_other_currency: "The till requested {{asked}}, but the service reports {{said}}.",
  payment_other_amount: "The till requested {{asked}}, but the service reports {{said}}.",
  payment_other_additional: "The till requested an additional {{asked}}, but the service reports {{said}}.",
  payment_captured_over:
    "The service reports captures of {{captured}} plus {{additionalCaptured}} additional, but the payment was for {{amount}} plus {{additional}}.",
  payment_refunded_over: "The service reports more refunded than captured.",
  payment_failed_captured: "The service reports that the payment failed, but also that money was taken.",
  payment_listed_twice: "The service lists the same capture or refund twice.",
  payment_not_settled: "This could not be completed: {{kind}}.",
  payment_request_refused: "The service refused the request. No money moved.",
  payment_capture_refused: "The service refused to complete this sale.",
  payment_sale_rest_reserved: "Part of this sale was captured; {{rest}} is still reserved. Capture or release it.",
  payment_unproven_reserved:
    "This sale is from an unverified backup, so the till does not capture it. {{rest}} is reserved. Check the receipt, then capture or release it.",
  payment_capture_given_up_done:
    "You discarded the capture of {{sum}}, but the service completed it: the customer has paid. If you captured it again, refund the extra amount. Press “Discard…” to close this; nothing is sent.",
  payment_capture_refused_done:
    "The capture of {{sum}} was refused, but the service completed it: the customer has paid. If you captured it again, refund the extra amount. Press “Discard…” to close this; nothing is sent.",
  payment_refund_given_up_done:
    "You discarded the refund of {{sum}}, but the service completed it: the customer has the money. Check whether it was refunded again. Press “Discard…” to close this; nothing is sent.",
  payment_refund_refused_done:
    "The refund of {{sum}} was refused, but the service completed it: the customer has the money. Check whether it was refunded again. Press “Discard…” to close this; nothing is sent.",
  payment_offline: "The payment service cannot be reached. No payment was started and no money moved.",
  payment_offline_amount: "Offline payments may be at most {{most}}. No money moved.",
  payment_offline_total:
    "Offline payments may total at most {{most}}, and {{waiting}} is already waiting. No money moved.",
  payment_offline_age:
    "The oldest offline payment has waited more than {{minutes}} minutes. The till takes no more until the service is back. No money moved.",
  payment_secret_refund:
    "The service accepts refunds only with a key, and this till has a secret. No money moved. Ask the owner to create a refund key under Settings → API credentials.",
  payment_refund_pin: "Every refund on this till needs a manager's PIN. No money moved.",
  payment_refund_repeated:
    "This refund was already requested with another amount or for another payment. No money moved this time.",
  payment_refund_limit_manager:
    "You can refund at most {{most}} of one payment, and {{given}} is already refunded. No money moved. Ask a manager to approve it.",
  payment_refund_limit_owner:
    "You can refund at most {{most}} of one payment, and {{given}} is already refunded. No money moved. Ask the owner to approve it.",
  payment_being_checked:
    "A backup was restored, and this payment is still being checked with the service. Nothing was changed.",
  payment_step_abort: "This payment cannot be cancelled now: {{phase}}. No money moved.",
  payment_step_capture: "This payment cannot be captured now: {{phase}}. No money moved.",
  payment_step_release: "This payment cannot be released now: {{phase}}. No money moved.",
  payment_step_reauthorise: "This payment cannot be renewed now: {{phase}}. No money moved.",
  payment_step_refund: "This payment cannot be refunded now: {{phase}}. No money moved.",
  payment_step_identify: "This payment cannot be sent to a customer now: {{phase}}. No money moved.",
  payment_step_leave: "You cannot move on from this payment now: {{phase}}. No money moved.",
  payment_step_attach: "This payment cannot be kept now: {{phase}}. No money moved.",
  payment_no_code: "There is no code to show yet. The till has not reached the payment service. No money moved.",
  payment_disk_full:
    "The till's disk is full, so it takes no new payments. No money moved. Free some space, or call support.",
  phase_draft: "not scanned yet",
  phase_queued: "waiting to be sent",
  phase_waiting: "waiting for the customer",
  phase_authorised: "reserved",
  phase_partly_captured: "partly captured",
  phase_captured: "captured",
  phase_released: "released",
  phase_aborted: "cancelled",
  phase_rejected: "not paid",
  phase_expired: "expired",
  phase_partly_refunded: "partly refunded",
  phase_refunded: "refunded",
  phase_attention: "needs a manager",
} as const satisfies Record<string, string>;
