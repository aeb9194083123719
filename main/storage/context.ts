import type { Clock } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import type { Signals } from "../lib/signals.ts";
import type { Database } from "./database/database.ts";
import type { DiskSpace } from "./database/disk-space.ts";
import type { Journal } from "./journal/journal.ts";
import type { Vault } from "./vault/vault.ts";

export interface StorageContext {
  clock: Clock;
  log: Log;
  /** 0…1, for jitter */
  random(): number;
  signals: Signals;
  database: Database;
  vault: Vault;
  journal: Journal;
  disk(): DiskSpace;
}
