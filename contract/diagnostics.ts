/** How the till is doing, for people and for support: plain types. The commands' rows are in `diagnostics-commands.ts`. */
import type { CentreHealth } from "./centre.ts";
import type { FindingCode, HealthStatus } from "./findings.ts";
import type { DispenserSettings } from "./kiosk-settings.ts";
import type { OutOfServiceCode } from "./out-of-service.ts";
import type { PrinterView } from "./receipts.ts";
import type { ShellView } from "./shell.ts";
import type { UpdateState } from "./updates.ts";

/** The rows of the health page, in its order. */
export const HEALTH_AREAS = [
  "service",
  "clock",
  "callbacks",
  "queue",
  "disk",
  "database",
  "backups",
  "journal",
  "ledger",
  "webhooks",
  "centre",
  "vault",
  "program",
  "logs",
  "printer",
  "dispenser",
  "customer",
  "display",
] as const;
export type HealthArea = (typeof HEALTH_AREAS)[number];

/** What was found of one area; how serious it is and what to do stands in {@link FINDINGS}. */
export interface HealthFinding {
  code: FindingCode;
  /** The sentence's values */
  values: Record<string, string | number>;
}

/** A span of time, and which way brought the news of payments first in it. Counts are of news, not of messages. */
export interface ArrivalBucket {
  from: string;
  to: string;
  callback: number;
  poll: number;
  answer: number;
}

export interface ServiceHealth {
  link: "online" | "degraded" | "offline" | "auth_failed";
  since: string | null;
  lastAnswerAt: string | null;
  /** How many of the last requests the figures are about, 50 at most; those of an outage are none of them */
  requests: number;
  /** Round trips of those that were answered, in ms */
  medianMs: number | null;
  slowMs: number | null;
  /** 0…1: the share of requests without an answer that can be used; null before the first */
  errorShare: number | null;
}

export interface CallbackHealth {
  /** Whether a receiver listens */
  receiving: boolean;
  /** Why none does although one should: the address, and the system's word for what is wrong with it */
  trouble: string | null;
  /** The public address' host, where callbacks come to it over plain http from another machine; else null */
  inClear: string | null;
  lastAt: string | null;
  /** What the service's key is good for: with none, or a weak one, callbacks are only a reason to ask the service */
  key: "verifies" | "weak" | "none";
  /** How the till learns who has scanned its code: it is told, asks, or shows links that need no scan (G14) */
  scans: "receiver" | "last_scan" | "claim";
  /** Deliveries that this till cut off or sent away since it started; until it is `quiet` again it asks by itself */
  cut: { number: number; lastAt: string | null; quiet: boolean };
  /** What became of messages since the till started */
  verdicts: { applied: number; hint: number; refused: number; failed: number };
  /** The last 24 hours in spans of three, and the last seven days in spans of one day; the newest last */
  day: ArrivalBucket[];
  week: ArrivalBucket[];
}

export interface DatabaseHealth {
  bytes: number;
  /** Of the write-ahead log */
  logBytes: number;
  journalMode: string;
  /** SQLite's number for it: 2 is FULL */
  synchronous: number;
  schemaVersion: number;
  /** When the file was last read through (at every start), and when everything in it was last checked (daily) */
  quickCheckAt: string;
  fullCheckAt: string | null;
  damage: { at: string; what: string } | null;
  /** The period whose sums do not agree with its bookings; null: all do. Closed periods are looked at once an hour. */
  disagrees: number | null;
  /** A payment that a copy of this till's data made beside it, as the service's list shows; null: there is none */
  copied: { number: string } | null;
  /** Whether the disk failed under the till, which then writes nothing more */
  stopped: boolean;
}

/** How the chain's ledger gets on with this till. */
export interface LedgerHealth {
  /** `sending`: it lacks something; `denied`: it does not accept the till; `replaced`: it knows another history of it */
  state: "off" | "current" | "sending" | "unreached" | "denied" | "replaced";
  /** Rows of the journal that it has not */
  behind: number;
  /** When it last took something, or said that it has all */
  lastAt: string | null;
  /** Why it takes nothing now: a code, or words; null while it does */
  detail: string | null;
}

