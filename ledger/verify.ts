/**
 * `verify`: recomputes hash chains, seals and signatures of each till from the ledger's rows. Reports each till with a
 * changed or missing row.
 */
import { createHash, createPublicKey, verify as verifySignature } from "node:crypto";
import { chainedText, journalEndText } from "../contract/journal/journal-chain.ts";
import { errorMessage, type Ledger, type Sql } from "./database.ts";

export interface Verdict {
  till: string;
  /** Length of the valid chain from the first row */
  entries: number;
  /** Last row that matches a signature; null for none */
  signedTo: number | null;
  /** SHA-256 (hex) of each key that head office accepted, newest last, for comparison with an external record */
  keys: string[];
  /** Problems, one sentence each; empty if valid */
  problems: string[];
}

interface StoredRow {
  number: number;
  at: number;
  event: string;
  pos_tid: string | null;
  actor: string | null;
  data: string;
  hash: Buffer;
}

interface StoredHead {
  number: number;
  at: number;
  hash: Buffer;
  key: string;
  signature: Buffer;
}

interface StoredTill {
  till: string;
  last_number: number;
  last_booking: number;
  last_z: number;
  keys: string[];
  refused_number: number | null;
  refused_because: string | null;
}

const PAGE = 5000;
const MAX_QUOTED = 64;
const BEGINNING = Buffer.alloc(32);

/**
 * Verifies all or the named tills, one after the other.
 * @returns each result as soon as it is available
 */
export async function* verifyLedger(ledger: Ledger, only: readonly string[] = []): AsyncGenerator<Verdict> {
  const tills = await ledger<{ till: string }>`
    SELECT till FROM till WHERE ${only.length === 0} OR till IN (SELECT json_array_elements_text(${JSON.stringify(only)}::json))
    ORDER BY till`;
  for (const { till } of tills) yield await verdictOf(ledger, till);
}

