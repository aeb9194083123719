/** Health findings about other programs: the chain's ledger, head office, webhooks. */
export type HealthStatus = "ok" | "attention" | "bad";

export interface FindingEntry {
  status: HealthStatus;
  staff: string;
  next: string | null;
}

export const ABOUT_OTHER_PROGRAMS = {
  ledger_off: { status: "ok", staff: "This till is in no chain's ledger.", next: null },
  ledger_current: { status: "ok", staff: "The chain's ledger has everything from this till.", next: null },
  ledger_sending: { status: "ok", staff: "On their way to the chain's ledger: {{number}} entries.", next: null },
  ledger_unreached: {
    status: "attention",
    staff:
      "The chain's ledger cannot be reached ({{detail}}). Entries that wait for it: {{number}}. Payments are not affected.",
    next: "Check the network. What waits is sent by itself when it answers; if it stays like this, tell head office.",
  },
  ledger_denied: {
    status: "attention",
    staff:
      "The chain's ledger does not accept this till ({{detail}}). Entries that wait for it: {{number}}. Payments are not affected.",
    next: "Tell head office: this till has to be added to the ledger, or needs another password.",
  },
  ledger_replaced: {
    status: "bad",
    staff:
      "The chain's ledger knows another history of this till ({{detail}}). Nothing is sent to it; payments are not affected.",
    next: "Tell head office whether a backup was restored or this till was set up anew. If neither was, somebody else uses its name.",
  },
  webhooks_off: { status: "ok", staff: "No program is told by webhook what happens.", next: null },
  webhooks_current: { status: "ok", staff: "The webhooks take what they are told.", next: null },
  webhooks_failing: {
    status: "attention",
    staff:
      "The webhook at {{address}} does not take what it is told ({{detail}}). Payments of which it has not heard the last: {{number}}. Payments are not affected.",
    next: "Ask whoever runs that program. It is told again by itself; Settings, Registers has a test.",
  },
  webhooks_ended: {
    status: "attention",
    staff:
      "The webhook at {{address}} has said that it wants nothing any more ({{detail}}), and is told nothing. Payments are not affected.",
    next: "Ask whoever runs that program. Remove it under Settings, Registers; or test it there, and it goes on.",
  },
  centre_off: { status: "ok", staff: "This till takes no settings from head office.", next: null },
  centre_none: { status: "ok", staff: "Head office has said nothing of this till's settings yet.", next: null },
  centre_current: { status: "ok", staff: "Settings from head office are in force ({{versions}}).", next: null },
  centre_waiting: {
    status: "ok",
    staff: "New settings from head office wait until the till is idle.",
    next: null,
  },
  centre_unreached: {
    status: "attention",
    staff: "Settings from head office cannot be reached ({{detail}}). Those that are in force stay.",
    next: "Check the network. If it stays like this, tell head office.",
  },
  centre_refused: {
    status: "attention",
    staff: "Settings came that are not taken: {{detail}}. Those that are in force stay.",
    next: "Tell head office.",
  },
  centre_refused_address: {
    status: "attention",
    staff:
      "The chain's ledger offers this till settings of another shop or till. They are refused; the settings here stay.",
    next: "Tell head office to check its database, and which shop this till was provisioned with.",
  },
  centre_refused_no_shop: {
    status: "attention",
    staff:
      "Settings for a shop are refused: this till was not provisioned with the name of its shop. The settings here stay.",
    next: "Ask head office for the shop's name, and put it into the provisioning file as centre.shop.",
  },
  centre_refused_older: {
    status: "attention",
    staff:
      "Settings came that are older than settings this till has had ({{detail}}). They are refused; the settings here stay.",
    next: "Tell head office to publish its settings again. If an older database was not restored there, somebody has changed it.",
  },
  centre_rolled_back: {
    status: "attention",
    staff: "Settings from head office were taken back, since the till was worse with them: {{detail}}.",
    next: "Tell head office. The till has the settings that it had before; other ones are tried when they come.",
  },
} as const satisfies Record<string, FindingEntry>;
