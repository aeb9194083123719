import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import { readOffer, type UpdateOffer } from "./offer.ts";
import { FIRST_CHECK_MS, pauseBefore } from "./policy.ts";
import type { UpdateBook } from "./record.ts";
import type { Updater } from "./updater.ts";

/** What is known of the feed in this run. Times are on the monotonic clock. */
export interface FeedState {
  /** What it says of the newest version; null before the first answer */
  offer: UpdateOffer | null;
  /** Whether that version's files are here, compared with their SHA-512 */
  downloaded: boolean;
  downloading: boolean;
  checkDueAt: number;
  downloadDueAt: number;
}

export interface Feed {
  state(): FeedState;
  isBusy(): boolean;
  /** Asks it. @returns whether it answered */
  check(): Promise<boolean>;
  /** Fetches what it offers; what is here already is only compared again. @returns whether it is here */
  download(): Promise<boolean>;
}

export interface FeedPorts {
  clock: Clock;
  log: Log;
  random(): number;
  updater: Updater;
  book: UpdateBook;
  /** Whether the payment service answers: where it does, the feed should, too */
  online(): boolean;
  /** Aborted when the till stops: what is still on its way then is nobody's any more */
  closed: AbortSignal;
}

/** Asks the feed and keeps what it said; one thing at a time. */
export function readFeed({ clock, log, random, updater, book, online, closed }: FeedPorts): Feed {
  const first = clock.monotonic() + FIRST_CHECK_MS * (0.8 + 0.4 * random());
  let state: FeedState = { offer: null, downloaded: false, downloading: false, checkDueAt: first, downloadDueAt: 0 };
  const failures = { check: 0, download: 0 };
  let busy = 0;
  let queue: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(job: () => Promise<T>): Promise<T> => {
    busy += 1;
    const result = queue.then(job).finally(() => {
      busy -= 1;
    });
    queue = result.catch(() => undefined);
    return result;
  };
  const dueAfter = (count: number) => clock.monotonic() + pauseBefore(count, random());

  const check = async (): Promise<boolean> => {
    try {
      const offer = readOffer(await updater.check());
      if (closed.aborted) return false;
      if (offer === null) throw new Error("the feed says nothing that can be read");
      failures.check = 0;
      take(offer);
      return true;
    } catch (err) {
      if (closed.aborted) return false;
      failures.check += 1;
      if (online()) book.note({ checkFailingSince: book.record().checkFailingSince ?? clock.now() });
      log.warn({ err, failures: failures.check }, "no update could be looked for");
      return false;
    } finally {
      state = { ...state, checkDueAt: dueAfter(failures.check) };
    }
  };
  const take = (offer: UpdateOffer) => {
    const same = JSON.stringify(offer) === JSON.stringify(state.offer);
    state = { ...state, offer, downloaded: same && state.downloaded };
    const { seen } = book.record();
    book.note({
      checkedAt: clock.now(),
      checkFailingSince: null,
      seen: seen?.version === offer.version ? seen : { version: offer.version, at: clock.now() },
    });
  };
  const download = async (): Promise<boolean> => {
    state = { ...state, downloading: true };
    try {
      await updater.download();
      if (closed.aborted) return false;
      failures.download = 0;
      book.note({ downloadFailingSince: null });
      state = { ...state, downloaded: true };
    } catch (err) {
      if (closed.aborted) return false;
      failures.download += 1;
      book.note({ downloadFailingSince: book.record().downloadFailingSince ?? clock.now() });
      log.warn({ err, failures: failures.download }, "the update could not be downloaded");
      state = { ...state, downloaded: false, downloadDueAt: dueAfter(failures.download) };
    } finally {
      state = { ...state, downloading: false };
    }
    return state.downloaded;
  };
  return {
    state: () => state,
    isBusy: () => busy > 0,
    check: () => inTurn(check),
    download: () => inTurn(download),
  };
}
