/** Invariants of a database after an upgrade from any version. */
import { createPublicKey } from "node:crypto";
import { amountText, isSignatureValid } from "../../../main/accounting/exports/saft/chain.ts";
import { openSeals } from "../../../main/accounting/periods/seals.ts";
import { openTallyCheck } from "../../../main/accounting/periods/tally-check.ts";
import type { Database } from "../../../main/storage/database/database.ts";
import { createJournal } from "../../../main/storage/journal/journal.ts";

/** Returns the problems of a database of the newest version. */
export function problemsOf(database: Database): string[] {
  const journal = createJournal(database).verify();
  const seals = openSeals(database);
  const chain = seals.verify();
  return [
    ...(database.pragma("foreign_key_check") as { table: string; parent: string }[]).map(
      ({ table, parent }) => `a row of ${table} refers to no ${parent}`,
    ),
    ...(database.pragma("integrity_check") as { integrity_check: string }[])
      .map(({ integrity_check: found }) => found)
      .filter((found) => found !== "ok"),
    ...(journal.ok ? [] : [`the journal breaks at entry ${journal.firstBadAt}`]),
    ...(chain.ok ? [] : [`the chain of Zs breaks at ${chain.firstBadAt}`]),
    ...(chain.ok && seals.verifyBookings() !== null ? ["a Z holds other bookings than it sealed"] : []),
    ...(openTallyCheck(database).inAllPeriods() === null ? [] : ["the tally does not agree with the bookings"]),
    ...saftProblems(database),
    ...derivedProblems(database),
  ];
}

/** Checks values that migrations computed for existing rows. */
function derivedProblems(database: Database): string[] {
  const numbers = (sql: string) => database.prepare<[], number>(sql).pluck().all().join();
  const [clock, stored] = [
    "SELECT later.sequence FROM payment AS later WHERE created_at < (SELECT created_at FROM payment WHERE sequence < later.sequence ORDER BY sequence DESC LIMIT 1) ORDER BY sequence",
    "SELECT sequence FROM clock_set_back ORDER BY sequence",
  ].map(numbers);
  const [texts, found] = [
    "SELECT sequence FROM payment WHERE text LIKE '%kake%' ORDER BY sequence",
    "SELECT rowid FROM payment_text WHERE payment_text MATCH 'kake' ORDER BY rowid",
  ].map(numbers);
  return [
    ...(clock === stored ? [] : [`the clock was set back before ${clock}, not ${stored}`]),
    ...(texts === found ? [] : [`the search finds ${found}, not ${texts}`]),
  ];
}

/** Returns tables, indexes, triggers and views with their SQL text. */
export function schemaOf(database: Database): string[] {
  return database
    .prepare<[], string>(
      "SELECT type || ' ' || name || ': ' || coalesce(sql, '') FROM sqlite_schema ORDER BY type, name",
    )
    .pluck()
    .all();
}

interface Signed {
  nr: number;
  transDate: string;
  transTime: string;
  amount: number;
  vat: number;
  currency: string;
  signature: string;
  keyVersion: number;
  pem: string;
}

const SIGNED = `
  SELECT nr, trans_date AS transDate, trans_time AS transTime, saft_transaction.amount, currency, signature,
    key_version AS keyVersion, public_key AS pem,
    (SELECT coalesce(sum(vat), 0) FROM booking_vat WHERE booking = sequence) * CASE kind WHEN 'refund' THEN -1 ELSE 1 END AS vat
  FROM saft_transaction JOIN booking ON sequence = booking JOIN saft_key ON version = key_version ORDER BY nr`;

function saftProblems(database: Database): string[] {
  let previous = "0";
  const rows = database.prepare<[], Signed>(SIGNED).all();
  const stored = database.prepare<[], number>("SELECT count(*) FROM saft_transaction").pluck().get();
  const problems = rows.length === stored ? [] : ["a signed transaction has no booking or no key"];
  for (const { amount, vat, currency, pem, ...row } of rows) {
    const transAmntIn = amountText(amount, currency);
    const transAmntEx = amountText(amount - vat, currency);
    if (!isSignatureValid(createPublicKey(pem), previous, { ...row, transAmntIn, transAmntEx }))
      problems.push(`the signature of transaction ${row.nr} does not verify`);
    previous = row.signature;
  }
  return problems;
}
