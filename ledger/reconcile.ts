/**
 * `reconcile`: reads the service's list of payment requests once for all tills, polls each outcome, and stores its
 * owner and differences from the bookings. Tills use the result to find requests that are not theirs.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type {
  RequestOutcome,
  RequestPage,
  ServiceQueryError,
  ServiceResponse,
} from "../contract/accounting/service-reader.ts";
import type { ListReading, RequestDifference } from "../contract/head-office/head-office.ts";
import { formatMoney } from "../contract/values/money.ts";
import type { Ledger, Sql } from "./database.ts";
import type { ServiceReader } from "./service-reader.ts";
import { Refusal } from "./tills.ts";

export interface Reconciliation {
  /** `partly_read`: the list loops or has an unreadable page; `not_offered`: the service has no list */
  list: "read" | "partly_read" | "not_offered";
  pages: number;
  /** New requests, and requests that were polled again */
  added: number;
  askedAgain: number;
  /** Requests without a usable response although the service is reachable; they are retried */
  leftOut: LeftOut[];
  /** All open differences, whenever they were found */
  differences: RequestDifference[];
}

export interface LeftOut {
  tid: string;
  /** Till that reported it; null if from the service's list */
  till: string | null;
  detail: string;
}

type PolledRequest = Omit<LeftOut, "detail">;

/** Position in the service's list, which grows at one end; `readTo` in ISO 8601. Same format as on a till. */
interface ListPosition {
  /** The next page; null before the first read */
  page: string | null;
  /** The first request of the list when everything after it was read */
  head: string | null;
  isFilled: boolean;
  readTo: string | null;
}

interface Run {
  ledger: Ledger;
  reader: ServiceReader;
  position: ListPosition;
  version: number;
  counts: Pick<Reconciliation, "pages" | "added" | "askedAgain">;
  /** Skipped requests by `tid` */
  leftOut: Map<string, LeftOut>;
  onProgress(counts: Run["counts"]): void;
}

interface Watch {
  onProgress: Run["onProgress"];
  pause(): Promise<void>;
}

/** Stops at a service that never ends its list; far above any real list. */
const MAX_PAGES = 100_000;
const PAGE = 100;
/** Number of known requests that identify the merchant. */
const SAMPLE_SIZE = 5;
/** Margin for refunds that tills reported after the last run. */
const LATE_REPORT_MARGIN = "2 days";
/**
 * Maximum polls per run of requests that only a till reported, for new and for repeated ones; the rest follow in the
 * next run.
 */
const MAX_POLLS_PER_TILL = 200;
/** Maximum timeouts per till and run; each waits as long as for an outage. */
const MAX_SKIPPED_PER_TILL = 10;
/** Tills report a sale within seconds, so differences are checked again after this delay. */
const REPORTING_DELAY_MS = 3000;
/** Maximum failures from the service's own list; more mean a problem of the service. */
const MAX_SKIPPED = 200;

/**
 * Continues from the last position. An interrupted run also resumes there.
 * @param now ms since the epoch
 * @param watch onProgress: called after each commit; pause: waits for tills that are still reporting
 * @throws Refusal if another run is active, or the service is another merchant's; Error if the service does not respond
 */
export async function reconcile(
  ledger: Ledger,
  reader: ServiceReader,
  now: () => number,
  { onProgress = () => undefined, pause = () => sleep(REPORTING_DELAY_MS) }: Partial<Watch> = {},
): Promise<Reconciliation> {
  const [stored] = await ledger<{ version: number; position: ListPosition }>`
    SELECT version::float8, position FROM service_list`;
  const [started] = await ledger<{ at: string }>`SELECT now()::text AS at`;
  if (!stored || !started) throw new Error("service_list has no row");
  const counts = { pages: 0, added: 0, askedAgain: 0 };
  const { position, version } = stored;
  const run: Run = { ledger, reader, position, version, counts, leftOut: new Map(), onProgress };
  await requireSameMerchant(run);
  const readTo = stored.position.readTo;
  const list = await readList(run, new Date(now()).toISOString());
  if (list === "read") await pollUnlisted(run);
  await pollAgain(run, readTo);
  await confirmNew(run, started.at, pause);
  return { list, ...counts, leftOut: [...run.leftOut.values()], differences: await openDifferences(ledger) };
}

