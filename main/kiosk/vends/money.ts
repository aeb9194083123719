/** A vend's money: what is known of it, and how the till moves it. Each move's id and bytes are on disk before they are sent. */
import type { Operation, OperationKind, Payment } from "../../../contract/views.ts";
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
  /** The service's time, ms since the epoch, whatever is done to this machine's clock; null until it has answered */
  serviceNow(): number | null;
  /** The queue has something to do */
  wakeQueue(): void;
}

/** Gives a vend up of which nothing was ordered. @param actor who asked for it; null: the till itself */
export function cancelVend(
  ports: Omit<VendMoneyPorts, "serviceNow">,
  posTid: string,
  money: "abort" | "release" | "none",
  actor: string | null,
): void {
  const { database, payments, store, vends } = ports;
  transact(database, () => {
    store.commit(posTid, (now) => {
      // A report that could not be read has no more to do with it.
      vends.change(posTid, { state: "cancelled", because: null });
      store.journal.append({ event: "vend.cancelled", posTid, actor, data: { money } }, now);
    });
    if (money === "abort") payments.abort({ posTid });
    if (money === "release") moveMoney(ports, posTid, { do: "release" });
  });
}

/** The same by what is known of its payment: what is reserved is released, and what is not approved is aborted. */
export function cancelUnordered(ports: Omit<VendMoneyPorts, "serviceNow">, posTid: string, actor: string | null): void {
  const { authorisedLeft, phase, abortRequested, operations } = ports.store.view(posTid);
  const isOver = abortRequested || phase === "attention" || operations.some(({ kind }) => kind === "release");
  cancelVend(ports, posTid, isOver ? "none" : authorisedLeft > 0 ? "release" : "abort", actor);
}

/** The till's own capture or release. */
export function moveMoney(
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

/** What is known of it now. */
export function moneyOf(
  { serviceNow, store }: Pick<VendMoneyPorts, "serviceNow" | "store">,
  posTid: string,
): VendMoney {
  const payment = store.view(posTid);
  const now = serviceNow();
  return {
    phase: payment.phase,
    isLate: payment.late !== null,
    isAbortAsked: payment.abortRequested,
    isMoved: payment.operations.some(({ kind }) => MOVES.has(kind)),
    left: payment.authorisedLeft + payment.authorisedAdditionalLeft,
    captured: payment.capturedTotal,
    capture: endOf(payment, "capture"),
    release: endOf(payment, "release"),
    endsIn: payment.expiresAt === null || now === null ? null : Date.parse(payment.expiresAt) - now,
  };
}

const MOVES: ReadonlySet<OperationKind> = new Set<OperationKind>(["abort", "release", "capture"]);

function endOf({ operations }: Payment, wanted: OperationKind): VendMoney["capture"] {
  const last = operations.findLast(({ kind }) => kind === wanted);
  return last === undefined ? "none" : ENDS[last.state];
}

const ENDS: Readonly<Record<Operation["state"], VendMoney["capture"]>> = {
  queued: "under_way",
  sending: "under_way",
  attention: "under_way",
  done: "done",
  refused: "refused",
};
