/**
 * Plays a scenario once with the till's own commands and payment store, so that the copied rows match this version's.
 * Only the service is simulated: its responses are in the scenarios.
 */

import { done, failed, type Result } from "../../../contract/calls/errors.ts";
import type { Payment } from "../../../contract/payments/views.ts";
import { maskCustomer } from "../../../contract/values/identifiers.ts";
import type { PaymentStatus } from "../../../contract/wire/wire.ts";
import { createBookings } from "../../../main/accounting/periods/bookings.ts";
import { systemClock } from "../../../main/lib/clock.ts";
import { createSignals } from "../../../main/lib/signals.ts";
import { type PaymentCommands, paymentCommands } from "../../../main/payments/commands.ts";
import type { RecordedExchange } from "../../../main/payments/exchanges/recorder.ts";
import type { Outcome, OutcomeMovement } from "../../../main/payments/outcome.ts";
import type { OperationRow } from "../../../main/payments/queue/operation.ts";
import { operations } from "../../../main/payments/queue/operations.ts";
import { paymentRows } from "../../../main/payments/rows.ts";
import { type PaymentPorts, startCommand } from "../../../main/payments/start.ts";
import { createPaymentStore, operationOf, type PaymentStore } from "../../../main/payments/store.ts";
import { type Database, openDatabase } from "../../../main/storage/database/database.ts";
import { createJournal } from "../../../main/storage/journal/journal.ts";

/** A seeded shop's tokens are dummies, so that the same seed makes the same bytes. */
const INVENTED = { seal: (_id: string, body: Uint8Array) => body, open: (_id: string, stored: Uint8Array) => stored };

/** Scenario times start here and increase with each step, which distinguishes them from other numbers. */
export const SCENARIO_TIME = 2_000_000_000_000;
export const STEP_MS = 1_000_000_000;
/** Placeholders for the signed-in user of a step. */
export const ACTORS = ["{first person}", "{second person}"] as const;
export const TID = "00000000-5eed-4000-8000-000000000000";
export const CUSTOMER = "4700005090";
export const TEXT = "{text}";
export const PREFIX = "5EED";
/** The service's fees, as a share of the amount. */
const FEE_SHARE = 0.0075;

/** The service's state. */
interface ServicePayment {
  status: PaymentStatus;
  statusCode: number;
  tip: number;
  captures: OutcomeMovement[];
  refunds: OutcomeMovement[];
}

export interface ScenarioTill extends Disposable {
  database: Database;
  store: PaymentStore;
  payments: PaymentCommands;
  /** Advances by some milliseconds, or to the next step. */
  later(ms: number): void;
  nextStep(): void;
  /** Starts a payment, to which all following calls refer. @returns its `posTid` */
  begin(how: { action: "SALE" | "AUTH"; amount: number; byPhone: boolean; withText: boolean }): string;
  scan(): void;
  /** The service accepts the request and reports it as sent to the customer. */
  asked(): void;
  /** The service changes the status, and the till polls it. */
  says(status: PaymentStatus, statusCode: number, tip?: number): void;
  /** The service completes the last requested operation, and responds. */
  done(kind: "capture" | "refund" | "release" | "abort"): void;
  must(result: Result<Payment>): void;
}

/** Context of a scenario, if not an empty till with its own time. */
export interface Stage {
  database: Database;
  /** Start time in ms since the epoch */
  from: number;
  /** The service's id of the starting payment */
  tid(): string;
}

