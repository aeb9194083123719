/**
 * `reconcile`: reads the service's list of payment requests once for all tills, asks what became of each, and writes down
 * whose it is and what differs from the bookings that the tills told. Tills take from it which requests are not theirs.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { ListReading, RequestDifference } from "../contract/head-office.ts";
import { formatMoney } from "../contract/money.ts";
import type { NoAnswer, RequestOutcome, RequestPage, ServiceAnswer } from "../contract/service-reader.ts";
import type { Ledger, Sql } from "./database.ts";
import type { ServiceReader } from "./service-reader.ts";
import { Refusal } from "./tills.ts";

export interface Reconciliation {
  /** `partly_read`: it goes round in circles, or a page of it cannot be read; `not_offered`: this service has no list */
  list: "read" | "partly_read" | "not_offered";
  pages: number;
  /** Requests that were not known before, and those that were asked about again */
  added: number;
  askedAgain: number;
  /** Requests that the service gave no answer about, while it answered about others; they are asked about again */
  leftOut: LeftOut[];
  /** All that stand, whenever they were found */
  differences: RequestDifference[];
}

export interface LeftOut {
  tid: string;
  /** Who has told of it; null: it is on the service's list */
  till: string | null;
  detail: string;
}

/** A request to ask about. */
type Asked = Omit<LeftOut, "detail">;

/** Where the reading is, in a list that grows at one of its ends; `readTo` ISO 8601. As a till keeps it. */
interface ListPosition {
  /** The page to go on with; null: none was ever read */
  page: string | null;
  /** The request that stood first when all from there on was read */
  head: string | null;
  isFilled: boolean;
  readTo: string | null;
}

/** What is read in one go. */
interface Run {
  ledger: Ledger;
  reader: ServiceReader;
  position: ListPosition;
  version: number;
  counts: Pick<Reconciliation, "pages" | "added" | "askedAgain">;
  /** By `tid` */
  leftOut: Map<string, LeftOut>;
  onProgress(counts: Run["counts"]): void;
}

/** What a reading does beside. */
interface Watch {
  onProgress: Run["onProgress"];
  pause(): Promise<void>;
}

/** What no list of one merchant comes near to: a service that always names another page ends here. */
const MAX_PAGES = 100_000;
/** So many requests are asked about between two commits. */
const PAGE = 100;
/** So many of the requests that the service has told of tell whether it is the same merchant's. */
const RECOGNISED_BY = 5;
/** A refund that a till told of since: so long before the last reading it may have been told late. */
const TOLD_LATE = "2 days";
/** So many requests that are known by a till's word alone are asked about in one run, new ones and again each; the rest in the next. */
const MOST_OF_A_TILL = 200;
/** So many of a till are waited for in vain in one run: each takes the patience for an outage. */
const MOST_LEFT_OUT_OF_A_TILL = 10;
/** A till tells of a sale within a second or two of the service: so long until what differs is looked at once more. */
const TELLING_MS = 3000;
/** So many of the service's own list: with more of them it is the service that has a problem. */
const MOST_LEFT_OUT = 200;

/**
 * Reads on from where the last reading was. What is killed in the middle goes on there.
 * @param now ms since the epoch
 * @param watch onProgress: called with what was read so far, after each commit; pause: waits for tills that are still telling
 * @throws Refusal  when another reads meanwhile, or the service is another merchant's; Error when the service does not answer
 */
export async function reconcile(
  ledger: Ledger,
  reader: ServiceReader,
  now: () => number,
  { onProgress = () => undefined, pause = () => sleep(TELLING_MS) }: Partial<Watch> = {},
): Promise<Reconciliation> {
  const [kept] = await ledger<{ version: number; position: ListPosition }>`
    SELECT version::float8, position FROM service_list`;
  const [begun] = await ledger<{ at: string }>`SELECT now()::text AS at`;
  if (!kept || !begun) throw new Error("service_list has no row");
  const counts = { pages: 0, added: 0, askedAgain: 0 };
  const { position, version } = kept;
  const run: Run = { ledger, reader, position, version, counts, leftOut: new Map(), onProgress };
  await requireSameMerchant(run);
  const since = kept.position.readTo;
  const list = await readList(run, new Date(now()).toISOString());
  if (list === "read") await askUnlisted(run);
  await askAgain(run, since);
  await confirmNew(run, begun.at, pause);
  return { list, ...counts, leftOut: [...run.leftOut.values()], differences: await standingDifferences(ledger) };
}

