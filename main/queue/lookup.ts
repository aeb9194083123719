/**
 * Finding out whether the service has a payment of which it never gave us the tid: by its own list, by our `pos_tid`.
 * Needed only when an answer was lost and the repeat is refused.
 */
import type { PaymentOutcome } from "../../contract/wire.ts";
import { type ApiClient, withPriority } from "../api/client.ts";
import { pageAt } from "../api/lists.ts";
import { getOutcome, PAYMENT_REQUESTS } from "../api/payment-request.ts";

/** So many requests are read at a time; the next attempt reads on. */
const MOST_READ = 200;
/** What no list of one merchant comes near to. */
const MAX_PAGES = 10_000;
/** Readings in a row that found nothing out; one that came further is none of them. */
export const LOOK_UP_TRIES = 9;

/**
 * - `found`: the service has it, as `tid`
 * - `absent`: the whole list was read, and it is not there
 * - `partly_read`: there is more of the list, or it grew while it was read: look again
 * - `unknown`: the list could not be read
 * - `given_up`: nor could it for as many times in a row as it is worth
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

/** Makes the one who looks. How far each reading came is kept in memory: after a restart it begins again. */
export function createLookUp(ports: LookUpPorts): LookUp {
  const places = new Map<string, string>();
  const failures = new Map<string, number>();
  return async (client, posTid) => {
    const looked = await readOn(ports, places, withPriority(client, "rest"), posTid);
    const failed = looked === "unknown" ? (failures.get(posTid) ?? 0) + 1 : 0;
    if (failed > 0 && failed < LOOK_UP_TRIES) failures.set(posTid, failed);
    else failures.delete(posTid);
    return failed < LOOK_UP_TRIES ? looked : "given_up";
  };
}

async function readOn(
  { posId, isKnown, foreign }: LookUpPorts,
  places: Map<string, string>,
  api: ApiClient,
  posTid: string,
): Promise<LookedUp> {
  const begin = places.get(posTid) ?? PAYMENT_REQUESTS;
  const ends = (looked: LookedUp): LookedUp => {
    places.delete(posTid);
    return looked;
  };
  const seen = new Set<string>();
  let read = 0;
  for (let page: string | null = begin; page !== null; ) {
    if (seen.has(page) || seen.size >= MAX_PAGES) return ends("unknown");
    seen.add(page);
    const answer = await pageAt(api, page);
    // A page that is not there any more is not gone on with; one without an answer is.
    if (!answer.ok) return answer.error.kind === "refused" ? ends("unknown") : "unknown";
    places.set(posTid, page);
    for (const tid of answer.value.ids.filter((one) => !isKnown(one) && !foreign.has(one))) {
      read += 1;
      if (read > MOST_READ) return "partly_read";
      const outcome = await getOutcome(api, tid);
      if (!outcome.ok) return "unknown";
      const { pos_id: at, pos_tid: named } = outcome.value;
      if (at !== posId) foreign.remember(tid);
      else if (named === posTid) return ends({ found: tid, outcome: outcome.value });
    }
    page = answer.value.next;
  }
  // What was made since the reading began may stand before where this part of it did.
  return ends(begin === PAYMENT_REQUESTS ? "absent" : "partly_read");
}
