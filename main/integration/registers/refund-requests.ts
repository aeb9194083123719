/** Refunds above a register's limit. Each waits until an operator approves or declines it. */
import type { CommandInput } from "../../../contract/bridge/commands.ts";
import { done, failed, invalidField, type Result } from "../../../contract/calls/errors.ts";
import type { RefundRequest } from "../../../contract/integration/registers.ts";
import type { EventOf } from "../../../contract/journal/events.ts";
import type { Payment } from "../../../contract/payments/views.ts";
import { reasonFor } from "../../../contract/reasons/reasons.ts";
import { iso } from "../../lib/iso-time.ts";
import type { PaymentStore } from "../../payments/store.ts";
import type { OperatorContext } from "../../people/context.ts";
import type { Stored } from "../../storage/database/columns.ts";
import { afterCommit, type Database, transact } from "../../storage/database/database.ts";

export type RefundRequests = ReturnType<typeof refundRequests>;

export type NewRequest = Pick<
  RefundRequest,
  "refundId" | "posTid" | "register" | "amount" | "additionalAmount" | "reason"
>;

/** Maximum waiting requests per payment, because each response about the payment lists them. */
const MAX_WAITING_REQUESTS = 20;

type Context = Pick<OperatorContext, "clock" | "database" | "journal" | "events" | "signals" | "staff">;

/**
 * Opens the refund requests. Approval is a `payment.refund` under the request's id, so a request is approved when that
 * operation exists.
 */
export function refundRequests(context: Context, store: PaymentStore) {
  const { clock, database, events, journal, staff } = context;
  const { insert, ofPayment, waiting, one, decline } = statementsOf(database);
  const read = (row: Stored) => readRequest(store, row);
  const tell = () => afterCommit(database, () => events.publish({ type: "registers.changed" }));
  const note = (event: EventOf<"refund">, actor: string | null, request: NewRequest) => {
    const { posTid, refundId, register, amount, additionalAmount, reason } = request;
    const data = { refundId, register, amount, additionalAmount, reason };
    journal.append({ event, posTid, actor, data }, clock.now());
  };
  // Caches payments with waiting requests, because this check runs on every payment change.
  const concerned = new Set(waiting.all().map((row) => String(row.pos_tid)));
  // Notifies views when a request was approved or became obsolete.
  context.signals.on("payment.changed", ({ posTid }) => {
    if (!concerned.has(posTid)) return;
    if (ofPayment.all(posTid).every((row) => read(row).state !== "waiting")) concerned.delete(posTid);
    tell();
  });
  return {
    /** Adds a request in the caller's transaction. Limits: {@link MAX_WAITING_REQUESTS}; in total, the refundable amount */
    ask(request: NewRequest): Result<RefundRequest> {
      const waitingRequests = ofPayment.all(request.posTid).map(read).filter(isWaiting);
      const fields = exceededPart(store.view(request.posTid), waitingRequests, request);
      if (fields.length > 0) return failed("invalid_input", { posTid: request.posTid, fields });
      if (waitingRequests.length >= MAX_WAITING_REQUESTS)
        return failed("limit", { posTid: request.posTid, because: reasonFor("register_refunds_waiting") });
      insert.run({ ...request, now: clock.now() });
      note("refund.asked", request.register, request);
      afterCommit(database, () => concerned.add(request.posTid));
      tell();
      return done(read(one.get(request.refundId) ?? {}));
    },
    /** Returns why the refund cannot use a request's id (declined, or other content), or null */
    refusalOf(input: CommandInput<"payment.refund">): ReturnType<typeof failed> | null {
      const row = input.refundId === undefined ? undefined : one.get(input.refundId);
      return row === undefined ? null : refusalUnder(read(row), input);
    },
    ofPayment: (posTid: string): RefundRequest[] => ofPayment.all(posTid).map(read),
    commands: {
      "register.refunds": (): Result<{ items: RefundRequest[] }> => done({ items: waiting.all().map(read) }),
      "register.declineRefund": ({ refundId }: CommandInput<"register.declineRefund">): Result<RefundRequest> =>
        transact(database, () => {
          const row = one.get(refundId);
          if (row === undefined) return failed("not_found", { operationId: refundId });
          const request = read(row);
          if (!isWaiting(request))
            return failed("illegal_state", { posTid: request.posTid, because: reasonFor("register_refund_decided") });
          decline.run(clock.now(), refundId);
          note("refund.declined", staff.actor(), request);
          tell();
          // Notifies the register through the payment's change event.
          const payment = store.view(request.posTid);
          afterCommit(database, () => events.publish({ type: "payment.changed", payment }));
          return done({ ...request, state: "declined" as const });
        }),
    },
  };
}

function statementsOf(database: Database) {
  const insert = database.prepare(
    `INSERT INTO refund_request (refund_id, pos_tid, register, amount, additional_amount, reason, asked_at)
     VALUES (@refundId, @posTid, @register, @amount, @additionalAmount, @reason, @now)`,
  );
  const ofPayment = database.prepare<[string], Stored>(
    "SELECT * FROM refund_request WHERE pos_tid = ? ORDER BY asked_at, refund_id",
  );
  const waiting = database.prepare<[], Stored>(
    `SELECT * FROM refund_request WHERE declined_at IS NULL
       AND NOT EXISTS (SELECT 1 FROM operation WHERE operation.id = refund_id) ORDER BY asked_at, refund_id`,
  );
  const one = database.prepare<[string], Stored>("SELECT * FROM refund_request WHERE refund_id = ?");
  const decline = database.prepare<[number, string]>("UPDATE refund_request SET declined_at = ? WHERE refund_id = ?");
  return { insert, ofPayment, waiting, one, decline };
}

const isWaiting = ({ state }: RefundRequest) => state === "waiting";

function refusalUnder(request: RefundRequest, input: CommandInput<"payment.refund">) {
  const { posTid, amount = 0, additionalAmount = 0 } = input;
  // Repeating an approved refund is idempotent.
  if (request.state === "approved") return null;
  if (!isWaiting(request)) return failed("illegal_state", { posTid, because: reasonFor("register_refund_decided") });
  const isAsAsked =
    request.posTid === posTid && request.amount === amount && request.additionalAmount === additionalAmount;
  return isAsAsked ? null : failed("conflict", { posTid, because: reasonFor("payment_refund_repeated") });
}

/** Returns the part of the payment whose waiting requests would exceed the refundable amount, in minor units. */
function exceededPart(payment: Payment, waitingRequests: readonly RefundRequest[], request: NewRequest) {
  const most = { amount: payment.refundableAmount, additionalAmount: payment.refundableAdditional };
  const { currency } = payment;
  return (["amount", "additionalAmount"] as const).flatMap((field) => {
    const remaining = waitingRequests.reduce((sum, request) => sum - request[field], most[field]);
    if (request[field] <= remaining) return [];
    return [
      invalidField(field, reasonFor("field_at_most_refund", { most: { amount: Math.max(0, remaining), currency } })),
    ];
  });
}

function readRequest({ operations, rows }: PaymentStore, row: Stored): RefundRequest {
  const refundId = String(row.refund_id);
  const posTid = String(row.pos_tid);
  const payment = rows.find(posTid);
  const state = operations.find(refundId) !== null ? "approved" : row.declined_at === null ? "waiting" : "declined";
  return {
    refundId,
    posTid,
    number: payment?.number ?? "",
    currency: payment?.currency ?? "",
    register: String(row.register),
    amount: Number(row.amount),
    additionalAmount: Number(row.additional_amount),
    reason: String(row.reason),
    askedAt: iso(Number(row.asked_at)),
    state,
  };
}
