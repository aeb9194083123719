/**
 * Changes that registers request. Each uses the same schema, right and command as an operator's action. The change and
 * the stored response (Idempotency-Key) share one transaction.
 */
import type { z } from "zod";
import type { CommandName } from "../../../contract/bridge/commands.ts";
import { done, type ErrorCode, failed, type Result, type TillError } from "../../../contract/calls/errors.ts";
import {
  type RefundRequest,
  type RegisterClient,
  roleOfRegister,
  type ScreenHolder,
} from "../../../contract/integration/registers.ts";
import { REGISTER_BODIES } from "../../../contract/integration/registers-api.ts";
import type { Payment } from "../../../contract/payments/views.ts";
import { reasonFor } from "../../../contract/reasons/reasons.ts";
import { fieldProblems } from "../../bridge/fields.ts";
import { roleCanCall } from "../../bridge/rights.ts";
import type { Payments } from "../../payments/module.ts";
import type { OperatorContext } from "../../people/context.ts";
import type { ScreenMessages } from "../../peripherals/customer-display/messages.ts";
import type { ProgramPrints } from "../../peripherals/receipts/program-prints.ts";
import { transact } from "../../storage/database/database.ts";
import { type KeyedChange, movementIdOf, type RegisterResponse, storedResponses } from "./idempotency.ts";
import type { RefundRequests } from "./refund-requests.ts";

export interface ChangePorts extends Pick<OperatorContext, "database" | "staff"> {
  payments: Pick<Payments, "store" | "start" | "actions">;
  requests: RefundRequests;
  prints: Pick<ProgramPrints, "lines" | "receipt">;
  messages: Pick<ScreenMessages, "ask" | "withdraw">;
  /** Returns why a payment cannot start now, or null */
  startRefusal(asked: { reference: string }): ReturnType<typeof failed> | null;
  holder(): ScreenHolder | null;
  /** `posTid` of payments that wait for the screen */
  waiting(): readonly string[];
}

export type ChangeName = keyof typeof REGISTER_BODIES;

/** A change as received, unvalidated. */
export interface ChangeRequest {
  change: ChangeName;
  /** Reference of the payment, or `screenId` of a withdrawn message; null if the path has neither */
  reference: string | null;
  body: unknown;
  key: string | null;
}

export type RegisterPayment = Payment & { refundRequests: RefundRequest[] };

/** Result of a change. `posTid` is the payment; null means that `shown` is returned instead. */
type Outcome = Result<{ status: 200 | 201 | 202 } & ({ posTid: string } | { posTid: null; shown: unknown })>;
type Body<N extends ChangeName> = z.output<(typeof REGISTER_BODIES)[N]>;

/** Creates the function that executes a register's change. The change is on disk before the function returns. */
export function registerChanges(
  ports: ChangePorts,
): (client: RegisterClient, request: ChangeRequest) => RegisterResponse {
  const { database, staff } = ports;
  const responses = storedResponses(database);
  const changes = {
    ...steps(ports),
    ...prints(ports),
    ...screens(ports),
    start: startOf(ports),
    refund: refundOf(ports),
  };
  return (client, { change, reference, body, key }) => {
    const checked = REGISTER_BODIES[change].safeParse(body ?? {});
    if (!checked.success) return answerOf(failed("invalid_input", { fields: fieldProblems(checked.error) }));
    // A start is identified by its reference only: a stored digest of customer data could be guessed.
    const content = change === "start" ? (checked.data as Body<"start">).reference : checked.data;
    const keyed = key === null ? null : { register: client.name, key, request: [change, reference, content] };
    const program = roleOfRegister(client);
    const actor = { id: program.id, name: client.name, role: program.id, program };
    const act = (): RegisterResponse => {
      const existing = keyed === null ? null : responses.find(keyed);
      if (existing === "conflict")
        return answerOf(failed("conflict", { because: reasonFor("register_other_content") }));
      // A repeated start returns the current state of its payment.
      if (existing !== null && change !== "start") return existing;
      const outcome = changes[change]({ client, reference, body: checked.data as never, keyed });
      if (!outcome.ok) return answerOf(outcome);
      const { status, posTid } = outcome.value;
      const shown =
        posTid === null ? outcome.value.shown : shownTo(client, registerView(ports, ports.payments.store.view(posTid)));
      const answer = { status, body: JSON.stringify(shown) };
      if (keyed !== null && existing === null) responses.store(keyed, posTid, answer);
      return answer;
    };
    return staff.beginAs(actor, () => transact(database, act));
  };
}

