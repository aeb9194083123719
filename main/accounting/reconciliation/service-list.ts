/**
 * Searches the service's list of payment requests (G23) for requests whose response was lost, and for ones that this
 * till never made. Other tills' requests fill the list, so it is read slowly, and the position survives a restart.
 */

import { type Reason, reasonFor } from "../../../contract/reasons/reasons.ts";
import { type Outcome, readOutcome } from "../../payments/outcome.ts";
import { type ForeignRequests, openForeignRequests } from "../../payments/queue/foreign-requests.ts";
import type { PaymentStore } from "../../payments/store.ts";
import { type ApiClient, withPriority } from "../../service/api/client.ts";
import { type ApiError, isOfRequest, isUnknown, isUnreadable } from "../../service/api/errors.ts";
import { pageAt } from "../../service/api/lists.ts";
import { getOutcome, PAYMENT_REQUESTS } from "../../service/api/payment-request.ts";
import { PRIORITIES, type Priority } from "../../service/api/token-bucket.ts";
import type { ServiceContext } from "../../service/context.ts";
import { errorReason } from "../../service/error-reason.ts";
import { transact } from "../../storage/database/database.ts";
import type { SettingStore } from "../../storage/database/settings.ts";
import { chainReading, forgetOwnRequests } from "./chain-reading.ts";
import { sideOf } from "./compare-payment.ts";
import { noteCopiedData } from "./copied-data.ts";
import type { FoundDifference } from "./differences.ts";
import { adopt, endRecovery, isAdoptable, isLost } from "./recovery.ts";

export interface ServiceListPorts extends Pick<ServiceContext, "api" | "clock" | "database" | "log"> {
  store: PaymentStore;
  settings: SettingStore;
  posId: string;
  outcome(posTid: string, outcome: Outcome): void;
}

/** Result of one request. `partly_read`: the pages repeat or never end, or a request could not be read. */
export type ListStep =
  | { is: "more" }
  | { is: "looked"; tid: string; found: FoundDifference | null }
  | { is: "end"; list: "read" | "partly_read" | "not_offered" }
  | { is: "unanswered"; because: Reason };

export type ServiceListReader = ReturnType<typeof openServiceListReader>;

/** Setting with the reading position. The list grows at its end, and earlier pages do not change. */
const POSITION = "reconciledPage";
/** Page limit for a service that always returns another page; far above any merchant's list. */
const MAX_PAGES = 10_000;

/** Failures after which a request is skipped until the next reading. */
const MAX_TRIES = 2;
/** Maximum number of remembered skipped requests. More of them mean that the service itself has a problem. */
const MAX_SKIPPED = 50;

interface ReadingPosition {
  /** The page to continue with; null when no page was ever read, so the service may not offer a list */
  page: string | null;
  isFilled: boolean;
  /** The first request of the list when everything after it was read, or was about to be; null when unknown */
  head: string | null;
  isBehind: boolean;
  readTo: number | null;
  /** Creation time of this till's last payment on the list */
  lastOwn: number | null;
  /** Unreadable requests, retried at the end of each reading */
  leftOut: readonly string[];
}

interface Reading {
  /** Some lists start with the newest request, so requests before the known head are read first. */
  isAtHead: boolean;
  /** The first request now. It becomes the head once everything before the known head was read. */
  firstTid: string | null;
  next: string | null;
  current: { page: string; after: string | null; ownCreatedAt: number[]; meetsHead: boolean; isFilled: boolean } | null;
  unknown: string[];
  seen: Set<string>;
  failureCounts: Map<string, number>;
  /** The last response about each lost payment, which is adopted when repeated */
  lostResponses: Map<string, string>;
  startedAt: number;
}

