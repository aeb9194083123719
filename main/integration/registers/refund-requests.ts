/** Refunds that registers may not make on their own: each waits until a person at the till approves or declines it. */
import type { CommandInput } from "../../../contract/commands.ts";
import { done, failed, type Result, wrongField } from "../../../contract/errors.ts";
import { reasonFor } from "../../../contract/reasons.ts";
import type { RefundRequest } from "../../../contract/registers.ts";
import type { Payment } from "../../../contract/views.ts";
import { iso } from "../../lib/iso-time.ts";
import type { PaymentStore } from "../../payments/store.ts";
import type { OperatorContext } from "../../people/context.ts";
import type { Stored } from "../../storage/database/columns.ts";
import { afterCommit, type Database, transact } from "../../storage/database/database.ts";

export interface RefundRequests {
  /** Inside a transaction: one more that waits. No more than {@link MOST_WAITING}, and together no more than may be given back of the payment */
  ask(request: NewRequest): Result<RefundRequest>;
  /** Why a refund is not made under the id of a request: it was declined, or asked for otherwise; null: it may be */
  refusalOf(input: CommandInput<"payment.refund">): ReturnType<typeof failed> | null;
  /** All that were asked for of one payment, the oldest first */
  ofPayment(posTid: string): RefundRequest[];
  commands: {
    "register.refunds"(): Result<{ items: RefundRequest[] }>;
    "register.declineRefund"(input: CommandInput<"register.declineRefund">): Result<RefundRequest>;
  };
}

export type NewRequest = Pick<
  RefundRequest,
  "refundId" | "posTid" | "register" | "amount" | "additionalAmount" | "reason"
>;

/** How many of one payment may wait: each answer about it lists them. */
const MOST_WAITING = 20;

type Context = Pick<OperatorContext, "clock" | "database" | "journal" | "events" | "signals" | "staff">;

/**
 * Opens them. One that is approved is `payment.refund` under its id, by whoever may: it needs no state of its own, and is
 * approved as soon as there is that operation.
 */
export function refundRequests(context: Context, store: PaymentStore): RefundRequests {
  const { clock, database, events, journal, staff } = context;
  const { insert, ofPayment, waiting, one, decline } = statementsOf(database);
  const read = (row: Stored) => readRequest(store, row);
  const tell = () => afterCommit(database, () => events.publish({ type: "registers.changed" }));
  const note = (event: string, actor: string | null, { posTid, refundId, register, ...rest }: NewRequest) => {
    const { amount, additionalAmount, reason } = rest;
    const data = { refundId, register, amount, additionalAmount, reason };
    journal.append({ event, posTid, actor, data }, clock.now());
  };
  // Every change of a payment is looked at: whose requests wait is not asked of the database each time.
  const concerned = new Set(waiting.all().map((row) => String(row.pos_tid)));
  // Approved, or gone: whoever shows what waits reads it anew.
  context.signals.on("payment.changed", ({ posTid }) => {
    if (!concerned.has(posTid)) return;
    if (ofPayment.all(posTid).every((row) => read(row).state !== "waiting")) concerned.delete(posTid);
    tell();
  });
  return {
    ask(request) {
      const before = ofPayment.all(request.posTid).map(read).filter(isWaiting);
      const fields = tooMuch(store.view(request.posTid), before, request);
      if (fields.length > 0) return failed("invalid_input", { posTid: request.posTid, fields });
      if (before.length >= MOST_WAITING)
        return failed("limit", { posTid: request.posTid, because: reasonFor("register_refunds_waiting") });
      insert.run({ ...request, now: clock.now() });
      note("refund.asked", request.register, request);
      afterCommit(database, () => concerned.add(request.posTid));
      tell();
      return done(read(one.get(request.refundId) ?? {}));
    },
    refusalOf(input) {
      const row = input.refundId === undefined ? undefined : one.get(input.refundId);
      return row === undefined ? null : refusalUnder(read(row), input);
    },
    ofPayment: (posTid) => ofPayment.all(posTid).map(read),
    commands: {
      "register.refunds": () => done({ items: waiting.all().map(read) }),
      "register.declineRefund": ({ refundId }) =>
        transact(database, () => {
          const row = one.get(refundId);
          if (row === undefined) return failed("not_found", { operationId: refundId });
          const request = read(row);
          if (!isWaiting(request))
            return failed("illegal_state", { posTid: request.posTid, because: reasonFor("register_refund_decided") });
          decline.run(clock.now(), refundId);
          note("refund.declined", staff.actor(), request);
          tell();
          // The register hears of it as of every other change of its payment.
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
  // One that was approved is that refund again.
  if (request.state === "approved") return null;
  if (!isWaiting(request)) return failed("illegal_state", { posTid, because: reasonFor("register_refund_decided") });
  const isAsAsked =
    request.posTid === posTid && request.amount === amount && request.additionalAmount === additionalAmount;
  return isAsAsked ? null : failed("conflict", { posTid, because: reasonFor("payment_refund_repeated") });
}

/** Of which part of a payment more would wait than may be given back, in minor units. Pure. */
function tooMuch(payment: Payment, before: readonly RefundRequest[], asked: NewRequest) {
  const most = { amount: payment.refundableAmount, additionalAmount: payment.refundableAdditional };
  const { currency } = payment;
  return (["amount", "additionalAmount"] as const).flatMap((field) => {
    const left = before.reduce((sum, request) => sum - request[field], most[field]);
    if (asked[field] <= left) return [];
    return [wrongField(field, reasonFor("field_at_most_refund", { most: { amount: Math.max(0, left), currency } }))];
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
