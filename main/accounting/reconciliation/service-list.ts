/**
 * The service's own list of payment requests (G23), read for what this till does not know: a request whose creation was
 * never answered, or one under this till's name that it never made. In a chain it is mostly other tills' requests, and
 * always growing: it is read a question at a time, and where the reading is survives a restart.
 */

import { type Reason, reasonFor } from "../../../contract/reasons.ts";
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

/**
 * What one step came to: one question to the service. `partly_read`: it goes round in circles, or has no end, or a request
 * on it could not be read.
 */
export type ListStep =
  | { is: "more" }
  | { is: "looked"; tid: string; found: FoundDifference | null }
  | { is: "end"; list: "read" | "partly_read" | "not_offered" }
  | { is: "unanswered"; because: Reason };

export interface ServiceListReader {
  /** Puts one question; two who ask at the same time get the same answer. */
  step(priority: Priority): Promise<ListStep>;
  /** Whether the end of the list is known to be some way off */
  isBehind(): boolean;
  /** Requests that were made before this were looked at: ms since the epoch; null: not known of any */
  readTo(): number | null;
  /** Begins again with the first page: after a backup was restored the till knows less than it did. */
  restart(): void;
}

/** Where the reading is, in a list that grows at its end: earlier pages do not change. */
const POSITION = "reconciledPage";
/** What no list of one merchant comes near to: a service that always names another page ends here. */
const MAX_PAGES = 10_000;

/** A request that the service did not tell about so often is left out, and asked about again by the next reading. */
const TRIES_EACH = 2;
/** So many that were left out are remembered; where there are more of them, the service itself is in trouble. */
const MOST_LEFT_OUT = 50;

/** What is kept of it. */
interface ReadingPosition {
  /** The page to go on with; null: none was ever read here, and the service may offer no list */
  page: string | null;
  /** Whether requests were on that page */
  isFilled: boolean;
  /** The request that stood first when all from there on was read, or was about to be; null: not known */
  head: string | null;
  isBehind: boolean;
  readTo: number | null;
  /** When the last payment of ours on it was made: a list that grows at its end has later ones after it */
  lastOwn: number | null;
  /** Requests that could not be read: each is asked about again at the end of a reading */
  leftOut: readonly string[];
}

/** The present reading; in memory only. */
interface Reading {
  /** Some services' lists begin with the newest: what stands before the known head is read before the rest. */
  isAtHead: boolean;
  /** What stands first now: the head, once all before the known one was read */
  top: string | null;
  /** The page to read next; null: all were */
  next: string | null;
  /** The page whose tids are being looked at, and the one after it */
  current: { page: string; after: string | null; ownCreatedAt: number[]; meetsHead: boolean; isFilled: boolean } | null;
  unknown: string[];
  /** Pages of this reading: one that comes again is a circle */
  seen: Set<string>;
  /** How often the service could not tell about a request in this reading */
  troubles: Map<string, number>;
  /** What the service said of a payment that this till had lost: adopted when it says the same again */
  lost: Map<string, string>;
  /** ms since the epoch */
  begunAt: number;
}

/** Opens the reader where the last one was. */
export function openServiceListReader(ports: ServiceListPorts): ServiceListReader {
  const foreign = openForeignRequests(ports.database);
  const kept = readPosition(ports.settings);
  let reading: Reading | null = null;
  let asking: Promise<ListStep> | null = null;
  let urgency: Priority = "rest";
  const state = {
    ports,
    foreign,
    kept,
    keep(change: Partial<ReadingPosition>) {
      const isNew = Object.entries(change).some(([name, value]) => kept[name as keyof ReadingPosition] !== value);
      if (isNew) ports.settings.set(POSITION, Object.assign(kept, change));
    },
  };
  /** Goes on where the chain's ledger has come to for all tills, unless a question is under way. */
  const takeOver = () => {
    if (asking === null && takeOverFromChain(state)) reading = null;
  };
  const step = async (api: ApiClient): Promise<ListStep> => {
    reading ??= beginReading(kept, ports.clock.now());
    const came = await takeStep(state, api, reading);
    if (came.is === "end") {
      reading = null;
      // A request that was left out may be a lost payment: the next reading asks about it again.
      if (came.list === "read") endRecovery(ports);
    }
    return came;
  };
  return {
    step(priority) {
      takeOver();
      // Who joins a question that still waits for the rate has it hurry along.
      if (asking === null || isMoreUrgent(priority, urgency)) urgency = priority;
      asking ??= step(withPriority(ports.api, () => urgency)).finally(() => {
        asking = null;
      });
      return asking;
    },
    isBehind() {
      takeOver();
      return kept.isBehind;
    },
    readTo: () => kept.readTo,
    restart() {
      reading = null;
      state.keep({ ...UNREAD, page: firstPageOf(kept), head: kept.head });
    },
  };
}

function isMoreUrgent(one: Priority, other: Priority): boolean {
  return PRIORITIES.indexOf(one) < PRIORITIES.indexOf(other);
}