/** Handles unreadable rows of one till as its own problem, so the other tills are still verified. */
async function verdictOf(ledger: Ledger, till: string): Promise<Verdict> {
  try {
    return await ledger.begin(async (sql) => {
      // A snapshot, because the till continues to write.
      await sql.run("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
      const [stored] = await sql<StoredTill>`
        SELECT till, last_number::float8, last_booking::float8, last_z::float8, refused_number::float8, refused_because,
          array_remove(array_remove(former_keys, head_key) || head_key, NULL) AS keys
        FROM till WHERE till = ${till}`;
      if (stored === undefined) throw new Error(`${till} is no longer in the ledger`);
      return await verifyTill(sql, stored);
    });
  } catch (error) {
    if (!isDataError(error)) throw error;
    return { till, entries: 0, signedTo: null, keys: [], problems: [`it cannot be read: ${errorMessage(error)}`] };
  }
}

/**
 * Returns whether a till's rows caused the error (data exceptions, limits); a lost connection is not a till's problem.
 */
function isDataError(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return (
    /^(22|54)/.test(code) || error instanceof SyntaxError || error instanceof TypeError || error instanceof RangeError
  );
}

async function verifyTill(ledger: Sql, till: StoredTill): Promise<Verdict> {
  const heads = await ledger<StoredHead>`
    SELECT number::float8, (extract(epoch FROM at) * 1000)::float8 AS at, hash, key, signature
    FROM journal_head WHERE till = ${till.till} ORDER BY number`;
  const journal = await verifyJournal(ledger, till, heads);
  const problems = [
    ...journal.problems,
    ...(await verifyReports(ledger, till)),
    ...(await verifyBookings(ledger, till)),
    ...(await verifyPlausible(ledger, till)),
    ...(await verifyPayments(ledger, till)),
  ];
  if (till.refused_because !== null) {
    problems.push(`refused at entry ${till.refused_number}: ${till.refused_because}`);
  }
  const keys = till.keys.map(fingerprint);
  return { till: till.till, entries: journal.entries, signedTo: journal.signedTo, keys, problems };
}

/** Returns a key's fingerprint as on the till's pages. The reported text may not be a key. */
function fingerprint(pem: string): string {
  try {
    const key = createPublicKey(pem).export({ type: "spki", format: "der" });
    return createHash("sha256").update(key).digest("hex");
  } catch {
    return "an unreadable key";
  }
}

type JournalVerdict = Pick<Verdict, "entries" | "signedTo" | "problems">;

/** Verifies the chain up to the first invalid row, and compares it with each signed head. */
async function verifyJournal(
  ledger: Sql,
  { till, last_number: last, keys }: StoredTill,
  heads: readonly StoredHead[],
): Promise<JournalVerdict> {
  const waiting = [...heads];
  let signedTo: number | null = null;
  let hash: Buffer = BEGINNING;
  let entries = 0;
  const broken = (problem: string): JournalVerdict => ({ entries, signedTo, problems: [problem] });
  for (let rows = await page(ledger, till, 0); rows.length > 0; rows = await page(ledger, till, entries)) {
    for (const row of rows) {
      if (row.number !== entries + 1) return broken(`after entry ${entries} comes ${row.number}: rows are missing`);
      if (!follows(hash, row)) return broken(`entry ${row.number} was changed: its hash does not match`);
      hash = row.hash;
      entries = row.number;
      while (waiting[0]?.number === entries) {
        const head = waiting.shift() as StoredHead;
        if (!keys.includes(head.key))
          return broken(`the head at entry ${entries} is signed with a key that was never accepted`);
        const problem = headProblem(till, head, hash);
        if (problem !== null) return broken(problem);
        signedTo = entries;
      }
    }
  }
  if (entries < last) return broken(`it ends after entry ${entries}, and had ${last}: rows are missing`);
  const [beyond] = waiting;
  if (beyond) return broken(`it ends after entry ${entries}, and the till signed ${beyond.number}`);
  return { entries, signedTo, problems: [] };
}

function page(ledger: Sql, till: string, after: number): Promise<StoredRow[]> {
  return ledger<StoredRow>`
    SELECT number::float8, (extract(epoch FROM at) * 1000)::float8 AS at, event, pos_tid, actor, data::text AS data, hash
    FROM journal_entry WHERE till = ${till} AND number > ${after} ORDER BY number LIMIT ${PAGE}`;
}

function follows(previous: Buffer, row: StoredRow): boolean {
  return hashOf(previous, row).equals(row.hash) || hashOf(previous, asOnTill(row)).equals(row.hash);
}

/** U+FFFD stands for NUL, which PostgreSQL cannot store. */
function asOnTill<R extends object>(row: R): R {
  const values = Object.entries(row).map(([name, value]) => [
    name,
    typeof value === "string" && name !== "data" ? value.replaceAll("\ufffd", "\0") : value,
  ]);
  return Object.fromEntries(values) as R;
}

function hashOf(previous: Buffer, { number, hash: _hash, ...row }: StoredRow): Buffer {
  return createHash("sha256")
    .update(previous)
    .update(chainedText({ sequence: number, ...row }))
    .digest();
}

function headProblem(till: string, { number, at, hash, key, signature }: StoredHead, expected: Buffer): string | null {
  const text = journalEndText({ till, entries: number, hash: hash.toString("hex"), at });
  if (!isSigned(text, key, signature)) return `the head at entry ${number} is forged: the till's key has not signed it`;
  return hash.equals(expected) ? null : `entry ${number} is not the one that the till signed`;
}

function isSigned(text: string, key: string, signature: Buffer): boolean {
  try {
    return verifySignature(null, Buffer.from(text), createPublicKey(key), signature);
  } catch {
    return false;
  }
}

interface StoredReport {
  number: number;
  /** From the columns next to the sealed text; times in ms since the epoch */
  from: number;
  to: number;
  currency: string;
  captured: number;
  refunded: number;
  net: number;
  data: string;
  through: number;
  hash: Buffer;
}

/** A close in the journal, unvalidated. */
interface Close {
  number?: unknown;
  hash?: unknown;
}

/** Compared fields of a sealed report; times in ISO 8601. */
type SealedReport = Pick<StoredReport, "currency" | "captured" | "refunded" | "net"> & {
  from: string;
  to: string;
  bookings?: { hash: string } | null;
};

/** Verifies that each Z's seal follows the previous one and matches the journal's entry of the close. */
async function verifyReports(ledger: Sql, { till, last_z: last }: StoredTill): Promise<string[]> {
  const closes = await closesOf(ledger, till);
  const rows = await ledger<StoredReport>`
    SELECT z.number::float8, (extract(epoch FROM z.from_at) * 1000)::float8 AS "from",
      (extract(epoch FROM z.to_at) * 1000)::float8 AS "to", z.currency, z.captured::float8, z.refunded::float8,
      z.net::float8, z.data::text AS data, z.through::float8, z.hash
    FROM z_report z WHERE z.till = ${till} ORDER BY z.number`;
  let previous: Buffer = BEGINNING;
  let from = 0;
  for (const row of rows) {
    const { number, data, through, hash } = row;
    if (!createHash("sha256").update(previous).update(data).digest().equals(hash))
      return [`Z ${number} was changed, or one before it is missing`];
    if (!closes.get(number)?.every((close) => close.hash === hash.toString("hex")))
      return [`Z ${number} is not the one that its journal records`];
    const sealedReport = JSON.parse(data) as SealedReport | null;
    if (sealedReport === null || !matchesSeal(row, sealedReport))
      return [`the figures of Z ${number} do not match its sealed report`];
    if (
      sealedReport.bookings &&
      !(await bookingsHashes(ledger, till, from, through)).includes(sealedReport.bookings.hash)
    )
      return [`the bookings of Z ${number} do not match its seal`];
    [previous, from] = [hash, through];
  }
  const lastNumber = rows.at(-1)?.number ?? 0;
  if (lastNumber < last) return [`Zs after ${lastNumber} are missing: the till had ${last}`];
  // Closes in the signed journal, to find missing Zs even if the till's count was changed.
  const storedNumbers = new Set<unknown>(rows.map(({ number }) => number));
  const missing = [...closes.keys()].find((number) => !storedNumbers.has(number));
  if (missing === undefined) return [];
  return [`Z ${JSON.stringify(missing).slice(0, MAX_QUOTED)} is missing, although its journal records it`];
}

async function closesOf(ledger: Sql, till: string): Promise<Map<unknown, Close[]>> {
  const rows = await ledger<{ data: string }>`
    SELECT data::text AS data FROM journal_entry WHERE till = ${till} AND event = 'report.closed' ORDER BY number`;
  return Map.groupBy(
    rows.map(({ data }) => JSON.parse(data) as Close | null),
    (close) => close?.number ?? null,
  ) as Map<unknown, Close[]>;
}

/** Compares the columns, which reports use, with the sealed text. */
function matchesSeal(row: StoredReport, sealedReport: SealedReport): boolean {
  const isSame = (["currency", "captured", "refunded", "net"] as const).every(
    (name) => row[name] === sealedReport[name],
  );
  return isSame && row.from === Date.parse(sealedReport.from) && row.to === Date.parse(sealedReport.to);
}

/** Returns hashes of the bookings as JSON lines in order: from the ledger's rows, and from the texts as on the till. */
async function bookingsHashes(ledger: Sql, till: string, after: number, through: number): Promise<string[]> {
  const [hash, hashOnTill] = [createHash("sha256"), createHash("sha256")];
  for (let from = after; ; ) {
    const rows = await ledger<{ number: number }>`
      SELECT number::float8, period::float8, (extract(epoch FROM at) * 1000)::float8 AS at, pos_tid, kind, id, currency,
        amount::float8, additional_amount::float8, transaction_fee::float8, interchange_fee::float8, actor
      FROM booking WHERE till = ${till} AND number > ${from} AND number <= ${through} ORDER BY number LIMIT ${PAGE}`;
    for (const row of rows) {
      const line = `${JSON.stringify(Object.values(row))}\n`;
      hash.update(line);
      hashOnTill.update(line.replaceAll("\ufffd", "\\u0000"));
    }
    const last = rows.at(-1);
    if (!last) return [hash.digest("hex"), hashOnTill.digest("hex")];
    from = last.number;
  }
}

/** Checks unsealed bookings of the open period: no gaps, and each belongs to a payment. */
async function verifyBookings(ledger: Sql, { till, last_booking: last }: StoredTill): Promise<string[]> {
  const [row] = await ledger<{ rows: number; last: number }>`
    SELECT count(*)::float8 AS rows, coalesce(max(number), 0)::float8 AS last FROM booking WHERE till = ${till}`;
  if (row?.rows !== last || row.last !== last)
    return [`the till had ${last} bookings, the ledger has ${row?.rows ?? 0}`];
  // A permission's fee belongs to no payment.
  const orphans = await ledger<{ number: number; pos_tid: string }>`
    SELECT number::float8, pos_tid FROM booking b WHERE till = ${till} AND kind <> 'permission'
      AND NOT EXISTS (SELECT 1 FROM payment p WHERE p.till = b.till AND p.pos_tid = b.pos_tid) ORDER BY number LIMIT 1`;
  return orphans.map(({ number, pos_tid }) => `booking ${number} belongs to a missing payment: ${pos_tid}`);
}

/**
 * Compares a payment's sums with its bookings, if all are present. A payment that needs attention may have no bookings.
 */
async function verifyPayments(ledger: Sql, { till, last_number, last_booking }: StoredTill): Promise<string[]> {
  const rows = await ledger<{ number: string }>`
    SELECT p.number FROM payment p LEFT JOIN LATERAL (
      SELECT coalesce(sum(amount + additional_amount) FILTER (WHERE kind = 'capture'), 0) AS captured,
        coalesce(sum(amount + additional_amount) FILTER (WHERE kind = 'refund'), 0) AS refunded
      FROM plausible_booking b WHERE b.till = p.till AND b.pos_tid = p.pos_tid AND kind IN ('capture', 'refund')) b ON true
    WHERE p.till = ${till} AND p.phase <> 'attention' AND p.change <= ${last_number + last_booking}
      AND (p.captured_total <> b.captured OR p.refunded_total <> b.refunded)
    ORDER BY p.created_at LIMIT 1`;
  return rows.map(({ number }) => `the sums of payment ${number} do not match its bookings`);
}

/** Reports rows with impossible values, which reports ignore. The ledger now rejects such rows. */
async function verifyPlausible(ledger: Sql, { till }: StoredTill): Promise<string[]> {
  const [row] = await ledger<{ rows: number }>`
    SELECT ((SELECT count(*) FROM booking WHERE till = ${till}) - (SELECT count(*) FROM plausible_booking WHERE till = ${till})
      + (SELECT count(*) FROM payment WHERE till = ${till}) - (SELECT count(*) FROM plausible_payment WHERE till = ${till})
      + (SELECT count(*) FROM z_report WHERE till = ${till}) - (SELECT count(*) FROM plausible_z_report WHERE till = ${till})
      )::float8 AS rows`;
  return row?.rows === 0 ? [] : [`${row?.rows} bookings, payments and Zs have impossible amounts, times or currencies`];
}
