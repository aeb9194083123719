/**
 * Ledger feed: a background loop that sends new rows in order and reports the till's status every minute. The ledger
 * stores the position, so a crash neither loses nor duplicates rows. No sale waits for the feed.
 */
import type { LedgerHealth } from "../../../contract/diagnostics/diagnostics.ts";
import type { ChainPart } from "../../accounting/reconciliation/chain-reading.ts";
import type { Clock } from "../../lib/clock.ts";
import { isoOrNull } from "../../lib/iso-time.ts";
import { startLoop } from "../../lib/loop.ts";
import { pauseAfter } from "../../service/api/retry.ts";
import type { StorageContext } from "../../storage/context.ts";
import type { LedgerClient, LedgerPosition, TillState } from "./client.ts";
import type { EndSigner } from "./journal-end.ts";
import type { Outbox, Position } from "./outbox.ts";
import { type Parcel, packPage } from "./parcel.ts";

export interface FeedPorts extends Pick<StorageContext, "clock" | "log" | "random"> {
  /** The till's id in the ledger */
  till: string;
  outbox: Outbox;
  signer: EndSigner;
  connect(): Promise<LedgerClient>;
  /** Returns the till's status, except for its backlog and key */
  describe(): Omit<TillState, "behind" | "key">;
  posId: string;
  /** The local copy of what the ledger read from the service's list */
  requests: { through(): number; keep(part: ChainPart): void };
}

export type LedgerFeed = ReturnType<typeof startLedgerFeed>;

/** Poll interval; also the usual delay at head office. */
const POLL_MS = 1000;
const REPORT_INTERVAL_MS = 60_000;
/** Timeout of a response from the ledger. */
const RESPONSE_TIMEOUT_MS = 60_000;
/** Retry delay when the ledger rejects the till, because a person must fix the cause. */
const REFUSED_RETRY_MS = 300_000;

/** The ledger holds another till, or another history, under this name. */
class HistoryMismatchError extends Error {
  override readonly name = "HistoryMismatchError";
  readonly entry: number;
  constructor(entry: number, because: string) {
    super(because);
    this.entry = entry;
  }
}

/** The ledger denies access; a person must fix the cause. */
class AccessDeniedError extends Error {
  override readonly name = "AccessDeniedError";
}

/** A connection with the ledger's position. */
interface Session {
  client: LedgerClient;
  position: Position;
  next: Parcel | null;
  /** The last journal entry whose end was signed in this session */
  signed: number;
  reportedAt: number | null;
}

/** Feed state shown on the health page. */
interface Progress {
  state: LedgerHealth["state"];
  /** Last known position of the ledger; null before the first response */
  position: Position | null;
  /** ms since the epoch */
  lastAt: number | null;
  failures: number;
  detail: string | null;
}

/** Starts the feed. */
export function startLedgerFeed(ports: FeedPorts) {
  const progress: Progress = { state: "sending", position: null, lastAt: null, failures: 0, detail: null };
  let session: Session | null = null;
  const hangUp = () => {
    session?.client.close();
    session = null;
  };
  const loop = startLoop(ports, async () => {
    try {
      session ??= await openSession(ports, loop.closed);
      progress.position = session.position;
      const pause = await sendNext(ports, session, loop.closed);
      progress.state = pause === 0 ? "sending" : "current";
      progress.position = session.position;
      Object.assign(progress, { lastAt: ports.clock.now(), failures: 0, detail: null });
      return pause;
    } catch (error) {
      hangUp();
      return loop.closed.aborted ? null : noteFailure(ports, progress, error);
    }
  });
  return {
    health: (): LedgerHealth => healthOf(ports.outbox, progress),
    async close() {
      await loop.close();
      hangUp();
    },
  };
}

/**
 * Connects and checks that the ledger's last row matches this till's journal.
 * @throws HistoryMismatchError, AccessDeniedError
 */
async function openSession(ports: FeedPorts, closed: AbortSignal): Promise<Session> {
  const client = await ports.connect();
  try {
    const position = await withTimeout(ports.clock, closed, client.position());
    if (position === null) throw new AccessDeniedError("it does not know this till");
    const problem = findMismatch(ports.outbox, position);
    if (problem !== null) throw await reportMismatch(ports, client, position, closed, problem);
    const { hash: _hash, ...reached } = position;
    return { client, position: reached, next: null, signed: 0, reportedAt: null };
  } catch (error) {
    client.close();
    throw error;
  }
}

/** Reports the mismatch to head office through the ledger. */
async function reportMismatch(
  { clock }: FeedPorts,
  client: LedgerClient,
  { entries }: Position,
  closed: AbortSignal,
  because: string,
): Promise<HistoryMismatchError> {
  await withTimeout(clock, closed, client.refuse(entries, because));
  return new HistoryMismatchError(entries, because);
}

