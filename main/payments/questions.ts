/**
 * Which answers of the service are news: an answer to a question that was asked before the till's own last action, or
 * before another question that was answered since, or before a message that was heard since, says what was, not what is.
 */
import type { OperationFact } from "./lifecycle.ts";

/** When the service was asked about a payment: after which other questions, and after which actions of the till. */
export interface Question {
  number: number;
  actions: string;
}

export interface Questions {
  ask(actions: string): Question;
  answered(posTid: string, question: Question): void;
  /** Something was heard that nobody had asked for: the answers to what was asked before it are past. */
  overtake(posTid: string): void;
  /** Whether something was done or heard, or a later question answered, since this one was asked */
  isPast(posTid: string, question: Question, actions: string): boolean;
}

/** Counts questions in memory: none of them outlives the process that asked it. */
export function createQuestions(): Questions {
  const answered = new Map<string, number>();
  let last = 0;
  return {
    ask(actions) {
      last += 1;
      return { number: last, actions };
    },
    answered: (posTid, { number }) => void answered.set(posTid, number),
    overtake(posTid) {
      last += 1;
      answered.set(posTid, last);
    },
    isPast: (posTid, question, actions) =>
      question.actions !== actions || (answered.get(posTid) ?? 0) > question.number,
  };
}

/** What the till has done about a payment so far, as one text: it differs as soon as something more was sent, or answered. */
export function actionsOf(operations: readonly (Pick<OperationFact, "id" | "state"> & { attempts: number })[]): string {
  return operations
    .filter(({ attempts }) => attempts > 0)
    .map(({ id, state, attempts }) => `${id} ${state} ${attempts}`)
    .join("\n");
}