/** Opens an empty till. @param where the path of its database, in memory by default; or a stage */
export function openScenarioTill(currency: string, where: string | Stage = ":memory:"): ScenarioTill {
  const stage = typeof where === "string" ? undefined : where;
  const database = typeof where === "string" ? openDatabase(where) : where.database;
  const from = stage?.from ?? SCENARIO_TIME;
  let tid = TID;
  const time = { now: from, step: 0 };
  const clock = { ...systemClock, now: () => time.now };
  const tables = { rows: paymentRows(database), operations: operations(database, INVENTED) };
  const journal = createJournal(database);
  const store = createPaymentStore({
    ...tables,
    bookings: createBookings(database),
    database,
    clock,
    journal,
    onChange: () => undefined,
  });
  const actor = () => ACTORS[Math.min(time.step, 1)] ?? null;
  const ports: PaymentPorts = {
    store,
    clock,
    actor,
    approver: () => null,
    seller: actor,
    register: () => null,
    refundLimit: () => null,
    roleForRefund: () => "owner",
    canDiscount: () => true,
    roleForDiscount: () => "manager",
    vatSources: () => ({ catalogue: { products: [] }, counter: { keyedVatRate: null } }),
    wake: () => undefined,
    terminal: {
      lacksCodes: () => false,
      currency,
      posId: "counter-1",
      prefix: PREFIX,
      allowCredit: true,
      expiresInSeconds: 300,
      codeLifetimeMs: 180_000,
      callbackUri: () => null,
      customerLanguage: () => "nb",
      shopLanguage: "nb",
      permissions: {
        requestedData: () => done(null),
        createRequest: () => undefined,
        tokenOf: () => failed("not_found"),
      },
      chooseLanguage: () => undefined,
      canRefund: () => true,
      refundKey: { lacksPin: () => false, assignTo: () => undefined },
      walkIn: () => ({ kind: "shortlink", value: "https://pay.example/s/5eed/" }),
      isOffline: () => false,
      offline: { enabled: false, maxAmount: 0, maxTotal: 0, maxAgeMinutes: 0 },
      isBeingReconciled: () => false,
      isDiskFull: () => false,
    },
  };
  const payments = paymentCommands(ports);
  const start = startCommand({
    ready: { now: () => null, assignTo: () => undefined, forget: () => false },
    ...ports,
    bodies: INVENTED,
    database,
    signals: createSignals(),
    isLocked: () => false,
  });
  let posTid = "";
  let there: ServicePayment = { status: "pending", statusCode: 1003, tip: 0, captures: [], refunds: [] };

  const outcome = () => ({ ...outcomeOf(store.view(posTid), there, time.now), tid });
  const applyOutcome = (source: "poll" | "answer", also: (now: number) => void = () => undefined) =>
    store.commit(posTid, (now) => {
      const seen = source === "poll" ? [asking(store.view(posTid), there, now)] : [];
      store.applyOutcome(posTid, outcome(), source, now, seen);
      also(now);
    });
  const till: ScenarioTill = {
    database,
    store,
    payments,
    later: (ms) => {
      time.now += ms;
    },
    nextStep() {
      time.step += 1;
      time.now = from + time.step * STEP_MS;
    },
    begin({ action, amount, byPhone, withText }) {
      there = { status: "pending", statusCode: 1003, tip: 0, captures: [], refunds: [] };
      Object.assign(time, { now: from, step: 0 });
      tid = stage?.tid() ?? TID;
      const started = start({
        action,
        amount,
        additionalEdit: true,
        ...(withText && { text: TEXT }),
        ...(byPhone && { customer: { kind: "phone" as const, value: CUSTOMER } }),
      });
      if (!started.ok) throw new Error(started.error.message);
      posTid = started.value.posTid;
      return posTid;
    },
    scan: () => void payments.requestFromScan(posTid, "scanned"),
    asked() {
      const create = leased(store, posTid, "create", time.now);
      time.now += 280;
      store.commit(posTid, (now) => {
        store.rows.change(posTid, { tid }, now);
        settleDone(store, create, now, { method: "POST", path: "/payment_request/", status: 201 });
      });
      time.now += 350;
      applyOutcome("poll");
    },
    says(status, statusCode, tip = there.tip) {
      there = { ...there, status, statusCode, tip };
      applyOutcome("poll");
    },
    done(kind) {
      const operation = leased(store, posTid, kind, time.now);
      time.now += 310;
      there = after(there, operation, store.view(posTid).amount);
      const answer = { method: "PUT", path: `/payment_request/${TID}/`, status: 204 };
      applyOutcome("answer", (now) => settleDone(store, operation, now, answer));
    },
    must(result) {
      if (!result.ok) throw new Error(`${result.error.message} ${JSON.stringify(result.error.details)}`);
    },
    [Symbol.dispose]: () => {
      if (stage === undefined) database.close();
    },
  };
  return till;
}