/**
 * With another merchant's credentials all that is known would be missing. What tills tell does not count: nobody can
 * keep the ledger from its service by payments that were invented.
 * @throws Refusal  when the service knows none of what it has told of
 */
async function requireSameMerchant({ ledger, reader }: Run): Promise<void> {
  const known = await ledger<{ tid: string }>`
    SELECT tid FROM service_request WHERE status IS NOT NULL ORDER BY number DESC LIMIT ${RECOGNISED_BY}`;
  for (const { tid } of known) {
    const answer = await outcomeOf({ reader }, tid);
    if (answer.ok || answer.because !== "unknown") return;
  }
  if (known.length === 0) return;
  const tids = known.map(({ tid }) => tid).join(", ");
  throw new Refusal(
    `--service: the service knows none of the requests that it last told of here (${tids}): expected the file of the same merchant, not another merchant's`,
  );
}

async function readList(run: Run, begunAt: string): Promise<Reconciliation["list"]> {
  const { position } = run;
  const seen = new Set<string>();
  // Some services' lists begin with the newest: what stands before the known head is read before the rest.
  let isAtHead = position.page !== null;
  let first: RequestPage | null = null;
  for (let at: string | null = null; ; ) {
    const answer: ServiceAnswer<RequestPage> = await run.reader.page(at);
    if (!answer.ok) {
      const isGone = answer.because === "refused" && at !== null;
      if (isGone) await keep(run, { page: null, head: null, isFilled: false });
      if (answer.because === "refused" && at === null && position.page === null) return "not_offered";
      if (answer.because === "unanswered") throw new Error(`the service does not answer: ${answer.detail}`);
      return "partly_read";
    }
    const page = answer.value;
    if (seen.has(page.page) || seen.size >= MAX_PAGES) return "partly_read";
    seen.add(page.page);
    run.counts.pages += 1;
    first ??= page;
    const top = first.ids[0] ?? null;
    await takePage(run, page.ids);
    const meetsHead = position.head !== null && page.ids.includes(position.head);
    if (isAtHead && position.page !== page.page && (meetsHead || page.next === position.page)) {
      await keep(run, { head: top });
      [isAtHead, at] = [false, position.page];
      continue;
    }
    if (position.page === page.page) isAtHead = false;
    if (page.next === null) {
      await keep(run, { page: page.page, head: top, isFilled: page.ids.length > 0, readTo: begunAt });
      await tell(run, [...first.ids, ...page.ids]);
      return "read";
    }
    if (!isAtHead) await keep(run, { page: page.next, ...(first === page && { head: top }), isFilled: false });
    at = page.next;
  }
}

/** Asks what became of those that are not known yet, or by a till's word alone, and takes them in. */
async function takePage(run: Run, ids: readonly string[]): Promise<void> {
  const unknown = await run.ledger<{ tid: string; isTold: boolean }>`
    SELECT listed.tid, r.tid IS NOT NULL AS "isTold"
    FROM json_array_elements_text(${JSON.stringify([...new Set(ids)])}::json) WITH ORDINALITY AS listed (tid, place)
    LEFT JOIN service_request r USING (tid) WHERE r.tid IS NULL OR NOT r.listed ORDER BY listed.place`;
  await takeRequests(
    run,
    unknown.map(({ tid }) => ({ tid, till: null })),
  );
  run.counts.added += unknown.filter(({ isTold }) => !isTold).length;
}

/**
 * What is not over at the service, what differs, and what a till has booked on since. A difference is asked about once
 * more in the run that found it: a till may have told meanwhile what the service already had. Of what is known by a
 * till's word alone, those come first that were asked about longest ago.
 */
