/** Stored webhooks, and the journal entries that each one still has to receive. */
import { numberOrNull, type Stored, textOrNull } from "../../storage/database/columns.ts";
import { type Database, transact } from "../../storage/database/database.ts";

export type WebhookRow = ReturnType<typeof readRow>;

/** The latest journal entry about a payment. */
export type PaymentEntry = ReturnType<typeof readPaymentEntry>;

export type JournalEntry = ReturnType<typeof readEntry>;

/** A payment whose last message failed. */
export type LateRow = ReturnType<typeof readLate>;

export type WebhookRows = ReturnType<typeof webhookRows>;

/**
 * Skips an entry that a later entry of its payment follows, because a message contains the current payment. `CROSS
 * JOIN` keeps the journal's order.
 */
const UNSENT = `FROM journal CROSS JOIN payment ON payment.pos_tid = journal.pos_tid
  WHERE journal.sequence > @position AND (@register IS NULL OR payment.register = @register)
    AND NOT EXISTS (SELECT 1 FROM journal AS later
      WHERE later.pos_tid = journal.pos_tid AND later.sequence > journal.sequence)
    AND NOT EXISTS (SELECT 1 FROM webhook_late WHERE webhook = @id AND webhook_late.pos_tid = journal.pos_tid)`;
const ENTRY_COLUMNS = "SELECT journal.pos_tid, journal.sequence, journal.at, journal.hash";

export function webhookRows(database: Database) {
  const rowsOf = (sql: string) => database.prepare<unknown[], Stored>(sql);
  const [all, byId] = [
    rowsOf("SELECT * FROM webhook ORDER BY created_at, id"),
    rowsOf("SELECT * FROM webhook WHERE id = ?"),
  ];
  const next = rowsOf(`${ENTRY_COLUMNS} ${UNSENT} ORDER BY journal.sequence LIMIT 1`);
  const unsentCount = database.prepare<unknown[], number>(`SELECT count(*) ${UNSENT}`).pluck();
  const late = rowsOf("SELECT * FROM webhook_late WHERE webhook = ? ORDER BY failed_at, pos_tid");
  const lastOf = rowsOf(`${ENTRY_COLUMNS} FROM journal WHERE pos_tid = ? ORDER BY sequence DESC LIMIT 1`);
  const machine = rowsOf(
    `SELECT sequence, at, hash FROM journal WHERE event GLOB 'dispenser.*' AND sequence > ? ORDER BY sequence DESC LIMIT 1`,
  );
  const machineEntry = ({ machinePosition, register }: WebhookRow) =>
    register === null ? first(machine.get(machinePosition), readEntry) : null;
  const end = database.prepare<[], number>("SELECT coalesce(max(sequence), 0) FROM journal").pluck();
  const write = (sql: string, values: Record<string, string | number | null>) =>
    void transact(database, () => database.prepare(sql).run(values));
  const scope = ({ id, position, register }: WebhookRow) => ({ id, position, register });
  return {
    all: (): WebhookRow[] => all.all().map(readRow),
    find: (id: string): WebhookRow | null => first(byId.get(id), readRow),
    insert: ({ id, url, register }: Pick<WebhookRow, "id" | "url" | "register">, now: number): void =>
      write(
        `INSERT INTO webhook (id, url, register, position, machine_position, created_at)
         SELECT @id, @url, @register, coalesce(max(sequence), 0), coalesce(max(sequence), 0), @now FROM journal`,
        { id, url, register, now },
      ),
    remove: (id: string): void => write("DELETE FROM webhook WHERE id = @id", { id }),
    change(id: string, changes: Partial<Omit<WebhookRow, "id" | "url">>) {
      const set = Object.keys(changes).map((name) => `${COLUMNS[name as keyof typeof COLUMNS]} = @${name}`);
      write(`UPDATE webhook SET ${set.join(", ")} WHERE id = @id`, { ...changes, id });
    },
    /** The next entry to send: only the latest of each payment, and none of a late payment */
    next: (row: WebhookRow): PaymentEntry | null => first(next.get(scope(row)), readPaymentEntry),
    /** The latest entry about the vending machine, if unsent; null for a webhook of one register */
    machineEntry,
    countUnsent: (row: WebhookRow): number =>
      (unsentCount.get(scope(row)) ?? 0) + late.all(row.id).length + (machineEntry(row) === null ? 0 : 1),
    lastSequence: (): number => end.get() ?? 0,
    lateMessages: (id: string): LateRow[] => late.all(id).map(readLate),
    latestOf: (posTid: string): PaymentEntry | null => first(lastOf.get(posTid), readPaymentEntry),
    saveLate: (id: string, { posTid, attempts, failedAt }: LateRow): void =>
      write(
        `INSERT INTO webhook_late (webhook, pos_tid, attempts, failed_at) VALUES (@id, @posTid, @attempts, @failedAt)
         ON CONFLICT (webhook, pos_tid) DO UPDATE SET attempts = excluded.attempts`,
        { id, posTid, attempts, failedAt },
      ),
    forgetLate: (id: string, posTid: string): void =>
      write("DELETE FROM webhook_late WHERE webhook = @id AND pos_tid = @posTid", { id, posTid }),
  };
}

const COLUMNS = {
  register: "register",
  position: "position",
  failures: "failures",
  lastError: "last_error",
  lastOkAt: "last_ok_at",
  endedAt: "ended_at",
  machinePosition: "machine_position",
  machineFailedAt: "machine_failed_at",
};

function first<T>(row: Stored | undefined, read: (row: Stored) => T): T | null {
  return row === undefined ? null : read(row);
}

function readRow(row: Stored) {
  return {
    id: String(row.id),
    url: String(row.url),
    /** Limits messages to this register's payments; null for all */
    register: textOrNull(row.register),
    /** Last journal entry that was delivered or given up */
    position: Number(row.position),
    failures: Number(row.failures),
    lastError: textOrNull(row.last_error),
    lastOkAt: numberOrNull(row.last_ok_at),
    endedAt: numberOrNull(row.ended_at),
    /** Last entry about the vending machine that was delivered or given up */
    machinePosition: Number(row.machine_position),
    /** First failure of the message after `machinePosition` */
    machineFailedAt: numberOrNull(row.machine_failed_at),
  };
}

function readPaymentEntry(row: Stored) {
  return { posTid: String(row.pos_tid), ...readEntry(row) };
}

function readEntry(row: Stored) {
  return {
    sequence: Number(row.sequence),
    /** ms since the epoch */
    at: Number(row.at),
    /** The entry's hash, unique among all tills */
    hash: row.hash as Buffer,
  };
}

function readLate(row: Stored) {
  return {
    posTid: String(row.pos_tid),
    attempts: Number(row.attempts),
    /** First failure, ms since the epoch */
    failedAt: Number(row.failed_at),
  };
}
