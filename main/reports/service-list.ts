/**
 * The service's own list of payment requests (G23), read for what this till does not know: a request whose creation was
 * never answered, or one under this till's name that it never made.
 */
import type { ApiClient } from "../api/client.ts";
import { describeError } from "../api/errors.ts";
import { pageAt } from "../api/lists.ts";
import { getOutcome, PAYMENT_REQUESTS } from "../api/payment-request.ts";
import type { Clock } from "../clock.ts";
import type { Ledger } from "../payments/ledger.ts";
import { type Outcome, readOutcome } from "../payments/outcome.ts";
import { type Database, transact } from "../store/database.ts";
import type { SettingStore } from "../store/settings.ts";
import { sideOf } from "./compare.ts";
import type { FoundDifference } from "./differences.ts";
import { isUnknown } from "./reading-back.ts";

export interface ListPorts {
  api: ApiClient;
  database: Database;
  ledger: Ledger;
  clock: Clock;
  settings: SettingStore;
  posId: string;
  outcome(posTid: string, outcome: Outcome): void;
}

/** What one step came to: one question to the service. */
export type ListStep =
  | { is: "more" }
  | { is: "looked"; tid: string; found: FoundDifference | null }
  | { is: "end"; list: "read" | "partly_read" | "not_offered" }
  | { is: "unanswered"; because: string };

/** Where the last reading ended, in a list that grows at its end: earlier pages do not change. */
const LAST_PAGE = "reconciledPage";

/** So many questions one run puts to the list: some seven minutes. A merchant of many tills has a long one. */
const MAX_STEPS = 2000;

/** Where the reading is. */
interface Place {
  page: string | null;
  /** The page whose tids are being looked at */
  current: string | null;
  unknown: string[];
  steps: number;
}

/**
 * Begins a reading of the list.
 * @param since ms since the epoch: a list that begins with the newest is read until everything is older than this
 * @returns a function that takes one step, one question, at each call
 */
export function readServiceList(ports: ListPorts, since: number): () => Promise<ListStep> {
  const remembered = ports.settings.get(LAST_PAGE);
  const place: Place = {
    page: typeof remembered === "string" ? remembered : PAYMENT_REQUESTS,
    current: null,
    unknown: [],
    steps: 0,
  };
  return () => {
    const [tid] = place.unknown;
    place.steps += 1;
    if (place.steps > MAX_STEPS) return Promise.resolve(ended(ports, place, "partly_read"));
    if (tid !== undefined) return lookAt(ports, tid, () => place.unknown.shift());
    return place.page === null
      ? Promise.resolve(ended(ports, place, "read"))
      : readPage(ports, place, place.page, since);
  };
}

function ended({ settings }: ListPorts, { current }: Place, list: "read" | "partly_read"): ListStep {
  if (current !== null) settings.set(LAST_PAGE, current);
  return { is: "end", list };
}

async function readPage(ports: ListPorts, place: Place, page: string, since: number): Promise<ListStep> {
  const answer = await pageAt(ports.api, page);
  if (!answer.ok) {
    if (answer.error.kind !== "refused") return { is: "unanswered", because: describeError(answer.error) };
    if (page === PAYMENT_REQUESTS) return { is: "end", list: "not_offered" };
    // A page that was remembered is not there any more: from the beginning, then.
    Object.assign(place, { page: PAYMENT_REQUESTS, current: null });
    return { is: "more" };
  }
  const { ids, next } = answer.value;
  const known = ids.flatMap((tid) => ports.ledger.rows.findByTid(tid) ?? []);
  const newestFirst = known.some((row, at) => at > 0 && row.sequence < (known[at - 1]?.sequence ?? 0));
  const reachedOld = newestFirst && known.every((row) => row.createdAt < since);
  const strange = ids.filter((tid) => !known.some((row) => row.tid === tid) && !isForeign(ports.database, tid));
  // The newest of a list that begins with them stand on its first page: no later page is worth remembering.
  Object.assign(place, { page: reachedOld ? null : next, current: newestFirst ? null : page, unknown: strange });
  return { is: "more" };
}

async function lookAt(ports: ListPorts, tid: string, taken: () => void): Promise<ListStep> {
  const answer = await getOutcome(ports.api, tid);
  if (!answer.ok && !isUnknown(answer.error)) return { is: "unanswered", because: describeError(answer.error) };
  taken();
  const outcome = answer.ok ? readOutcome(answer.value) : null;
  if (!answer.ok || outcome === null) return { is: "looked", tid, found: null };
  if (answer.value.pos_id !== ports.posId) {
    rememberForeign(ports.database, tid, answer.value.pos_id);
    return { is: "more" };
  }
  const row = ports.ledger.rows.find(outcome.posTid);
  if (row?.tid === null || row?.tid === tid) {
    ports.outcome(row.posTid, outcome);
    return { is: "looked", tid, found: null };
  }
  const there = sideOf(outcome);
  const noMoney = outcome.status === "fail" && there.captured === 0;
  return {
    is: "looked",
    tid,
    found: noMoney ? null : { kind: "missing_here", posTid: null, tid, here: null, there },
  };
}

function isForeign(database: Database, tid: string): boolean {
  return database.prepare("SELECT 1 FROM foreign_request WHERE tid = ?").get(tid) !== undefined;
}

function rememberForeign(database: Database, tid: string, posId: string): void {
  transact(database, () => database.prepare("INSERT OR IGNORE INTO foreign_request VALUES (?, ?)").run(tid, posId));
}