async function askAgain(run: Run, since: string | null): Promise<void> {
  const due = await run.ledger<Asked>`
    WITH due AS (
      SELECT tid FROM service_request
      WHERE status IN ('pending', 'auth') OR difference IS NOT NULL OR (status IS NULL AND listed)
      UNION
      SELECT r.tid FROM booking b JOIN payment p USING (till, pos_tid) JOIN service_request r USING (tid)
      WHERE b.kind IN ('capture', 'refund') AND b.at >= ${since}::timestamptz - ${TOLD_LATE}::interval AND b.at > r.read_at
    ), placed AS (
      SELECT tid, r.listed, CASE WHEN r.listed THEN NULL ELSE r.till END AS till,
        row_number() OVER (PARTITION BY r.listed, r.till ORDER BY r.read_at, tid) AS place
      FROM due JOIN service_request r USING (tid)
    )
    SELECT tid, till FROM placed WHERE listed OR place <= ${MOST_OF_A_TILL}::integer ORDER BY tid`;
  run.counts.askedAgain += await takeInParts(run, due);
}

/**
 * Asks about payments that tills have told of and the list did not have, once all of it was read. Most are younger than
 * the reading; what the service does not know is missing there.
 */
async function askUnlisted(run: Run): Promise<void> {
  const unlisted = await run.ledger<Asked>`
    SELECT tid, min(till) AS till FROM (
      SELECT p.tid, p.till, row_number() OVER (PARTITION BY p.till ORDER BY p.created_at, p.tid) AS place
      FROM payment p JOIN till t USING (till)
      WHERE p.tid IS NOT NULL AND t.replaced_by IS NULL AND NOT EXISTS (
        SELECT 1 FROM service_request r WHERE r.tid = p.tid AND (r.status IS NOT NULL OR r.difference IS NOT NULL OR r.listed))
    ) told WHERE place <= ${MOST_OF_A_TILL}::integer GROUP BY tid ORDER BY tid`;
  run.counts.added += await takeInParts(run, unlisted);
}

/** Asks once more about what differs since this run began: on a chain that sells, a till has often told of it meanwhile. */
async function confirmNew(run: Run, begunAt: string, pause: Watch["pause"]): Promise<void> {
  const fresh = () => run.ledger<Asked>`
    SELECT tid, CASE WHEN listed THEN NULL ELSE till END AS till FROM service_request
    WHERE difference IN ('amounts', 'missing_here') AND differs_since >= ${begunAt}::timestamptz ORDER BY tid`;
  if ((await fresh()).length === 0) return;
  await pause();
  run.counts.askedAgain += await takeInParts(run, await fresh());
}

async function takeInParts(run: Run, asked: readonly Asked[]): Promise<number> {
  let taken = 0;
  for (let from = 0; from < asked.length; from += PAGE)
    taken += await takeRequests(run, asked.slice(from, from + PAGE));
  return taken;
}

/** @returns how many were asked about */
async function takeRequests(run: Run, asked: readonly Asked[]): Promise<number> {
  const found: object[] = [];
  for (const one of asked) {
    if (waitsForNextRun(run, one)) continue;
    const answer = await outcomeOf(run, one.tid);
    if (!answer.ok && (answer.because === "unanswered" || answer.because === "invalid"))
      await leaveOut(run, one, answer);
    found.push(wireOf(one, answer));
  }
  if (found.length > 0) await commit(run, (sql) => sql`SELECT put_requests(${JSON.stringify(found)}::json)`);
  return found.length;
}

/** As a till has it: that the service does not know a request counts when it has said so twice in a row. */
async function outcomeOf({ reader }: Pick<Run, "reader">, tid: string): Promise<ServiceAnswer<RequestOutcome>> {
  const answer = await reader.outcome(tid);
  return !answer.ok && answer.because === "unknown" ? await reader.outcome(tid) : answer;
}

function waitsForNextRun({ leftOut }: Run, { tid, till }: Asked): boolean {
  return leftOut.has(tid) || (till !== null && leftOutOf(leftOut, till) >= MOST_LEFT_OUT_OF_A_TILL);
}

function leftOutOf(leftOut: Run["leftOut"], till: string | null): number {
  return [...leftOut.values()].filter((one) => one.till === till).length;
}

/**
 * One request must not keep the chain from the rest: it is left out where the service answers at all.
 * @throws Error where it does not: the reading goes on there the next time
 */
async function leaveOut({ reader, leftOut }: Run, { tid, till }: Asked, { because, detail }: NoAnswer): Promise<void> {
  if (because === "unanswered") {
    const page = await reader.page(null);
    const isAway = !page.ok && page.because === "unanswered";
    if (isAway || (till === null && leftOutOf(leftOut, null) >= MOST_LEFT_OUT))
      throw new Error(
        `the service does not answer about ${JSON.stringify(tid)}${till === null ? "" : ` of ${till}`}: ${detail}`,
      );
  }
  leftOut.set(tid, { tid, till, detail });
}

