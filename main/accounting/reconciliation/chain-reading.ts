import type { Database } from "../../storage/database/database.ts";
import { type SettingStore, settingStore } from "../../storage/database/settings.ts";

export interface ChainPart {
  /** Tids of this till's requests, and of unreadable ones */
  own: string[];
  /** The ledger's sequence of requests so far */
  through: number;
  list: ChainPosition | null;
}

export interface ChainPosition {
  page: string | null;
  head: string | null;
  isFilled: boolean;
  /** Requests created before this time were checked: milliseconds since the epoch */
  readTo: number;
  /** Other tills' requests on the pages that are read again each time */
  others: string[];
}

interface ChainReading {
  through: number;
  own: readonly string[];
  list: ChainPosition | null;
}

const NAME = "chainReading";
const NOTHING: ChainReading = { through: 0, own: [], list: null };

/** Returns the ledger's sequence up to which its part is stored. The next request continues after it. */
export function chainReadingThrough(database: Database): number {
  return storedReading(settingStore(database)).through;
}

/** Stores a part of the ledger's response. Works with or without a surrounding transaction. */
export function keepChainPart(database: Database, { own, through, list }: ChainPart): void {
  const settings = settingStore(database);
  const previous = storedReading(settings);
  const isUnchanged =
    through === previous.through && own.length === 0 && JSON.stringify(list) === JSON.stringify(previous.list);
  if (!isUnchanged) settings.set(NAME, { through, own: [...previous.own, ...own], list });
}

/** Returns the part to take over, or null when the ledger has read no further than the till (`readTo`). */
export function chainReading(
  settings: SettingStore,
  readTo: number | null,
): (ChainPosition & { own: readonly string[] }) | null {
  const { own, list } = storedReading(settings);
  return list !== null && list.readTo > (readTo ?? 0) ? { ...list, own } : null;
}

export function forgetOwnRequests(settings: SettingStore): void {
  settings.set(NAME, { ...storedReading(settings), own: [] });
}

function storedReading(settings: SettingStore): ChainReading {
  return (settings.get(NAME) as ChainReading | null) ?? NOTHING;
}
