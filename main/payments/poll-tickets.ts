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

/** Payments for which the last response is remembered: more than are ever polled at once. */
const MAX_REMEMBERED = 1000;

export function createPollTickets() {
  const lastNumbers = new Map<string, number>();
  let lastIssued = 0;
  let lastForgotten = 0;
  const remember = (posTid: string, number: number) => {
    lastNumbers.delete(posTid);
    lastNumbers.set(posTid, number);
    const [oldest] = lastNumbers;
    if (lastNumbers.size <= MAX_REMEMBERED || !oldest) return;
    lastNumbers.delete(oldest[0]);
    // Earlier polls count as outdated for every forgotten payment. Polling again is always safe.
    lastForgotten = Math.max(lastForgotten, oldest[1]);
  };
  return {
    issue(actions: string): PollTicket {
      lastIssued += 1;
      return { number: lastIssued, actions };
    },
    markAnswered: (posTid: string, { number }: PollTicket) => remember(posTid, number),
    invalidate(posTid: string) {
      lastIssued += 1;
      remember(posTid, lastIssued);
    },
    /** True when the till acted, a callback arrived or a later request was answered after this request. */
    isOutdated: (posTid: string, ticket: PollTicket, actions: string): boolean =>
      ticket.actions !== actions || (lastNumbers.get(posTid) ?? lastForgotten) > ticket.number,
  };
}

/** Serialises the till's actions on a payment. The text changes with every request sent or answered. */
export function actionsOf(operations: readonly (Pick<OperationFact, "id" | "state"> & { attempts: number })[]): string {
  return operations
    .filter(({ attempts }) => attempts > 0)
    .map(({ id, state, attempts }) => `${id} ${state} ${attempts}`)
    .join("\n");
}
