/** Rows of a till for tests of the ledger: a journal chained as a till chains it, and heads signed as it signs them. */
import { generateKeyPairSync, sign } from "node:crypto";
import { type ChainedRow, journalEndText } from "../../contract/journal-chain.ts";
import type { Ledger } from "../../ledger/database.ts";
import { addTill } from "../../ledger/tills.ts";
import { BEGINNING, chainHash } from "../../main/storage/journal/chain.ts";

export interface LedgerRows {
  till: string;
  /** Adds so many rows to the journal. */
  grow(rows: number): Promise<void>;
  /** Signs the journal's end as it is, or as it is said to be. */
  signHead(as?: { hash?: Buffer; key?: "own" | "another" }): Promise<void>;
}

const BEGAN = Date.parse("2026-03-02T10:00:00.123Z");

/** Adds a till to a ledger, and writes for it with the rights of head office. */
export async function ledgerRows(ledger: Ledger, till: string, url: string): Promise<LedgerRows> {
  await addTill(ledger, { id: till, shop: null, replaces: null, renew: false }, url);
  const own = generateKeyPairSync("ed25519");
  const another = generateKeyPairSync("ed25519").privateKey;
  const pem = own.publicKey.export({ type: "spki", format: "pem" }).toString();
  let { entries, hash } = BEGINNING;
  return {
    till,
    async grow(rows) {
      for (let left = rows; left > 0; left -= 1) {
        entries += 1;
        const at = BEGAN + entries;
        const row: ChainedRow = {
          sequence: entries,
          at,
          event: "payment.started",
          pos_tid: `p${entries}`,
          actor: "Ærlig Åse",
          data: '{"amount":100}',
        };
        hash = chainHash(hash, row);
        await ledger`INSERT INTO journal_entry (till, number, at, event, pos_tid, actor, data, hash)
          VALUES (${till}, ${entries}, ${new Date(at).toISOString()}, ${row.event}, ${row.pos_tid}, ${row.actor}, ${row.data}::json, ${hash})`;
      }
    },
    async signHead({ hash: said = hash, key = "own" } = {}) {
      const at = BEGAN + entries;
      const text = journalEndText({ till, entries, hash: said.toString("hex"), at });
      const signature = sign(null, Buffer.from(text), key === "own" ? own.privateKey : another).toString("hex");
      const head = { number: entries, at: new Date(at).toISOString(), hash: said.toString("hex"), signature };
      const state = { version: "1", timeZone: "UTC", cutOff: "04:00", queueDepth: 0, behind: 0, key: pem };
      await ledger`SELECT tell_state(${till}, ${JSON.stringify(state)}, ${JSON.stringify(head)})`;
    },
  };
}

/** Does what nobody may: with the rights of a superuser, past every trigger. */
export async function tamper(ledger: Ledger, sql: string): Promise<void> {
  await ledger.begin(async (transaction) => {
    await transaction.run("SET LOCAL session_replication_role = replica");
    if ((await transaction.run(sql)) === 0) throw new Error(`nothing to tamper with: ${sql}`);
  });
}