export function openServiceListReader(ports: ServiceListPorts) {
  const foreign = openForeignRequests(ports.database);
  const position = readPosition(ports.settings);
  let reading: Reading | null = null;
  let asking: Promise<ListStep> | null = null;
  let urgency: Priority = "rest";
  const state = {
    ports,
    foreign,
    position,
    savePosition(change: Partial<ReadingPosition>) {
      const isNew = Object.entries(change).some(([name, value]) => position[name as keyof ReadingPosition] !== value);
      if (isNew) ports.settings.set(POSITION, Object.assign(position, change));
    },
  };
  /** Continues at the ledger's position unless a request is in progress. */
  const continueFromLedger = () => {
    if (asking === null && adoptChainPosition(state)) reading = null;
  };
  const step = async (api: ApiClient): Promise<ListStep> => {
    reading ??= beginReading(position, ports.clock.now());
    const stepResult = await readStep(state, api, reading);
    if (stepResult.is === "end") {
      reading = null;
      // A skipped request may be a lost payment, so recovery ends only with a complete reading.
      if (stepResult.list === "read") endRecovery(ports);
    }
    return stepResult;
  };
  return {
    step(priority: Priority): Promise<ListStep> {
      continueFromLedger();
      // A more urgent caller raises the priority of a request that still waits for the rate limit.
      if (asking === null || isMoreUrgent(priority, urgency)) urgency = priority;
      asking ??= step(withPriority(ports.api, () => urgency)).finally(() => {
        asking = null;
      });
      return asking;
    },
    /** True when the end of the list is known to be far */
    isBehind(): boolean {
      continueFromLedger();
      return position.isBehind;
    },
    /** Requests created earlier were checked: milliseconds since the epoch, or null */
    readTo: (): number | null => position.readTo,
    /** Restarts at the first page, because a restored till knows fewer requests. */
    restart() {
      reading = null;
      state.savePosition({ ...UNREAD, page: firstPageOf(position), head: position.head });
    },
  };
}

function isMoreUrgent(one: Priority, other: Priority): boolean {
  return PRIORITIES.indexOf(one) < PRIORITIES.indexOf(other);
}

interface ListReaderState {
  ports: ServiceListPorts;
  foreign: ForeignRequests;
  position: ReadingPosition;
  savePosition(change: Partial<ReadingPosition>): void;
}

const UNREAD: Readonly<ReadingPosition> = {
  page: null,
  isFilled: false,
  head: null,
  isBehind: false,
  readTo: null,
  lastOwn: null,
  leftOut: [],
};

/**
 * Continues at the ledger's position, so that only this till's unknown requests remain. With too many, the till reads
 * the list itself.
 */
function adoptChainPosition({ ports, foreign, position, savePosition }: ListReaderState): boolean {
  const ledgerPart = chainReading(ports.settings, position.readTo);
  if (ledgerPart === null) return false;
  const unknown = ledgerPart.own.filter((tid) => ports.store.rows.findByTid(tid) === null && !foreign.has(tid));
  const leftOut = [...new Set([...position.leftOut, ...unknown])];
  if (leftOut.length > MAX_SKIPPED) return false;
  transact(ports.database, () => {
    for (const tid of ledgerPart.others) foreign.remember(tid);
    const { page, head, isFilled, readTo } = ledgerPart;
    savePosition({ page, head, isFilled, readTo, isBehind: false, leftOut });
    forgetOwnRequests(ports.settings);
  });
  return true;
}

/** Earlier versions stored only the page. */
function readPosition(settings: SettingStore): ReadingPosition {
  const value = settings.get(POSITION);
  return Object.assign({ ...UNREAD }, typeof value === "string" ? { page: value } : value);
}

/** Returns the first page, or null when no page was ever read. A non-null position proves that the service has a list. */
function firstPageOf({ page }: ReadingPosition): string | null {
  return page === null ? null : PAYMENT_REQUESTS;
}

function beginReading({ page }: ReadingPosition, startedAt: number): Reading {
  const isAtHead = page !== null && page !== PAYMENT_REQUESTS;
  const nothing = {
    firstTid: null,
    current: null,
    unknown: [],
    seen: new Set<string>(),
    failureCounts: new Map(),
    lostResponses: new Map(),
  };
  return { ...nothing, isAtHead, next: PAYMENT_REQUESTS, startedAt };
}

async function readStep(state: ListReaderState, api: ApiClient, reading: Reading): Promise<ListStep> {
  const [tid] = reading.unknown;
  if (tid !== undefined) {
    const checkResult = await checkRequest(state, api, reading, tid);
    if (checkResult.is !== "unanswered") reading.unknown.shift();
    if (reading.unknown.length === 0) finishPage(state, reading);
    return checkResult;
  }
  if (reading.next === null) return finishReading(state, reading);
  if (reading.seen.has(reading.next) || reading.seen.size >= MAX_PAGES) {
    state.ports.log.warn({ pages: reading.seen.size }, "the service's list of payment requests does not end");
    return { is: "end", list: "partly_read" };
  }
  return readPage(state, api, reading, reading.next);
}

