export const VEND_REASONS = {
  vend_no_machine: "This till has no vending machine. No money moved.",
  vend_no_deposit: "This machine does not reserve an amount first. No money moved. Choose a product first.",
  vend_offline: "The payment service cannot be reached, so the machine cannot sell. No money moved.",
  vend_machine_unreached: "The vending machine does not answer. No money moved. Try again later.",
  vend_machine_unfit: "The vending machine reports that it cannot sell now. No money moved.",
  vend_machine_strange:
    "The device at this address did not answer like a vending machine. No money moved. Check the address.",
  vend_machine_slot:
    "The vending machine cannot use the slot name {{slot}}. No money moved. Rename the slot in the catalogue and the machine.",
  vend_too_long:
    "The vending machine cannot take so many different products in one order. No money moved. Split it into two purchases.",
  vend_over_deposit: "The reserved {{deposit}} is less than the {{sum}} chosen. Nothing was ordered.",
  vend_not_chosen_now: "Products cannot be chosen for this payment now. Nothing more was ordered.",
  vend_not_cancelled_now:
    "The order was already sent to the machine. Items that drop are charged; the rest is released.",
  vend_over: "This vend has ended and can no longer be cancelled. The receipt shows what was paid.",
  vend_restored:
    "A backup from before the end of this vend was restored. The till asks the machine what dropped and charges for that. Nothing was changed.",
  vend_unauthenticated:
    "This vend is from an unverified backup, so the till ended it. No money moved. Check the machine, then release or refund the payment.",
  vend_not_silent:
    "The machine still answers and must report what dropped. Nothing was changed. Try again when it has been silent for two minutes.",
  vend_not_resolved_now: "This vend's payment is already settled. Nothing was changed.",
  vend_not_acknowledged_now: "This vend needs no attention. Nothing was changed.",
  vend_silent: "The machine has not reported what dropped. The till keeps asking.",
  vend_unanswered: "The machine never reported what dropped.",
  vend_other_machine: "The machine was replaced during this vend, and what dropped is unknown.",
  vend_forgotten: "The machine accepted the order but no longer has it.",
  vend_machine_unsure: "The machine reports that it does not know what dropped.",
  vend_unreadable:
    "The machine's report cannot be read: {{field}} ({{found}}). No money moved because of it. Check the machine's program.",
  vend_missing: "missing",
  vend_short:
    "The machine dropped fewer items than ordered: {{dropped}}. The customer pays {{captured}} for them; the rest is released.",
  vend_part: "[{{slot}}: {{quantity}} of {{ordered}}]",
  vend_other_drop:
    "The machine reported {{dropped}}, which differs from the order. The customer pays {{captured}} for the ordered items that dropped; the rest is released. Check the machine's slots.",
  /** Stored by earlier versions */
  vend_contradiction: "The machine's report contradicts the order or itself: {{dropped}}.",
  vend_second_report: "The machine first reported {{dropped}}, then {{second}}.",
  vend_capture_refused: "The items that dropped could not be charged.",
  vend_release_refused: "The amount for items that did not drop could not be released.",
  vend_money_gone: "The reservation ended before the items that dropped were charged.",
  vend_captured_unordered: "The payment was captured, but nothing was ordered.",
  vend_slot_off_sale: "{{name}} (slot {{slot}}) is sold out. No money moved. Choose something else.",
  vend_slot_not_blocked: "Slot {{slot}} is not blocked. Nothing was changed.",
  vend_slot_short: "The slot dropped {{dropped}} instead of {{ordered}}.",
  vend_slot_refused: "The machine refused to dispense from the slot.",
  vend_slot_empty: "The machine reported the slot as empty.",
  vend_slot_silent: "The machine did not report what dropped from the slot.",
  vend_machine_stopped:
    "The vending machine did not report what dropped in two vends in a row, so it cannot sell. No money moved. Check the machine, then unblock its slots under Settings → Health.",
  vend_also: "{{first}} {{second}}",
  vend_nothing: "nothing",
  vend_test_busy: "The machine is busy with a vend or another test. The test did not start. Try again later.",
  vend_test_refused: "The machine refused the test vend from slot {{slot}}. Check the slot's name and stock.",
  vend_test_empty: "The machine reported slot {{slot}} as empty. Fill the slot, then test again.",
  vend_test_silent:
    "The machine did not report the test vend from slot {{slot}} in time. Check whether an item dropped.",
  vend_test_nothing: "No item dropped from slot {{slot}}. Check the slot for a jam, and fill it.",
  vend_slot: "[{{slot}}: {{quantity}}]",
} as const satisfies Record<string, string>;
