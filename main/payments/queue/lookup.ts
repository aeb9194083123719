/** Looks a payment up in the service's list by `pos_tid`, when the response with its tid was lost. */
import type { PaymentOutcome } from "../../../contract/wire.ts";
import { type ApiClient, withPriority } from "../../service/api/client.ts";
import { type ApiError, isOfRequest, isUnknown, isUnreadable } from "../../service/api/errors.ts";
import { pageAt } from "../../service/api/lists.ts";
import { getOutcome, PAYMENT_REQUESTS } from "../../service/api/payment-request.ts";

/** Requests read per attempt. The next attempt continues. */
const MOST_READ = 200;
const MAX_PAGES = 10_000;
/** Failures after which a request is skipped, so that a broken one does not hide others. */
const MAX_TRIES_EACH = 3;
/** Consecutive failing requests after which the service counts as down and the reading stops. */
const MAX_FAILURES_IN_ROW = 3;
/** Failed readings after which the lookup gives up. Incomplete readings do not count. */
export const LOOK_UP_TRIES = 9;

/**
 * - `found`: the service has it, as `tid`
 * - `absent`: the whole list was read, and it is not there
 * - `partly_read`: the list is longer, or it grew meanwhile: continue later
 * - `unknown`: the list or one of its requests could not be read
 * - `given_up`: the lookup failed too often
 */
export type LookupResult =
  | { found: string; outcome: PaymentOutcome }
  | "absent"
  | "partly_read"
  | "unknown"
  | "given_up";

export type Lookup = (api: ApiClient, posTid: string) => Promise<LookupResult>;

export interface LookupPorts {
  posId: string;
  /** True when a tid belongs to a known payment, which need not be read */
  isKnown(tid: string): boolean;
  foreign: { has(tid: string): boolean; remember(tid: string): void };
}

/** Where the reading for one payment stopped. */
interface Place {
  page: string;
  hasUnread: boolean;
}

interface Memory {
  places: Map<string, Place>;
  failuresByTid: Map<string, number>;
}

/** Creates a lookup. Its progress is in memory and starts over after a restart. */
export function createLookup(ports: LookupPorts): Lookup {
  const memory: Memory = { places: new Map(), failuresByTid: new Map() };
  const failures = new Map<string, number>();
  return async (client, posTid) => {
    const looked = await continueReading(ports, memory, withPriority(client, "rest"), posTid);
    if (looked === "partly_read") return looked;
    const failed = looked === "unknown" ? (failures.get(posTid) ?? 0) + 1 : 0;
    if (failed > 0 && failed < LOOK_UP_TRIES) failures.set(posTid, failed);
    else failures.delete(posTid);
    return failed < LOOK_UP_TRIES ? looked : "given_up";
  };
}

async function continueReading(
  { posId, isKnown, foreign }: LookupPorts,
  { places, failuresByTid: troubles }: Memory,
  api: ApiClient,
  posTid: string,
): Promise<LookupResult> {
  const { page: begin, hasUnread: before } = places.get(posTid) ?? { page: PAYMENT_REQUESTS, hasUnread: false };
  const finish = (looked: LookupResult): LookupResult => {
    places.delete(posTid);
    return looked;
  };
  const seen = new Set<string>();
  let [read, failuresInRow, leftOut] = [0, 0, before];
  for (let page: string | null = begin; page !== null; ) {
    if (seen.has(page) || seen.size >= MAX_PAGES) return finish("unknown");
    seen.add(page);
    const answer = await pageAt(api, page);
    // A page that no longer exists ends the reading; an unanswered one is read again.
    if (!answer.ok) return answer.error.kind === "refused" ? finish("unknown") : "unknown";
    places.set(posTid, { page, hasUnread: leftOut });
    for (const tid of answer.value.ids.filter((one) => !isKnown(one) && !foreign.has(one))) {
      read += 1;
      if (read > MOST_READ) return "partly_read";
      const outcome = await getOutcome(api, tid);
      if (outcome.ok) {
        failuresInRow = 0;
        const { pos_id: at, pos_tid: named } = outcome.value;
        if (at !== posId) foreign.remember(tid);
        else if (named === posTid) return finish({ found: tid, outcome: outcome.value });
        continue;
      }
      const why = failureScope(outcome.error);
      if (why === "none") return "unknown";
      if (why === "gone") continue;
      leftOut = true;
      if (why === "trouble" && countFailure(troubles, tid)) failuresInRow += 1;
      if (failuresInRow >= MAX_FAILURES_IN_ROW) return "unknown";
    }
    page = answer.value.next;
  }
  // An unreadable request may be the one in question.
  if (leftOut) return finish("unknown");
  // New requests may have been added before the page where this part began.
  return finish(begin === PAYMENT_REQUESTS ? "absent" : "partly_read");
}

/**
 * Classifies a failure: the request is `gone`, broken itself (`one`), possibly a service in `trouble`, or unanswered.
 */
function failureScope(error: ApiError): "gone" | "one" | "trouble" | "none" {
  if (isUnknown(error)) return "gone";
  if (isOfRequest(error) || isUnreadable(error)) return "one";
  return error.kind === "try_again" && error.because === "service" ? "trouble" : "none";
}

/** Counts a failure. @returns false once the request is to be skipped */
function countFailure(troubles: Map<string, number>, tid: string): boolean {
  const times = (troubles.get(tid) ?? 0) + 1;
  troubles.set(tid, times);
  return times < MAX_TRIES_EACH;
}
