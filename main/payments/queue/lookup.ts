/**
 * Finding out whether the service has a payment of which it never gave us the tid: by its own list, by our `pos_tid`.
 * Needed only when an answer was lost and the repeat is refused.
 */
import type { PaymentOutcome } from "../../../contract/wire.ts";
import { type ApiClient, withPriority } from "../../service/api/client.ts";
import { type ApiError, isOfRequest, isUnknown, isUnreadable } from "../../service/api/errors.ts";
import { pageAt } from "../../service/api/lists.ts";
import { getOutcome, PAYMENT_REQUESTS } from "../../service/api/payment-request.ts";

/** So many requests are read at a time; the next attempt reads on. */
const MOST_READ = 200;
/** What no list of one merchant comes near to. */
const MAX_PAGES = 10_000;
/** A request that the service could not tell about so often is left out: one that is broken hides no other. */
const TRIES_EACH = 3;
/** So many new ones after another that it could not tell about: it is in trouble itself, and this reading ends. */
const IN_A_ROW = 3;
/** Readings that found nothing out before one told for certain; one that is not at the end yet is none of them. */
export const LOOK_UP_TRIES = 9;

/**
 * - `found`: the service has it, as `tid`
 * - `absent`: the whole list was read with every request on it, and it is not there
 * - `partly_read`: there is more of the list, or it grew while it was read: look again
 * - `unknown`: the list could not be read, or a request on it, which may be this one
 * - `given_up`: nor could it for as many times as it is worth
 */
export type LookedUp = { found: string; outcome: PaymentOutcome } | "absent" | "partly_read" | "unknown" | "given_up";

/** Looks for a payment by `pos_tid` among those of this till. */
export type LookUp = (api: ApiClient, posTid: string) => Promise<LookedUp>;

export interface LookUpPorts {
  posId: string;
  /** Whether a tid is a payment's of this till already: those are not read */
  isKnown(tid: string): boolean;
  /** Requests of other points of sale: each is read once */
  foreign: { has(tid: string): boolean; remember(tid: string): void };
}

/** How far the reading for one payment came. */
interface Place {
  page: string;
  /** Whether any request before could not be read */
  leftOut: boolean;
}

/** What is kept between readings. */
interface Memory {
  places: Map<string, Place>;
  /** How often the service could not tell about a request, by tid */
  troubles: Map<string, number>;
}

/** Makes the one who looks. How far each reading came is kept in memory: after a restart it begins again. */
export function createLookUp(ports: LookUpPorts): LookUp {
  const memory: Memory = { places: new Map(), troubles: new Map() };
  const failures = new Map<string, number>();
  return async (client, posTid) => {
    const looked = await readOn(ports, memory, withPriority(client, "rest"), posTid);
    if (looked === "partly_read") return looked;
    const failed = looked === "unknown" ? (failures.get(posTid) ?? 0) + 1 : 0;
    if (failed > 0 && failed < LOOK_UP_TRIES) failures.set(posTid, failed);
    else failures.delete(posTid);
    return failed < LOOK_UP_TRIES ? looked : "given_up";
  };
}

async function readOn(
  { posId, isKnown, foreign }: LookUpPorts,
  { places, troubles }: Memory,
  api: ApiClient,
  posTid: string,
): Promise<LookedUp> {
  const { page: begin, leftOut: before } = places.get(posTid) ?? { page: PAYMENT_REQUESTS, leftOut: false };
  const ends = (looked: LookedUp): LookedUp => {
    places.delete(posTid);
    return looked;
  };
  const seen = new Set<string>();
  let [read, inTrouble, leftOut] = [0, 0, before];
  for (let page: string | null = begin; page !== null; ) {
    if (seen.has(page) || seen.size >= MAX_PAGES) return ends("unknown");
    seen.add(page);
    const answer = await pageAt(api, page);
    // A page that is not there any more is not gone on with; one without an answer is.
    if (!answer.ok) return answer.error.kind === "refused" ? ends("unknown") : "unknown";
    places.set(posTid, { page, leftOut });
    for (const tid of answer.value.ids.filter((one) => !isKnown(one) && !foreign.has(one))) {
      read += 1;
      if (read > MOST_READ) return "partly_read";
      const outcome = await getOutcome(api, tid);
      if (outcome.ok) {
        inTrouble = 0;
        const { pos_id: at, pos_tid: named } = outcome.value;
        if (at !== posId) foreign.remember(tid);
        else if (named === posTid) return ends({ found: tid, outcome: outcome.value });
        continue;
      }
      const why = reachOf(outcome.error);
      if (why === "none") return "unknown";
      if (why === "gone") continue;
      leftOut = true;
      if (why === "trouble" && isNewTrouble(troubles, tid)) inTrouble += 1;
      if (inTrouble >= IN_A_ROW) return "unknown";
    }
    page = answer.value.next;
  }
  // What could not be read may be what is looked for.
  if (leftOut) return ends("unknown");
  // What was made since the reading began may stand before where this part of it did.
  return ends(begin === PAYMENT_REQUESTS ? "absent" : "partly_read");
}

/**
 * What a failure is about: nothing is there under that tid (`gone`), this one request (`one`), this one or all of them
 * (`trouble`), or whether there is an answer at all (`none`).
 */
function reachOf(error: ApiError): "gone" | "one" | "trouble" | "none" {
  if (isUnknown(error)) return "gone";
  if (isOfRequest(error) || isUnreadable(error)) return "one";
  return error.kind === "try_again" && error.because === "service" ? "trouble" : "none";
}

/** Counts one more. @returns whether it is yet to be left out without a word */
function isNewTrouble(troubles: Map<string, number>, tid: string): boolean {
  const times = (troubles.get(tid) ?? 0) + 1;
  troubles.set(tid, times);
  return times < TRIES_EACH;
}
