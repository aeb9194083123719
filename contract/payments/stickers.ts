/** Stickers are printed codes without a payment. A scan applies to the open sale or to the next one ("scan first"). */

/** Each sticker is polled in turn where no callbacks arrive. */
export const MAX_STICKERS = 20;
export const SCAN_VALID_MS = 60_000;
export const STICKER_TEST_MS = 30_000;
export const MAX_STICKER_NAME = 40;

/** `making`: not confirmed by the service · `gone`: unknown there · `retiring`: the service is not notified yet */
export const STICKER_STATES = ["making", "active", "gone", "retiring", "retired"] as const;
export type StickerState = (typeof STICKER_STATES)[number];

export interface Sticker {
  id: string;
  name: string;
  state: StickerState;
  /** Content of the code; null: not known yet */
  link: string | null;
  madeAt: string;
  /** Last scan by a customer or a test; null: never */
  lastScanAt: string | null;
  /** The latest test since the start; `arrivedAt` null: no scan yet */
  test: { until: string; arrivedAt: string | null } | null;
}

/** A customer who scanned a sticker before a sale; the next sale is theirs. */
export interface ReadyCustomer {
  /** Time by this machine's clock */
  until: string;
  /** Seed of the match words, like a `posTid`; the sale will show the same words */
  wordsOf: string;
}

export interface ScanFirst {
  stickers: number;
  ready: ReadyCustomer | null;
}
