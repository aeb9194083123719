/** A vend's money, and the till's captures and releases. Each operation's id and bytes are stored before sending. */
import type { Operation, OperationKind, Payment } from "../../../contract/payments/views.ts";
import { canonicalBody } from "../../payments/bodies.ts";
import type { PaymentCommands } from "../../payments/commands.ts";
import type { PaymentStore } from "../../payments/store.ts";
import type { StorageContext } from "../../storage/context.ts";
import { transact } from "../../storage/database/database.ts";
import { randomIdentifier } from "../../storage/database/identifiers.ts";
import type { VendRows } from "./rows.ts";
import type { VendMoney, VendStep } from "./step.ts";

export interface VendMoneyPorts extends Pick<StorageContext, "database"> {
  store: PaymentStore;
  vends: VendRows;
  payments: Pick<PaymentCommands, "abort">;
  /** The service's time, ms since the epoch; null before the first response */
  serviceNow(): number | null;
  wakeQueue(): void;
}

/** Cancels a vend without an order. A null actor is the till itself. */
export function cancelVend(
  ports: Omit<VendMoneyPorts, "serviceNow">,
  posTid: string,
  money: "abort" | "release" | "none",
  actor: string | null,
): void {
  const { database, payments, store, vends } = ports;
  transact(database, () => {
    store.commit(posTid, (now) => {
      vends.change(posTid, { state: "cancelled", because: null });
      store.journal.append({ event: "vend.cancelled", posTid, actor, data: { money } }, now);
    });
    if (money === "abort") payments.abort({ posTid });
    if (money === "release") requestMoneyOperation(ports, posTid, { do: "release" });
  });
}

/** Cancels a vend: releases reserved money, or aborts an unapproved payment. */
export function cancelUnordered(ports: Omit<VendMoneyPorts, "serviceNow">, posTid: string, actor: string | null): void {
  const { authorisedLeft, phase, abortRequested, operations } = ports.store.view(posTid);
  const isOver = abortRequested || phase === "attention" || operations.some(({ kind }) => kind === "release");
  cancelVend(ports, posTid, isOver ? "none" : authorisedLeft > 0 ? "release" : "abort", actor);
}

/** Stores and queues an automatic capture or release. */
export function requestMoneyOperation(
  { store, wakeQueue }: Pick<VendMoneyPorts, "store" | "wakeQueue">,
  posTid: string,
  move: Extract<VendStep, { do: "capture" | "release" }>,
): void {
  const kind = move.do;
  const amounts = move.do === "capture" ? { amount: move.amount, additionalAmount: 0 } : {};
  const { currency } = store.view(posTid);
  const id = randomIdentifier(20);
  store.commit(posTid, (now) => {
    const body = canonicalBody({ kind, id, currency, ...amounts });
    store.enqueue({ id, posTid, kind, body, ...amounts }, { automatic: true }, now);
  });
  wakeQueue();
}

/** Returns the money of a vend's payment. */
export function moneyOf(
  { serviceNow, store }: Pick<VendMoneyPorts, "serviceNow" | "store">,
  posTid: string,
): VendMoney {
  const payment = store.view(posTid);
  const now = serviceNow();
  return {
    phase: payment.phase,
    isLate: payment.late !== null,
    isAbortRequested: payment.abortRequested,
    hasMoneyOperation: payment.operations.some(({ kind }) => MONEY_KINDS.has(kind)),
    authorisedLeft: payment.authorisedLeft + payment.authorisedAdditionalLeft,
    captured: payment.capturedTotal,
    capture: progressOf(payment, "capture"),
    release: progressOf(payment, "release"),
    endsInMs: payment.expiresAt === null || now === null ? null : Date.parse(payment.expiresAt) - now,
  };
}

const MONEY_KINDS: ReadonlySet<OperationKind> = new Set<OperationKind>(["abort", "release", "capture"]);

function progressOf({ operations }: Payment, operationKind: OperationKind): VendMoney["capture"] {
  const last = operations.findLast(({ kind }) => kind === operationKind);
  return last === undefined ? "none" : PROGRESS[last.state];
}

const PROGRESS: Readonly<Record<Operation["state"], VendMoney["capture"]>> = {
  queued: "under_way",
  sending: "under_way",
  attention: "under_way",
  done: "done",
  refused: "refused",
};
