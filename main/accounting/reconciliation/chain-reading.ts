/**
 * What the chain's ledger has read of the service's list for all tills: how far, and which requests before that are this
 * till's. It waits in the till's settings until the reader of the list takes it over, so that neither waits for the other.
 */

import type { Database } from "../../storage/database/database.ts";
import { type SettingStore, settingStore } from "../../storage/database/settings.ts";

/** A part of it, as the ledger's answer has it. */
export interface ChainPart {
  /** This till's requests, by `tid`, with those that nobody can read */
  own: string[];
  /** The ledger's count of requests, so far */
  through: number;
  list: ChainPosition | null;
}

/** How far the list was read. */
export interface ChainPosition {
  page: string | null;
  head: string | null;
  isFilled: boolean;
  /** Requests that were made before this were looked at: ms since the epoch */
  readTo: number;
  /** On the pages that are read again each time: requests that are others' */
  others: string[];
}

/** What is kept until it is taken over; `own` is then empty again. */
interface ChainReading {
  through: number;
  own: readonly string[];
  list: ChainPosition | null;
}

const NAME = "chainReading";
const NOTHING: ChainReading = { through: 0, own: [], list: null };

/** How much of the ledger's reading is known here: what to ask it for next is what comes after. */
export function chainReadingThrough(database: Database): number {
  return kept(settingStore(database)).through;
}

/** Inside or outside a transaction: keeps what the ledger said. */
export function keepChainPart(database: Database, { own, through, list }: ChainPart): void {
  const settings = settingStore(database);
  const before = kept(settings);
  const isSame = through === before.through && own.length === 0 && JSON.stringify(list) === JSON.stringify(before.list);
  if (!isSame) settings.set(NAME, { through, own: [...before.own, ...own], list });
}

/**
 * What may be taken over now. @param readTo how far the till has read by itself, ms since the epoch
 * @returns null where the ledger has read no further
 */
export function chainReading(
  settings: SettingStore,
  readTo: number | null,
): (ChainPosition & { own: readonly string[] }) | null {
  const { own, list } = kept(settings);
  return list !== null && list.readTo > (readTo ?? 0) ? { ...list, own } : null;
}

/** It was taken over. */
export function forgetOwnRequests(settings: SettingStore): void {
  settings.set(NAME, { ...kept(settings), own: [] });
}

function kept(settings: SettingStore): ChainReading {
  return (settings.get(NAME) as ChainReading | null) ?? NOTHING;
}
