/** Reads the service's list of payment requests in the background: one request per second while the till is idle. */

import { PRESENT_PHASES } from "../../../contract/values/phases.ts";
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
  /** True while a comparison or a read-back after a restore uses the service */
  isBusy(): boolean;
  onFound(): void;
}

/** Interval between requests. All tills of a chain together send as many requests per second as they are tills. */
const STEP_MS = 1000;
const BUSY_DELAY_MS = 60_000;
const REST_MS = 10 * 60_000;

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
      return list.isBehind() ? BUSY_DELAY_MS : REST_MS;
    }
    if (!isIdle()) return BUSY_DELAY_MS;
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
