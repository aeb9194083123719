/**
 * Receipts on their way to customers by e-mail: whose address, and how far. The address is what a customer shared; it is set
 * aside here when it was read, sealed under a key of its own, as the rest that they shared ends with their sale, and a
 * mail server may be away for longer. Sent, given up or forgotten, nothing of it is kept but its mask.
 */
import type { ReceiptMail, ReceiptMailState } from "../../contract/mail.ts";
import { RECEIPT_BY_MAIL } from "../../contract/permission-presets.ts";
import { packed, type Reason, unpacked } from "../../contract/reasons.ts";
import { isoOrNull } from "../lib/iso-time.ts";
import { afterCommit, type Database } from "../storage/database/database.ts";
import { randomIdentifier } from "../storage/database/identifiers.ts";
import { rememberTables } from "../storage/database/remembered.ts";
import { keyedSeals } from "../storage/vault/keyed-seals.ts";
import { bytesOf } from "../storage/vault/values.ts";
import type { Vault } from "../storage/vault/vault.ts";
import { maskMail } from "./mask.ts";
import type { Claims } from "./records.ts";
import type { PermissionRow } from "./rows.ts";

/** Times in ms since the epoch. */
export interface MailRow {
  id: string;
  /** The permission's */
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

/** Changes are made inside a transaction of the caller. */
export interface Mails {
  /** Sets an address aside for a payment's receipt. */
  add(mail: { posTid: string; payment: string; address: string; state: "held" | "waiting" }, now: number): MailRow;
  /** Sets it aside where that is what the customer was asked for, together with the payment. */
  hold(permission: PermissionRow, claims: Claims, now: number): void;
  /** Those under way, the one that is due first at the head */
  open(): readonly MailRow[];
  latest(posTid: string): MailRow | null;
  /** For the one message that it is for. null: it cannot be opened any more */
  address(row: MailRow): string | null;
  change(id: string, change: MailChange): void;
  /** It is over: its address is destroyed with that. */
  end(row: MailRow, state: ReceiptMailState, problem: Reason | null, now: number): void;
  /** Nothing of an address is left, its mask neither. @returns whether one was on its way */
  forget(posTid: string, now: number): boolean;
  /** What an interrupted end left: keys without a row. */
  sweep(): void;
}

/** A reservation lasts three days, and may be renewed: what is not paid by then is not waited for. */
const HELD_MS = 7 * 86_400_000;

type Stored = Record<string, string | number | Buffer | null>;

/** The mails of one database and one vault. */
export function receiptMails(database: Database, vault: Pick<Vault, "use" | "put">): Mails {
  const seals = keyedSeals(vault, "mailKeys", (id) => `till-receipt-mail ${id}`);
  const { byId, insert, underWay, latest } = statements(database);
  // Asked for at each change of a payment.
  const open = rememberTables(database, [{ table: "receipt_mail", key: "id" }], () => underWay.all().map(read));
  const write = (id: string, columns: Record<string, string | number | Buffer | null>) => {
    const set = Object.keys(columns).map((column) => `${column} = @${column}`);
    database.prepare(`UPDATE receipt_mail SET ${set.join(", ")} WHERE id = @id`).run({ ...columns, id });
  };
  const mails: Mails = {
    add({ posTid, payment, address, state }, now) {
      const id = randomIdentifier(20);
      const sealed = seals.seal(id, bytesOf(address));
      insert.run({ id, posTid, payment, state, masked: maskMail(address), sealed, now, deadline: now + HELD_MS });
      const added = byId.get(id);
      if (added === undefined) throw new Error(`mail ${id} is not in the database`);
      return read(added);
    },
    hold({ posTid, combined, preset }, { email }, now) {
      const address = email?.email;
      if (address === undefined || !combined || preset !== RECEIPT_BY_MAIL || latest.get(posTid)) return;
      mails.add({ posTid, payment: posTid, address, state: "held" }, now);
    },
    open,
    latest: (posTid) => latest.all(posTid).map(read)[0] ?? null,
    address(row) {
      const plain = row.sealed && seals.open(row.id, row.sealed);
      const text = plain?.toString("utf8") ?? null;
      plain?.fill(0);
      return text;
    },
    change(id, { state, attempts, dueAt, deadline, problem }) {
      write(id, {
        ...(state && { state }),
        ...(attempts !== undefined && { attempts }),
        ...(dueAt !== undefined && { due_at: dueAt }),
        ...(deadline !== undefined && { deadline }),
        ...(problem !== undefined && { problem: problem && packed(problem) }),
      });
    },
    end({ id }, state, problem, now) {
      write(id, { state, problem: problem && packed(problem), sealed: null, ended_at: now });
      // Afterwards: were it gone first and this not on disk, a receipt that was sent would be said not to be.
      afterCommit(database, () => seals.destroy([id]));
    },
    forget(posTid, now) {
      const under = mails.open().filter((row) => row.posTid === posTid);
      // The key first: whatever becomes of this transaction, nothing opens what the row holds.
      seals.destroy(under.map(({ id }) => id));
      for (const row of under) mails.end(row, "forgotten", null, now);
      database.prepare("UPDATE receipt_mail SET masked = NULL WHERE pos_tid = ?").run(posTid);
      return under.length > 0;
    },
    sweep() {
      const under = new Set(mails.open().map(({ id }) => id));
      seals.destroy(seals.known().filter((id) => !under.has(id)));
    },
  };
  return mails;
}

function statements(database: Database) {
  const rowsOf = (sql: string) => database.prepare<unknown[], Stored>(sql);
  return {
    byId: rowsOf("SELECT * FROM receipt_mail WHERE id = ?"),
    insert: database.prepare(
      `INSERT INTO receipt_mail (id, pos_tid, payment, state, masked, sealed, due_at, deadline, created_at)
       VALUES (@id, @posTid, @payment, @state, @masked, @sealed, @now, @deadline, @now)`,
    ),
    underWay: rowsOf("SELECT * FROM receipt_mail WHERE ended_at IS NULL ORDER BY due_at, created_at"),
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
    problem: problem === null ? null : unpacked(problem),
    createdAt: Number(row.created_at),
    endedAt: number(row.ended_at),
  };
}

/** As windows see it. */
export function mailView({ payment, state, masked, attempts, problem, endedAt }: MailRow): ReceiptMail {
  return { posTid: payment, state, to: masked, attempts, problem, endedAt: isoOrNull(endedAt) };
}
