/** Health findings about other programs: the chain's ledger, head office, webhooks. */
export type HealthStatus = "ok" | "attention" | "bad";

export interface FindingEntry {
  status: HealthStatus;
  staff: string;
  next: string | null;
}

export const ABOUT_OTHER_PROGRAMS = {
  ledger_off: { status: "ok", staff: "This till is not connected to a chain's ledger.", next: null },
  ledger_current: { status: "ok", staff: "The chain's ledger is up to date.", next: null },
  ledger_sending: { status: "ok", staff: "Entries being sent to the chain's ledger: {{number}}.", next: null },
  ledger_unreached: {
    status: "attention",
    staff: "The chain's ledger cannot be reached ({{detail}}). Entries waiting: {{number}}. Payments are not affected.",
    next: "Check the network. Waiting entries are sent automatically. If this continues, contact head office.",
  },
  ledger_denied: {
    status: "attention",
    staff:
      "The chain's ledger does not accept this till ({{detail}}). Entries waiting: {{number}}. Payments are not affected.",
    next: "Contact head office: this till must be added to the ledger or needs a new password.",
  },
  ledger_replaced: {
    status: "bad",
    staff:
      "The chain's ledger has a different history for this till ({{detail}}). Sending has stopped. Payments are not affected.",
    next: "Tell head office if a backup was restored or this till was set up again. Otherwise another till uses its name.",
  },
  webhooks_off: { status: "ok", staff: "No webhooks are set up.", next: null },
  webhooks_current: { status: "ok", staff: "The webhooks work.", next: null },
  webhooks_failing: {
    status: "attention",
    staff:
      "The webhook at {{address}} does not accept notifications ({{detail}}). Payments waiting: {{number}}. Payments are not affected.",
    next: "Ask the operator of that program. The till retries automatically. You can test the webhook under Settings → Registers.",
  },
  webhooks_ended: {
    status: "attention",
    staff:
      "The webhook at {{address}} has unsubscribed ({{detail}}) and gets no more notifications. Payments are not affected.",
    next: "Ask the operator of that program. Under Settings → Registers, delete the webhook or test it to start it again.",
  },
  centre_off: { status: "ok", staff: "This till gets no settings from head office.", next: null },
  centre_none: { status: "ok", staff: "Head office has not sent settings for this till yet.", next: null },
  centre_current: { status: "ok", staff: "Settings from head office are applied ({{versions}}).", next: null },
  centre_waiting: {
    status: "ok",
    staff: "New settings from head office are applied when the till is idle.",
    next: null,
  },
  centre_unreached: {
    status: "attention",
    staff: "Settings from head office cannot be reached ({{detail}}). The current settings stay.",
    next: "Check the network. If this continues, contact head office.",
  },
  centre_refused: {
    status: "attention",
    staff: "Settings from head office were refused: {{detail}}. The current settings stay.",
    next: "Contact head office.",
  },
  centre_refused_address: {
    status: "attention",
    staff:
      "The chain's ledger offered settings for another shop or till. They were refused; the current settings stay.",
    next: "Ask head office to check its database and the shop this till is set up for.",
  },
  centre_refused_no_shop: {
    status: "attention",
    staff: "Settings for a shop were refused: this till is set up without a shop name. The current settings stay.",
    next: "Ask head office for the shop's name, and add it to the provisioning file as centre.shop.",
  },
  centre_refused_older: {
    status: "attention",
    staff:
      "Settings from head office were refused: they are older than settings this till already had ({{detail}}). The current settings stay.",
    next: "Ask head office to publish its settings again. Unless an older database was restored there, someone may have tampered with it.",
  },
  centre_rolled_back: {
    status: "attention",
    staff: "Settings from head office were undone because they caused problems: {{detail}}.",
    next: "Contact head office. The till uses its previous settings until new ones arrive.",
  },
} as const satisfies Record<string, FindingEntry>;
