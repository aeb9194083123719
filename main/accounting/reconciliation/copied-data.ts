/** Detects a copy of this till's data folder in use elsewhere: both create the same payment numbers. */

import type { Database } from "../../storage/database/database.ts";
import { paymentNumber, tillPrefix } from "../../storage/database/identifiers.ts";
import { type SettingStore, settingStore } from "../../storage/database/settings.ts";
import { isUsed, sequenceOf } from "./recovery.ts";

/** A payment with this till's prefix that this till did not create. */
export interface CopiedData {
  tid: string;
  number: string;
}

const SETTING_NAME = "twin";

/** Records a request that only a copy can have made. Numbers already used before a restore belong to this till. */
export function noteCopiedData(
  database: Database,
  settings: SettingStore,
  { tid, posTid }: { tid: string; posTid: string },
) {
  const sequence = sequenceOf(database, posTid);
  if (sequence === null || isUsed(settings, sequence)) return;
  settings.set(SETTING_NAME, { tid, number: paymentNumber(tillPrefix(database), sequence) });
}

/** Returns the detected copy, or null when none exists or its difference was accepted. */
export function copiedDataSeen(database: Database): CopiedData | null {
  const seen = settingStore(database).get(SETTING_NAME) as CopiedData | null;
  const openDifference = database.prepare("SELECT 1 FROM difference WHERE tid = ? AND state = 'standing'");
  return seen !== null && openDifference.get(seen.tid) !== undefined ? seen : null;
}
