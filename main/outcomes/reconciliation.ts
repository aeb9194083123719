/**
 * After a backup was restored the service knows more than the till: captures, refunds and whole payments since then.
 * Every payment is read back once before money may be given back for it, and the service's list is read for requests
 * that the backup had not seen go out. What the service has of this till and the backup lacks is a difference, which
 * whoever closes the period decides about; until all of it is known no period is closed.
 */
import type { ApiClient } from "../api/client.ts";
import { getOutcome, listPaymentRequests } from "../api/payment-request.ts";
import { pauseAfter } from "../api/retry.ts";
import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import type { Ledger } from "../payments/ledger.ts";
import { readOutcome } from "../payments/outcome.ts";
import { sideOf } from "../reports/compare.ts";
import { type FoundDifference, openDifferences } from "../reports/differences.ts";
import { bookedHere } from "../reports/reading-back.ts";
import { openRuns } from "../reports/runs.ts";
import { RESTORED_AT } from "../settings/restored.ts";
import { type Database, transact } from "../store/database.ts";
import { randomIdentifier } from "../store/identifiers.ts";
import type { SettingStore } from "../store/settings.ts";
import { createWaker, runLoop } from "../waker.ts";

export interface ReconciliationPorts {
  api: ApiClient;
  database: Database;
  ledger: Ledger;
  settings: SettingStore;
  clock: Clock;
  log: Log;
  posId: string;
  random(): number;
}

export interface Reconciliation {
  /** Whether this payment has yet to be compared with the service: until then it is left as it is. */
  beingChecked(posTid: string): boolean;
  close(): Promise<void>;
}

const SPACING_MS = 200;

/** How far the comparison came. */
interface Progress {
  startedAt: number;
  compared: number;
  /** Payments of which the service told something new */
  updated: number;
}

/** Starts comparing, when the database was restored since it was last compared; otherwise there is nothing to do. */
export function startReconciliation(ports: ReconciliationPorts): Reconciliation {
  const { ledger, clock, log, settings } = ports;
  const waker = createWaker();
  if (settings.get(RESTORED_AT) === null) return { beingChecked: () => false, close: async () => undefined };
  const pending = new Set(ledger.rows.allPosTids());
  const progress: Progress = { startedAt: clock.now(), compared: 0, updated: 0 };
  let failures = 0;
  log.warn({ payments: pending.size }, "the database was restored: every payment is compared with the service");

  const turn = async () => {
    const next = [...pending].find((posTid) => ledger.rows.find(posTid)?.tid != null);
    const swept = next === undefined ? await sweep(ports) : null;
    const answered = next === undefined ? swept !== null : await compare(ports, next, progress);
    failures = answered ? 0 : failures + 1;
    if (!answered) return waker.sleep(clock, pauseAfter(failures, ports.random()));
    if (next !== undefined) {
      pending.delete(next);
      return waker.sleep(clock, SPACING_MS);
    }
    pending.clear();
    conclude(ports, progress, swept ?? NOTHING);
    log.info({ missingHere: swept?.found.length ?? 0 }, "every payment was compared with the service");
    waker.close();
  };

  const running = runLoop({ clock, log, waker }, turn);
  return {
    beingChecked: (posTid) => pending.has(posTid),
    async close() {
      waker.close();
      await running;
    },
  };
}

/** @returns whether the service answered */
async function compare(ports: ReconciliationPorts, posTid: string, progress: Progress): Promise<boolean> {
  const { api, ledger } = ports;
  const answer = await getOutcome(api, ledger.rows.find(posTid)?.tid ?? "");
  if (!answer.ok) return answer.error.kind === "refused";
  const outcome = readOutcome(answer.value);
  const before = JSON.stringify(bookedHere(ports, posTid));
  if (outcome) ledger.commit(posTid, (now) => ledger.takeIn(posTid, outcome, "poll", now));
  progress.compared += 1;
  if (JSON.stringify(bookedHere(ports, posTid)) !== before) progress.updated += 1;
  return true;
}

/** What the service's list had; `list` as a reconciliation has it. */
interface Swept {
  list: "read" | "not_offered";
  found: FoundDifference[];
}

const NOTHING: Swept = { list: "read", found: [] };

/**
 * Reads the requests that no payment here has the tid of: some may be ours, sent after the backup was made.
 * @returns what of them no payment here is; null when the service did not answer
 */
async function sweep({ api, ledger, posId }: ReconciliationPorts): Promise<Swept | null> {
  const found: FoundDifference[] = [];
  for await (const page of listPaymentRequests(api)) {
    if (!page.ok) return page.error.kind === "refused" ? { list: "not_offered", found } : null;
    for (const tid of page.value.filter((candidate) => ledger.rows.findByTid(candidate) === null)) {
      const answer = await getOutcome(api, tid);
      if (!answer.ok && answer.error.kind !== "refused") return null;
      const outcome = answer.ok && answer.value.pos_id === posId ? readOutcome(answer.value) : null;
      const row = outcome && ledger.rows.find(outcome.posTid);
      if (outcome && row?.tid === null) {
        ledger.commit(row.posTid, (now) => ledger.takeIn(row.posTid, outcome, "poll", now));
      } else if (outcome && row?.tid !== tid) {
        const there = sideOf(outcome);
        const noMoney = outcome.status === "fail" && there.captured === 0;
        if (!noMoney) found.push({ kind: "missing_here", posTid: null, tid, here: null, there });
      }
    }
  }
  return { list: "read", found };
}

/** Writes down what was compared and what is missing here, and lets the till go on: all of it at once. */
function conclude(
  { database, ledger, settings, clock }: ReconciliationPorts,
  { startedAt, compared, updated }: Progress,
  { list, found }: Swept,
): void {
  const differences = openDifferences(database);
  transact(database, () => {
    const now = clock.now();
    const id = randomIdentifier(16);
    openRuns(database).ended({ id, startedAt, now, compared, updated, list });
    for (const one of found) differences.replace({ posTid: null, tid: one.tid }, one, id, now);
    const data = { id, state: "done", total: compared, compared, equal: compared - updated, updated };
    ledger.journal.append(
      { event: "reconciliation.ended", data: { ...data, differences: found.length, afterRestore: true } },
      now,
    );
    settings.set(RESTORED_AT, null);
  });
}
