/**
 * Update policy. An update is installed only when the till is idle, no payment is open, no operation is pending, and
 * the shop is closed.
 */
import type { KeyObject } from "node:crypto";
import { fromAbsolute, toTime } from "@internationalized/date";
import type { QuietHours, UpdateReason, UpdateSettings } from "../../../contract/values/updates.ts";
import { isNewer, isSigned, type UpdateOffer } from "./offer.ts";

export const IDLE_MS = 15 * 60_000;
/** Interval of checks, with 20 % jitter so that tills do not check at the same time. */
export const CHECK_EVERY_MS = 6 * 60 * 60_000;
export const FIRST_CHECK_MS = 5 * 60_000;
/** Downloads that fail for this long raise an alarm; a slow line may need several tries. */
export const ALARM_AFTER_MS = 24 * 60 * 60_000;
const RETRY_MS = [5, 15, 60, 180].map((minutes) => minutes * 60_000);
/** Maximum automatic installations of one version that did not start. */
export const MAX_INSTALLS = 2;

/** Input of the policy. Times in ms since the epoch; durations in ms. */
export interface UpdateFacts {
  now: number;
  timeZone: string;
  settings: UpdateSettings;
  /** Why updates are disabled; null if they are enabled */
  off: UpdateReason | null;
  /** Why an operator must start the installation; null if the till can */
  byHand: UpdateReason | null;
  unattended: boolean;
  current: string;
  databaseVersion: number;
  releaseKey: KeyObject | null;
  idleMs: number;
  openPayments: number;
  toSend: number;
  hasRoom: boolean;
  damaged: boolean;
  offer: UpdateOffer | null;
  downloaded: boolean;
  /** True if a downloaded file did not match and no operator has reviewed it */
  wrongFile: boolean;
  checkInMs: number;
  downloadInMs: number;
  /** Installations of this version that did not start */
  failedInstalls: number;
}

export type UpdateStep =
  | { do: "check" }
  | { do: "download"; version: string }
  | { do: "install"; version: string }
  | { do: "wait"; because: UpdateReason | null; ms: number };

/** Longest pause between two steps. */
export const MAX_STEP_PAUSE_MS = 60_000;

/** Returns the next step of the updater, or why it waits. */
export function nextStep(facts: UpdateFacts): UpdateStep {
  const { offer } = facts;
  const off = offReason(facts);
  if (off !== null) return { do: "wait", because: off, ms: MAX_STEP_PAUSE_MS };
  if (facts.checkInMs <= 0) return { do: "check" };
  if (offer === null) return { do: "wait", because: null, ms: Math.min(facts.checkInMs, MAX_STEP_PAUSE_MS) };
  const refused = refusal(facts, offer);
  if (refused !== null) return { do: "wait", because: refused, ms: MAX_STEP_PAUSE_MS };
  if (facts.byHand !== null) return { do: "wait", because: facts.byHand, ms: MAX_STEP_PAUSE_MS };
  if (facts.wrongFile) return { do: "wait", because: "file_differs", ms: MAX_STEP_PAUSE_MS };
  if (!facts.downloaded) return download(facts, offer);
  const [obstacle] = reasonsToWait(facts, { asked: false });
  if (obstacle !== undefined) return { do: "wait", because: obstacle, ms: MAX_STEP_PAUSE_MS };
  return { do: "install", version: offer.version };
}

function download(facts: UpdateFacts, { version }: UpdateOffer): UpdateStep {
  if (!facts.hasRoom) return { do: "wait", because: "disk_short", ms: MAX_STEP_PAUSE_MS };
  if (facts.downloadInMs > 0) return { do: "wait", because: null, ms: Math.min(facts.downloadInMs, MAX_STEP_PAUSE_MS) };
  return { do: "download", version };
}

/** Returns why no checks run; null if they do. */
export function offReason({ off, settings }: Pick<UpdateFacts, "off" | "settings">): UpdateReason | null {
  return off ?? (settings.enabled ? null : "turned_off");
}

/** Returns why an offer is rejected, automatically or by hand; null if it is accepted. */
export function refusal(
  { current, databaseVersion, releaseKey }: Pick<UpdateFacts, "current" | "databaseVersion" | "releaseKey">,
  offer: UpdateOffer,
): UpdateReason | null {
  // Verify the signature before trusting any field.
  if (releaseKey === null || !isSigned(offer, releaseKey)) return "not_signed";
  if (!isNewer(offer.version, current)) return "not_newer";
  if (offer.databaseVersion === null) return "unknown_schema";
  return offer.databaseVersion < databaseVersion ? "older_schema" : null;
}

/** Returns why the till cannot stop now, even for an operator. */
export function obstacles(facts: Pick<UpdateFacts, "damaged" | "openPayments" | "toSend">): UpdateReason[] {
  const { damaged, openPayments, toSend } = facts;
  return [
    ...(openPayments > 0 ? ["open_payment" as const] : []),
    ...(toSend > 0 ? ["queue_not_empty" as const] : []),
    ...(damaged ? ["data_damaged" as const] : []),
  ];
}

/** Returns the reasons to wait with an installation; an automatic one has more. */
export function reasonsToWait(facts: UpdateFacts, { asked }: { asked: boolean }): UpdateReason[] {
  return asked ? obstacles(facts) : [...obstacles(facts), ...reasonsWhenUnasked(facts)];
}

/** Additional reasons to wait for an automatic installation. */
function reasonsWhenUnasked({
  idleMs,
  settings,
  now,
  timeZone,
  unattended,
  failedInstalls,
}: UpdateFacts): UpdateReason[] {
  return [
    ...(unattended ? [] : ["needs_person" as const]),
    ...(failedInstalls >= MAX_INSTALLS ? ["install_failed" as const] : []),
    ...(isQuiet(now, timeZone, settings.quietHours) ? [] : ["not_quiet_hours" as const]),
    ...(idleMs >= IDLE_MS ? [] : ["not_idle" as const]),
  ];
}

/** Returns whether a time is within the quiet hours of the shop's time zone. */
export function isQuiet(now: number, timeZone: string, { from, to }: QuietHours): boolean {
  if (from === to) return true;
  const time = toTime(fromAbsolute(now, timeZone)).toString();
  return from < to ? time >= from && time < to : time >= from || time < to;
}

/**
 * Returns the delay before the next check or download in ms.
 * @param failures consecutive failures; 0 after a success
 * @param random from 0 to 1, for jitter
 */
export function pauseBefore(failures: number, random: number): number {
  const pause = failures === 0 ? CHECK_EVERY_MS : (RETRY_MS[failures - 1] ?? CHECK_EVERY_MS);
  return Math.round(pause * (0.8 + 0.4 * random));
}
