/**
 * The feed of the chain's ledger: a background loop that sends what the till wrote since, in order, and tells each minute
 * how the till is. It asks the ledger where it is and goes on from there, so that whatever is killed meanwhile nothing
 * is missing and nothing is there twice. Nothing of the till waits for it.
 */
import type { LedgerHealth } from "../../../contract/diagnostics.ts";
import type { ChainPart } from "../../accounting/reconciliation/chain-reading.ts";
import type { Clock } from "../../lib/clock.ts";
import { isoOrNull } from "../../lib/iso-time.ts";
import type { Log } from "../../lib/log.ts";
import { startLoop } from "../../lib/loop.ts";
import { pauseAfter } from "../../service/api/retry.ts";
import type { LedgerClient, LedgerPosition, TillState } from "./client.ts";
import type { EndSigner } from "./journal-end.ts";
import type { Outbox, Position } from "./outbox.ts";
import { type Parcel, packed } from "./parcel.ts";

export interface FeedPorts {
  clock: Clock;
  log: Log;
  /** 0…1, for jitter */
  random(): number;
  /** The till's id in the ledger */
  till: string;
  outbox: Outbox;
  signer: EndSigner;
  connect(): Promise<LedgerClient>;
  /** What the ledger is told of the till beside how far behind it is */
  describe(): Omit<TillState, "behind" | "key">;
  /** The till's point of sale at the service */
  posId: string;
  /** What the ledger has read of the service's list for all tills: how far it is known here, and keeping what is new */
  requests: { through(): number; keep(part: ChainPart): void };
}

export interface LedgerFeed {
  health(): LedgerHealth;
  close(): Promise<void>;
}

/** How often it looks for something new: what a head office sees is this old. */
const LOOK_MS = 1000;
const TELL_MS = 60_000;
/** A ledger that does not answer is left alone, and asked again later. */
const ANSWER_MS = 60_000;
/** A till that the ledger does not know waits for people. */
const REFUSED_MS = 300_000;

/** Why nothing is sent: the ledger knows another till by this name, or another history of it. */
class Replaced extends Error {
  override readonly name = "Replaced";
  readonly entry: number;
  constructor(entry: number, because: string) {
    super(because);
    this.entry = entry;
  }
}

/** The ledger does not accept this till: a person has to see to that. */
class Denied extends Error {
  override readonly name = "Denied";
}

/** A connection, and how far the ledger is by it. */
interface Session {
  client: LedgerClient;
  position: Position;
  /** What comes after that, where it was read ahead */
  next: Parcel | null;
  /** The last end of the journal that was signed by it, and when the till was told of last (monotonic) */
  signed: number;
  toldAt: number | null;
}

/** What the health page shows, as it changes. */
interface Progress {
  state: LedgerHealth["state"];
  /** As far as the ledger is known to be; null: it has not been asked yet */
  position: Position | null;
  /** ms since the epoch */
  lastAt: number | null;
  failures: number;
  detail: string | null;
}

/** Starts the feed. */
export function startLedgerFeed(ports: FeedPorts): LedgerFeed {
  const progress: Progress = { state: "sending", position: null, lastAt: null, failures: 0, detail: null };
  let session: Session | null = null;
  const hangUp = () => {
    session?.client.close();
    session = null;
  };
  const loop = startLoop(ports, async () => {
    try {
      session ??= await begin(ports, loop.closed);
      progress.position = session.position;
      const pause = await step(ports, session, loop.closed);
      progress.state = pause === 0 ? "sending" : "current";
      progress.position = session.position;
      Object.assign(progress, { lastAt: ports.clock.now(), failures: 0, detail: null });
      return pause;
    } catch (error) {
      hangUp();
      return loop.closed.aborted ? null : failed(ports, progress, error);
    }
  });
  return {
    health: () => healthOf(ports.outbox, progress),
    async close() {
      await loop.close();
      hangUp();
    },
  };
}

/** Connects, and compares: the row that the ledger has last must be this till's own. @throws Replaced, Denied */
async function begin(ports: FeedPorts, closed: AbortSignal): Promise<Session> {
  const client = await ports.connect();
  try {
    const position = await answered(ports.clock, closed, client.position());
    if (position === null) throw new Denied("it knows no such till");
    const problem = differs(ports.outbox, position);
    if (problem !== null) throw await refused(ports, client, position, closed, problem);
    const { hash: _hash, ...reached } = position;
    return { client, position: reached, next: null, signed: 0, toldAt: null };
  } catch (error) {
    client.close();
    throw error;
  }
}

/** Has it written down in the ledger, for head office, that this till is another. */
async function refused(
  { clock }: FeedPorts,
  client: LedgerClient,
  { entries }: Position,
  closed: AbortSignal,
  because: string,
): Promise<Replaced> {
  await answered(clock, closed, client.refuse(entries, because));
  return new Replaced(entries, because);
}

