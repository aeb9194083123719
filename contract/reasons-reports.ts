/** Reasons about closing, reconciliation and settlement files; see `reasons.ts`. */
export const REPORT_REASONS = {
  compare_stopping: "The till stops.",
  compare_changing: "The service says something else each time it is asked.",
  compare_list_unread:
    "The service's list of payment requests was not read whole: its end was not reached, or a request on it could not be read. Payments there that this till does not know may not have been found. The till goes on reading it by itself.",
  compare_out_of_reach: "The payment service cannot be reached.",
  compare_so_far: "Payments reconciled so far: {{compared}} of {{total}}.",
  compare_stopped: "It was stopped.",
  compare_closed: "The period was closed before it had ended.",
  compare_restored: "A backup was restored.",
  compare_one_left: "1 payment is not reconciled.",
  compare_left: "Payments that are not reconciled: {{number}}.",
  compare_offline: "The payment service cannot be reached, so nothing can be reconciled. Nothing was changed.",
  compare_nothing_yet: "Nothing was reconciled yet.",
  close_under_way: "The period is just being closed. Nothing was closed twice: look at the list of Zs.",
  close_other_number:
    "The next Z is number {{next}}, not {{asked}}: the period was closed meanwhile. Nothing was closed.",
  close_not_compared:
    "The period was not closed: it is not reconciled with the payment service. {{why}} No money moved. Try again, or decide to close it without reconciling.",
  close_disagrees:
    "The period was not closed: the sums of period {{period}} do not agree with its bookings, so this till's data was changed or is damaged. No money moved. Stop the till and go back to a backup, or call support.",
  close_restored:
    "The period was not closed: a backup was restored, and its payments are still being reconciled with the service. Let the till finish that first. No money moved.",
  close_late_money:
    "The period was not closed: late money waits in the inbox ({{which}}). Keep it or give it back first. No money moved.",
  close_open_sale:
    "The period was not closed: a sale is open ({{which}}, {{phase}}). Finish or cancel it first. No money moved.",
  close_changed:
    "What was to be decided about {{subject}} has changed meanwhile. Nothing was closed: look at it again.",
  close_changed_many: "What was to be decided together has changed meanwhile. Nothing was closed: look at it again.",
  close_undecided: "The period was not closed: decide first about {{what}}. No money moved.",
  and_more: "{{first}} and {{more}} more",
  matter_parked: "what waits for a person at {{payment}} ({{kind}})",
  matter_open: "what has an unknown outcome at {{payment}} ({{kind}})",
  matter_attention: "{{payment}}, which a person must look at",
  matter_reserved: "the reservation {{payment}}, which ends soon",
  matter_difference: "{{payment}}, of which the service says something else",
  matter_no_number: "a payment",
  field_uncompared: "true, to close the period without reconciling it",
  field_each_matter_once: "each matter once",
  report_no_z: "There is no Z {{number}} yet.",
  shift_nobody: "Nobody is signed in: sign in first, and then hand over. Nothing was handed over.",
  shift_count: "what you counted: the shop wants it before a shift is handed over",
  shift_changed:
    "Something was booked meanwhile. Nothing was handed over: look at the new figures, then hand over again.",
  shift_none: "There is no such hand-over in this till.",
  shift_own: "{{name}} handed this over: another person accepts it, with their own PIN. Nothing was accepted.",
  shift_accepted: "Somebody has accepted this already. Nothing was changed.",
  settlement_next_piece: "Piece {{next}} of the file is next, not {{given}}. Nothing was kept of it.",
  settlement_too_large: "The file is larger than 16 MiB: split it by days. Nothing was kept of it.",
  settlement_not_here: "This file is not in this till.",
  settlement_gone: "This file is not being taken in any more: choose it again. Nothing was kept of it.",
  settlement_columns: "the header's {{wanted}} columns (this line has {{given}})",
  settlement_amount: "an amount of {{currency}}, like 149.50",
  settlement_amount_marks: "an amount of {{currency}}, like 149.50, with the same decimal mark throughout",
  settlement_time: "a time in UTC, YYYY-MM-DD hh:mm:ss",
  settlement_tid: "the service's transaction id",
  settlement_currency: "{{currency}}, this till's currency",
  settlement_future: "a time that is not in the future",
  settlement_stray: "a time within two years of the other lines' ({{middle}})",
  settlement_header: "a header that names {{names}}",
  settlement_header_once: "a header that names {{name}} once",
} as const satisfies Record<string, string>;
