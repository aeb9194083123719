/**
 * Random histories of a payment: operator requests, service actions, lost responses, and the order of outcomes. The
 * service is a short, honest implementation of docs/protocol.md (G8 to G12). The lifecycle must hold its invariants in
 * every order of outcomes.
 */
import fc from "fast-check";
import type { Facts, OperationFact } from "../../../../main/payments/facts.ts";
import { assess } from "../../../../main/payments/lifecycle.ts";
import { endsWithoutMoney } from "../../../../main/payments/listing.ts";
import type { Outcome } from "../../../../main/payments/outcome.ts";
import { assessOutcome } from "../../../../main/payments/plausibility.ts";

export const AMOUNT = 10_000;
export const ADDITIONAL = 500;

export type Step =
  | { do: "customerApproves" | "customerRejects" | "expire" }
  | { do: "capture" | "refund"; share: number; answer: "arrives" | "lost" }
  | { do: "release" | "abort"; answer: "arrives" | "lost" }
  | { do: "news" };

/** Any sequence of steps. */
export function steps(): fc.Arbitrary<Step[]> {
  const answer = fc.constantFrom("arrives" as const, "lost" as const);
  const share = fc.double({ min: 0.01, max: 1, noNaN: true });
  return fc.array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constant<Step>({ do: "customerApproves" }) },
      fc.constant<Step>({ do: "customerRejects" }),
      fc.constant<Step>({ do: "expire" }),
      { weight: 3, arbitrary: fc.record({ do: fc.constant("capture" as const), share, answer }) },
      { weight: 3, arbitrary: fc.record({ do: fc.constant("refund" as const), share, answer }) },
      fc.record({ do: fc.constant("release" as const), answer }),
      fc.record({ do: fc.constant("abort" as const), answer }),
      { weight: 4, arbitrary: fc.constant<Step>({ do: "news" }) },
    ),
    { maxLength: 25 },
  );
}

/** The outcomes that the till received, in order, and its final state. */
export interface Replay {
  told: Outcome[];
  facts: Facts;
  service: Outcome;
}

/**
 * Plays a history against the honest service. The till takes its own follow-ups and asks only for what is allowed.
 * @param endsAs the status of an authorisation that ends after a part was captured: G11, or section 3 to the letter
 */
export function replay(action: "SALE" | "AUTH", history: readonly Step[], endsAs: "ok" | "fail" = "ok"): Replay {
  let service: Outcome = pendingOutcome();
  let clock = 1;
  let serial = 0;
  const told: Outcome[] = [];
  let facts: Facts = { ...factsOfNew(action), operations: [operation("create", "create", "done")] };
  const change = (next: Outcome) => {
    clock += 1000;
    service = { ...next, modifiedAt: clock };
  };
  const tell = (outcome: Outcome) => {
    told.push(outcome);
    facts = afterNews(facts, outcome);
  };
  const ask = (
    kind: OperationFact["kind"],
    amounts: { amount: number; additionalAmount: number } | null,
    answer: "arrives" | "lost",
  ) => {
    serial += 1;
    const id = `${kind}-${serial}`;
    const accepted = perform(service, kind, id, amounts, endsAs);
    if (accepted) change(accepted);
    const state = answer === "lost" ? "unknown" : accepted ? "done" : "refused";
    facts = { ...facts, operations: [...facts.operations, operation(id, kind, state, amounts)] };
    if (answer === "arrives") tell(service);
  };
  for (const step of history) {
    const now = assess(facts);
    if (now.followUp?.kind === "capture") ask("capture", now.followUp, "arrives");
    else if (now.followUp?.kind === "release") ask("release", null, "arrives");
    else if (step.do === "news") tell(service);
    else if (step.do === "customerApproves" && service.status === "pending") change(authorised(service));
    else if (step.do === "customerRejects" && service.status === "pending")
      change({ ...service, status: "fail", statusCode: 5006 });
    else if (step.do === "expire") change(expired(service, endsAs));
    else if (step.do === "capture" && now.steps.includes("capture"))
      ask("capture", part(now.capturable, step.share), step.answer);
    else if (step.do === "refund" && now.steps.includes("refund"))
      ask("refund", part(now.refundable, step.share), step.answer);
    else if ((step.do === "release" || step.do === "abort") && now.steps.includes(step.do))
      ask(step.do, null, step.answer);
  }
  return { told, facts, service };
}

