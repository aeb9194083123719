/** Texts for the journal's hashes and signatures, shared by the till and the chain's ledger. */

/** A row in the chain. `at` is in ms since the epoch by the till's clock; `data` is canonical JSON. */
export interface ChainedRow {
  sequence: number;
  at: number;
  event: string;
  pos_tid: string | null;
  actor: string | null;
  data: string;
}

/** Returns the text of a row. Its hash is SHA-256 over the previous hash (32 bytes) and this text in UTF-8. */
export function chainedText({ sequence, at, event, pos_tid, actor, data }: ChainedRow): string {
  // Texts, numbers and nulls have only one JSON form.
  return JSON.stringify([sequence, at, event, pos_tid, actor, data]);
}

export interface JournalEnd {
  till: string;
  entries: number;
  hash: string;
  /** Time of signing, in ms since the epoch */
  at: number;
}

/** Returns the text of a journal's end that the till signs with Ed25519. */
export function journalEndText({ till, entries, hash, at }: JournalEnd): string {
  return JSON.stringify(["till journal end", till, entries, hash, at]);
}
