export const PAYMENT_REASONS = {
  payment_other_reference:
    "This sale (same reference) was already started with another amount or other items. No second payment was started, and this attempt moved no money. Check the payment that was started before you charge again.",
  payment_disowned: "The service says that it does not know this payment, which it once accepted.",
  payment_unreadable: "The service's answers about this payment cannot be read.",
  payment_damaged:
    "The till cannot read part of what it stored about this payment. It reads the payment from the service again. If this stays, call support.",
  payment_other_answer: "The service's answer is about another payment than the till's question.",
  payment_changing_answers: "The service's answers about this payment cannot be right, and differ each time.",
  payment_other_currency: "The till asked in {{asked}}, the service says {{said}}.",
  payment_other_amount: "The till asked for {{asked}}, the service says {{said}}.",
  payment_other_additional: "The till asked for an additional {{asked}}, the service says {{said}}.",
  payment_captured_over:
    "The service says that {{captured}} and additional {{additionalCaptured}} was captured of {{amount}} and additional {{additional}}.",
  payment_refunded_over: "The service says that more was refunded than captured.",
  payment_failed_captured: "The service says that the payment failed, and that money was captured.",
  payment_listed_twice: "The service lists the same capture or refund twice.",
  payment_not_settled: "This could not be settled: {{kind}}.",
  payment_request_refused: "The service refused the request. No money moved.",
  payment_capture_refused: "The service refused to capture this sale.",
  payment_sale_rest_reserved: "Part of this sale was captured; {{rest}} is still reserved. Capture or release it.",
  payment_unproven_reserved:
    "This sale is from a backup that could not be authenticated, so the till does not capture it. {{rest}} is reserved. Compare it with the receipt, then capture or release it.",
  payment_capture_given_up_done:
    "The capture of {{sum}} was given up at this till, and the service did it all the same: the customer paid that money. Was it captured once more in its place, they paid twice: give back what is too much. Give up or try again: both only note it as done, and nothing is sent.",
  payment_capture_refused_done:
    "The capture of {{sum}} was refused at this till, and the service did it all the same: the customer paid that money. Was it captured once more in its place, they paid twice: give back what is too much. Give up or try again: both only note it as done, and nothing is sent.",
  payment_refund_given_up_done:
    "The refund of {{sum}} was given up at this till, and the service did it all the same: the customer has that money. Was it refunded once more in its place, they have it twice: look at the payment's refunds. Give up or try again: both only note it as done, and nothing is sent.",
  payment_refund_refused_done:
    "The refund of {{sum}} was refused at this till, and the service did it all the same: the customer has that money. Was it refunded once more in its place, they have it twice: look at the payment's refunds. Give up or try again: both only note it as done, and nothing is sent.",
  payment_offline: "The payment service cannot be reached. No money moved, and nothing was kept.",
  payment_offline_amount: "Offline, one payment may be at most {{most}}. No money moved.",
  payment_offline_total: "Offline, at most {{most}} may wait in all; {{waiting}} waits already. No money moved.",
  payment_offline_age:
    "The oldest payment has waited for more than {{minutes}} minutes: no more are taken until the service is back. No money moved.",
  payment_secret_refund:
    "This till signs in with a secret, and the service accepts refunds only with a key. No money moved: ask the owner to make a refund key in the settings.",
  payment_refund_pin:
    "On this till every refund needs a manager's PIN, whoever is signed in: it unlocks the refund key for that one refund. No money moved.",
  payment_refund_repeated:
    "This refund was asked for already, with another amount or for another payment. No money moved by this one.",
  payment_refund_limit_manager:
    "Of one payment you may give back {{most}} in all, and {{given}} is given back already. No money moved: ask a manager to approve it.",
  payment_refund_limit_owner:
    "Of one payment you may give back {{most}} in all, and {{given}} is given back already. No money moved: ask the owner to approve it.",
  payment_being_checked:
    "A backup was restored, and this payment has yet to be compared with the service. Nothing was changed.",
  payment_step_abort: "This payment cannot be cancelled now: {{phase}}. No money moved.",
  payment_step_capture: "This payment cannot be captured now: {{phase}}. No money moved.",
  payment_step_release: "This payment cannot be released now: {{phase}}. No money moved.",
  payment_step_reauthorise: "This payment cannot be renewed now: {{phase}}. No money moved.",
  payment_step_refund: "This payment cannot be refunded now: {{phase}}. No money moved.",
  payment_step_identify: "This payment cannot be sent to a customer now: {{phase}}. No money moved.",
  payment_step_leave: "This payment cannot be left now: {{phase}}. No money moved.",
  payment_step_attach: "This payment cannot be kept now: {{phase}}. No money moved.",
  payment_no_code: "The till has no code to show yet: it has not reached the payment service. No money moved.",
  payment_disk_full:
    "The till's disk is full: no new payment is taken. No money moved. Make room on the disk, or call support.",
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
  phase_attention: "waiting for a manager",
} as const satisfies Record<string, string>;
