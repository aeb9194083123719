import type { UpdateReason } from "../../../contract/values/updates.ts";
import type { StorageContext } from "../../storage/context.ts";
import { readOffer, type UpdateOffer } from "./offer.ts";
import { FIRST_CHECK_MS, pauseBefore } from "./policy.ts";
import type { UpdateRecordStore } from "./record.ts";
import type { Updater } from "./updater.ts";

/** State of the feed in this run. Times are monotonic. */
export interface FeedState {
  /** The newest version in the feed; null before the first response */
  offer: UpdateOffer | null;
  /** True if the file was downloaded and matches its signed SHA-512 */
  downloaded: boolean;
  /** Progress of the download in percent; null if none is in progress */
  downloading: number | null;
  /** The version being installed, which stops all feed requests; null otherwise */
  installing: string | null;
  checkDueAt: number;
  downloadDueAt: number;
}

export interface FeedPorts extends Pick<StorageContext, "clock" | "log" | "random"> {
  updater: Updater;
  store: UpdateRecordStore;
  /** Returns why an offer is rejected; null if it is accepted */
  refusal(offer: UpdateOffer): UpdateReason | null;
  isOnline(): boolean;
  /** Aborted when the till stops; later results are ignored */
  closed: AbortSignal;
}

interface FeedReader extends FeedPorts {
  state: FeedState;
  failures: { check: number; download: number };
  pendingCheck: Promise<boolean> | null;
}

/** Creates a feed reader that runs one job at a time. */
export function readFeed(ports: FeedPorts) {
  const reader: FeedReader = {
    ...ports,
    failures: { check: 0, download: 0 },
    pendingCheck: null,
    state: {
      offer: null,
      downloaded: false,
      downloading: null,
      installing: null,
      checkDueAt: ports.clock.monotonic() + FIRST_CHECK_MS * (0.8 + 0.4 * ports.random()),
      downloadDueAt: 0,
    },
  };
  const queue = jobQueue();
  return {
    state: () => reader.state,
    isBusy: queue.isBusy,
    /** Checks the feed. Returns whether it responded. */
    check: () => queue.take(() => check(reader)),
    /** Checks the feed for an operator. Joins a check in progress, and skips the check during a download. */
    async checkNow() {
      if (reader.pendingCheck !== null) await reader.pendingCheck;
      else if (!queue.isBusy()) await queue.take(() => check(reader));
    },
    /**
     * Checks the feed, verifies the signature, downloads the file and compares it. All in one turn, because any other
     * request to electron-updater changes what it downloads.
     * @returns the reason for a failure; null on success
     */
    download: () => queue.take(() => fetchOffered(reader)),
    /**
     * Downloads and installs in the same turn.
     * @param version the expected version
     * @param begin stops the till for the installation or returns why not; called with success at most once
     * @returns the reason for a failure; null when the till is stopping for the installation
     */
    install: (version: string, begin: () => UpdateReason | null) => queue.take(() => install(reader, version, begin)),
  };
}

function updateState(reader: FeedReader, change: Partial<FeedState>): void {
  reader.state = { ...reader.state, ...change };
}

function dueAfter({ clock, random }: FeedReader, failures: number): number {
  return clock.monotonic() + pauseBefore(failures, random());
}

function check(reader: FeedReader): Promise<boolean> {
  reader.pendingCheck = requestOffer(reader).finally(() => {
    reader.pendingCheck = null;
  });
  return reader.pendingCheck;
}

async function requestOffer(reader: FeedReader): Promise<boolean> {
  const { clock, log, updater, store, isOnline, closed, failures } = reader;
  if (reader.state.installing !== null) return true;
  try {
    const offer = readOffer(await updater.check());
    if (closed.aborted) return false;
    if (offer === null) throw new Error("the feed's answer cannot be read");
    failures.check = 0;
    storeOffer(reader, offer);
    return true;
  } catch (err) {
    if (closed.aborted) return false;
    failures.check += 1;
    if (isOnline()) store.note({ checkFailingSince: store.record().checkFailingSince ?? clock.now() });
    log.warn({ err, failures: failures.check }, "the check for updates failed");
    return false;
  } finally {
    updateState(reader, { checkDueAt: dueAfter(reader, failures.check) });
  }
}

function storeOffer(reader: FeedReader, offer: UpdateOffer): void {
  const { clock, store, refusal, state } = reader;
  const isSame = JSON.stringify(offer) === JSON.stringify(state.offer);
  updateState(reader, { offer, downloaded: isSame && state.downloaded });
  const { seen } = store.record();
  store.note({
    checkedAt: clock.now(),
    checkFailingSince: null,
    seen: seen?.version === offer.version ? seen : { version: offer.version, at: clock.now() },
  });
  const refused = refusal(offer);
  if (!isSame && refused !== null && refused !== "not_newer") store.refuse(offer.version, refused);
}

async function download(reader: FeedReader, offer: UpdateOffer): Promise<UpdateReason | null> {
  const { clock, log, updater, store, closed, failures } = reader;
  updateState(reader, { downloading: 0, downloaded: false });
  try {
    const isVerified = await updater.download(offer, (percent) =>
      updateState(reader, { downloading: Math.floor(percent) }),
    );
    if (closed.aborted) return "download_failed";
    failures.download = 0;
    store.note({ downloadFailingSince: null });
    updateState(reader, { downloaded: isVerified });
    if (!isVerified) store.refuse(offer.version, "file_differs");
    return isVerified ? null : "file_differs";
  } catch (err) {
    if (closed.aborted) return "download_failed";
    failures.download += 1;
    store.note({ downloadFailingSince: store.record().downloadFailingSince ?? clock.now() });
    log.warn({ err, failures: failures.download }, "the update could not be downloaded");
    return "download_failed";
  } finally {
    updateState(reader, { downloading: null });
  }
}

async function fetchOffered(reader: FeedReader): Promise<UpdateReason | null> {
  const failed = await checkAndDownload(reader);
  // A wrong file waits for an operator, so it needs no retry delay.
  if (failed !== null && failed !== "file_differs")
    updateState(reader, { downloadDueAt: dueAfter(reader, Math.max(1, reader.failures.download)) });
  return failed;
}

async function checkAndDownload(reader: FeedReader): Promise<UpdateReason | null> {
  if (!(await check(reader))) return "check_failed";
  const { offer } = reader.state;
  if (offer === null) return "check_failed";
  return reader.refusal(offer) ?? (await download(reader, offer));
}

async function install(reader: FeedReader, version: string, begin: () => UpdateReason | null) {
  if (reader.state.installing !== null) return null;
  const failed = await fetchOffered(reader);
  if (failed !== null) return failed;
  // The feed now offers a newer version, which the operator has not approved.
  if (reader.state.offer?.version !== version) return "downloading";
  const reason = begin();
  if (reason === null) updateState(reader, { installing: version });
  return reason;
}

function jobQueue() {
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
