/**
 * What registers ask of payments: each change by the same schema, the same right and the same command as a person's, in
 * one transaction with the answer that is kept under its Idempotency-Key.
 */
import type { z } from "zod";
import type { CommandName } from "../../../contract/commands.ts";
import { done, type ErrorCode, failed, type Result, type TillError } from "../../../contract/errors.ts";
import { reasonFor } from "../../../contract/reasons.ts";
import {
  type RefundRequest,
  type RegisterClient,
  roleOfRegister,
  type ScreenHolder,
} from "../../../contract/registers.ts";
import { REGISTER_BODIES } from "../../../contract/registers-api.ts";
import type { Payment } from "../../../contract/views.ts";
import { fieldProblems } from "../../bridge/fields.ts";
import { roleMay } from "../../bridge/rights.ts";
import type { Payments } from "../../payments/module.ts";
import type { OperatorContext } from "../../people/context.ts";
import type { ScreenMessages } from "../../peripherals/customer-display/messages.ts";
import type { ProgramPrints } from "../../peripherals/receipts/program-prints.ts";
import { transact } from "../../storage/database/database.ts";
import { type Answer, type KeyedChange, keptAnswers, movementIdOf } from "./kept-answers.ts";
import type { RefundRequests } from "./refund-requests.ts";

export interface ChangePorts extends Pick<OperatorContext, "database" | "staff"> {
  payments: Pick<Payments, "store" | "start" | "service">;
  requests: RefundRequests;
  prints: Pick<ProgramPrints, "lines" | "receipt">;
  messages: Pick<ScreenMessages, "ask" | "withdraw">;
  /** Why a payment may not begin at this till now; null: it may */
  whyNot(asked: { reference: string }): ReturnType<typeof failed> | null;
  /** Who has the counter's screen; null: it is free */
  holder(): ScreenHolder | null;
  /** Payments that wait for it, by their `posTid` */
  waiting(): readonly string[];
}

export type ChangeName = keyof typeof REGISTER_BODIES;

/** A change as it came: nothing of it is checked. */
export interface Asked {
  change: ChangeName;
  /** Of the payment that it is about, or the `screenId` of what is withdrawn; null: about neither, or its body has it */
  reference: string | null;
  body: unknown;
  /** `Idempotency-Key`; null: it has none */
  key: string | null;
}

/** A payment as registers see it: with the refunds of it that they asked a person for. */
export type RegisterPayment = Payment & { refundRequests: RefundRequest[] };

/** What came of a change; `posTid`: whose payment it was, null: nobody's, and what is answered in place of one. */
type Outcome = Result<{ status: 200 | 201 | 202 } & ({ posTid: string } | { posTid: null; shown: unknown })>;
type Body<N extends ChangeName> = z.output<(typeof REGISTER_BODIES)[N]>;

/** Makes the function that carries out a change for a register. It is on disk when the answer is there. */
export function registerChanges(ports: ChangePorts): (client: RegisterClient, asked: Asked) => Answer {
  const { database, staff } = ports;
  const answers = keptAnswers(database);
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
    // What a start is about is kept with its payment: of a customer nothing could be found out by trying.
    const content = change === "start" ? (checked.data as Body<"start">).reference : checked.data;
    const keyed = key === null ? null : { register: client.name, key, asked: [change, reference, content] };
    const program = roleOfRegister(client);
    const actor = { id: program.id, name: client.name, role: program.id, program };
    const act = (): Answer => {
      const before = keyed === null ? null : answers.find(keyed);
      if (before === "conflict") return answerOf(failed("conflict", { because: reasonFor("register_other_content") }));
      // A start that comes again is told by its reference, with what has become of it.
      if (before !== null && change !== "start") return before;
      const outcome = changes[change]({ client, reference, body: checked.data as never, keyed });
      if (!outcome.ok) return answerOf(outcome);
      const { status, posTid } = outcome.value;
      const shown =
        posTid === null ? outcome.value.shown : shownTo(client, registerView(ports, ports.payments.store.view(posTid)));
      const answer = { status, body: JSON.stringify(shown) };
      if (keyed !== null && before === null) answers.keep(keyed, posTid, answer);
      return answer;
    };
    return staff.beginAs(actor, () => transact(database, act));
  };
}

