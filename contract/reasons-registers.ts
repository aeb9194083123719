export const REGISTER_REASONS = {
  register_no_right: "The key of {{register}} has no right to this. No money moved.",
  register_others:
    "This payment is not of {{register}}, which may not read, or cancel, what others began. No money moved.",
  register_busy: "{{holder}} has the till's screen since {{since}}. No money moved, and nothing was begun.",
  register_other_content:
    "This Idempotency-Key was used for another request. Nothing was done by this one: a new request takes a new key.",
  register_reference_taken:
    "This reference belongs to a payment that {{register}} did not begin. No money moved, and nothing was begun: take another reference.",
  register_too_many_waiting:
    "{{register}} has as many sales waiting for the till's screen as it may. No money moved, and nothing was begun: try again when some are over.",
  register_no_reference: "No payment of this till has this reference. No money moved.",
  register_gone: "This register has no key any more. Nothing was changed.",
  register_no_drawer: "No cash drawer is set up at this till's printer. It was not opened.",
  register_drawer_shut: "The cash drawer was not opened: {{cause}}",
  register_drawer_unknown: "It is not known whether the cash drawer opened: {{cause}}",
  register_prints_waiting:
    "{{register}} has as many prints waiting for the till's printer as it may. Nothing was printed: see to the printer, and try again when some are out.",
  register_webhook_gone: "This webhook is not there any more. Nothing was changed.",
  register_webhooks_full: "There are as many webhooks as this till takes. Nothing was changed: remove one first.",
  screen_none_open:
    "No customer's screen is open at this till: nothing was shown. Open it there, under Settings, Customer's screen, and ask again.",
  screen_many_waiting:
    "As many messages wait for the customer's screen as may: nothing was shown. Try again when some are over.",
  screen_none: "No message of this register on the customer's screen has this id, or it was over a day ago.",
  screen_not_asked: "This is not asked any more. Nothing was answered.",
  register_refunds_waiting:
    "As many refunds of this payment wait for a person at the till as may. No money moved: ask again when one of them is approved or declined.",
  register_refund_decided: "This refund does not wait for anybody any more.",
} as const satisfies Record<string, string>;
