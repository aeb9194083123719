/**
 * After a backup was restored the service knows more than the till: captures, refunds and whole payments since then.
 * Every payment is read back once before money may be given back for it, and the service's list is read for requests
 * that the backup had not seen go out.
 */
import type { ApiClient } from "../api/client.ts";
import { getOutcome, listPaymentRequests } from "../api/payment-request.ts";
import { pauseAfter } from "../api/retry.ts";
import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import type { Ledger } from "../payments/ledger.ts";
import { readOutcome } from "../payments/outcome.ts";
import { RESTORED_AT } from "../settings/restored.ts";
import type { SettingStore } from "../store/settings.ts";
import { createWaker, runLoop } from "../waker.ts";

export interface ReconciliationPorts {
  api: ApiClient;
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

/** Starts comparing, when the database was restored since it was last compared; otherwise there is nothing to do. */
export function startReconciliation(ports: ReconciliationPorts): Reconciliation {
  const { ledger, clock, log, settings } = ports;
  const waker = createWaker();
  if (settings.get(RESTORED_AT) === null) return { beingChecked: () => false, close: async () => undefined };
  const pending = new Set(ledger.rows.allPosTids());
  let failures = 0;
  log.warn({ payments: pending.size }, "the database was restored: every payment is compared with the service");

  const turn = async () => {
    const next = [...pending].find((posTid) => ledger.rows.find(posTid)?.tid != null);
    const answered = next === undefined ? await sweep(ports) : await compare(ports, next);
    failures = answered ? 0 : failures + 1;
    if (!answered) return waker.sleep(clock, pauseAfter(failures, ports.random()));
    if (next !== undefined) {
      pending.delete(next);
      return waker.sleep(clock, SPACING_MS);
    }
    pending.clear();
    settings.set(RESTORED_AT, null);
    log.info("every payment was compared with the service");
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
async function compare({ api, ledger }: ReconciliationPorts, posTid: string): Promise<boolean> {
  const answer = await getOutcome(api, ledger.rows.find(posTid)?.tid ?? "");
  if (!answer.ok) return answer.error.kind === "refused";
  const outcome = readOutcome(answer.value);
  if (outcome) ledger.commit(posTid, (now) => ledger.takeIn(posTid, outcome, "poll", now));
  return true;
}

/** Reads the requests that no payment here has the tid of: some may be ours, sent after the backup was made. */
async function sweep({ api, ledger, posId }: ReconciliationPorts): Promise<boolean> {
  for await (const page of listPaymentRequests(api)) {
    if (!page.ok) return page.error.kind === "refused";
    for (const tid of page.value.filter((candidate) => ledger.rows.findByTid(candidate) === null)) {
      const answer = await getOutcome(api, tid);
      if (!answer.ok && answer.error.kind !== "refused") return false;
      const outcome = answer.ok && answer.value.pos_id === posId ? readOutcome(answer.value) : null;
      const row = outcome && ledger.rows.find(outcome.posTid);
      if (outcome && row?.tid === null)
        ledger.commit(row.posTid, (now) => ledger.takeIn(row.posTid, outcome, "poll", now));
    }
  }
  return true;
}
