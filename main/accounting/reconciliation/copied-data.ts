/**
 * Copied data: a copy of this till's data folder at work beside it: both give the same numbers to their payments, and
 * only the service, which has the requests of both under one point of sale, shows it.
 */

import type { Database } from "../../storage/database/database.ts";
import { paymentNumber, tillPrefix } from "../../storage/database/identifiers.ts";
import { type SettingStore, settingStore } from "../../storage/database/settings.ts";
import { isUsed, sequenceOf } from "./recovery.ts";

/** A payment with this till's own mark that this till never made. */
export interface CopiedData {
  tid: string;
  /** As it is on the other's receipts: `K7Q2-0143` */
  number: string;
}

const SEEN = "twin";

/**
 * Remembers a request of the service that no payment here is, if it can only be a copy's. Numbers up to those of a
 * database that a backup has replaced are this till's own: they are missing because it was restored.
 */
export function noteCopiedData(
  database: Database,
  settings: SettingStore,
  { tid, posTid }: { tid: string; posTid: string },
) {
  const sequence = sequenceOf(database, posTid);
  if (sequence === null || isUsed(settings, sequence)) return;
  settings.set(SEEN, { tid, number: paymentNumber(tillPrefix(database), sequence) });
}

/** The copy that was seen; null when none was, or when what was found of it is explained. */
export function copiedDataSeen(database: Database): CopiedData | null {
  const seen = settingStore(database).get(SEEN) as CopiedData | null;
  const stands = database.prepare("SELECT 1 FROM difference WHERE tid = ? AND state = 'standing'");
  return seen !== null && stands.get(seen.tid) !== undefined ? seen : null;
}
