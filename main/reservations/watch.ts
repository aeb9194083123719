/** Carries the till's rule out: each step once for each authorisation, also over restarts. */
import { type BulkStep, DEFAULT_RULE, type ReservationRule } from "../../contract/reservations.ts";
import type { OperationKind } from "../../contract/views.ts";
import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import { canonicalBody } from "../payments/bodies.ts";
import type { Ledger } from "../payments/ledger.ts";
import { amountsOf } from "../payments/lifecycle.ts";
import type { PaymentRow } from "../payments/rows.ts";
import { factsOf } from "../payments/view.ts";
import type { Database } from "../store/database.ts";
import { randomIdentifier } from "../store/identifiers.ts";
import type { SettingStore } from "../store/settings.ts";
import { createWaker, runLoop } from "../waker.ts";
import { ruleStep } from "./rule.ts";

export const RULE_SETTING = "reservationRule";
const LOOK_EVERY_MS = 60_000;

export interface WatchPorts {
  database: Database;
  settings: SettingStore;
  ledger: Ledger;
  clock: Clock;
  log: Log;
  /** The service's time, ms since the epoch */
  serviceNow(): number;
  /** Whether a payment has yet to be compared with the service, after a restore */
  beingChecked(posTid: string): boolean;
  /** The queue has something to do */
  wakeQueue(): void;
}

/** The rule in force. */
export function ruleOf(settings: SettingStore): ReservationRule {
  return { ...DEFAULT_RULE, ...(settings.get(RULE_SETTING) as Partial<ReservationRule> | null) };
}

/** Looks at the open reservations every minute, and at once when woken. */
export function startReservationWatch(ports: WatchPorts): { wake(): void; close(): Promise<void> } {
  const { clock, log, ledger, settings } = ports;
  const waker = createWaker();
  const firings = ruleFirings(ports.database);
  const running = runLoop({ clock, log, waker }, () => {
    const rule = ruleOf(settings);
    const rows = rule.enabled ? ledger.rows.inPhases(["authorised", "partly_captured"]) : [];
    const acted = rows.filter((row) => lookAt(ports, firings, rule, row)).length;
    if (acted > 0) ports.wakeQueue();
    return waker.sleep(clock, LOOK_EVERY_MS);
  });
  return {
    wake: waker.wake,
    async close() {
      waker.close();
      await running;
    },
  };
}

function lookAt(ports: WatchPorts, firings: Firings, rule: ReservationRule, row: PaymentRow): boolean {
  const expiresAt = row.outcome?.expiresAt ?? null;
  if (expiresAt === null) return false;
  const { steps, late } = ports.ledger.view(row.posTid);
  // Late money is a person's to decide about, and after a restore the service's word comes first.
  if (late !== null || ports.beingChecked(row.posTid)) return false;
  const reservation = { createdAt: row.createdAt, expiresAt, steps, fired: firings.of(row.posTid, expiresAt) };
  const step = ruleStep(rule, reservation, ports.serviceNow());
  if (step === null) return false;
  ports.log.info({ posTid: row.posTid, step }, "the till's rule for reservations acts");
  fire(ports, firings, row, step, expiresAt);
  return true;
}

const KINDS: Record<BulkStep, Exclude<OperationKind, "create">> = {
  capture: "capture",
  release: "release",
  reauthorise: "reauth",
};

/** The firing and what it asks for are one transaction: neither is there without the other. */
function fire(ports: WatchPorts, firings: Firings, row: PaymentRow, step: BulkStep, expiresAt: number): void {
  const { ledger } = ports;
  const { posTid, currency } = row;
  const kind = KINDS[step];
  const amounts =
    step === "capture" ? amountsOf(factsOf(row, ledger.operations.ofPayment(posTid))).capturable : undefined;
  const id = randomIdentifier(20);
  ledger.commit(posTid, (now) => {
    firings.add({ posTid, step, expiresAt, now });
    const body = canonicalBody({ kind, id, currency, ...amounts });
    ledger.journal.append({ event: "reservation.ruleFired", posTid, data: { step } }, now);
    ledger.enqueue({ id, posTid, kind, body, ...amounts }, { automatic: true }, now);
  });
}

type Firings = ReturnType<typeof ruleFirings>;

function ruleFirings(database: Database) {
  const read = database.prepare<[string, number], { step: BulkStep }>(
    "SELECT step FROM rule_firing WHERE pos_tid = ? AND expires_at = ?",
  );
  const insert = database.prepare(
    "INSERT INTO rule_firing (pos_tid, step, expires_at, fired_at) VALUES (@posTid, @step, @expiresAt, @now)",
  );
  return {
    of: (posTid: string, expiresAt: number) => read.all(posTid, expiresAt).map(({ step }) => step),
    add: (firing: { posTid: string; step: BulkStep; expiresAt: number; now: number }) => void insert.run(firing),
  };
}
