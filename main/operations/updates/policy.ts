/**
 * The update policy: the next step. Pure: the clock, the till and the feed are handed in. An update never
 * interrupts: it is installed when nobody uses the till, nothing is open, nothing waits, and the shop is closed.
 */
import type { KeyObject } from "node:crypto";
import { fromAbsolute, toTime } from "@internationalized/date";
import type { QuietHours, UpdateReason, UpdateSettings } from "../../../contract/updates.ts";
import { isNewer, isSigned, type UpdateOffer } from "./offer.ts";

/** How long nobody may have touched the till. */
export const IDLE_MS = 15 * 60_000;
/** How often it is looked for updates; each time up to a fifth more or less, so that not all tills ask at once. */
export const CHECK_EVERY_MS = 6 * 60 * 60_000;
/** So long the till is left alone after its start. */
export const FIRST_CHECK_MS = 5 * 60_000;
/** From here on a failing download is somebody's business: a slow line may take more than one try. */
export const ALARM_AFTER_MS = 24 * 60 * 60_000;
/** After a failure it is tried again sooner, then less and less soon. */
const RETRY_MS = [5, 15, 60, 180].map((minutes) => minutes * 60_000);
/** So often the same version is installed again by itself when the till came back without it. */
export const MAX_INSTALLS = 2;

/** What the policy needs to know. Times are ms since the epoch, spans are ms. */
export interface UpdateFacts {
  now: number;
  timeZone: string;
  settings: UpdateSettings;
  /** Why this till has no updates at all; null when it has */
  off: UpdateReason | null;
  /** Why a version that is found has to be installed by an operator; null where the till does it */
  byHand: UpdateReason | null;
  /** Whether an installation goes through without a person at the machine */
  unattended: boolean;
  /** The version that runs, and the version of its database */
  current: string;
  databaseVersion: number;
  releaseKey: KeyObject | null;
  /** For how long nobody has touched the till */
  idleMs: number;
  openPayments: number;
  toSend: number;
  hasRoom: boolean;
  damaged: boolean;
  offer: UpdateOffer | null;
  downloaded: boolean;
  /** Whether a file was found that is none of the signed ones, and no person has looked into it since */
  wrongFile: boolean;
  /** How long until the next check is due */
  checkInMs: number;
  /** How long until the next try of a download that failed */
  downloadInMs: number;
  /** How often this very version was installed without coming to life */
  failedInstalls: number;
}

export type UpdateStep =
  | { do: "check" }
  | { do: "download"; version: string }
  | { do: "install"; version: string }
  | { do: "wait"; because: UpdateReason | null; ms: number };

/** Nothing the till waits for is further away than this: it looks again. */
export const LOOK_MS = 60_000;

/** The next step. */
export function nextStep(facts: UpdateFacts): UpdateStep {
  const { offer } = facts;
  const off = offReason(facts);
  if (off !== null) return { do: "wait", because: off, ms: LOOK_MS };
  if (facts.checkInMs <= 0) return { do: "check" };
  if (offer === null) return { do: "wait", because: null, ms: Math.min(facts.checkInMs, LOOK_MS) };
  const refused = refusal(facts, offer);
  if (refused !== null) return { do: "wait", because: refused, ms: LOOK_MS };
  if (facts.byHand !== null) return { do: "wait", because: facts.byHand, ms: LOOK_MS };
  if (facts.wrongFile) return { do: "wait", because: "file_differs", ms: LOOK_MS };
  if (!facts.downloaded) return download(facts, offer);
  const [obstacle] = reasonsToWait(facts, { asked: false });
  if (obstacle !== undefined) return { do: "wait", because: obstacle, ms: LOOK_MS };
  return { do: "install", version: offer.version };
}

function download(facts: UpdateFacts, { version }: UpdateOffer): UpdateStep {
  if (!facts.hasRoom) return { do: "wait", because: "disk_short", ms: LOOK_MS };
  if (facts.downloadInMs > 0) return { do: "wait", because: null, ms: Math.min(facts.downloadInMs, LOOK_MS) };
  return { do: "download", version };
}

/** Why nothing is looked for; null when it is. */
export function offReason({ off, settings }: Pick<UpdateFacts, "off" | "settings">): UpdateReason | null {
  return off ?? (settings.enabled ? null : "turned_off");
}

/** Why an offer is not taken, whoever asks; null when it is. */
export function refusal(
  { current, databaseVersion, releaseKey }: Pick<UpdateFacts, "current" | "databaseVersion" | "releaseKey">,
  offer: UpdateOffer,
): UpdateReason | null {
  // Before anything of it is believed.
  if (releaseKey === null || !isSigned(offer, releaseKey)) return "not_signed";
  if (!isNewer(offer.version, current)) return "not_newer";
  if (offer.databaseVersion === null) return "unknown_schema";
  return offer.databaseVersion < databaseVersion ? "older_schema" : null;
}

/** What speaks against stopping the till this minute, even if an operator asks for it. */
export function obstacles(facts: Pick<UpdateFacts, "damaged" | "openPayments" | "toSend">): UpdateReason[] {
  const { damaged, openPayments, toSend } = facts;
  return [
    ...(openPayments > 0 ? ["open_payment" as const] : []),
    ...(toSend > 0 ? ["queue_not_empty" as const] : []),
    ...(damaged ? ["data_damaged" as const] : []),
  ];
}

/** What speaks against installing this minute. @param asked whether an operator asked for it */
export function reasonsToWait(facts: UpdateFacts, { asked }: { asked: boolean }): UpdateReason[] {
  return asked ? obstacles(facts) : [...obstacles(facts), ...waitForQuiet(facts)];
}

/** What the till waits for when nobody has asked. */
function waitForQuiet({ idleMs, settings, now, timeZone, unattended, failedInstalls }: UpdateFacts): UpdateReason[] {
  return [
    ...(unattended ? [] : ["needs_person" as const]),
    ...(failedInstalls >= MAX_INSTALLS ? ["install_failed" as const] : []),
    ...(isQuiet(now, timeZone, settings.quietHours) ? [] : ["not_quiet_hours" as const]),
    ...(idleMs >= IDLE_MS ? [] : ["not_idle" as const]),
  ];
}

/** Whether a moment is within the shop's quiet hours, by the clock on its wall. */
export function isQuiet(now: number, timeZone: string, { from, to }: QuietHours): boolean {
  if (from === to) return true;
  const time = toTime(fromAbsolute(now, timeZone)).toString();
  return from < to ? time >= from && time < to : time >= from || time < to;
}

/**
 * How long to wait before the next check or download.
 * @param failures how many failed in a row; 0 after one that went well
 * @param random   0…1, so that tests choose the jitter
 */
export function pauseBefore(failures: number, random: number): number {
  const pause = failures === 0 ? CHECK_EVERY_MS : (RETRY_MS[failures - 1] ?? CHECK_EVERY_MS);
  return Math.round(pause * (0.8 + 0.4 * random));
}
