/** What looks for updates, fetches and installs them: the desktop's, or none. */
import type { KeyObject } from "node:crypto";
import type { UpdateReason } from "../../contract/updates.ts";

export interface Updater {
  /** Why there are no updates here; null when there are */
  off: UpdateReason | null;
  /** Why a version that is found has to be installed by a person; null where the till does it */
  byHand: UpdateReason | null;
  /** The feed's host; null when there is none */
  from: string | null;
  /** What an update must be signed with; null when this build does not know */
  releaseKey: KeyObject | null;
  /** Whether an installation goes through without a person at the machine */
  unattended: boolean;
  /** Asks the feed. @returns what it says of the newest version, unchecked; rejects when it cannot be asked */
  check(): Promise<unknown>;
  /** Fetches what the last check found, and compares it with the feed's SHA-512. Again, it takes what is here. */
  download(): Promise<void>;
  /** Stops the till in order; then the version that was downloaded is installed and started. */
  install(): void;
}

/** A till that somebody else updates. */
export function noUpdater(off: UpdateReason): Updater {
  const refuse = () => Promise.reject(new Error("there are no updates here"));
  return {
    ...{ off, byHand: null, from: null, releaseKey: null, unattended: false },
    check: refuse,
    download: refuse,
    install: () => undefined,
  };
}
