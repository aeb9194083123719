export const VEND_REASONS = {
  vend_no_machine: "No vending machine is set up for this till. No money moved.",
  vend_no_deposit: "This machine reserves no amount before the choice: choose first. No money moved.",
  vend_offline: "The payment service cannot be reached, and goods are not given out without it. No money moved.",
  vend_machine_unreached: "The vending machine does not answer. No money moved: try again when it does.",
  vend_machine_unfit: "The vending machine says that it cannot sell now. No money moved.",
  vend_machine_strange: "The vending machine answers as no vending machine does. No money moved: check its address.",
  vend_machine_slot:
    "The vending machine has no word for the slot {{slot}}: rename it in the catalogue and the machine. No money moved.",
  vend_too_long:
    "The vending machine cannot be told of so many different goods in time. No money moved: buy them in two purchases.",
  vend_over_deposit: "The reserved {{deposit}} is not enough for this choice of {{sum}}. Nothing was ordered.",
  vend_not_chosen_now: "Nothing can be chosen for this payment now. Nothing more was ordered.",
  vend_not_cancelled_now:
    "The machine was ordered to drop the goods: what drops is paid for, and the rest is released.",
  vend_over: "This vend is over, and can no longer be cancelled. What was paid for is on its receipt.",
  vend_restored:
    "A backup from before this vend's end was restored: the machine is asked what dropped, and money moves by that. Nothing was changed.",
  vend_unauthenticated:
    "This vend is from a backup that could not be authenticated, so the till ended it. No money moved. Check the machine, then release or refund the payment.",
  vend_not_silent:
    "The machine answers, or did a moment ago, and is to say itself what dropped. Nothing was changed: try again when it has been silent for two minutes.",
  vend_not_resolved_now: "The money of this vend is decided already. Nothing was changed.",
  vend_not_acknowledged_now: "There is nothing to look at for this vend. Nothing was changed.",
  vend_silent: "The machine was ordered to drop the goods, and has not said what dropped. It is asked again and again.",
  vend_unanswered: "The machine never said what dropped.",
  vend_other_machine: "Another machine was set up while this vend was open, and nothing said what dropped.",
  vend_forgotten: "The machine took the order, and does not know it any more.",
  vend_machine_unsure: "The machine says that it does not know what dropped.",
  vend_unreadable:
    "The machine's report cannot be read: {{field}} ({{found}}). No money moved because of it. Check the machine's program.",
  vend_missing: "missing",
  vend_short:
    "The machine dropped fewer items than were ordered: {{dropped}}. {{captured}} is captured for them, and the rest is released.",
  vend_part: "[{{slot}}: {{quantity}} of {{ordered}}]",
  vend_other_drop:
    "The machine reported that {{dropped}} dropped, which is not what was ordered. Captured for the ordered items that dropped: {{captured}}. The rest is released. Check the machine's slots.",
  /** Stored by earlier versions */
  vend_contradiction: "The machine's report does not fit the order, or itself: it counts {{dropped}}.",
  vend_second_report: "The machine first said that it dropped {{dropped}}, and then {{second}}.",
  vend_capture_refused: "What dropped could not be captured.",
  vend_release_refused: "What did not drop could not be released.",
  vend_money_gone: "The reservation ended before what dropped was captured.",
  vend_captured_unordered: "The payment was captured, and nothing was ordered for it.",
  vend_slot_off_sale: "{{name}} (slot {{slot}}) is sold out. No money moved: choose something else.",
  vend_slot_not_blocked: "The slot {{slot}} is not off sale. Nothing was changed.",
  vend_slot_short: "The slot dropped {{dropped}} instead of {{ordered}}.",
  vend_slot_refused: "The machine refused to drop from the slot.",
  vend_slot_empty: "The machine reported the slot as empty.",
  vend_slot_silent: "The machine does not say what dropped from the slot.",
  vend_machine_stopped:
    "The vending machine did not say what dropped in two vends in a row, so nothing is sold from it. No money moved: check the machine, then unblock its slots under Settings, Health.",
  vend_also: "{{first}} {{second}}",
  vend_nothing: "nothing",
  vend_test_busy:
    "The machine is in use by a vend or another test. The test did not start, and no money moved. Try again when that is over.",
  vend_test_refused:
    "The machine refused the test vend from slot {{slot}}. No money moved. Check the slot's name and stock.",
  vend_test_empty: "The machine reported slot {{slot}} as empty. No money moved. Fill the slot, then test it again.",
  vend_test_silent:
    "The machine did not report the test vend from slot {{slot}} in time. No money moved. Check whether an item dropped.",
  vend_test_nothing: "No item dropped from slot {{slot}}. No money moved. Check the slot for a jam and fill it.",
  vend_slot: "[{{slot}}: {{quantity}}]",
} as const satisfies Record<string, string>;
