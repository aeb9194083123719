/**
 * Receipts to send by e-mail. The customer's address is stored here sealed under its own key, since other data ends
 * with the sale and a mail server may be down for longer. After sending, failure or erasure only its mask remains.
 */

import type { ReceiptMail, ReceiptMailState } from "../../contract/customers/mail.ts";
import { RECEIPT_BY_MAIL } from "../../contract/customers/permission-presets.ts";
import { packReason, type Reason, unpackReason } from "../../contract/reasons/reasons.ts";
import { isoOrNull } from "../lib/iso-time.ts";
import { afterCommit, type Database } from "../storage/database/database.ts";
import { randomIdentifier } from "../storage/database/identifiers.ts";
import { cacheTables } from "../storage/database/row-cache.ts";
import { createKeyedSeals } from "../storage/vault/keyed-seals.ts";
import { bytesOf } from "../storage/vault/values.ts";
import type { Vault } from "../storage/vault/vault.ts";
import { maskMail } from "./mask.ts";
import type { Claims } from "./records.ts";
import type { PermissionRow } from "./rows.ts";

export interface MailRow {
  id: string;
  posTid: string;
  payment: string;
  state: ReceiptMailState;
  masked: string | null;
  sealed: Buffer | null;
  attempts: number;
  dueAt: number;
  deadline: number;
  problem: Reason | null;
  createdAt: number;
  endedAt: number | null;
}

export type MailChange = Partial<Pick<MailRow, "state" | "attempts" | "dueAt" | "deadline" | "problem">>;

export type Mails = ReturnType<typeof receiptMails>;

/** Time that a receipt waits for its payment. A reservation lasts three days and may be renewed. */
const WAIT_MS = 7 * 86_400_000;

type Stored = Record<string, string | number | Buffer | null>;

const OPEN_MAILS = { table: "receipt_mail", key: "id" };

/** The caller opens the transaction. */
export function receiptMails(database: Database, vault: Pick<Vault, "use" | "put">) {
  const seals = createKeyedSeals(vault, "mailKeys", (id) => `till-receipt-mail ${id}`);
  const { byId, insert, unsentRows, latest } = statements(database);
  // Cached, because each change of a payment reads the open mails.
  const open = cacheTables(database, [OPEN_MAILS], (): readonly MailRow[] => unsentRows.all().map(read));
  const mails = {
    add(mail: { posTid: string; payment: string; address: string; state: "held" | "waiting" }, now: number): MailRow {
      const { posTid, payment, address, state } = mail;
      const id = randomIdentifier(20);
      const sealed = seals.seal(id, bytesOf(address));
      insert.run({ id, posTid, payment, state, masked: maskMail(address), sealed, now, deadline: now + WAIT_MS });
      const added = byId.get(id);
      if (added === undefined) throw new Error(`mail ${id} is not in the database`);
      return read(added);
    },
    /** Stores the address if the customer was asked for it with the payment. */
    queueForPayment({ posTid, combined, preset }: PermissionRow, { email }: Claims, now: number) {
      const address = email?.email;
      if (address === undefined || !combined || preset !== RECEIPT_BY_MAIL || latest.get(posTid)) return;
      mails.add({ posTid, payment: posTid, address, state: "held" }, now);
    },
    open,
    latest: (posTid: string): MailRow | null => latest.all(posTid).map(read)[0] ?? null,
    address(row: MailRow): string | null {
      const plain = row.sealed && seals.open(row.id, row.sealed);
      const text = plain?.toString("utf8") ?? null;
      plain?.fill(0);
      return text;
    },
    change(id: string, { state, attempts, dueAt, deadline, problem }: MailChange) {
      update(database, id, {
        ...(state && { state }),
        ...(attempts !== undefined && { attempts }),
        ...(dueAt !== undefined && { due_at: dueAt }),
        ...(deadline !== undefined && { deadline }),
        ...(problem !== undefined && { problem: problem && packReason(problem) }),
      });
    },
    end({ id }: MailRow, state: ReceiptMailState, problem: Reason | null, now: number) {
      update(database, id, { state, problem: problem && packReason(problem), sealed: null, ended_at: now });
      // After the commit: otherwise a sent receipt could appear as unsent.
      afterCommit(database, () => seals.destroy([id]));
    },
    /** Erases the address and its mask. @returns true if a mail was pending */
    forget(posTid: string, now: number): boolean {
      const pending = mails.open().filter((row) => row.posTid === posTid);
      // The key first: even if this transaction fails, the row cannot be opened.
      seals.destroy(pending.map(({ id }) => id));
      for (const row of pending) mails.end(row, "forgotten", null, now);
      database.prepare("UPDATE receipt_mail SET masked = NULL WHERE pos_tid = ?").run(posTid);
      return pending.length > 0;
    },
    removeOrphanKeys() {
      const pendingIds = new Set(mails.open().map(({ id }) => id));
      seals.destroy(seals.known().filter((id) => !pendingIds.has(id)));
    },
  };
  return mails;
}

function update(database: Database, id: string, columns: Stored): void {
  const set = Object.keys(columns).map((column) => `${column} = @${column}`);
  database.prepare(`UPDATE receipt_mail SET ${set.join(", ")} WHERE id = @id`).run({ ...columns, id });
}

function statements(database: Database) {
  const rowsOf = (sql: string) => database.prepare<unknown[], Stored>(sql);
  return {
    byId: rowsOf("SELECT * FROM receipt_mail WHERE id = ?"),
    insert: database.prepare(
      `INSERT INTO receipt_mail (id, pos_tid, payment, state, masked, sealed, due_at, deadline, created_at)
       VALUES (@id, @posTid, @payment, @state, @masked, @sealed, @now, @deadline, @now)`,
    ),
    unsentRows: rowsOf("SELECT * FROM receipt_mail WHERE ended_at IS NULL ORDER BY due_at, created_at"),
    latest: rowsOf("SELECT * FROM receipt_mail WHERE pos_tid = ? ORDER BY created_at DESC, rowid DESC LIMIT 1"),
  };
}

function read(row: Stored): MailRow {
  const text = (value: Stored[string] | undefined) => (typeof value === "string" ? value : null);
  const number = (value: Stored[string] | undefined) => (typeof value === "number" ? value : null);
  const problem = text(row.problem);
  return {
    id: String(row.id),
    posTid: String(row.pos_tid),
    payment: String(row.payment),
    state: row.state as ReceiptMailState,
    masked: text(row.masked),
    sealed: Buffer.isBuffer(row.sealed) ? row.sealed : null,
    attempts: Number(row.attempts),
    dueAt: Number(row.due_at),
    deadline: Number(row.deadline),
    problem: problem === null ? null : unpackReason(problem),
    createdAt: Number(row.created_at),
    endedAt: number(row.ended_at),
  };
}

export function mailView({ payment, state, masked, attempts, problem, endedAt }: MailRow): ReceiptMail {
  return { posTid: payment, state, to: masked, attempts, problem, endedAt: isoOrNull(endedAt) };
}
