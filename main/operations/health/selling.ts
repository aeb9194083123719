/** Whether the till can take a payment now, as one line in its log whenever that changes: for what monitors it. */
import type { FindingCode } from "../../../contract/findings.ts";
import type { Log } from "../../lib/log.ts";
import type { Signals } from "../../lib/signals.ts";
import type { ConnectivityState } from "../../service/connection/connectivity-state.ts";
import type { DiskSpace } from "../../storage/database/disk-space.ts";

/** Why it cannot: the Health page's own codes for the findings that keep it from selling. */
export type SellingProblem = Extract<
  FindingCode,
  "service_offline" | "service_refused" | "disk_full" | "database_stopped"
>;

export interface SellingFacts {
  connectivity: ConnectivityState;
  disk: DiskSpace;
  /** Whether the disk failed under the database: nothing is committed any more */
  stopped: boolean;
}

/**
 * What keeps the till from selling. Pure.
 * @returns none when it can; null while it has not spoken with the service yet, and nothing else is wrong
 */
export function sellingProblems({ connectivity, disk, stopped }: SellingFacts): SellingProblem[] | null {
  const { link, since } = connectivity;
  const found: SellingProblem[] = [
    ...(link === "offline" ? ["service_offline" as const] : []),
    ...(link === "auth_failed" ? ["service_refused" as const] : []),
    ...(disk === "full" ? ["disk_full" as const] : []),
    ...(stopped ? ["database_stopped" as const] : []),
  ];
  return since === null && found.length === 0 ? null : found;
}

/**
 * Logs `till.outOfService` with the causes, and `till.inService` when there are none any more; also the first time that
 * it is known, so that each start says how it is. The names are stable: monitoring looks for them.
 */
export function logSelling(
  { log, signals }: { log: Log; signals: Pick<Signals, "on"> },
  facts: () => SellingFacts,
): void {
  let known: string | null = null;
  const look = () => {
    const causes = sellingProblems(facts());
    if (causes === null || causes.join() === known) return;
    known = causes.join();
    if (causes.length > 0) log.warn({ causes }, "till.outOfService");
    else log.info("till.inService");
  };
  signals.on("terminal.stale", look);
  look();
}
