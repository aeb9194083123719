/** Compares the till's payments with the service's: missing, duplicated, differing and open operations. */

import type { Operation, Payment } from "../../contract/payments/views.ts";
import type { Phase } from "../../contract/values/phases.ts";
import type { Sandbox } from "../../sandbox/service.ts";
import type { TestTill } from "./test-till.ts";

export type ServicePayment = ReturnType<Sandbox["payments"]>[number];

/** Each list holds sentences, which appear in the message of a failed test. */
export interface Balance {
  payments: number;
  operations: number;
  /** Operations that are done at the till but missing at the service, or money unknown to the till */
  lost: string[];
  /** Operations that the service has twice, or under an id that the till never stored */
  duplicated: string[];
  /** Differences between till and service for one payment */
  differing: string[];
  /** Operations with an unknown outcome */
  open: string[];
  /** Captures after the reservation expired: no money moved, and the till reports that. Final as well. */
  told: string[];
}

export function compareWithService(payments: readonly Payment[], service: readonly ServicePayment[]): Balance {
  const lists = { lost: [], duplicated: [], differing: [], open: [], told: [] };
  const balance: Balance = { payments: payments.length, operations: 0, ...lists };
  const byPosTid = new Map<string, ServicePayment>();
  const known = new Set(payments.map((payment) => payment.posTid));
  for (const held of service) {
    if (byPosTid.has(held.posTid)) balance.duplicated.push(`${held.posTid} is at the service twice`);
    if (!known.has(held.posTid)) balance.lost.push(`${held.posTid} is at the service, and the till does not know it`);
    byPosTid.set(held.posTid, held);
  }
  for (const payment of payments) weighOne(balance, payment, byPosTid.get(payment.posTid) ?? null);
  return balance;
}

export function isBalanced({ lost, duplicated, differing, open }: Balance): boolean {
  return lost.length + duplicated.length + differing.length + open.length === 0;
}

function weighOne(balance: Balance, payment: Payment, held: ServicePayment | null): void {
  balance.operations += payment.operations.length;
  for (const operation of payment.operations) weighOperation(balance, payment, operation, held);
  if (held === null) {
    const asked = payment.operations.some(({ kind, state }) => kind === "create" && state === "done");
    if (asked) balance.lost.push(`${payment.posTid} was created, and the service does not have it`);
    return;
  }
  const { posTid } = payment;
  const ids = new Set(payment.operations.map(({ id }) => id));
  for (const [word, moved] of [
    ["capture", held.captures],
    ["refund", held.refunds],
  ] as const) {
    const seen = new Set<string | null>();
    for (const { id } of moved) {
      if (seen.has(id)) balance.duplicated.push(`${word} ${id} of ${posTid} is at the service twice`);
      else if (id !== null && !ids.has(id)) balance.duplicated.push(`${word} ${id} of ${posTid} is of no operation`);
      seen.add(id);
    }
  }
  for (const difference of differences(payment, held)) balance.differing.push(`${posTid}: ${difference}`);
}

function weighOperation(
  balance: Balance,
  { posTid }: Payment,
  operation: Operation,
  held: ServicePayment | null,
): void {
  const { id, kind, state, amount, additionalAmount } = operation;
  const what = `${kind} ${id} of ${posTid}`;
  if (state === "queued" || state === "sending") balance.open.push(`${what} is ${state}: ${operation.lastError}`);
  if (state === "attention") {
    const list = isTooLate(operation, held) ? balance.told : balance.open;
    list.push(`${what} waits for a person: ${operation.lastError}`);
  }
  if (kind !== "capture" && kind !== "refund") return;
  const same = (kind === "capture" ? held?.captures : held?.refunds)?.find((movement) => movement.id === id);
  if (state === "done" && !same) balance.lost.push(`${what} is done, and the service does not have it`);
  if (state === "refused" && same) balance.lost.push(`${what} is refused, and the service has it`);
  if (same && (same.amount !== amount || same.additionalAmount !== (additionalAmount ?? 0)))
    balance.differing.push(
      `${what}: ${amount} + ${additionalAmount} here, ${same.amount} + ${same.additionalAmount} there`,
    );
}

function isTooLate({ id, kind, state }: Operation, held: ServicePayment | null): boolean {
  const over = held?.status === "fail" || held?.status === "ok";
  return kind === "capture" && state === "attention" && over && !held.captures.some((capture) => capture.id === id);
}