/** A payment to a named customer without an outcome. */
export function factsOfNew(action: "SALE" | "AUTH"): Facts {
  return {
    intent: {
      posTid: "p",
      action,
      currency: "NOK",
      amount: AMOUNT,
      additionalAmount: ADDITIONAL,
      additionalEdit: false,
    },
    outcome: null,
    wasAuthorised: false,
    wasEnded: false,
    isUnknownAtService: false,
    isUnreadable: false,
    isAnsweredForOtherPayment: false,
    isInconsistent: false,
    hasCashierLeft: false,
    isAttached: false,
    isCustomerNamed: true,
    isCodeMissing: false,
    operations: [],
  };
}

/**
 * The facts after one more outcome, in order of receipt.
 * @param ordered whether the outcome is the response to a request made after all earlier outcomes
 */
export function afterNews(facts: Facts, outcome: Outcome, ordered = false): Facts {
  const verdict = assessOutcome(outcome, { ...facts, tid: outcome.tid }, ordered);
  if (verdict.is === "doubtful") throw new Error(`an honest service is doubted: ${verdict.because}`);
  return {
    ...facts,
    outcome: verdict.is === "news" ? outcome : facts.outcome,
    wasAuthorised: facts.wasAuthorised || outcome.status === "auth",
    wasEnded: facts.wasEnded || endsWithoutMoney(outcome, facts.operations),
  };
}

/** The facts after an outcome is accepted. */
export function believed(facts: Facts, outcome: Outcome): Facts {
  const { wasAuthorised, wasEnded } = facts;
  return {
    ...facts,
    outcome,
    wasAuthorised: wasAuthorised || outcome.status === "auth",
    wasEnded: wasEnded || endsWithoutMoney(outcome, facts.operations),
  };
}

export function pendingOutcome(): Outcome {
  return {
    tid: "t",
    posTid: "p",
    status: "pending",
    statusCode: 1003,
    currency: "NOK",
    amount: AMOUNT,
    additionalAmount: ADDITIONAL,
    authAmount: 0,
    authAdditionalAmount: 0,
    captures: [],
    refunds: [],
    customer: "•••4567",
    credit: null,
    interchangeFee: 0,
    transactionFee: 0,
    modifiedAt: 0,
    expiresAt: null,
  };
}

export function authorised(outcome: Outcome): Outcome {
  return { ...outcome, status: "auth", statusCode: 3008, authAmount: AMOUNT, authAdditionalAmount: ADDITIONAL };
}

export function operation(
  id: string,
  kind: OperationFact["kind"],
  state: OperationFact["state"],
  amounts: { amount: number; additionalAmount: number } | null = null,
): OperationFact {
  return {
    id,
    kind,
    state,
    amount: amounts?.amount ?? null,
    additionalAmount: amounts?.additionalAmount ?? null,
    lastError: null,
    givenUp: false,
  };
}

function part(most: { amount: number; additionalAmount: number }, share: number) {
  return {
    amount: Math.max(most.amount > 0 ? 1 : 0, Math.floor(most.amount * share)),
    additionalAmount: Math.floor(most.additionalAmount * share),
  };
}

function expired(service: Outcome, endsAs: "ok" | "fail"): Outcome {
  if (service.status === "pending") return { ...service, status: "fail", statusCode: 5011 };
  return service.status === "auth" ? closed(service, 5012, endsAs) : service;
}

function closed(service: Outcome, failCode: number, endsAs: "ok" | "fail"): Outcome {
  return service.captures.length > 0 && endsAs === "ok"
    ? { ...service, status: "ok", statusCode: 2000, authAmount: 0, authAdditionalAmount: 0 }
    : { ...service, status: "fail", statusCode: failCode, authAmount: 0, authAdditionalAmount: 0 };
}

function perform(
  service: Outcome,
  kind: OperationFact["kind"],
  id: string,
  amounts: { amount: number; additionalAmount: number } | null,
  endsAs: "ok" | "fail",
): Outcome | null {
  const movement = amounts && { id, ...amounts, text: null };
  if (kind === "abort") return service.status === "pending" ? { ...service, status: "fail", statusCode: 4019 } : null;
  if (kind === "release" && service.status === "auth") return closed(service, 4019, endsAs);
  if (kind === "capture" && movement && service.status === "auth") {
    const authAmount = service.authAmount - movement.amount;
    const authAdditionalAmount = service.authAdditionalAmount - movement.additionalAmount;
    if (authAmount < 0 || authAdditionalAmount < 0) return null;
    const all = authAmount + authAdditionalAmount === 0;
    return {
      ...service,
      authAmount,
      authAdditionalAmount,
      captures: [...service.captures, movement],
      status: all ? "ok" : "auth",
      statusCode: all ? 2000 : 3008,
    };
  }
  if (kind === "refund" && movement && service.captures.length > 0) {
    return { ...service, refunds: [...service.refunds, movement] };
  }
  return null;
}
