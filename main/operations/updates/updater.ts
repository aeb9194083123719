/** The updater, which checks for updates, downloads and installs them: the desktop's, or none. */
import type { KeyObject } from "node:crypto";
import type { UpdateReason } from "../../../contract/updates.ts";
import type { UpdateOffer } from "./offer.ts";

export interface Updater {
  /** Why there are no updates here; null when there are */
  off: UpdateReason | null;
  /** Why a version that is found has to be installed by an operator; null where the till does it */
  byHand: UpdateReason | null;
  /** The feed's host; null when there is none */
  from: string | null;
  /** What an update must be signed with; null when this build does not know */
  releaseKey: KeyObject | null;
  /** Whether an installation goes through without a person at the machine */
  unattended: boolean;
  /** Asks the feed. @returns what it says of the newest version, unchecked; rejects when it cannot be asked */
  check(): Promise<unknown>;
  /**
   * Fetches what the last check found; what is here already is only compared again.
   * @param offer what it has to be, its signature checked
   * @param onPercent told how far it is, from 0 to 100
   * @returns whether the file's own SHA-512 is one of the offer's; any other file is taken off the disk
   */
  download(offer: UpdateOffer, onPercent: (percent: number) => void): Promise<boolean>;
  /** Stops the till in order; then the file that was downloaded last is compared once more, installed and started. */
  install(): void;
}

/** A till that somebody else updates. */
export function noUpdater(off: UpdateReason): Updater {
  const refuse = () => Promise.reject(new Error("there are no updates here"));
  return {
    off,
    byHand: null,
    from: null,
    releaseKey: null,
    unattended: false,
    check: refuse,
    download: refuse,
    install: () => undefined,
  };
}