/** What shows that the ledger has another till's rows, or those of a later state; null: nothing does. */
function differs(outbox: Outbox, { entries, hash, bookings, reports }: LedgerPosition): string | null {
  const end = outbox.end();
  if (end.entries < entries)
    return `this till's journal ends after entry ${end.entries}, and the ledger has ${entries}`;
  const link = outbox.linkAt(entries);
  if (hash !== null && !link?.hash.equals(hash)) return `entry ${entries} is another in this till's journal`;
  if (end.bookings < bookings || end.reports < reports) return "this till has fewer bookings or Zs than the ledger";
  return null;
}

/** Sends the next page, or tells how the till is. @returns how long to wait then */
async function step(ports: FeedPorts, session: Session, closed: AbortSignal): Promise<number> {
  const parcel = session.next ?? nextParcel(ports, session.position);
  if (parcel !== null) {
    const sent = answered(ports.clock, closed, session.client.send(parcel));
    await Promise.race([session.client.written(), sent]);
    // Read and packed while the ledger is at work on the one before it.
    const read = Promise.resolve().then(() => nextParcel(ports, parcel.reaches));
    read.catch(() => undefined);
    await sent;
    // What cannot be packed keeps nothing back that was.
    session.position = parcel.reaches;
    session.next = null;
    session.next = await read;
  }
  const isDue = session.toldAt === null || ports.clock.monotonic() - session.toldAt >= TELL_MS;
  if (isDue) {
    await tell(ports, session, closed);
    await take(ports, session, closed);
  }
  return parcel === null ? LOOK_MS : 0;
}

function nextParcel({ outbox, till }: FeedPorts, position: Position): Parcel | null {
  const page = outbox.after(position);
  return page && packed(till, page);
}

async function tell(ports: FeedPorts, session: Session, closed: AbortSignal): Promise<void> {
  const { clock, outbox, signer, till } = ports;
  const { entries } = session.position;
  const link = entries > session.signed ? outbox.linkAt(entries) : null;
  const state = { ...ports.describe(), behind: outbox.end().entries - entries, key: signer.publicKey };
  const end = link && signer.sign(till, link, clock.now());
  try {
    await answered(clock, closed, session.client.tell(state, end));
  } catch (error) {
    if (codeOf(error) !== ANOTHER_KEY) throw error;
    throw await refused(
      ports,
      session.client,
      session.position,
      closed,
      "this till signs with another key than before",
    );
  }
  session.signed = entries;
  session.toldAt = clock.monotonic();
}

/** Takes what the ledger has read of the service's list since: all of it, a part at a time. */
async function take({ clock, posId, requests }: FeedPorts, { client }: Session, closed: AbortSignal): Promise<void> {
  for (let part: ChainPart | null = null; part?.list == null; ) {
    part = await answered(clock, closed, client.requests(posId, requests.through()));
    if (part === null) return;
    requests.keep(part);
    if (part.own.length === 0) return;
  }
}

/** An answer; @throws when it does not come in time, or the till stops */
async function answered<T>(clock: Clock, closed: AbortSignal, answer: Promise<T>): Promise<T> {
  const done = new AbortController();
  const late = clock.sleep(ANSWER_MS, AbortSignal.any([closed, done.signal])).then((): never => {
    throw new Error(closed.aborted ? "the till stops" : "no answer in time");
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([answer, late]);
  } finally {
    done.abort();
  }
}

/** PostgreSQL's codes for what only a person can change: no such user or password, no right, no such database or table. */
const DENIED = new Set(["28000", "28P01", "3D000", "42501", "42P01", "42883"]);
/** Of `tell_state`: the pinned key is another. */
const ANOTHER_KEY = "LG001";

/** Notes why nothing is sent. @returns when to try again */
function failed({ log, random }: FeedPorts, progress: Progress, error: unknown): number {
  const code = codeOf(error);
  progress.failures += 1;
  progress.detail = error instanceof Replaced || error instanceof Denied ? error.message : code;
  progress.state = stateAfter(error, code);
  if (error instanceof Replaced) progress.position = null;
  // Neither the address nor a row: an error of the driver has them in its fields.
  if (progress.failures === 1)
    log.warn({ state: progress.state, detail: progress.detail }, "the chain's ledger takes nothing now");
  return progress.state === "unreached" ? pauseAfter(progress.failures, random()) : REFUSED_MS;
}

function stateAfter(error: unknown, code: string): Progress["state"] {
  if (error instanceof Replaced) return "replaced";
  return error instanceof Denied || DENIED.has(code) ? "denied" : "unreached";
}

/** PostgreSQL's or the system's code; else what was said. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error && typeof error.code === "string" ? error.code : error.message;
}

function healthOf(outbox: Outbox, { state, position, lastAt, detail }: Progress): LedgerHealth {
  const behind = outbox.end().entries - (position?.entries ?? 0);
  return { state, behind: Math.max(0, behind), lastAt: isoOrNull(lastAt), detail };
}
