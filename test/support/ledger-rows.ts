/** Rows of a till for ledger tests: a chained journal and signed heads, as a till makes them. */
import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { type ChainedRow, journalEndText } from "../../contract/journal/journal-chain.ts";
import type { Ledger, Sql } from "../../ledger/database.ts";
import { addTill } from "../../ledger/tills.ts";
import { CHAIN_START, chainHash } from "../../main/storage/journal/chain.ts";

export interface LedgerRows {
  till: string;
  /** Adds this many rows to the journal. */
  grow(rows: number): Promise<void>;
  /** Closes a period without bookings: a Z and its journal row. */
  close(): Promise<void>;
  /** Signs the journal's end, or the given one; `pinned`: the key that the till reports as its own. */
  signHead(as?: { hash?: Buffer; key?: Key; pinned?: Key }): Promise<void>;
}

type Key = "own" | "another";

const BEGAN = Date.parse("2026-03-02T10:00:00.123Z");

/** Adds a till to a ledger, and writes its rows with head office's rights. */
export async function ledgerRows(ledger: Ledger, till: string, url: string): Promise<LedgerRows> {
  await addTill(ledger, { id: till, shop: null, replaces: null, renew: false }, url);
  return rowsOf(ledger, till);
}

/** Returns functions that write rows of a till in the ledger. */
export function rowsOf(ledger: Sql, till: string): LedgerRows {
  const keys = { own: generateKeyPairSync("ed25519"), another: generateKeyPairSync("ed25519") };
  let { entries, hash } = CHAIN_START;
  let seals = { number: 0, hash: CHAIN_START.hash };
  const append = async (event: string, data: string) => {
    entries += 1;
    const at = BEGAN + entries;
    const row: ChainedRow = { sequence: entries, at, event, pos_tid: `p${entries}`, actor: "Ærlig Åse", data };
    hash = chainHash(hash, row);
    await ledger`INSERT INTO journal_entry (till, number, at, event, pos_tid, actor, data, hash)
      VALUES (${till}, ${entries}, ${new Date(at).toISOString()}, ${row.event}, ${row.pos_tid}, ${row.actor}, ${row.data}::json, ${hash})`;
  };
  return {
    till,
    async grow(rows) {
      for (let left = rows; left > 0; left -= 1) await append("payment.started", '{"amount":100}');
    },
    async close() {
      const number = seals.number + 1;
      const [from, to] = [new Date(BEGAN).toISOString(), new Date(BEGAN + number).toISOString()];
      const content = JSON.stringify({ number, from, to, currency: "NOK", captured: 300, refunded: 100, net: 200 });
      seals = { number, hash: createHash("sha256").update(seals.hash).update(content).digest() };
      await append("report.closed", JSON.stringify({ number, hash: seals.hash.toString("hex") }));
      await ledger`INSERT INTO z_report (till, number, from_at, to_at, currency, captured, refunded, net, data, through, hash)
        VALUES (${till}, ${number}, ${from}, ${to}, 'NOK', 300, 100, 200, ${content}::json, 0, ${seals.hash})`;
    },
    async signHead({ hash: said = hash, key = "own", pinned = "own" } = {}) {
      const at = BEGAN + entries;
      const text = journalEndText({ till, entries, hash: said.toString("hex"), at });
      const signature = sign(null, Buffer.from(text), keys[key].privateKey).toString("hex");
      const head = { number: entries, at: new Date(at).toISOString(), hash: said.toString("hex"), signature };
      const pem = keys[pinned].publicKey.export({ type: "spki", format: "pem" }).toString();
      const state = { version: "1", timeZone: "UTC", cutOff: "04:00", queueDepth: 0, behind: 0, key: pem };
      await ledger`SELECT tell_state(${till}, ${JSON.stringify(state)}, ${JSON.stringify(head)})`;
    },
  };
}

/** Tampers with a ledger as a superuser, bypassing every trigger. */
export async function tamper(ledger: Ledger, sql: string): Promise<void> {
  await ledger.begin(async (transaction) => {
    await transaction.run("SET LOCAL session_replication_role = replica");
    if ((await transaction.run(sql)) === 0) throw new Error(`nothing to tamper with: ${sql}`);
  });
}