/** Retries the skipped requests before the reading ends. */
function finishReading({ position, savePosition }: ListReaderState, reading: Reading): ListStep {
  savePosition({ isBehind: false });
  reading.unknown = position.leftOut.filter((tid) => !reading.failureCounts.has(tid));
  if (reading.unknown.length > 0) return { is: "more" };
  return { is: "end", list: position.leftOut.length === 0 ? "read" : "partly_read" };
}

async function readPage(state: ListReaderState, api: ApiClient, reading: Reading, page: string): Promise<ListStep> {
  const { store } = state.ports;
  const isFirst = page === PAYMENT_REQUESTS;
  const answer = await pageAt(api, page);
  if (!answer.ok) {
    // A list that was read before exists, whatever one response says.
    const wasRead = isFirst && state.position.page !== null;
    if (answer.error.kind !== "refused" || wasRead) return { is: "unanswered", because: errorReason(answer.error) };
    return isFirst ? { is: "end", list: "not_offered" } : readFromFirstPage(state, reading);
  }
  const { ids, next } = answer.value;
  const { head } = state.position;
  const wasFilled = isFirst ? head !== null : state.position.page === page && state.position.isFilled;
  // Requests never disappear, so a page that had one is not empty.
  if (ids.length === 0 && wasFilled)
    return isFirst ? { is: "unanswered", because: reasonFor("service_unreadable") } : readFromFirstPage(state, reading);
  const known = ids.flatMap((tid) => store.rows.findByTid(tid) ?? []);
  const unknown = ids.filter((tid) => !known.some((row) => row.tid === tid) && !state.foreign.has(tid));
  reading.seen.add(page);
  if (isFirst) reading.firstTid = ids[0] ?? null;
  // Earlier versions stored no head; a page without unknown requests then ends the new part.
  const meetsHead = head === null ? unknown.length === 0 : ids.includes(head);
  const isFilled = ids.length > 0;
  reading.current = { page, after: next, ownCreatedAt: known.map(({ createdAt }) => createdAt), meetsHead, isFilled };
  reading.unknown = unknown;
  // A page without unknown requests is finished at once, and its position is not saved separately.
  if (unknown.length === 0) finishPage(state, reading);
  else if (!reading.isAtHead) state.savePosition({ page, isFilled, isBehind: true });
  return { is: "more" };
}

/** Restarts at the first page when the stored page is missing or changed. */
function readFromFirstPage({ savePosition }: ListReaderState, reading: Reading): ListStep {
  savePosition({ page: PAYMENT_REQUESTS, isFilled: false });
  Object.assign(reading, { isAtHead: false, next: PAYMENT_REQUESTS });
  reading.seen.delete(PAYMENT_REQUESTS);
  return { is: "more" };
}

function finishPage({ position, savePosition }: ListReaderState, reading: Reading): void {
  const { current } = reading;
  if (current === null) return;
  reading.current = null;
  const { page, after, ownCreatedAt, meetsHead, isFilled } = current;
  if (reading.isAtHead && (meetsHead || after === position.page)) {
    // New requests are at the end or were just checked, so reading continues at the stored page.
    savePosition({ head: reading.firstTid });
    Object.assign(reading, { isAtHead: false, next: position.page });
    return;
  }
  reading.next = after;
  if (reading.isAtHead && after !== null) return;
  const head = page === PAYMENT_REQUESTS || reading.isAtHead ? reading.firstTid : position.head;
  const readTo = after === null ? reading.startedAt : Math.max(position.readTo ?? 0, readUpTo(position, ownCreatedAt));
  const last = { readTo: readTo === 0 ? null : readTo, lastOwn: ownCreatedAt.at(-1) ?? position.lastOwn };
  savePosition({ head, page: after ?? page, isFilled: after === null && isFilled, isBehind: after !== null, ...last });
}