/** Returns the payment without the details that the customer shared with the shop. */
export function registerView({ requests }: Pick<ChangePorts, "requests">, payment: Payment): RegisterPayment {
  return { ...payment, permission: null, refundRequests: requests.ofPayment(payment.posTid) };
}

/** Returns only the result of the change if the register cannot read the payment. */
function shownTo(client: RegisterClient, payment: RegisterPayment): RegisterPayment | OutlinedPayment {
  if (canRead(client, payment)) return payment;
  const { posTid, reference, phase, refundRequests } = payment;
  return { posTid, reference, phase, refundRequests };
}

type OutlinedPayment = Pick<RegisterPayment, "posTid" | "reference" | "phase" | "refundRequests">;

/** Returns whether a register can read a payment: with the read right any payment, otherwise its own. */
export function canRead({ name, rights }: RegisterClient, { register }: Pick<Payment, "register">): boolean {
  return rights.includes("read") || register === name;
}

interface Change<N extends ChangeName> {
  client: RegisterClient;
  reference: string | null;
  body: Body<N>;
  keyed: KeyedChange | null;
}

/** Maximum sales of one register that wait for the counter's screen. */
const MAX_WAITING = 50;

function startOf({ holder, payments, waiting, startRefusal }: ChangePorts) {
  const { rows } = payments.store;
  return ({ client, body: { whenBusy, ...body } }: Change<"start">): Outcome => {
    const existing = rows.findByReference(body.reference);
    const isNew = existing === null;
    if (!mayCall(client, "payment.start")) return missingRight(client);
    // Even for identical content: a register must not see another register's payment.
    if (existing !== null && existing.register !== client.name)
      return refusedBecause("conflict", "register_reference_taken", client);
    const refused = startRefusal(body);
    if (refused !== null) return refused;
    const busy = isNew && whenBusy === "refuse" ? holder() : null;
    if (busy !== null) {
      const { since } = busy;
      const because = reasonFor("register_busy", { holder: busy.holder, since: { at: Date.parse(since) } });
      return failed("busy", { holder: busy.holder, since, because });
    }
    const isOwn = (posTid: string) => rows.find(posTid)?.register === client.name;
    if (isNew && waiting().filter(isOwn).length >= MAX_WAITING)
      return refusedBecause("limit", "register_too_many_waiting", client);
    const started = payments.start(body);
    return started.ok ? done({ status: isNew ? 201 : 200, posTid: started.value.posTid }) : started;
  };
}

function steps(ports: ChangePorts) {
  const { actions } = ports.payments;
  return {
    capture: ({ client, reference, body, keyed }: Change<"capture">) =>
      onPayment(ports, client, { reference, command: "payment.capture" }, (posTid) =>
        actions.capture({ ...body, posTid, captureId: movementIdOf(keyed) }),
      ),
    release: ({ client, reference }: Change<"release">) =>
      onPayment(ports, client, { reference, command: "payment.release" }, (posTid) => actions.release({ posTid })),
    abort: ({ client, reference }: Change<"abort">) =>
      onPayment(ports, client, { reference, command: "payment.abort" }, (posTid, { register }) =>
        register === client.name ? actions.abort({ posTid }) : foreignPayment(client),
      ),
  };
}

function prints(ports: ChangePorts) {
  return {
    receipt: ({ client, reference }: Change<"receipt">) =>
      onPayment(ports, client, { reference, command: "receipt.print" }, (posTid, payment) => {
        if (!canRead(client, payment)) return foreignPayment(client);
        const printed = ports.prints.receipt({ posTid });
        return printed.ok ? done(payment) : printed;
      }),
    lines({ client, body }: Change<"lines">): Outcome {
      if (!mayCall(client, "receipt.print")) return missingRight(client);
      const printed = ports.prints.lines(client.name, body.lines);
      return printed.ok ? done({ status: 202, posTid: null, shown: printed.value }) : printed;
    },
  };
}

