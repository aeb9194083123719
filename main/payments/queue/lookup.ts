/** Looks a payment up in the service's list by `pos_tid`, when the response with its tid was lost. */
import type { PaymentOutcome } from "../../../contract/wire/wire.ts";
import { type ApiClient, withPriority } from "../../service/api/client.ts";
import { type ApiError, isOfRequest, isUnknown, isUnreadable } from "../../service/api/errors.ts";
import { pageAt } from "../../service/api/lists.ts";
import { getOutcome, PAYMENT_REQUESTS } from "../../service/api/payment-request.ts";

/** Requests read per attempt. The next attempt continues. */
const MAX_READ = 200;
const MAX_PAGES = 10_000;
/** Failures after which a request is skipped, so that a broken one does not hide others. */
const MAX_TRIES_EACH = 3;
/** Consecutive failing requests after which the service counts as down and the reading stops. */
const MAX_FAILURES_IN_ROW = 3;
/** Failed readings after which the lookup gives up. Incomplete readings do not count. */
export const LOOK_UP_TRIES = 9;

/**
 * - `found`: tid of the payment at the service
 * - `absent`: the whole list was read without finding the payment
 * - `partly_read`: the list is longer, or grew during the reading: continue later
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

interface LookupState {
  /** Where the reading for each payment stopped */
  positions: Map<string, { page: string; hasUnread: boolean }>;
  failuresByTid: Map<string, number>;
}

/** Creates a lookup. Its progress is in memory and starts over after a restart. */
export function createLookup(ports: LookupPorts): Lookup {
  const state: LookupState = { positions: new Map(), failuresByTid: new Map() };
  const failures = new Map<string, number>();
  return async (client, posTid) => {
    const result = await continueReading(ports, state, withPriority(client, "rest"), posTid);
    if (result === "partly_read") return result;
    const failureCount = result === "unknown" ? (failures.get(posTid) ?? 0) + 1 : 0;
    if (failureCount > 0 && failureCount < LOOK_UP_TRIES) failures.set(posTid, failureCount);
    else failures.delete(posTid);
    return failureCount < LOOK_UP_TRIES ? result : "given_up";
  };
}

async function continueReading(
  { posId, isKnown, foreign }: LookupPorts,
  { positions, failuresByTid }: LookupState,
  api: ApiClient,
  posTid: string,
): Promise<LookupResult> {
  const { page: firstPage, hasUnread: hadUnread } = positions.get(posTid) ?? {
    page: PAYMENT_REQUESTS,
    hasUnread: false,
  };
  const finish = (result: LookupResult): LookupResult => {
    positions.delete(posTid);
    return result;
  };
  const seen = new Set<string>();
  let [read, failuresInRow, hasUnread] = [0, 0, hadUnread];
  for (let page: string | null = firstPage; page !== null; ) {
    if (seen.has(page) || seen.size >= MAX_PAGES) return finish("unknown");
    seen.add(page);
    const response = await pageAt(api, page);
    // A page that no longer exists ends the reading; an unanswered one is read again.
    if (!response.ok) return response.error.kind === "refused" ? finish("unknown") : "unknown";
    positions.set(posTid, { page, hasUnread });
    for (const tid of response.value.ids.filter((id) => !isKnown(id) && !foreign.has(id))) {
      read += 1;
      if (read > MAX_READ) return "partly_read";
      const outcome = await getOutcome(api, tid);
      if (outcome.ok) {
        failuresInRow = 0;
        const { pos_id: outcomePosId, pos_tid: outcomePosTid } = outcome.value;
        if (outcomePosId !== posId) foreign.remember(tid);
        else if (outcomePosTid === posTid) return finish({ found: tid, outcome: outcome.value });
        continue;
      }
      const scope = failureScope(outcome.error);
      if (scope === "lookup_failed") return "unknown";
      if (scope === "gone") continue;
      hasUnread = true;
      if (scope === "outage" && countFailure(failuresByTid, tid)) failuresInRow += 1;
      if (failuresInRow >= MAX_FAILURES_IN_ROW) return "unknown";
    }
    page = response.value.next;
  }
  // An unreadable request may be the one in question.
  if (hasUnread) return finish("unknown");
  // New requests may have been added before the page where this part began.
  return finish(firstPage === PAYMENT_REQUESTS ? "absent" : "partly_read");
}

/**
 * Classifies a failure: the request is `gone` or `broken`, the service may have an `outage`, or the lookup failed otherwise.
 */
function failureScope(error: ApiError): "gone" | "broken" | "outage" | "lookup_failed" {
  if (isUnknown(error)) return "gone";
  if (isOfRequest(error) || isUnreadable(error)) return "broken";
  return error.kind === "try_again" && error.because === "service" ? "outage" : "lookup_failed";
}

/** Counts a failure. @returns false once the request is to be skipped */
function countFailure(failuresByTid: Map<string, number>, tid: string): boolean {
  const times = (failuresByTid.get(tid) ?? 0) + 1;
  failuresByTid.set(tid, times);
  return times < MAX_TRIES_EACH;
}
