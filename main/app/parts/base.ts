/** What a till is made from, and what every part of it is given. */
import type { StaffRole } from "../../../contract/roles.ts";
import type { KeptSettings } from "../../../contract/settings.ts";
import type { Terminal } from "../../../contract/views.ts";
import type { CommandPorts } from "../../bridge/dispatch.ts";
import type { EventStream } from "../../bridge/events.ts";
import type { Sight } from "../../bridge/locked-events.ts";
import type { RotatingCredentials } from "../../configuration/keys/rotating-credentials.ts";
import type { RefundKey } from "../../configuration/refund-key/refund-key.ts";
import type { SetupHost } from "../../configuration/setup/staging.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Log } from "../../lib/log.ts";
import type { Meters } from "../../operations/health/meters.ts";
import type { Surroundings } from "../../operations/health/surroundings.ts";
import type { ShellHost } from "../../peripherals/customer-display/shell-host.ts";
import type { ApiClient } from "../../service/api/client.ts";
import type { Timeouts } from "../../service/api/transport.ts";
import type { Connectivity } from "../../service/connection/connectivity.ts";
import type { Database } from "../../storage/database/database.ts";
import type { Journal, JournalData } from "../../storage/journal/journal.ts";
import type { Vault } from "../../storage/vault/vault.ts";

export interface TillOptions {
  settings: KeptSettings;
  database: Database;
  vault: Vault;
  shell: Terminal["shell"];
  /** Kiosk mode from the start, whatever the settings say */
  kiosk: boolean;
  version: string;
  demo: Terminal["demo"];
  /** How much room the data folder's disk has */
  disk: () => Terminal["disk"];
  /** Makes a backup and signs the journal's head, at the close of a day; missing where nobody cares for the data */
  backUp?(kind: "day"): Promise<unknown>;
  setup: SetupHost;
  /** What the shell can do for the people at the till; nothing where it is not said */
  host?: ShellHost;
  /** Its data folder's care, its log files, the desktop's updates; missing where nobody cares for the data */
  surroundings?: Surroundings;
}

export interface TillPorts {
  clock: Clock;
  log: Log;
  /** 0…1, for jitter */
  random?: () => number;
  /** How long the service may take; for tests */
  timeouts?: Partial<Timeouts>;
  /** What the windows listen to, when they listen already: a till that is set up anew goes on with the same stream */
  events?: EventStream;
}

export interface RunningTill extends CommandPorts {
  role(): StaffRole | null;
  /** Signs out whoever signed in by a window that did not hear of it */
  undoSignIn(): void;
  events: EventStream;
  terminal(): Terminal;
  /** What windows may be told of now */
  sight: Sight;
  /** Writes into the journal that the bridge refused windows */
  noteRefusedWindow(data: JournalData): void;
  /** Resolves when the till is registered with the service and can take a payment from anybody. */
  ready: Promise<void>;
  /** Lets what is being written finish, and stops. The database is the caller's to close. */
  close(): Promise<void>;
}

/** What every part of a till is given. */
export interface Base extends TillOptions {
  clock: Clock;
  log: Log;
  random(): number;
  /** What authenticates this till: exchanged while it runs */
  credentials: RotatingCredentials;
  /** What refunds are signed with, where that is kept apart */
  refundKey: RefundKey;
  api: ApiClient;
  timeouts: Partial<Timeouts> | undefined;
  journal: Journal;
  connectivity: Connectivity;
  /** What is counted for the health page */
  meters: Meters;
}

/** Whether customers stand at this window now: a kiosk that a manager left for now is a counter. */
export function isKioskNow({ kiosk, settings, host }: Pick<Base, "kiosk" | "settings" | "host">): boolean {
  return (kiosk || settings.mode === "kiosk") && host?.kiosk().left !== true;
}
