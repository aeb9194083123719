/** The service's list of payment requests, read on in the background: one question a second while the till is idle. */

import { PRESENT_PHASES } from "../../../contract/phases.ts";
import { startLoop } from "../../lib/loop.ts";
import type { PaymentStore } from "../../payments/store.ts";
import { pauseAfter } from "../../service/api/retry.ts";
import type { StorageContext } from "../../storage/context.ts";
import { transact } from "../../storage/database/database.ts";
import type { Differences } from "./differences.ts";
import type { ServiceListReader } from "./service-list.ts";

export interface ServiceListLoopPorts extends Pick<StorageContext, "clock" | "database" | "log" | "random"> {
  store: PaymentStore;
  differences: Differences;
  list: ServiceListReader;
  isOffline(): boolean;
  /** Whether somebody else puts the questions now: a comparison, or what follows a restored backup */
  isBusy(): boolean;
  onFound(): void;
}

/** The budget: what all tills of a chain ask together is this many times their number. */
const STEP_MS = 1000;
/** A till that starts has better to do first. */
const BEHIND_MS = 60_000;
/** Whose end was reached is looked at again after this. */
const REST_MS = 10 * 60_000;

/** Starts reading; it goes on where it was before a restart. */
export function startServiceListLoop(ports: ServiceListLoopPorts): { close(): Promise<void> } {
  const { clock, list, store, differences, database } = ports;
  let failures = 0;
  let isFirst = true;
  const isIdle = () =>
    !ports.isOffline() &&
    !ports.isBusy() &&
    store.rows.inPhases(PRESENT_PHASES).length === 0 &&
    store.operations.toSend() === 0;
  return startLoop(ports, async () => {
    if (isFirst) {
      isFirst = false;
      return list.isBehind() ? BEHIND_MS : REST_MS;
    }
    if (!isIdle()) return BEHIND_MS;
    const step = await list.step("rest");
    failures = step.is === "unanswered" ? failures + 1 : 0;
    if (step.is === "unanswered") return pauseAfter(failures, ports.random());
    if (step.is === "looked") {
      transact(database, () => differences.replace({ posTid: null, tid: step.tid }, step.found, null, clock.now()));
      if (step.found !== null) ports.onFound();
    }
    return step.is === "end" ? REST_MS : STEP_MS;
  });
}
