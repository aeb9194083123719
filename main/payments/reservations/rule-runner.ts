/** Runs the reservation rule in the background. Each step runs once per authorisation, also across restarts. */
import {
  type BulkStep,
  DEFAULT_RULE,
  MAX_BEFORE_HOURS,
  type ReservationRule,
} from "../../../contract/payments/reservations.ts";
import type { PaymentOperationKind } from "../../../contract/payments/views.ts";
import { startLoop } from "../../lib/loop.ts";
import type { StorageContext } from "../../storage/context.ts";
import { type Database, statementOf } from "../../storage/database/database.ts";
import { randomIdentifier } from "../../storage/database/identifiers.ts";
import type { SettingStore } from "../../storage/database/settings.ts";
import { canonicalBody } from "../bodies.ts";
import { isLive } from "../lifecycle.ts";
import type { PaymentRow } from "../payment-row.ts";
import type { OperationRow } from "../queue/operation.ts";
import type { PaymentRows } from "../rows.ts";
import type { PaymentStore } from "../store.ts";
import { capturableOf } from "../view.ts";
import { type Reservation, type RuleStep, ruleStep } from "./rule.ts";
import { createRuleHistory, type RuleHistory } from "./rule-history.ts";

export const RULE_SETTING = "reservationRule";
const CHECK_INTERVAL_MS = 60_000;
/** Limits of the rule's capture when the service refuses it: attempts in total, and the interval between them. */
const MAX_ATTEMPTS = 3;
const RETRY_INTERVAL_MS = 3_600_000;

export interface RulePorts extends Pick<StorageContext, "clock" | "database" | "log"> {
  settings: SettingStore;
  store: PaymentStore;
  serviceNow(): number | null;
  isBeingReconciled(posTid: string): boolean;
  wakeQueue(): void;
}

/** Returns the active rule. Limits `beforeHours`, which older rules may exceed. */
export function ruleOf(settings: SettingStore): ReservationRule {
  const rule = { ...DEFAULT_RULE, ...(settings.get(RULE_SETTING) as Partial<ReservationRule> | null) };
  return { ...rule, beforeHours: Math.min(rule.beforeHours, MAX_BEFORE_HOURS) };
}

/** Starts the rule's loop, which checks every reservation once a minute. */
export function startReservationRule(ports: RulePorts): { wake(): void; close(): Promise<void> } {
  const history = createRuleHistory(ports.database, ports.clock);
  const failing = new Set<string>();
  return startLoop(ports, () => {
    if (checkReservations(ports, history, failing)) ports.wakeQueue();
    return CHECK_INTERVAL_MS;
  });
}

/**
 * Checks each reservation separately, so that an unreadable one does not block the others.
 * @param failing failures of the last check: each is logged once
 */
function checkReservations(ports: RulePorts, history: RuleHistory, failing: Set<string>): boolean {
  const { database, log, settings } = ports;
  const now = ports.serviceNow();
  // Never act by a clock that may be wrong. The service's first response wakes this loop.
  if (now === null) return false;
  const rule = ruleOf(settings);
  let hasActed = false;
  for (const posTid of heldPosTids(database)) {
    try {
      if (checkReservation(ports, history, rule, posTid, now)) hasActed = true;
      failing.delete(posTid);
    } catch (err) {
      if (!failing.has(posTid)) log.error({ err, posTid }, "the reservation rule failed for a payment");
      failing.add(posTid);
    }
  }
  return hasActed;
}

function checkReservation(
  ports: RulePorts,
  history: RuleHistory,
  rule: ReservationRule,
  posTid: string,
  now: number,
): boolean {
  const row = ports.store.rows.find(posTid);
  // A person decides about recovered and unproven reservations.
  if (row === null || row.recoveredAt !== null || row.isUnproven) return false;
  // The till captures a sale automatically. Only a rest left by a person is a reservation.
  if (row.action === "SALE" && row.capturedTotal === 0) return false;
  history.track([row], now);
  const expiresAt = row.outcome?.expiresAt ?? null;
  if (!rule.enabled || expiresAt === null) return false;
  const { steps, late } = ports.store.view(row.posTid);
  // An operator decides about late money. After a restore the service is asked first.
  if (late !== null || ports.isBeingReconciled(row.posTid)) return false;
  const open = openOperation(ports, row.posTid);
  const step = ruleStep(rule, { ...history.historyOf(row.posTid, expiresAt, now), expiresAt, steps, open }, now);
  if (step === null) return false;
  ports.log.info({ posTid: row.posTid, step }, "the reservation rule requests a step");
  if (step === "retry") retryCapture(ports.store, posTid);
  else requestStep(ports, history, row, step, { expiresAt, now });
  return true;
}

function openOperation({ store, clock }: RulePorts, posTid: string): Reservation["open"] {
  const open = store.operations.ofPayment(posTid).filter((operation) => isLive(operation));
  const [only] = open;
  if (open.length === 1 && only && canRetryCapture(only, clock.now())) return "retry";
  if (open.some(({ state }) => state === "parked")) return "parked";
  return open.length > 0 ? "live" : "none";
}

/** @param now by the till's clock, like `sentAt`; the number of attempts limits the effect of a wrong clock */
function canRetryCapture({ kind, state, byRule, attempts, sentAt }: OperationRow, now: number): boolean {
  const isRuleCapture = kind === "capture" && state === "parked" && byRule;
  return isRuleCapture && attempts < MAX_ATTEMPTS && now - (sentAt ?? 0) >= RETRY_INTERVAL_MS;
}

function retryCapture(store: PaymentStore, posTid: string): void {
  const ruleCapture = store.operations.ofPayment(posTid).find((operation) => isLive(operation));
  if (!ruleCapture) return;
  store.commit(posTid, (now) => {
    store.operations.makeDue(ruleCapture.id, now);
    const data = { id: ruleCapture.id, kind: ruleCapture.kind, automatic: true } as const;
    store.journal.append({ event: "operation.retried", posTid, data }, now);
  });
}

const KINDS: Record<BulkStep, Exclude<PaymentOperationKind, "create">> = {
  capture: "capture",
  release: "release",
  reauthorise: "reauth",
};

/** Stores the step and its operation in one transaction. */
function requestStep(
  { store }: RulePorts,
  history: RuleHistory,
  row: PaymentRow,
  step: Exclude<RuleStep, "retry">,
  timing: { expiresAt: number; now: number },
): void {
  const { posTid, currency } = row;
  const kind = KINDS[step];
  const amounts =
    step === "capture" ? capturableOf(row, store.operations.ofPayment(posTid), store.view(posTid).vend) : undefined;
  const id = randomIdentifier(20);
  store.commit(posTid, (now) => {
    history.recordStep({ posTid, step, ...timing });
    const body = canonicalBody({ kind, id, currency, ...amounts });
    store.journal.append({ event: "reservation.ruleFired", posTid, data: { step } }, now);
    store.enqueue({ id, posTid, kind, body, byRule: true, ...amounts }, { automatic: true }, now);
  });
}

/** Returns all payments with reserved money in any phase, oldest first. */
export function heldPayments(database: Database, rows: Pick<PaymentRows, "find">): PaymentRow[] {
  return heldPosTids(database).flatMap((posTid) => rows.find(posTid) ?? []);
}

/** Returns only ids, so that an unreadable payment does not stop the others. */
function heldPosTids(database: Database): string[] {
  return statementOf<[], { posTid: string }>(
    database,
    "SELECT pos_tid AS posTid FROM payment INDEXED BY payment_reserved WHERE reserved > 0 ORDER BY sequence",
  )
    .all()
    .map(({ posTid }) => posTid);
}
