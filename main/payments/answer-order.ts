/**
 * Detects outdated responses: after the request was sent, the till acted, a later request was answered, or a callback
 * arrived.
 */
import type { OperationFact } from "./facts.ts";

/** A poll of one payment: its order among all polls, and the till's actions before it. */
export interface PollTicket {
  number: number;
  actions: string;
}

export interface Questions {
  ask(actions: string): PollTicket;
  answered(posTid: string, question: PollTicket): void;
  overtake(posTid: string): void;
  /** True when the till acted, a callback arrived or a later request was answered after this request. */
  isPast(posTid: string, question: PollTicket, actions: string): boolean;
}

/** Payments for which the last response is remembered: more than are ever polled at once. */
const REMEMBERED = 1000;

export function createQuestions(): Questions {
  const answered = new Map<string, number>();
  let last = 0;
  let forgotten = 0;
  const remember = (posTid: string, number: number) => {
    answered.delete(posTid);
    answered.set(posTid, number);
    const [oldest] = answered;
    if (answered.size <= REMEMBERED || !oldest) return;
    answered.delete(oldest[0]);
    // Earlier polls count as outdated for every forgotten payment. Polling again is always safe.
    forgotten = Math.max(forgotten, oldest[1]);
  };
  return {
    ask(actions) {
      last += 1;
      return { number: last, actions };
    },
    answered: (posTid, { number }) => remember(posTid, number),
    overtake(posTid) {
      last += 1;
      remember(posTid, last);
    },
    isPast: (posTid, question, actions) =>
      question.actions !== actions || (answered.get(posTid) ?? forgotten) > question.number,
  };
}

/** Serialises the till's actions on a payment. The text changes with every request sent or answered. */
export function actionsOf(operations: readonly (Pick<OperationFact, "id" | "state"> & { attempts: number })[]): string {
  return operations
    .filter(({ attempts }) => attempts > 0)
    .map(({ id, state, attempts }) => `${id} ${state} ${attempts}`)
    .join("\n");
}