/** Returns how far a list in ascending order was read, from this till's own payments; 0 when unknown. */
function readUpTo({ lastOwn }: ReadingPosition, ownCreatedAt: readonly number[]): number {
  const inOrder = lastOwn === null ? ownCreatedAt : [lastOwn, ...ownCreatedAt];
  const grows = inOrder.length > 1 && inOrder.every((at, index) => index === 0 || at > (inOrder[index - 1] ?? 0));
  return grows ? (inOrder.at(-1) ?? 0) : 0;
}

function skipTid({ position, savePosition }: ListReaderState, tid: string): void {
  if (!position.leftOut.includes(tid)) savePosition({ leftOut: [...position.leftOut, tid].slice(-MAX_SKIPPED) });
}

/** Skips a request whose response cannot be read, so that it does not block the rest of the list. */
function skipUnreadable(state: ListReaderState, reading: Reading, tid: string, error: ApiError | null): ListStep {
  const { position } = state;
  const times = (reading.failureCounts.get(tid) ?? 0) + 1;
  const isNew = !position.leftOut.includes(tid);
  if (error !== null && !isUnreadable(error)) {
    const isOfOne = isOfRequest(error) || (error.kind === "try_again" && error.because === "service");
    if (isOfOne) reading.failureCounts.set(tid, times);
    const isEnough = !isNew || (times >= MAX_TRIES && position.leftOut.length < MAX_SKIPPED);
    if (!isOfOne || !isEnough) return { is: "unanswered", because: errorReason(error) };
  }
  reading.failureCounts.set(tid, times);
  skipTid(state, tid);
  return { is: "more" };
}

async function checkRequest(state: ListReaderState, api: ApiClient, reading: Reading, tid: string): Promise<ListStep> {
  const { ports, foreign, position, savePosition } = state;
  const answer = await getOutcome(api, tid);
  if (!answer.ok && !isUnknown(answer.error)) return skipUnreadable(state, reading, tid, answer.error);
  const isForeign = answer.ok && answer.value.pos_id !== ports.posId;
  const outcome = answer.ok && !isForeign ? readOutcome(answer.value) : null;
  if (answer.ok && !isForeign && outcome === null) return skipUnreadable(state, reading, tid, null);
  if (position.leftOut.includes(tid)) savePosition({ leftOut: position.leftOut.filter((one) => one !== tid) });
  if (isForeign) foreign.remember(tid);
  if (outcome === null) return isForeign ? { is: "more" } : { is: "looked", tid, found: null };
  const row = ports.store.rows.find(outcome.posTid);
  if (row?.tid === null) ports.outcome(row.posTid, outcome);
  // A request that became known meanwhile is polled and compared elsewhere. This response may be outdated.
  if (row?.tid === null || row?.tid === tid) return { is: "looked", tid, found: null };
  const there = sideOf(outcome);
  const noMoney = outcome.status === "fail" && there.captured === 0;
  const wasLost = row === null && isLost(ports, outcome);
  if (wasLost && !noMoney && isAdoptable(outcome)) {
    const step = adoptWhenRepeated(state, reading, outcome);
    if (step !== null) return step;
  } else if (!wasLost && !noMoney) noteCopiedData(ports.database, ports.settings, outcome);
  return {
    is: "looked",
    tid,
    found: noMoney ? null : { kind: "missing_here", posTid: null, tid, here: null, there },
  };
}

/**
 * Adopts a lost payment when two consecutive responses agree. Returns null when the responses keep changing: the
 * payment is reported, and the next reading requests it again.
 */
function adoptWhenRepeated(state: ListReaderState, reading: Reading, outcome: Outcome): ListStep | null {
  const { tid, captures, refunds } = outcome;
  const before = reading.lostResponses.get(tid);
  const response = JSON.stringify([sideOf(outcome), captures, refunds]);
  reading.lostResponses.set(tid, response);
  if (response === before) {
    adopt(state.ports, outcome);
    return { is: "looked", tid, found: null };
  }
  const changes = (reading.failureCounts.get(tid) ?? 0) + (before === undefined ? 0 : 1);
  const isChanging = changes >= MAX_TRIES;
  // After the last page, only skipped requests are read. Skipping this one preserves it across a restart.
  if (isChanging || reading.current === null) skipTid(state, tid);
  if (changes > 0) reading.failureCounts.set(tid, changes);
  if (isChanging) return null;
  reading.unknown.splice(1, 0, tid);
  return { is: "more" };
}