/**
 * Rejects another merchant's credentials, with which all known requests would be missing. Only requests from the
 * service's list count, so a till cannot block reconciliation with invented payments.
 * @throws Refusal if the service knows none of its earlier requests
 */
async function requireSameMerchant({ ledger, reader }: Run): Promise<void> {
  const knownRequests = await ledger<{ tid: string }>`
    SELECT tid FROM service_request WHERE status IS NOT NULL ORDER BY number DESC LIMIT ${SAMPLE_SIZE}`;
  for (const { tid } of knownRequests) {
    const answer = await outcomeOf({ reader }, tid);
    if (answer.ok || answer.because !== "unknown") return;
  }
  if (knownRequests.length === 0) return;
  const tids = knownRequests.map(({ tid }) => tid).join(", ");
  throw new Refusal(
    `--service: the service does not know the requests that it last reported (${tids}): expected a file of the same merchant`,
  );
}

async function readList(run: Run, begunAt: string): Promise<Reconciliation["list"]> {
  const { position } = run;
  const seen = new Set<string>();
  // Some lists begin with the newest item: read new items before the known head first.
  let isAtHead = position.page !== null;
  let first: RequestPage | null = null;
  for (let at: string | null = null; ; ) {
    const answer: ServiceResponse<RequestPage> = await run.reader.page(at);
    if (!answer.ok) {
      const isGone = answer.because === "refused" && at !== null;
      if (isGone) await storePosition(run, { page: null, head: null, isFilled: false });
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
    await pollPage(run, page.ids);
    const meetsHead = position.head !== null && page.ids.includes(position.head);
    if (isAtHead && position.page !== page.page && (meetsHead || page.next === position.page)) {
      await storePosition(run, { head: top });
      [isAtHead, at] = [false, position.page];
      continue;
    }
    if (position.page === page.page) isAtHead = false;
    if (page.next === null) {
      await storePosition(run, { page: page.page, head: top, isFilled: page.ids.length > 0, readTo: begunAt });
      await publishPosition(run, [...first.ids, ...page.ids]);
      return "read";
    }
    if (!isAtHead) await storePosition(run, { page: page.next, ...(first === page && { head: top }), isFilled: false });
    at = page.next;
  }
}

async function pollPage(run: Run, ids: readonly string[]): Promise<void> {
  const unknown = await run.ledger<{ tid: string; isTold: boolean }>`
    SELECT listed.tid, r.tid IS NOT NULL AS "isTold"
    FROM json_array_elements_text(${JSON.stringify([...new Set(ids)])}::json) WITH ORDINALITY AS listed (tid, place)
    LEFT JOIN service_request r USING (tid) WHERE r.tid IS NULL OR NOT r.listed ORDER BY listed.place`;
  await pollRequests(
    run,
    unknown.map(({ tid }) => ({ tid, till: null })),
  );
  run.counts.added += unknown.filter(({ isTold }) => !isTold).length;
}

/**
 * Polls requests that are open, differ, or have new bookings. A new difference is polled again later in the run,
 * because the till may have reported late. Requests known only from a till are polled in order of the oldest poll.
 */
async function pollAgain(run: Run, since: string | null): Promise<void> {
  const due = await run.ledger<PolledRequest>`
    WITH due AS (
      SELECT tid FROM service_request
      WHERE status IN ('pending', 'auth') OR difference IS NOT NULL OR (status IS NULL AND listed)
      UNION
      SELECT r.tid FROM booking b JOIN payment p USING (till, pos_tid) JOIN service_request r USING (tid)
      WHERE b.kind IN ('capture', 'refund') AND b.at >= ${since}::timestamptz - ${LATE_REPORT_MARGIN}::interval AND b.at > r.read_at
    ), placed AS (
      SELECT tid, r.listed, CASE WHEN r.listed THEN NULL ELSE r.till END AS till,
        row_number() OVER (PARTITION BY r.listed, r.till ORDER BY r.read_at, tid) AS place
      FROM due JOIN service_request r USING (tid)
    )
    SELECT tid, till FROM placed WHERE listed OR place <= ${MAX_POLLS_PER_TILL}::integer ORDER BY tid`;
  run.counts.askedAgain += await pollInParts(run, due);
}

/**
 * Polls payments that tills reported and the complete list did not contain. Most are newer than the list; those that
 * the service does not know are missing.
 */
async function pollUnlisted(run: Run): Promise<void> {
  const unlisted = await run.ledger<PolledRequest>`
    SELECT tid, min(till) AS till FROM (
      SELECT p.tid, p.till, row_number() OVER (PARTITION BY p.till ORDER BY p.created_at, p.tid) AS place
      FROM payment p JOIN till t USING (till)
      WHERE p.tid IS NOT NULL AND t.replaced_by IS NULL AND NOT EXISTS (
        SELECT 1 FROM service_request r WHERE r.tid = p.tid AND (r.status IS NOT NULL OR r.difference IS NOT NULL OR r.listed))
    ) told WHERE place <= ${MAX_POLLS_PER_TILL}::integer GROUP BY tid ORDER BY tid`;
  run.counts.added += await pollInParts(run, unlisted);
}

/** Polls the differences of this run again; tills have often reported in the meantime. */
async function confirmNew(run: Run, begunAt: string, pause: Watch["pause"]): Promise<void> {
  const fresh = () => run.ledger<PolledRequest>`
    SELECT tid, CASE WHEN listed THEN NULL ELSE till END AS till FROM service_request
    WHERE difference IN ('amounts', 'missing_here') AND differs_since >= ${begunAt}::timestamptz ORDER BY tid`;
  if ((await fresh()).length === 0) return;
  await pause();
  run.counts.askedAgain += await pollInParts(run, await fresh());
}

async function pollInParts(run: Run, toPoll: readonly PolledRequest[]): Promise<number> {
  let polledCount = 0;
  for (let from = 0; from < toPoll.length; from += PAGE)
    polledCount += await pollRequests(run, toPoll.slice(from, from + PAGE));
  return polledCount;
}

/** @returns the number of polled requests */
async function pollRequests(run: Run, requests: readonly PolledRequest[]): Promise<number> {
  const outcomes: object[] = [];
  for (const polledRequest of requests) {
    if (waitsForNextRun(run, polledRequest)) continue;
    const answer = await outcomeOf(run, polledRequest.tid);
    if (!answer.ok && (answer.because === "unanswered" || answer.because === "invalid"))
      await skipRequest(run, polledRequest, answer);
    outcomes.push(wireOf(polledRequest, answer));
  }
  if (outcomes.length > 0) await commit(run, (sql) => sql`SELECT put_requests(${JSON.stringify(outcomes)}::json)`);
  return outcomes.length;
}

/** Treats a request as unknown only after two such responses in a row, as tills do. */
async function outcomeOf({ reader }: Pick<Run, "reader">, tid: string): Promise<ServiceResponse<RequestOutcome>> {
  const answer = await reader.outcome(tid);
  return !answer.ok && answer.because === "unknown" ? await reader.outcome(tid) : answer;
}

function waitsForNextRun({ leftOut }: Run, { tid, till }: PolledRequest): boolean {
  return leftOut.has(tid) || (till !== null && skippedCount(leftOut, till) >= MAX_SKIPPED_PER_TILL);
}

function skippedCount(leftOut: Run["leftOut"], till: string | null): number {
  return [...leftOut.values()].filter((entry) => entry.till === till).length;
}

/**
 * Skips one request if the service responds to others.
 * @throws Error if the service does not respond; the next run continues there
 */
async function skipRequest(
  { reader, leftOut }: Run,
  { tid, till }: PolledRequest,
  { because, detail }: ServiceQueryError,
): Promise<void> {
  if (because === "unanswered") {
    const page = await reader.page(null);
    const isAway = !page.ok && page.because === "unanswered";
    if (isAway || (till === null && skippedCount(leftOut, null) >= MAX_SKIPPED))
      throw new Error(
        `the service does not answer about ${JSON.stringify(tid)}${till === null ? "" : ` of ${till}`}: ${detail}`,
      );
  }
  leftOut.set(tid, { tid, till, detail });
}

function wireOf({ tid, till }: PolledRequest, answer: ServiceResponse<RequestOutcome>): object {
  const listed = till === null;
  if (!answer.ok) return { tid, listed, unknown: answer.because === "unknown" };
  const { posId, posTid, status, currency, captured, refunded } = answer.value;
  return { tid, listed, pos_id: posId, pos_tid: posTid, status, currency, captured, refunded };
}

async function storePosition(run: Run, change: Partial<ListPosition>): Promise<void> {
  Object.assign(run.position, change);
  await commit(run, (sql) => sql`UPDATE service_list SET position = ${JSON.stringify(run.position)}::json`);
}

/**
 * Publishes the position from which tills continue. @param near requests on the pages that tills read again each time
 */
async function publishPosition(run: Run, near: readonly string[]): Promise<void> {
  const published = JSON.stringify({ ...run.position, near: [...new Set(near)] });
  await commit(run, (sql) => sql`UPDATE service_list SET told = ${published}::json`);
}

/** Runs one transaction of this run. @throws Refusal if another run has written in the meantime */
async function commit(run: Run, write: (sql: Sql) => Promise<unknown>): Promise<void> {
  await run.ledger.begin(async (sql) => {
    const mine = await sql`UPDATE service_list SET version = version + 1 WHERE version = ${run.version} RETURNING 1`;
    if (mine.length === 0) throw new Refusal("another `reconcile` is running on this ledger");
    await write(sql);
  });
  run.version += 1;
  run.onProgress(run.counts);
}

/** Returns the position in the service's list. An empty list counts as read and has no head. */
export async function listReading(ledger: Sql): Promise<ListReading> {
  const [row] = await ledger<{ position: ListPosition }>`SELECT position FROM service_list`;
  const { page = null, head = null, isFilled = false, readTo = null } = row?.position ?? {};
  if (page === null && readTo === null) return { state: "never", readTo };
  return { state: isFilled || (readTo !== null && head === null && page !== null) ? "whole" : "part", readTo };
}

/** Rows of the view `request_difference`, oldest first. */
export function openDifferences(ledger: Sql): Promise<RequestDifference[]> {
  return ledger<RequestDifference>`
    SELECT tid, difference, to_char(differs_since, 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS since, till, shop, pos_id AS "posId",
      pos_tid AS "posTid", number, status, currency, captured::float8, refunded::float8,
      told_captured::float8 AS "toldCaptured", told_refunded::float8 AS "toldRefunded"
    FROM request_difference ORDER BY differs_since, tid`;
}

export function requestText(requestDifference: RequestDifference): string {
  const { tid, difference, since, till, posId, number, currency, captured, refunded } = requestDifference;
  const money = (amount: number | null) => (currency === null ? "nothing" : formatMoney(amount ?? 0, currency, "en"));
  const serviceAmounts = `the service has ${money(captured)} captured and ${money(refunded)} refunded`;
  const textByKind: Readonly<Record<RequestDifference["difference"], string>> = {
    nobodys: `from the point of sale ${posId}, which has no till here: ${serviceAmounts}`,
    missing_here: `not reported by ${till}: ${serviceAmounts}`,
    missing_at_service: `${number} of ${till}: unknown to the service, but ${till} has booked ${money(requestDifference.toldCaptured)} captured and ${money(requestDifference.toldRefunded)} refunded`,
    amounts: `${number} of ${till}: ${serviceAmounts}, but ${till} has booked other amounts`,
    unreadable: "the service's answer about it cannot be read",
  };
  const whose = difference === "unreadable" && till !== null ? ` of ${till}` : "";
  return `${tidText(tid)}${whose}: ${textByKind[difference]} (since ${since})`;
}

export function skippedText({ tid, till, detail }: LeftOut): string {
  return `${tidText(tid)}${till === null ? "" : ` of ${till}`} is skipped until the next run: ${detail}`;
}

/** Quotes and shortens invalid ids, because a till may report any text. */
function tidText(tid: string): string {
  return /^[\w:.-]{1,64}$/.test(tid) && !/^\.+$/.test(tid) ? tid : JSON.stringify(tid.slice(0, 64));
}