function wireOf({ tid, till }: Asked, answer: ServiceAnswer<RequestOutcome>): object {
  const listed = till === null;
  if (!answer.ok) return { tid, listed, unknown: answer.because === "unknown" };
  const { posId, posTid, status, currency, captured, refunded } = answer.value;
  return { tid, listed, pos_id: posId, pos_tid: posTid, status, currency, captured, refunded };
}

async function keep(run: Run, change: Partial<ListPosition>): Promise<void> {
  Object.assign(run.position, change);
  await commit(run, (sql) => sql`UPDATE service_list SET position = ${JSON.stringify(run.position)}::json`);
}

/** From here on tills go on from there. @param near the requests on the pages that they read again each time */
async function tell(run: Run, near: readonly string[]): Promise<void> {
  const told = JSON.stringify({ ...run.position, near: [...new Set(near)] });
  await commit(run, (sql) => sql`UPDATE service_list SET told = ${told}::json`);
}

/** One transaction of this run. @throws Refusal  when another run has written meanwhile */
async function commit(run: Run, write: (sql: Sql) => Promise<unknown>): Promise<void> {
  await run.ledger.begin(async (sql) => {
    const mine = await sql`UPDATE service_list SET version = version + 1 WHERE version = ${run.version} RETURNING 1`;
    if (mine.length === 0) throw new Refusal("another `reconcile` is at work on this ledger");
    await write(sql);
  });
  run.version += 1;
  run.onProgress(run.counts);
}

/** How far the service's list was read for the chain. An empty list is read whole, and has no head. */
export async function listReading(ledger: Sql): Promise<ListReading> {
  const [row] = await ledger<{ position: ListPosition }>`SELECT position FROM service_list`;
  const { page = null, head = null, isFilled = false, readTo = null } = row?.position ?? {};
  if (page === null && readTo === null) return { state: "never", readTo };
  return { state: isFilled || (readTo !== null && head === null && page !== null) ? "whole" : "part", readTo };
}

/** The view `request_difference`, the oldest first. */
export function standingDifferences(ledger: Sql): Promise<RequestDifference[]> {
  return ledger<RequestDifference>`
    SELECT tid, difference, to_char(differs_since, 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS since, till, shop, pos_id AS "posId",
      pos_tid AS "posTid", number, status, currency, captured::float8, refunded::float8,
      told_captured::float8 AS "toldCaptured", told_refunded::float8 AS "toldRefunded"
    FROM request_difference ORDER BY differs_since, tid`;
}

/** One of them as people read it. */
export function requestText(one: RequestDifference): string {
  const { tid, difference, since, till, posId, number, currency, captured, refunded } = one;
  const money = (amount: number | null) => (currency === null ? "nothing" : formatMoney(amount ?? 0, currency, "en"));
  const there = `the service has ${money(captured)} captured and ${money(refunded)} refunded`;
  const words: Readonly<Record<RequestDifference["difference"], string>> = {
    nobodys: `nobody's, of the point of sale ${posId}: ${there}`,
    missing_here: `${till} has told of no such payment: ${there}`,
    missing_at_service: `${number} of ${till}: the service does not know it, and ${till} has booked ${money(one.toldCaptured)} captured and ${money(one.toldRefunded)} refunded`,
    amounts: `${number} of ${till}: ${there}, and ${till} has booked something else`,
    unreadable: "the service gives no answer about it that can be read",
  };
  const whose = difference === "unreadable" && till !== null ? ` of ${till}` : "";
  return `${tidText(tid)}${whose}: ${words[difference]} (since ${since})`;
}

/** A line for each that was left out. */
export function leftOutText({ tid, till, detail }: LeftOut): string {
  return `${tidText(tid)}${till === null ? "" : ` of ${till}`} is left out until the next reading: ${detail}`;
}

/** A till may tell anything as an id: what is none is quoted, and cut. */
function tidText(tid: string): string {
  return /^[\w:.-]{1,64}$/.test(tid) && !/^\.+$/.test(tid) ? tid : JSON.stringify(tid.slice(0, 64));
}