/** What a register is shown of a payment: what customers shared with the shop is not its. */
export function registerView({ requests }: Pick<ChangePorts, "requests">, payment: Payment): RegisterPayment {
  return { ...payment, permission: null, refundRequests: requests.ofPayment(payment.posTid) };
}

/** Of a payment that it may not read a register is told what came of its change, and nothing else. */
function shownTo(client: RegisterClient, payment: RegisterPayment): RegisterPayment | OutlinedPayment {
  if (mayRead(client, payment)) return payment;
  const { posTid, reference, phase, refundRequests } = payment;
  return { posTid, reference, phase, refundRequests };
}

type OutlinedPayment = Pick<RegisterPayment, "posTid" | "reference" | "phase" | "refundRequests">;

/** Whether a register may read a payment: everybody's by its right to it, else those that it began. Pure. */
export function mayRead({ name, rights }: RegisterClient, { register }: Pick<Payment, "register">): boolean {
  return rights.includes("read") || register === name;
}

interface Change<N extends ChangeName> {
  client: RegisterClient;
  reference: string | null;
  body: Body<N>;
  keyed: KeyedChange | null;
}

/** How many sales of one register may wait for the counter's screen: more than people stand in line. */
const MOST_WAITING = 50;

function startOf({ holder, payments, waiting, whyNot }: ChangePorts) {
  const { rows } = payments.store;
  return ({ client, body: { whenBusy, ...body } }: Change<"start">): Outcome => {
    const known = rows.findByReference(body.reference);
    const isNew = known === null;
    if (!mayCall(client, "payment.start")) return noRight(client);
    // Also of the same content: what became of another's payment is not this register's to see.
    if (known !== null && known.register !== client.name)
      return refusedBecause("conflict", "register_reference_taken", client);
    const refused = whyNot(body);
    if (refused !== null) return refused;
    const busy = isNew && whenBusy === "refuse" ? holder() : null;
    if (busy !== null) {
      const { since } = busy;
      const because = reasonFor("register_busy", { holder: busy.holder, since: { at: Date.parse(since) } });
      return failed("busy", { holder: busy.holder, since, because });
    }
    const isOwn = (posTid: string) => rows.find(posTid)?.register === client.name;
    if (isNew && waiting().filter(isOwn).length >= MOST_WAITING)
      return refusedBecause("limit", "register_too_many_waiting", client);
    const started = payments.start(body);
    return started.ok ? done({ status: isNew ? 201 : 200, posTid: started.value.posTid }) : started;
  };
}

/** Capture, release and abort: commands as they are. */
function steps(ports: ChangePorts) {
  const { service } = ports.payments;
  return {
    capture: ({ client, reference, body, keyed }: Change<"capture">) =>
      onPayment(ports, client, { reference, command: "payment.capture" }, (posTid) =>
        service.capture({ ...body, posTid, captureId: movementIdOf(keyed) }),
      ),
    release: ({ client, reference }: Change<"release">) =>
      onPayment(ports, client, { reference, command: "payment.release" }, (posTid) => service.release({ posTid })),
    abort: ({ client, reference }: Change<"abort">) =>
      onPayment(ports, client, { reference, command: "payment.abort" }, (posTid, { register }) =>
        register === client.name ? service.abort({ posTid }) : others(client),
      ),
  };
}

/** What is printed: lines of the register's own, and receipts of the payments that it may read. */
function prints(ports: ChangePorts) {
  return {
    receipt: ({ client, reference }: Change<"receipt">) =>
      onPayment(ports, client, { reference, command: "receipt.print" }, (posTid, payment) => {
        if (!mayRead(client, payment)) return others(client);
        const printed = ports.prints.receipt({ posTid });
        return printed.ok ? done(payment) : printed;
      }),
    lines({ client, body }: Change<"lines">): Outcome {
      if (!mayCall(client, "receipt.print")) return noRight(client);
      const printed = ports.prints.lines(client.name, body.lines);
      return printed.ok ? done({ status: 202, posTid: null, shown: printed.value }) : printed;
    },
  };
}

