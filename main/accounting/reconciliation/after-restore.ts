/**
 * The read-back after a restore. Each payment is read once before it can be refunded, and the service's list is
 * searched for requests that the backup lacks. No period can be closed until then; missing data becomes a difference.
 */

import { startLoop } from "../../lib/loop.ts";
import type { PaymentStore } from "../../payments/store.ts";
import { pauseAfter } from "../../service/api/retry.ts";
import type { ServiceContext } from "../../service/context.ts";
import { transact } from "../../storage/database/database.ts";
import { randomIdentifier } from "../../storage/database/identifiers.ts";
import type { SettingStore } from "../../storage/database/settings.ts";
import { RESTORED_AT } from "../../storage/database/settings.ts";
import { type ComparePaymentPorts, comparePayment } from "./compare-payment.ts";
import { type FoundDifference, openDifferences } from "./differences.ts";
import { startRecovery } from "./recovery.ts";
import { openRunStore } from "./run-store.ts";
import type { ServiceListReader } from "./service-list.ts";

export interface AfterRestorePorts extends Pick<ServiceContext, "api" | "clock" | "database" | "log" | "random"> {
  store: PaymentStore;
  settings: SettingStore;
  list: ServiceListReader;
  /** Payments not yet compared. They cannot change until then. */
  unreconciled: Set<string>;
  outcome: ComparePaymentPorts["outcome"];
}

/** Maximum time to read the service's list before periods can be closed. The rest is read later. */
const LIST_MS = 60_000;
/** Consecutive failures after which the unread list no longer blocks a close. */
const LIST_UNANSWERED = 5;

interface Progress {
  startedAt: number;
  compared: number;
  updated: number;
  found: FoundDifference[];
  list: "read" | "partly_read" | "not_offered" | null;
  /** Monotonic start time of reading the list; null before it */
  listSince: number | null;
  failures: number;
}

export function startReadBackAfterRestore(ports: AfterRestorePorts): { close(): Promise<void> } {
  const { store, clock, log, settings } = ports;
  if (settings.get(RESTORED_AT) === null) return { close: async () => undefined };
  const pending = ports.unreconciled;
  for (const posTid of store.rows.allPosTids()) pending.add(posTid);
  const progress: Progress = {
    startedAt: clock.now(),
    compared: 0,
    updated: 0,
    found: [],
    list: null,
    listSince: null,
    failures: 0,
  };
  log.warn({ payments: pending.size }, "the database was restored: all payments are being reconciled with the service");
  startRecovery(ports);
  ports.list.restart();

  const loop = startLoop(ports, async () => {
    const next = [...pending].find((posTid) => store.rows.find(posTid)?.tid != null);
    const answered =
      next === undefined ? await readList(ports, progress) : await compare(ports, loop.closed, next, progress);
    if (loop.closed.aborted) return null;
    progress.failures = answered ? 0 : progress.failures + 1;
    if (!answered && progress.list === null) return pauseAfter(progress.failures, ports.random());
    if (next !== undefined) pending.delete(next);
    if (progress.list === null) return 0;
    pending.clear();
    conclude(ports, progress, progress.list);
    log.info({ differences: progress.found.length }, "all payments were reconciled with the service");
    void loop.close();
    return null;
  });
  return { close: loop.close };
}

/** Returns whether the service responded. */
async function compare(
  ports: AfterRestorePorts,
  closing: AbortSignal,
  posTid: string,
  progress: Progress,
): Promise<boolean> {
  const reading = await comparePayment({ ...ports, closing }, posTid);
  if (reading.is === "unanswered") return false;
  progress.compared += 1;
  if (reading.found !== null) progress.found.push(reading.found);
  else if (reading.updated) progress.updated += 1;
  return true;
}

/**
 * Reads the list for tids without a local payment, which may be newer than the backup. Returns whether the service
 * responded.
 */
async function readList({ list, clock }: AfterRestorePorts, progress: Progress): Promise<boolean> {
  progress.listSince ??= clock.monotonic();
  if (clock.monotonic() - progress.listSince >= LIST_MS) {
    progress.list = "partly_read";
    return true;
  }
  const step = await list.step("rest");
  if (step.is === "unanswered") {
    if (progress.failures + 1 >= LIST_UNANSWERED) progress.list = "partly_read";
    return false;
  }
  if (step.is === "looked" && step.found !== null) progress.found.push(step.found);
  if (step.is === "end") progress.list = step.list;
  return true;
}

/** Records the result and the differences in one transaction, and unblocks the till. */
function conclude(
  { database, store, settings, clock, list: reader }: AfterRestorePorts,
  { startedAt, compared, updated, found }: Progress,
  list: "read" | "partly_read" | "not_offered",
): void {
  const differences = openDifferences(database);
  transact(database, () => {
    const now = clock.now();
    const id = randomIdentifier(16);
    const equal = compared - updated - found.filter(({ posTid }) => posTid !== null).length;
    openRunStore(database).insertFinished({
      id,
      startedAt,
      now,
      compared,
      equal,
      updated,
      list,
      listReadTo: reader.readTo(),
    });
    for (const one of found) {
      const about = one.posTid === null ? { posTid: null, tid: one.tid } : { posTid: one.posTid, tid: null };
      differences.replace(about, one, id, now);
    }
    const data = { id, state: "done", total: compared, compared, equal, updated };
    store.journal.append(
      { event: "reconciliation.ended", data: { ...data, differences: found.length, afterRestore: true } },
      now,
    );
    settings.set(RESTORED_AT, null);
  });
}