/** Returns why the ledger's rows are not this till's, or are newer than this till's; null if they match. */
function findMismatch(outbox: Outbox, { entries, hash, bookings, reports }: LedgerPosition): string | null {
  const end = outbox.end();
  if (end.entries < entries)
    return `this till's journal ends after entry ${end.entries}, and the ledger has ${entries}`;
  const link = outbox.linkAt(entries);
  if (hash !== null && !link?.hash.equals(hash)) return `entry ${entries} differs from this till's journal`;
  if (end.bookings < bookings || end.reports < reports) return "this till has fewer bookings or Zs than the ledger";
  return null;
}

/** Sends the next page or the till's status. Returns the delay until the next step in ms. */
async function sendNext(ports: FeedPorts, session: Session, closed: AbortSignal): Promise<number> {
  const parcel = session.next ?? nextParcel(ports, session.position);
  if (parcel !== null) {
    const sent = withTimeout(ports.clock, closed, session.client.send(parcel));
    await Promise.race([session.client.written(), sent]);
    // Read the next page while the ledger processes this one.
    const read = Promise.resolve().then(() => nextParcel(ports, parcel.reaches));
    read.catch(() => undefined);
    await sent;
    // Advance first: a packing error of the next page must not undo this one.
    session.position = parcel.reaches;
    session.next = null;
    session.next = await read;
  }
  const isDue = session.reportedAt === null || ports.clock.monotonic() - session.reportedAt >= REPORT_INTERVAL_MS;
  if (isDue) {
    await sendState(ports, session, closed);
    await fetchRequests(ports, session, closed);
  }
  return parcel === null ? POLL_MS : 0;
}

function nextParcel({ outbox, till }: FeedPorts, position: Position): Parcel | null {
  const page = outbox.after(position);
  return page && packPage(till, page);
}

async function sendState(ports: FeedPorts, session: Session, closed: AbortSignal): Promise<void> {
  const { clock, outbox, signer, till } = ports;
  const { entries } = session.position;
  const link = entries > session.signed ? outbox.linkAt(entries) : null;
  const state = { ...ports.describe(), behind: outbox.end().entries - entries, key: signer.publicKey };
  const end = link && signer.sign(till, link, clock.now());
  try {
    await withTimeout(clock, closed, session.client.reportState(state, end));
  } catch (error) {
    if (codeOf(error) !== ANOTHER_KEY) throw error;
    throw await reportMismatch(
      ports,
      session.client,
      session.position,
      closed,
      "this till now signs with a different key",
    );
  }
  session.signed = entries;
  session.reportedAt = clock.monotonic();
}

/** Fetches what the ledger has read from the service's list since the last fetch, part by part. */
async function fetchRequests(
  { clock, posId, requests }: FeedPorts,
  { client }: Session,
  closed: AbortSignal,
): Promise<void> {
  for (let part: ChainPart | null = null; part?.list == null; ) {
    part = await withTimeout(clock, closed, client.requests(posId, requests.through()));
    if (part === null) return;
    requests.keep(part);
    if (part.own.length === 0) return;
  }
}

/**
 * Waits for a response.
 * @throws if it times out or the till stops
 */
async function withTimeout<T>(clock: Clock, closed: AbortSignal, answer: Promise<T>): Promise<T> {
  const settled = new AbortController();
  const timeout = clock.sleep(RESPONSE_TIMEOUT_MS, AbortSignal.any([closed, settled.signal])).then((): never => {
    throw new Error(closed.aborted ? "the till stops" : "no answer in time");
  });
  timeout.catch(() => undefined);
  try {
    return await Promise.race([answer, timeout]);
  } finally {
    settled.abort();
  }
}

/**
 * PostgreSQL errors that need a person: wrong user or password, missing privilege, missing database, table or function.
 */
const DENIED = new Set(["28000", "28P01", "3D000", "42501", "42P01", "42883"]);
/** Raised by `tell_state` when the pinned key differs. */
const ANOTHER_KEY = "LG001";

/** Logs the failure and returns the retry delay in ms. */
function noteFailure({ log, random }: FeedPorts, progress: Progress, error: unknown): number {
  const code = codeOf(error);
  progress.failures += 1;
  progress.detail = error instanceof HistoryMismatchError || error instanceof AccessDeniedError ? error.message : code;
  progress.state = stateAfter(error, code);
  if (error instanceof HistoryMismatchError) progress.position = null;
  // The driver's error fields contain the address and row data, so do not log them.
  if (progress.failures === 1)
    log.warn({ state: progress.state, detail: progress.detail }, "the chain's ledger is not accepting entries");
  return progress.state === "unreached" ? pauseAfter(progress.failures, random()) : REFUSED_RETRY_MS;
}

function stateAfter(error: unknown, code: string): Progress["state"] {
  if (error instanceof HistoryMismatchError) return "replaced";
  return error instanceof AccessDeniedError || DENIED.has(code) ? "denied" : "unreached";
}

/** Returns the code of PostgreSQL or the system, or else the error message. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error && typeof error.code === "string" ? error.code : error.message;
}

function healthOf(outbox: Outbox, { state, position, lastAt, detail }: Progress): LedgerHealth {
  const behind = outbox.end().entries - (position?.entries ?? 0);
  return { state, behind: Math.max(0, behind), lastAt: isoOrNull(lastAt), detail };
}
