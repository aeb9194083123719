/**
 * What the journal's hash chain and its signed ends are made of: one text for the till that writes them and for the
 * chain's ledger that checks them. The SHA-256 over it is each side's own.
 */

/** A row as it is chained. Times are ms since the epoch by the till's clock; `data` is canonical JSON. */
export interface ChainedRow {
  sequence: number;
  at: number;
  event: string;
  pos_tid: string | null;
  actor: string | null;
  data: string;
}

/** The row's part of its hash, which is SHA-256 over the 32 bytes of the hash before and this text in UTF-8. */
export function chainedText({ sequence, at, event, pos_tid, actor, data }: ChainedRow): string {
  // Of texts, numbers and nulls there is one JSON alone.
  return JSON.stringify([sequence, at, event, pos_tid, actor, data]);
}

/** The end of a till's journal. */
export interface JournalEnd {
  /** The till's id in the ledger */
  till: string;
  entries: number;
  /** Of the last row, in hexadecimal digits */
  hash: string;
  /** When it was signed, in ms since the epoch */
  at: number;
}

/** What the till signs (Ed25519) of the end of its journal. */
export function journalEndText({ till, entries, hash, at }: JournalEnd): string {
  return JSON.stringify(["till journal end", till, entries, hash, at]);
}
