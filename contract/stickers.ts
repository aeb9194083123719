/**
 * Stickers: printed codes that name no sale. A scan of one is for the sale that is open, or for the next one: the customer
 * has scanned first.
 */

/** More than a counter or a machine has places for; each is asked about in turn where no callbacks come. */
export const MAX_STICKERS = 20;
/** A scan is for a sale within this time, in ms. */
export const SCAN_COUNTS_MS = 60_000;
/** How long a test of a sticker waits for the scan, in ms. */
export const STICKER_TEST_MS = 30_000;
/** What fits on a print and into the service's description of a code. */
export const MAX_STICKER_NAME = 40;

/**
 * `making`: the service has yet to answer · `active` · `gone`: the service knows it no more, and prints of it lead nowhere ·
 * `retiring`: the service has yet to hear that it is not used any more · `retired`
 */
export const STICKER_STATES = ["making", "active", "gone", "retiring", "retired"] as const;
export type StickerState = (typeof STICKER_STATES)[number];

export interface Sticker {
  id: string;
  name: string;
  state: StickerState;
  /** What its code holds; null while the service has not said it */
  link: string | null;
  madeAt: string;
  /** Of any customer, or of a test; null: none yet */
  lastScanAt: string | null;
  /** The test that was begun last since the till started; `arrivedAt` null: no scan yet */
  test: { until: string; arrivedAt: string | null } | null;
}

/** A customer who scanned a sticker before there was a sale: the next one is theirs. */
export interface ReadyCustomer {
  /** Until when, by this machine's clock */
  until: string;
  /** What their match words follow from, as from a `posTid`: those of their sale are the same */
  wordsOf: string;
}

/** What every screen knows of stickers. */
export interface ScanFirst {
  /** How many stickers are in use */
  stickers: number;
  /** Who has scanned, and waits for the next sale; null: no customer has */
  ready: ReadyCustomer | null;
}

export interface StickerValues {
  "sticker.list": { items: Sticker[] };
  "sticker.create": Sticker;
  "sticker.rename": Sticker;
  "sticker.test": Sticker;
  "sticker.retire": Sticker;
  "scan.expect": ScanFirst;
  "scan.forget": ScanFirst;
}