function screens({ messages }: ChangePorts) {
  return {
    screen({ client, body }: Change<"screen">): Outcome {
      if (!client.rights.includes("sell")) return missingRight(client);
      const message = messages.ask(client.name, body);
      return message.ok ? done({ status: 202, posTid: null, shown: message.value }) : message;
    },
    withdraw({ client, reference }: Change<"withdraw">): Outcome {
      if (!client.rights.includes("sell")) return missingRight(client);
      const withdrawn = messages.withdraw(client.name, reference ?? "");
      return withdrawn === null ? unknownMessage() : done({ status: 200, posTid: null, shown: withdrawn });
    },
  };
}

export function unknownMessage() {
  return failed("not_found", { because: reasonFor("screen_none") });
}

/**
 * Refunds, or requests approval above the register's own limit. Without an Idempotency-Key, a repeated amount is a
 * second refund.
 */
function refundOf(ports: ChangePorts) {
  const { payments, requests } = ports;
  return ({ client, reference, body, keyed }: Change<"refund">): Outcome => {
    const refundId = movementIdOf(keyed);
    const reason = body.reason ?? reference ?? "";
    let waits = false;
    const outcome = onPayment(ports, client, { reference, command: "payment.refund" }, (posTid, payment) => {
      const refunded = payments.actions.refund({ ...body, posTid, reason, refundId });
      if (refunded.ok || !needsPerson(refunded.error)) return refunded;
      const all = body.amount === undefined && body.additionalAmount === undefined;
      const amount = all ? payment.refundableAmount : (body.amount ?? 0);
      const additionalAmount = all ? payment.refundableAdditional : (body.additionalAmount ?? 0);
      const requested = requests.ask({ refundId, posTid, register: client.name, amount, additionalAmount, reason });
      waits = requested.ok;
      return requested.ok ? done(payment) : requested;
    });
    return outcome.ok && waits ? done({ ...outcome.value, status: 202 }) : outcome;
  };
}

/** Returns whether the refund was denied only because of the register's rights. */
function needsPerson({ code, details }: TillError): boolean {
  return (code === "limit" && details.needs !== undefined) || details.because?.code === "payment_refund_pin";
}

function onPayment(
  { payments }: ChangePorts,
  client: RegisterClient,
  { reference, command }: { reference: string | null; command: CommandName },
  act: (posTid: string, payment: Payment) => Result<Payment>,
): Outcome {
  if (!mayCall(client, command)) return missingRight(client);
  const row = payments.store.rows.findByReference(reference ?? "");
  if (row === null) return unknownReference();
  const { posTid } = row;
  const result = act(posTid, payments.store.view(posTid));
  return result.ok ? done({ status: 200, posTid }) : result;
}

/** Error: no payment has that reference. */
export function unknownReference() {
  return failed("not_found", { because: reasonFor("register_no_reference") });
}

export function missingRight(client: RegisterClient) {
  return refusedBecause("not_allowed", "register_no_right", client);
}

/** Error: the payment was started by another register or by the till. */
export function foreignPayment(client: RegisterClient) {
  return refusedBecause("not_allowed", "register_others", client);
}

type ReasonOfRegister =
  | "register_no_right"
  | "register_others"
  | "register_reference_taken"
  | "register_too_many_waiting";

function refusedBecause(code: ErrorCode, reason: ReasonOfRegister, { name }: RegisterClient) {
  return failed(code, { because: reasonFor(reason, { register: { quoted: name } }) });
}

function mayCall(client: RegisterClient, command: CommandName): boolean {
  const role = roleOfRegister(client);
  return roleCanCall(role.id, command, [role]);
}

export const STATUS: Readonly<Record<ErrorCode, number>> = {
  invalid_input: 400,
  not_found: 404,
  not_allowed: 403,
  illegal_state: 409,
  conflict: 409,
  busy: 423,
  limit: 422,
  offline: 503,
  service_refused: 502,
  auth_failed: 502,
  locked_out: 429,
  internal: 500,
};

/** Converts a failure to a response. A busy till adds the current user of its screen. */
export function answerOf({ error }: { error: TillError }): RegisterResponse {
  const { holder, since } = error.details;
  const body = holder === undefined ? error : { ...error, holder, since };
  return { status: STATUS[error.code], body: JSON.stringify(body) };
}
