import type { CentreHealth } from "../head-office/centre.ts";
import type { FindingCode, HealthStatus } from "../health/findings.ts";
import type { OutOfServiceCode } from "../health/out-of-service.ts";
import type { DispenserSettings } from "../kiosk/kiosk-settings.ts";
import type { ShellView } from "../operations/shell.ts";
import type { PrinterView } from "../receipts/receipts.ts";
import type { UpdateState } from "../values/updates.ts";

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

/** The finding of an area. `FINDINGS` in `findings.ts` has its severity and next step. */
export interface HealthFinding {
  code: FindingCode;
  values: Record<string, string | number>;
}

/** Counts of the channel that first delivered each payment update in a period. Duplicate messages do not count. */
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
  /** Number of recent requests in the figures, at most 50; requests during an outage are excluded */
  requests: number;
  /** Round trip of answered requests, in ms */
  medianMs: number | null;
  slowMs: number | null;
  /** 0…1: share of requests without a usable response; null before the first */
  errorShare: number | null;
}

export interface CallbackHealth {
  receiving: boolean;
  trouble: string | null;
  /** Host of the public address if callbacks arrive over plain HTTP from another machine; else null */
  inClear: string | null;
  lastAt: string | null;
  /** The service's public key: without one, or with a weak one, a callback only triggers a poll */
  key: "verifies" | "weak" | "none";
  /** How the till learns who scanned its code: callbacks, polling, or links that need no scan (G14) */
  scans: "receiver" | "last_scan" | "claim";
  /** Deliveries that this till cut off or turned away since its start; it polls until `quiet` */
  cut: { number: number; lastAt: string | null; quiet: boolean };
  verdicts: { applied: number; hint: number; refused: number; failed: number };
  /** The last 24 hours in periods of three, and the last seven days by day; newest last */
  day: ArrivalBucket[];
  week: ArrivalBucket[];
}

export interface DatabaseHealth {
  bytes: number;
  logBytes: number;
  journalMode: string;
  /** SQLite's value: 2 is FULL */
  synchronous: number;
  schemaVersion: number;
  /** Last quick check (at every start), and last full check (daily) */
  quickCheckAt: string;
  fullCheckAt: string | null;
  damage: { at: string; what: string } | null;
  /** A period whose totals differ from its bookings; null: none. Closed periods are checked hourly. */
  disagrees: number | null;
  /** A payment in the service's list that was made by a copy of this till's data; null: none */
  copied: { number: string } | null;
  /** The disk failed, and the till writes no more data */
  stopped: boolean;
}

export interface LedgerHealth {
  /** `sending`: rows are missing; `denied`: till not accepted; `replaced`: it has another history of the till */
  state: "off" | "current" | "sending" | "unreached" | "denied" | "replaced";
  /** Number of journal rows that the ledger lacks */
  behind: number;
  /** When the ledger last accepted rows or confirmed that it has all */
  lastAt: string | null;
  /** Why the ledger accepts nothing now: a code or text; null: no problem */
  detail: string | null;
}

export interface WebhooksHealth {
  /** `ended`: an endpoint answered that it wants no more messages */
  state: "off" | "current" | "failing" | "ended";
  number: number;
  /** Payments whose latest state was not delivered, over all webhooks */
  behind: number;
  lastAt: string | null;
  /** Host of the worst webhook; null: no problem */
  address: string | null;
  detail: string | null;
}

/** A window's display. Sizes in CSS pixels. */
export interface DisplayFacts {
  width: number;
  height: number;
  screenWidth: number;
  screenHeight: number;
  scale: number;
  refreshHz: number | null;
  touch: boolean;
}

export interface HealthReport {
  at: string;
  /** Demo tills skip findings that do not matter for a demo */
  demo: boolean;
  status: HealthStatus;
  findings: Record<HealthArea, HealthFinding>;
  service: ServiceHealth;
  /** `skewMs`: the service's clock minus this machine's; `comparedAt` null: never compared */
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
  printer: Pick<PrinterView, "state" | "fault" | "since" | "paperLow"> & { waiting: number };
  /** Driver, why it cannot sell now, and the number of vends to check */
  dispenser: {
    driver: DispenserSettings["driver"];
    problem: "unreached" | "unfit" | "strange" | null;
    toLookAt: number;
    unreadable: number;
    offSale: string[];
  };
  /** Why the till cannot sell; the finding of its area explains it */
  outOfService: OutOfServiceCode[];
  /** null: the shell has no customer display */
  customer: ShellView["customerDisplay"] | null;
  display: DisplayFacts | null;
  /** Command that restores the newest good backup on a stopped till; null: no damage */
  restore: { command: string; backupAt: string } | null;
}

export interface SupportBundle {
  name: string;
  /** Downloads or shows the bundle; valid until the till stops */
  ticket: string;
  path: string;
  files: string[];
  bytes: number;
  /** True if this till can open the bundle's folder; otherwise a page downloads it */
  canShow: boolean;
}