interface ListReaderState {
  ports: ServiceListPorts;
  foreign: ForeignRequests;
  kept: ReadingPosition;
  keep(change: Partial<ReadingPosition>): void;
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
 * What the ledger has read is not read here: of all before it only this till's own requests are looked at, at the end,
 * where they are not known here. Too many of those, and the till reads the list by itself.
 */
function takeOverFromChain({ ports, foreign, kept, keep }: ListReaderState): boolean {
  const told = chainReading(ports.settings, kept.readTo);
  if (told === null) return false;
  const unknown = told.own.filter((tid) => ports.store.rows.findByTid(tid) === null && !foreign.has(tid));
  const leftOut = [...new Set([...kept.leftOut, ...unknown])];
  if (leftOut.length > MOST_LEFT_OUT) return false;
  transact(ports.database, () => {
    for (const tid of told.others) foreign.remember(tid);
    const { page, head, isFilled, readTo } = told;
    keep({ page, head, isFilled, readTo, isBehind: false, leftOut });
    forgetOwnRequests(ports.settings);
  });
  return true;
}

/** An older till kept the page alone. */
function readPosition(settings: SettingStore): ReadingPosition {
  const value = settings.get(POSITION);
  return Object.assign({ ...UNREAD }, typeof value === "string" ? { page: value } : value);
}

/** The first page, unless no page was ever read: that there is a list stays known, wherever the reading begins. */
function firstPageOf({ page }: ReadingPosition): string | null {
  return page === null ? null : PAYMENT_REQUESTS;
}

function beginReading({ page }: ReadingPosition, begunAt: number): Reading {
  const isAtHead = page !== null && page !== PAYMENT_REQUESTS;
  const nothing = {
    top: null,
    current: null,
    unknown: [],
    seen: new Set<string>(),
    troubles: new Map(),
    lost: new Map(),
  };
  return { ...nothing, isAtHead, next: PAYMENT_REQUESTS, begunAt };
}

async function takeStep(state: ListReaderState, api: ApiClient, reading: Reading): Promise<ListStep> {
  const [tid] = reading.unknown;
  if (tid !== undefined) {
    const came = await checkRequest(state, api, reading, tid);
    if (came.is !== "unanswered") reading.unknown.shift();
    if (reading.unknown.length === 0) turnPage(state, reading);
    return came;
  }
  if (reading.next === null) return atTheEnd(state, reading);
  if (reading.seen.has(reading.next) || reading.seen.size >= MAX_PAGES) {
    state.ports.log.warn({ pages: reading.seen.size }, "the service's list of payment requests has no end");
    return { is: "end", list: "partly_read" };
  }
  return readPage(state, api, reading, reading.next);
}

/** What was left out before is asked about once more: only then is the list read, or not. */
function atTheEnd({ kept, keep }: ListReaderState, reading: Reading): ListStep {
  keep({ isBehind: false });
  reading.unknown = kept.leftOut.filter((tid) => !reading.troubles.has(tid));
  if (reading.unknown.length > 0) return { is: "more" };
  return { is: "end", list: kept.leftOut.length === 0 ? "read" : "partly_read" };
}

async function readPage(state: ListReaderState, api: ApiClient, reading: Reading, page: string): Promise<ListStep> {
  const { store } = state.ports;
  const isFirst = page === PAYMENT_REQUESTS;
  const answer = await pageAt(api, page);
  if (!answer.ok) {
    // A list that was read is offered, whatever one answer says.
    const wasRead = isFirst && state.kept.page !== null;
    if (answer.error.kind !== "refused" || wasRead) return { is: "unanswered", because: errorReason(answer.error) };
    return isFirst ? { is: "end", list: "not_offered" } : readFromFirstPage(state, reading);
  }
  const { ids, next } = answer.value;
  const { head } = state.kept;
  const wasFilled = isFirst ? head !== null : state.kept.page === page && state.kept.isFilled;
  // Requests do not go away: a list that had one is not empty.
  if (ids.length === 0 && wasFilled)
    return isFirst ? { is: "unanswered", because: reasonFor("service_unreadable") } : readFromFirstPage(state, reading);
  const known = ids.flatMap((tid) => store.rows.findByTid(tid) ?? []);
  const unknown = ids.filter((tid) => !known.some((row) => row.tid === tid) && !state.foreign.has(tid));
  reading.seen.add(page);
  if (isFirst) reading.top = ids[0] ?? null;
  // An older till kept no head: what is known by then is the end of what is new.
  const meetsHead = head === null ? unknown.length === 0 : ids.includes(head);
  const isFilled = ids.length > 0;
  reading.current = { page, after: next, ownCreatedAt: known.map(({ createdAt }) => createdAt), meetsHead, isFilled };
  reading.unknown = unknown;
  // A page with nothing to look at is turned at once, and where the reading is then is all there is to keep.
  if (unknown.length === 0) turnPage(state, reading);
  else if (!reading.isAtHead) state.keep({ page, isFilled, isBehind: true });
  return { is: "more" };
}

/** A page that was remembered is not there any more, or not what it was. */
function readFromFirstPage({ keep }: ListReaderState, reading: Reading): ListStep {
  keep({ page: PAYMENT_REQUESTS, isFilled: false });
  Object.assign(reading, { isAtHead: false, next: PAYMENT_REQUESTS });
  reading.seen.delete(PAYMENT_REQUESTS);
  return { is: "more" };
}

/** A page was looked through. */
function turnPage({ kept, keep }: ListReaderState, reading: Reading): void {
  const { current } = reading;
  if (current === null) return;
  reading.current = null;
  const { page, after, ownCreatedAt, meetsHead, isFilled } = current;
  if (reading.isAtHead && (meetsHead || after === kept.page)) {
    // What is new stands at the end, or was just looked at: the reading goes on where it was.
    keep({ head: reading.top });
    Object.assign(reading, { isAtHead: false, next: kept.page });
    return;
  }
  reading.next = after;
  if (reading.isAtHead && after !== null) return;
  const head = page === PAYMENT_REQUESTS || reading.isAtHead ? reading.top : kept.head;
  const readTo = after === null ? reading.begunAt : Math.max(kept.readTo ?? 0, reachedBy(kept, ownCreatedAt));
  const last = { readTo: readTo === 0 ? null : readTo, lastOwn: ownCreatedAt.at(-1) ?? kept.lastOwn };
  keep({ head, page: after ?? page, isFilled: after === null && isFilled, isBehind: after !== null, ...last });
}

/** Our own payments tell how far a list has come that has the oldest first: to the last of them; 0: it is not known. */
function reachedBy({ lastOwn }: ReadingPosition, ownCreatedAt: readonly number[]): number {
  const inOrder = lastOwn === null ? ownCreatedAt : [lastOwn, ...ownCreatedAt];
  const grows = inOrder.length > 1 && inOrder.every((at, index) => index === 0 || at > (inOrder[index - 1] ?? 0));
  return grows ? (inOrder.at(-1) ?? 0) : 0;
}

/** Remembers a request for the next reading. */
function leaveOut({ kept, keep }: ListReaderState, tid: string): void {
  if (!kept.leftOut.includes(tid)) keep({ leftOut: [...kept.leftOut, tid].slice(-MOST_LEFT_OUT) });
}

/** One answer that cannot be read must not keep the till from the rest of the list. */
function leaveOutRequest(state: ListReaderState, reading: Reading, tid: string, error: ApiError | null): ListStep {
  const { kept } = state;
  const times = (reading.troubles.get(tid) ?? 0) + 1;
  const isNew = !kept.leftOut.includes(tid);
  if (error !== null && !isUnreadable(error)) {
    const isOfOne = isOfRequest(error) || (error.kind === "try_again" && error.because === "service");
    if (isOfOne) reading.troubles.set(tid, times);
    const isEnough = !isNew || (times >= TRIES_EACH && kept.leftOut.length < MOST_LEFT_OUT);
    if (!isOfOne || !isEnough) return { is: "unanswered", because: errorReason(error) };
  }
  reading.troubles.set(tid, times);
  leaveOut(state, tid);
  return { is: "more" };
}

async function checkRequest(state: ListReaderState, api: ApiClient, reading: Reading, tid: string): Promise<ListStep> {
  const { ports, foreign, kept, keep } = state;
  const answer = await getOutcome(api, tid);
  if (!answer.ok && !isUnknown(answer.error)) return leaveOutRequest(state, reading, tid, answer.error);
  const isForeign = answer.ok && answer.value.pos_id !== ports.posId;
  const outcome = answer.ok && !isForeign ? readOutcome(answer.value) : null;
  if (answer.ok && !isForeign && outcome === null) return leaveOutRequest(state, reading, tid, null);
  if (kept.leftOut.includes(tid)) keep({ leftOut: kept.leftOut.filter((one) => one !== tid) });
  if (isForeign) foreign.remember(tid);
  if (outcome === null) return isForeign ? { is: "more" } : { is: "looked", tid, found: null };
  const row = ports.store.rows.find(outcome.posTid);
  if (row?.tid === null) ports.outcome(row.posTid, outcome);
  // One that became known while it was looked at is polled and compared as such: this answer may be past.
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
 * Adopts a lost payment when two responses in a row agree: one wrong response must not become part of a Z.
 * @returns null when the responses differ each time: the payment is reported, and the next reading requests it again
 */
function adoptWhenRepeated(state: ListReaderState, reading: Reading, outcome: Outcome): ListStep | null {
  const { tid, captures, refunds } = outcome;
  const before = reading.lost.get(tid);
  const said = JSON.stringify([sideOf(outcome), captures, refunds]);
  reading.lost.set(tid, said);
  if (said === before) {
    adopt(state.ports, outcome);
    return { is: "looked", tid, found: null };
  }
  const changes = (reading.troubles.get(tid) ?? 0) + (before === undefined ? 0 : 1);
  const isChanging = changes >= TRIES_EACH;
  // After the last page only the requests that were left out are read: a stop must not forget this one.
  if (isChanging || reading.current === null) leaveOut(state, tid);
  if (changes > 0) reading.troubles.set(tid, changes);
  if (isChanging) return null;
  reading.unknown.splice(1, 0, tid);
  return { is: "more" };
}
