/** Interface of the updater: checks, downloads and installs. Implemented by the desktop shell. */
import type { KeyObject } from "node:crypto";
import type { UpdateReason } from "../../../contract/values/updates.ts";
import type { UpdateOffer } from "./offer.ts";

export interface Updater {
  /** Why updates are disabled; null if they are enabled */
  off: UpdateReason | null;
  /** Why an operator must start the installation; null if the till can */
  byHand: UpdateReason | null;
  from: string | null;
  /** Key that must have signed an update; null if this build has none */
  releaseKey: KeyObject | null;
  unattended: boolean;
  /** Requests the newest version from the feed. Returns it unverified; rejects if the feed is unreachable */
  check(): Promise<unknown>;
  /**
   * Downloads the file of the last check, or compares the file if it exists.
   * @param offer the expected offer, with a verified signature
   * @param onPercent receives the progress, 0 to 100
   * @returns whether the SHA-512 matches the offer; a file that does not match is deleted
   */
  download(offer: UpdateOffer, onPercent: (percent: number) => void): Promise<boolean>;
  /** Stops the till, compares the last downloaded file again, installs it and starts it. */
  install(): void;
}

/** Updater of a till that is updated by other means. */
export function noUpdater(off: UpdateReason): Updater {
  const refuse = () => Promise.reject(new Error("this till has no updater"));
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
