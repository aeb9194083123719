import type { Log } from "../log.ts";
import type { Differences } from "./differences.ts";
import type { ReadingPorts } from "./reading-back.ts";
import type { Seals } from "./seals.ts";
import type { ListReader } from "./service-list.ts";

/** What reconciliation is given. */
export interface ReconcilerPorts extends Omit<ReadingPorts, "closing"> {
  log: Log;
  random(): number;
  seals: Seals;
  differences: Differences;
  list: ListReader;
  isOffline(): boolean;
  actor(): string | null;
  onChange(): void;
}
