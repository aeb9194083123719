/**
 * The read-back after a restore. The service knows more than the till: captures, refunds and whole payments since then.
 * Every payment is read back once before money may be given back for it, and the service's list is read for requests
 * that the backup had not seen go out. What the service has of this till and the backup lacks is a difference, which
 * whoever closes the period decides about; until all of it is known no period is closed.
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
  /** Payments that have yet to be compared with the service: until then they are left as they are */
  toBeCompared: Set<string>;
  /** Takes in what the service says of a payment now */
  outcome: ComparePaymentPorts["outcome"];
}

/** So long the service's list is read before periods may be closed again; the rest of a long one is read afterwards. */
const LIST_MS = 60_000;
/** A list that cannot be read, so many times in a row, keeps no period open. */
const LIST_UNANSWERED = 5;

/** How far the comparison came. */
interface Progress {
  startedAt: number;
  compared: number;
  /** Payments of which the service told something new */
  updated: number;
  found: FoundDifference[];
  list: "read" | "partly_read" | "not_offered" | null;
  /** Since when the list is read, by the monotonic clock; null: not yet */
  listSince: number | null;
  failures: number;
}

/** Starts comparing, when the database was restored since it was last compared; otherwise there is nothing to do. */
export function startReadBackAfterRestore(ports: AfterRestorePorts): { close(): Promise<void> } {
  const { store, clock, log, settings } = ports;
  if (settings.get(RESTORED_AT) === null) return { close: async () => undefined };
  const pending = ports.toBeCompared;
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
  log.warn({ payments: pending.size }, "the database was restored: every payment is compared with the service");
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
    log.info({ differences: progress.found.length }, "every payment was compared with the service");
    void loop.close();
    return null;
  });
  return { close: loop.close };
}

/** @returns whether the service answered */
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
 * One question about the requests that no payment here has the tid of: some may be ours, sent after the backup was made.
 * @returns whether the service answered
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

/** Writes down what was compared and what is missing here, and lets the till go on: all of it at once. */
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
    openRunStore(database).ended({ id, startedAt, now, compared, equal, updated, list, listReadTo: reader.readTo() });
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