function differences(payment: Payment, held: ServicePayment): string[] {
  const captured = total(held.captures);
  const refunded = total(held.refunds);
  const left = held.status === "auth" ? held.amount + held.additionalAmount - captured : 0;
  const isReportedLate = payment.operations.some((operation) => isTooLate(operation, held));
  const pairs: [string, unknown, unknown][] = [
    ["phase", payment.phase, isReportedLate ? "attention" : phaseOf(held, captured, refunded, payment.phase)],
    ["tid", payment.tid, held.tid],
    ["captured", payment.capturedTotal, captured],
    ["refunded", payment.refundedTotal, refunded],
    ["authorised", payment.authorisedLeft + payment.authorisedAdditionalLeft, left],
    ["captures", idsOf(payment.captures), idsOf(held.captures)],
    ["refunds", idsOf(payment.refunds), idsOf(held.refunds)],
  ];
  return pairs
    .filter(([, here, there]) => here !== there)
    .map(([what, here, there]) => `${what} ${here} here, ${there} there`);
}

/** Derives the phase from the service's own state (G10, G11), independently of the till. */
function phaseOf(held: ServicePayment, captured: number, refunded: number, shown: Phase): Phase {
  if (held.status === "pending") return shown === "draft" && held.customer === null ? "draft" : "waiting";
  if (held.status === "auth") return captured === 0 ? "authorised" : "partly_captured";
  if (held.status === "ok") return refunded === 0 ? "captured" : refunded < captured ? "partly_refunded" : "refunded";
  if (held.statusCode === 4019) return held.acceptedAt === null ? "aborted" : "released";
  return held.statusCode === 5011 || held.statusCode === 5012 ? "expired" : "rejected";
}

function idsOf(movements: readonly { id: string | null }[]): string {
  return movements.map(({ id }) => id).join(" ");
}

function total(movements: readonly { amount: number; additionalAmount: number }[]): number {
  return movements.reduce((sum, { amount, additionalAmount }) => sum + amount + additionalAmount, 0);
}

/** Returns all payments of a till, or only the given ones. */
export async function paymentsOf(world: Pick<TestTill, "must">, only?: readonly string[]): Promise<Payment[]> {
  if (only) return Promise.all(only.map((posTid) => world.must("payment.get", { posTid })));
  const payments: Payment[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await world.must("payment.list", { limit: 200, cursor });
    payments.push(...page.items);
    if (page.next === null) return payments;
    cursor = page.next;
  }
}

/** Returns the current balance of all payments, or of the given ones. */
export async function balanceOf(world: Pick<TestTill, "must" | "sandbox">, only?: readonly string[]): Promise<Balance> {
  const payments = await paymentsOf(world, only);
  const held = only
    ? world.sandbox.payments().filter(({ posTid }) => only.includes(posTid))
    : [...world.sandbox.payments()].reverse();
  return compareWithService(payments, held);
}

/**
 * Resolves when no operation is lost, differing or open. Compares at each event, without polling. Compares all payments
 * only when no request is pending: the service shares this process, and thousands of payments would delay its
 * responses.
 * @throws with all differences when `limitMs` of real time have passed
 */
export async function settled(
  world: Pick<TestTill, "must" | "sandbox" | "till">,
  { only, limitMs = 150_000 }: { only?: readonly string[]; limitMs?: number } = {},
): Promise<Balance> {
  const late = AbortSignal.timeout(limitMs);
  let changed = Promise.withResolvers<void>();
  const wake = () => changed.resolve();
  const unsubscribe = world.till.events.subscribe(wake);
  late.addEventListener("abort", wake);
  try {
    for (;;) {
      const isOwed = only === undefined && !late.aborted && (await hasPendingOperation(world));
      const balance = isOwed ? null : await balanceOf(world, only);
      if (balance !== null && isBalanced(balance)) return balance;
      if (late.aborted) throw new Error(`not settled after ${limitMs} ms: ${JSON.stringify(balance, null, 1)}`);
      await changed.promise;
      if (!late.aborted) changed = Promise.withResolvers();
    }
  } finally {
    unsubscribe();
    late.removeEventListener("abort", wake);
  }
}

/** Returns whether an operation of a payment awaits the service's response. */
async function hasPendingOperation(world: Pick<TestTill, "must">): Promise<boolean> {
  const { items } = await world.must("queue.list", {});
  return items.some(({ kind, state }) => kind !== "permission" && (state === "queued" || state === "sending"));
}

/**
 * Checks at every event that money shown by the till is already at the service.
 * @returns the amounts shown too early
 */
export function watchForPrematureMoney(world: Pick<TestTill, "sandbox" | "till">): { words: string[]; stop(): void } {
  const words: string[] = [];
  const stop = world.till.events.subscribe(({ event }) => {
    if (event.type !== "payment.changed") return;
    const { posTid, tid, phase, capturedTotal, refundedTotal } = event.payment;
    const held = tid === null ? null : world.sandbox.payment(tid);
    if (capturedTotal > total(held?.captures ?? [])) words.push(`${posTid} is ${phase} with ${capturedTotal}`);
    if (refundedTotal > total(held?.refunds ?? [])) words.push(`${posTid} is ${phase} with ${refundedTotal} refunded`);
    if (phase === "authorised" && held?.acceptedAt == null) words.push(`${posTid} is authorised`);
  });
  return { words, stop };
}