/** Returns the service's record after an operation. */
function after(
  there: ServicePayment,
  { id, kind, amount, additionalAmount }: OperationRow,
  asked: number,
): ServicePayment {
  const movement = { id, amount: amount ?? 0, additionalAmount: additionalAmount ?? 0, text: null };
  if (kind === "refund") return { ...there, refunds: [...there.refunds, movement] };
  if (kind === "capture") {
    const captures = [...there.captures, movement];
    const all = captures.reduce((sum, one) => sum + one.amount, 0) >= asked;
    return { ...there, captures, ...(all && { status: "ok" as const, statusCode: 2000 }) };
  }
  // A partly captured, then released payment is finished and paid (specification 3).
  return there.captures.length > 0
    ? { ...there, status: "ok", statusCode: 2000 }
    : { ...there, status: "fail", statusCode: 4019 };
}

function outcomeOf({ posTid, amount, currency, customer }: Payment, there: ServicePayment, now: number): Outcome {
  const capturedTotal = there.captures.reduce((sum, one) => sum + one.amount + one.additionalAmount, 0);
  const left = there.status === "auth" ? amount - there.captures.reduce((sum, one) => sum + one.amount, 0) : 0;
  const tipLeft = there.status === "auth" && there.captures.length === 0 ? there.tip : 0;
  return {
    tid: TID,
    posTid,
    status: there.status,
    statusCode: there.statusCode,
    currency,
    amount,
    additionalAmount: there.tip,
    authAmount: left,
    authAdditionalAmount: tipLeft,
    captures: there.captures,
    refunds: there.refunds,
    customer: customer ?? maskCustomer(CUSTOMER),
    credit: false,
    interchangeFee: 0,
    transactionFee: Math.round(capturedTotal * FEE_SHARE),
    modifiedAt: now,
    expiresAt: there.status === "pending" ? now + 300_000 : there.status === "auth" ? now + 7 * 86_400_000 : null,
  };
}

function leased(store: PaymentStore, posTid: string, kind: OperationRow["kind"], now: number): OperationRow {
  const operation = operationOf(store, posTid, kind);
  if (!operation) throw new Error(`there is no ${kind} to be done`);
  return store.operations.lease(operation.id, now);
}

interface Answer {
  method: string;
  path: string;
  status: number;
}

/** Settles a successful operation as `main/payments/queue/settling.ts` does. */
function settleDone(store: PaymentStore, operation: OperationRow, now: number, answer: Answer): void {
  const { id, posTid, kind, amount, additionalAmount, attempts } = operation;
  store.operations.settle(id, { state: "done" }, now);
  const data = { id, kind, amount, additionalAmount, attempts, because: null };
  store.journal.append({ event: "operation.done", posTid, data }, now);
  const seen = {
    kind: "request" as const,
    at: now - 300,
    sent: null,
    received: null,
    problem: null,
    ms: 300,
    ...answer,
  };
  store.exchanges.store([seen], { posTid, operationId: id, journal: store.journal.head().entries }, now);
}

function asking({ posTid, amount }: Payment, { status, statusCode }: ServicePayment, now: number): RecordedExchange {
  return {
    kind: "request",
    at: now - 40,
    method: "GET",
    path: `/payment_request/${TID}/outcome/`,
    sent: null,
    status: 200,
    received: JSON.stringify({ tid: TID, pos_tid: posTid, status, status_code: statusCode, amount }),
    problem: null,
    ms: 40,
  };
}
