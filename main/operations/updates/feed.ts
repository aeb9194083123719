import type { UpdateReason } from "../../../contract/updates.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Log } from "../../lib/log.ts";
import { readOffer, type UpdateOffer } from "./offer.ts";
import { FIRST_CHECK_MS, pauseBefore } from "./policy.ts";
import type { UpdateBook } from "./record.ts";
import type { Updater } from "./updater.ts";

/** What is known of the feed in this run. Times are on the monotonic clock. */
export interface FeedState {
  /** What it says of the newest version; null before the first answer */
  offer: UpdateOffer | null;
  /** Whether that version's file is here, compared with its signed SHA-512 */
  downloaded: boolean;
  /** How far a download is that is under way, in percent; null: none is */
  downloading: number | null;
  /** The version that the till is being stopped for: from then on nothing is asked or fetched; null before */
  installing: string | null;
  checkDueAt: number;
  downloadDueAt: number;
}

export interface Feed {
  state(): FeedState;
  isBusy(): boolean;
  /** Asks it. @returns whether it answered */
  check(): Promise<boolean>;
  /**
   * Asks it for a person, who waits for no download: what is being asked already is their question too, and while
   * something is being fetched it has just been asked.
   */
  look(): Promise<void>;
  /**
   * Asks it, checks the signature of what it says, fetches that and compares the file: one turn, with nothing in
   * between, since whatever asks electron-updater anything also changes what it fetches.
   * @returns why not; null when the file is here
   */
  fetch(): Promise<UpdateReason | null>;
  /**
   * Fetches, and installs in the same turn.
   * @param version what it has to be
   * @param begin   stops the till for it, or says why not; called at most once with success
   * @returns why not; null when the till is being stopped for it, now or already
   */
  install(version: string, begin: () => UpdateReason | null): Promise<UpdateReason | null>;
}

export interface FeedPorts {
  clock: Clock;
  log: Log;
  random(): number;
  updater: Updater;
  book: UpdateBook;
  /** Why an offer is not taken; null when it is */
  refusal(offer: UpdateOffer): UpdateReason | null;
  /** Whether the payment service answers: where it does, the feed should, too */
  isOnline(): boolean;
  /** Aborted when the till stops: what is still on its way then is nobody's any more */
  closed: AbortSignal;
}

/** A feed and what is known of it. */
interface Reading extends FeedPorts {
  state: FeedState;
  /** How many failed in a row */
  failures: { check: number; download: number };
  /** The question under way; null: none is */
  asking: Promise<boolean> | null;
}

/** Asks the feed and keeps what it said; one thing at a time. */
export function readFeed(ports: FeedPorts): Feed {
  const reading: Reading = {
    ...ports,
    failures: { check: 0, download: 0 },
    asking: null,
    state: {
      offer: null,
      downloaded: false,
      downloading: null,
      installing: null,
      checkDueAt: ports.clock.monotonic() + FIRST_CHECK_MS * (0.8 + 0.4 * ports.random()),
      downloadDueAt: 0,
    },
  };
  const turns = inTurns();
  return {
    state: () => reading.state,
    isBusy: turns.isBusy,
    check: () => turns.take(() => check(reading)),
    async look() {
      if (reading.asking !== null) await reading.asking;
      else if (!turns.isBusy()) await turns.take(() => check(reading));
    },
    fetch: () => turns.take(() => fetch(reading)),
    install: (version, begin) => turns.take(() => install(reading, version, begin)),
  };
}

function note(reading: Reading, change: Partial<FeedState>): void {
  reading.state = { ...reading.state, ...change };
}

function dueAfter({ clock, random }: Reading, failures: number): number {
  return clock.monotonic() + pauseBefore(failures, random());
}

function check(reading: Reading): Promise<boolean> {
  reading.asking = ask(reading).finally(() => {
    reading.asking = null;
  });
  return reading.asking;
}

async function ask(reading: Reading): Promise<boolean> {
  const { clock, log, updater, book, isOnline, closed, failures } = reading;
  if (reading.state.installing !== null) return true;
  try {
    const offer = readOffer(await updater.check());
    if (closed.aborted) return false;
    if (offer === null) throw new Error("the feed says nothing that can be read");
    failures.check = 0;
    take(reading, offer);
    return true;
  } catch (err) {
    if (closed.aborted) return false;
    failures.check += 1;
    if (isOnline()) book.note({ checkFailingSince: book.record().checkFailingSince ?? clock.now() });
    log.warn({ err, failures: failures.check }, "no update could be looked for");
    return false;
  } finally {
    note(reading, { checkDueAt: dueAfter(reading, failures.check) });
  }
}

function take(reading: Reading, offer: UpdateOffer): void {
  const { clock, book, refusal, state } = reading;
  const same = JSON.stringify(offer) === JSON.stringify(state.offer);
  note(reading, { offer, downloaded: same && state.downloaded });
  const { seen } = book.record();
  book.note({
    checkedAt: clock.now(),
    checkFailingSince: null,
    seen: seen?.version === offer.version ? seen : { version: offer.version, at: clock.now() },
  });
  const refused = refusal(offer);
  if (!same && refused !== null && refused !== "not_newer") book.refuse(offer.version, refused);
}

async function download(reading: Reading, offer: UpdateOffer): Promise<UpdateReason | null> {
  const { clock, log, updater, book, closed, failures } = reading;
  note(reading, { downloading: 0, downloaded: false });
  try {
    const isRight = await updater.download(offer, (percent) => note(reading, { downloading: Math.floor(percent) }));
    if (closed.aborted) return "download_failed";
    failures.download = 0;
    book.note({ downloadFailingSince: null });
    note(reading, { downloaded: isRight });
    if (!isRight) book.refuse(offer.version, "file_differs");
    return isRight ? null : "file_differs";
  } catch (err) {
    if (closed.aborted) return "download_failed";
    failures.download += 1;
    book.note({ downloadFailingSince: book.record().downloadFailingSince ?? clock.now() });
    log.warn({ err, failures: failures.download }, "the update could not be downloaded");
    return "download_failed";
  } finally {
    note(reading, { downloading: null });
  }
}

async function fetch(reading: Reading): Promise<UpdateReason | null> {
  const failed = await checkAndDownload(reading);
  // A wrong file waits for a person anyway, who then does not wait for it.
  if (failed !== null && failed !== "file_differs")
    note(reading, { downloadDueAt: dueAfter(reading, Math.max(1, reading.failures.download)) });
  return failed;
}

async function checkAndDownload(reading: Reading): Promise<UpdateReason | null> {
  if (!(await check(reading))) return "check_failed";
  const { offer } = reading.state;
  if (offer === null) return "check_failed";
  return reading.refusal(offer) ?? (await download(reading, offer));
}

async function install(reading: Reading, version: string, begin: () => UpdateReason | null) {
  if (reading.state.installing !== null) return null;
  const failed = await fetch(reading);
  if (failed !== null) return failed;
  // The feed has a newer one by now, which nobody has agreed to yet.
  if (reading.state.offer?.version !== version) return "downloading";
  const hindrance = begin();
  if (hindrance === null) note(reading, { installing: version });
  return hindrance;
}

/** One job after the other, in the order in which they came. */
function inTurns() {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  return {
    isBusy: () => waiting > 0,
    take<T>(job: () => Promise<T>): Promise<T> {
      waiting += 1;
      const result = last.then(job).finally(() => {
        waiting -= 1;
      });
      last = result.catch(() => undefined);
      return result;
    },
  };
}