/** How the programs get on that are told by webhook what happens; of several the one that is worst off. */
export interface WebhooksHealth {
  /** `ended`: one has answered that it wants nothing any more */
  state: "off" | "current" | "failing" | "ended";
  number: number;
  /** Of how many payments they have not heard the last, added up */
  behind: number;
  /** When one of them last took a message */
  lastAt: string | null;
  /** Which one is not well: its host; null: all are */
  address: string | null;
  /** What it answered: an HTTP status or the system's code */
  detail: string | null;
}

/** What a window can tell of where it is shown. Sizes in CSS pixels. */
export interface DisplayFacts {
  width: number;
  height: number;
  screenWidth: number;
  screenHeight: number;
  scale: number;
  /** Frames per second, measured; null when the window could not tell */
  refreshHz: number | null;
  touch: boolean;
}

export interface HealthReport {
  at: string;
  /** Whether it is a demo: what does not matter there is no reason to worry */
  demo: boolean;
  /** The worst of all findings */
  status: HealthStatus;
  findings: Record<HealthArea, HealthFinding>;
  service: ServiceHealth;
  /** `skewMs`: the service's clock less this machine's; `comparedAt` null: never yet */
  clock: { skewMs: number; comparedAt: string | null; correcting: boolean };
  callbacks: CallbackHealth;
  queue: { depth: number; oldestAt: string | null; paused: boolean; parked: number };
  disk: { freeBytes: number | null; state: "ok" | "low" | "full" };
  database: DatabaseHealth;
  backups: { lastAt: string | null; kept: number; bytes: number; overdue: boolean };
  journal: { entries: number; signedAt: string | null };
  ledger: LedgerHealth;
  webhooks: WebhooksHealth;
  centre: CentreHealth;
  vault: { backend: string; weak: boolean; accepted: boolean };
  program: {
    version: string;
    startedAt: string;
    shell: "electron" | "browser" | "none";
    node: string;
    electron: string | null;
    platform: string;
    update: UpdateState;
  };
  logs: { files: number; bytes: number; lost: number; failing: { since: string; because: string } | null } | null;
  /** The receipt printer as it was last seen, and how many receipts wait for it */
  printer: Pick<PrinterView, "state" | "fault" | "since" | "paperLow"> & { waiting: number };
  /** The vending machine's driver, why it cannot sell now, and of how many vends a person is to look at what dropped */
  dispenser: {
    driver: DispenserSettings["driver"];
    problem: "unreached" | "unfit" | "strange" | null;
    toLookAt: number;
    /** Of how many of these a report cannot be read */
    unreadable: number;
    /** Slots that are off sale */
    offSale: string[];
  };
  /** What keeps the till from selling: the finding of its area says it */
  outOfService: OutOfServiceCode[];
  /** The customer's screen; null where no shell has told of one */
  customer: ShellView["customerDisplay"] | null;
  display: DisplayFacts | null;
  /** What to type to go back to the newest good backup, once the till is stopped; null while nothing is damaged */
  restore: { command: string; backupAt: string } | null;
}

/** A support bundle on this machine's disk. */
export interface SupportBundle {
  name: string;
  /** Whoever made it downloads or shows it by this, until the till stops */
  ticket: string;
  path: string;
  /** What is in it */
  files: string[];
  bytes: number;
  /** Whether this till can open the folder it is in; where it cannot, a page downloads it */
  canShow: boolean;
}

export interface DiagnosticsValues {
  "diagnostics.health": HealthReport;
  "diagnostics.bundle": SupportBundle;
  /** A piece of a bundle; `next` is where the next one begins, null after the last */
  "diagnostics.download": { base64: string; next: number | null };
  "diagnostics.showBundle": { shown: true };
}