/** What a register shows on the customer's screen, and takes back. */
function screens({ messages }: ChangePorts) {
  return {
    screen({ client, body }: Change<"screen">): Outcome {
      if (!client.rights.includes("sell")) return noRight(client);
      const asked = messages.ask(client.name, body);
      return asked.ok ? done({ status: 202, posTid: null, shown: asked.value }) : asked;
    },
    withdraw({ client, reference }: Change<"withdraw">): Outcome {
      if (!client.rights.includes("sell")) return noRight(client);
      const withdrawn = messages.withdraw(client.name, reference ?? "");
      return withdrawn === null ? noMessage() : done({ status: 200, posTid: null, shown: withdrawn });
    },
  };
}

/** Under an id that none of this register's messages has. */
export function noMessage() {
  return failed("not_found", { because: reasonFor("screen_none") });
}

/**
 * A refund, or, over the register's own limit, one that waits for a person at the till. Without an Idempotency-Key the
 * same amount twice is two refunds.
 */
function refundOf(ports: ChangePorts) {
  const { payments, requests } = ports;
  return ({ client, reference, body, keyed }: Change<"refund">): Outcome => {
    const refundId = movementIdOf(keyed);
    const reason = body.reason ?? reference ?? "";
    let waits = false;
    const outcome = onPayment(ports, client, { reference, command: "payment.refund" }, (posTid, payment) => {
      const refunded = payments.service.refund({ ...body, posTid, reason, refundId });
      if (refunded.ok || !needsPerson(refunded.error)) return refunded;
      const all = body.amount === undefined && body.additionalAmount === undefined;
      const amount = all ? payment.refundableAmount : (body.amount ?? 0);
      const additionalAmount = all ? payment.refundableAdditional : (body.additionalAmount ?? 0);
      const asked = requests.ask({ refundId, posTid, register: client.name, amount, additionalAmount, reason });
      waits = asked.ok;
      return asked.ok ? done(payment) : asked;
    });
    return outcome.ok && waits ? done({ ...outcome.value, status: 202 }) : outcome;
  };
}

/** Whether a refund was refused for nothing but who asks for it. */
function needsPerson({ code, details }: TillError): boolean {
  return (code === "limit" && details.needs !== undefined) || details.because?.code === "payment_refund_pin";
}

function onPayment(
  { payments }: ChangePorts,
  client: RegisterClient,
  { reference, command }: { reference: string | null; command: CommandName },
  act: (posTid: string, payment: Payment) => Result<Payment>,
): Outcome {
  if (!mayCall(client, command)) return noRight(client);
  const row = payments.store.rows.findByReference(reference ?? "");
  if (row === null) return noReference();
  const { posTid } = row;
  const result = act(posTid, payments.store.view(posTid));
  return result.ok ? done({ status: 200, posTid }) : result;
}

/** Under a reference that no payment has. */
export function noReference() {
  return failed("not_found", { because: reasonFor("register_no_reference") });
}

/** A key without the right to this. */
export function noRight(client: RegisterClient) {
  return refusedBecause("not_allowed", "register_no_right", client);
}

/** A payment that another register, or the till, began. */
export function others(client: RegisterClient) {
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
  return roleMay(role.id, command, [role]);
}

/** Each code of an error as HTTP has it. */
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

/** A failure as registers get it: the contract's error; of a busy till who has its screen stands beside it. */
export function answerOf({ error }: { error: TillError }): Answer {
  const { holder, since } = error.details;
  const body = holder === undefined ? error : { ...error, holder, since };
  return { status: STATUS[error.code], body: JSON.stringify(body) };
}
