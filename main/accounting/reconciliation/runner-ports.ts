import type { Log } from "../../lib/log.ts";
import type { Seals } from "../periods/seals.ts";
import type { ReadingPorts } from "./compare-payment.ts";
import type { Differences } from "./differences.ts";
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
