/**
 * Detects outdated answers of the service: the answer to a request that was sent before the till's own last action, before
 * another request that was answered since, or before a callback that arrived since, may describe an older state.
 */
import type { OperationFact } from "./facts.ts";

/** When the service was asked about a payment: after which other questions, and after which actions of the till. */
export interface Question {
  number: number;
  actions: string;
}

export interface Questions {
  ask(actions: string): Question;
  answered(posTid: string, question: Question): void;
  /** A callback told something new: answers to requests from before it are outdated. */
  overtake(posTid: string): void;
  /** Whether something was done or heard, or a later question answered, since this one was asked */
  isPast(posTid: string, question: Question, actions: string): boolean;
}

/** How many payments the last answer is remembered for: more than are asked about at any time. */
const REMEMBERED = 1000;

/** Counts questions in memory: none of them outlives the process that asked it. */
export function createQuestions(): Questions {
  /** The number of what was answered last, by payment, the latest at the end */
  const answered = new Map<string, number>();
  let last = 0;
  let forgotten = 0;
  const remember = (posTid: string, number: number) => {
    answered.delete(posTid);
    answered.set(posTid, number);
    const [oldest] = answered;
    if (answered.size <= REMEMBERED || !oldest) return;
    answered.delete(oldest[0]);
    // What was asked before that may be past, whomever it is about: it is asked again, which is always right.
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

/** What the till has done about a payment so far, as one text: it differs as soon as something more was sent, or answered. */
export function actionsOf(operations: readonly (Pick<OperationFact, "id" | "state"> & { attempts: number })[]): string {
  return operations
    .filter(({ attempts }) => attempts > 0)
    .map(({ id, state, attempts }) => `${id} ${state} ${attempts}`)
    .join("\n");
}
