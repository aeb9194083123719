/** `settlement`: matches a settlement file of the service with the bookings of all tills. */
import { basename } from "node:path";
import type { SettlementMovement } from "../contract/accounting/reports.ts";
import type { ReadSettlement } from "../contract/accounting/service-reader.ts";
import {
  type BookedMovement,
  comparePairs,
  type FileLine,
  type FileMoney,
  fileNet,
  isWithin,
  matchSettlement,
  payoutOf,
  settlementSums,
  spanOf,
} from "../contract/accounting/settlement-match.ts";
import type { Ledger, Sql } from "./database.ts";
import type { ServiceReader } from "./service-reader.ts";
import { Refusal } from "./tills.ts";

/** A line or booking without a match; amounts in minor units, times in ISO 8601. */
export interface SettlementDifference {
  kind: "only_in_file" | "only_here" | "amount" | "fee" | "net";
  /** Owner; null if unknown */
  till: string | null;
  tid: string | null;
  posTid: string | null;
  /** Line number in the file */
  line: number | null;
  /** `capture`, `refund`, or the file's name for another movement */
  action: string;
  at: string;
  inFile: number | null;
  booked: number | null;
  /** Within 15 minutes of the file's first or last line: may belong to the adjacent file */
  atEdge: boolean;
}

/** Sums of a file in total and per till; `till` null means without an owner. */
export interface ChainSettlement {
  name: string;
  fingerprint: string;
  guessedEncoding: ReadSettlement["guessedEncoding"];
  currency: string;
  lines: number;
  passedOver: number;
  /** Captures − refunds */
  gross: number;
  /** All other movements */
  others: number;
  fee: number;
  /** gross + others − fee */
  net: number;
  netInFile: number | null;
  /** Payout that the file states; null without payout lines. Must equal `net` */
  payout: number | null;
  /** Rows with an uncertain sign; the payout is then not checked */
  unsigned: number;
  matched: number;
  tills: { till: string | null; lines: number; gross: number; others: number; fee: number; net: number }[];
  differences: SettlementDifference[];
}

/** Bookings this close to the file's first or last line may be in the adjacent file. */
const EDGE_MS = 15 * 60_000;

/**
 * Reads and matches a file, and stores the result. The same file replaces its earlier result.
 * @param currency null for the currency of the ledger's payments
 * @throws Refusal with each unreadable line and column
 */
export async function matchForAll(
  ledger: Ledger,
  reader: Pick<ServiceReader, "settlement">,
  { path, currency: wanted }: { path: string; currency: string | null },
): Promise<ChainSettlement> {
  const currency = wanted ?? (await onlyCurrency(ledger));
  const read = await reader.settlement(path, currency);
  if (!read.ok) throw new Refusal(read.detail);
  const { lines, others, passedOver, fingerprint, guessedEncoding } = read.value;
  const booked = await bookedFor(ledger, lines, currency);
  const owners = await ownersOf(ledger, [...lines, ...others]);
  const compared = compareAll(read.value, booked, owners);
  const match = { name: basename(path), fingerprint, guessedEncoding, currency, passedOver, ...compared };
  await ledger.begin((sql) => store(sql, match, spanOf(lines)));
  return match;
}

async function onlyCurrency(ledger: Ledger): Promise<string> {
  const [currencyRow, secondCurrency] = await ledger<{
    currency: string;
  }>`SELECT DISTINCT currency FROM booking LIMIT 2`;
  if (!currencyRow || secondCurrency) throw new Refusal("--currency: expected the currency of the file, like NOK");
  return currencyRow.currency;
}

type ChainMovement = BookedMovement & { till: string };

function compareAll(
  file: FileMoney,
  booked: readonly ChainMovement[],
  owners: ReadonlyMap<string, string | null>,
): Omit<ChainSettlement, "name" | "fingerprint" | "guessedEncoding" | "currency" | "passedOver"> {
  const { lines, others } = file;
  const ownerOf = ({ tid }: { tid: string | null }) => (tid === null ? null : (owners.get(tid) ?? null));
  const tillOf = new Map<BookedMovement, string>(booked.map((one) => [one, one.till]));
  const matchResult = matchSettlement(lines, booked);
  const pairs = comparePairs(matchResult);
  const { stated, unsigned } = payoutOf(file);
  const span = spanOf(lines);
  const differences: SettlementDifference[] = [
    ...[...matchResult.onlyInFile, ...others].map((line) => ({
      kind: "only_in_file" as const,
      till: ownerOf(line),
      // Movements without a time are sorted to the end of their file.
      ...sidesOf({ ...line, at: line.at ?? new Date(span.to || Date.now()).toISOString() }, null),
    })),
    // A payment in the file may have been captured earlier, in another file.
    ...matchResult.onlyHere
      .filter(({ time }) => isWithin(time, span))
      .map((here) => ({ kind: "only_here" as const, till: tillOf.get(here) ?? null, ...sidesOf(null, here) })),
    ...pairs.flatMap(({ kinds, line, here }) =>
      kinds.map((kind) => ({ kind, till: tillOf.get(here) ?? null, ...sidesOf(line, here) })),
    ),
  ];
  const tills = [...new Set([...lines, ...others].map(ownerOf))].map((till) => {
    const isOwn = (line: { tid: string | null }) => ownerOf(line) === till;
    const ofTill = { lines: lines.filter(isOwn), others: others.filter(isOwn) };
    return { till, lines: ofTill.lines.length + ofTill.others.length, ...settlementSums(ofTill) };
  });
  return {
    lines: lines.length + others.length,
    ...settlementSums(file),
    netInFile: fileNet(file),
    payout: stated,
    unsigned,
    matched: pairs.filter(({ kinds }) => kinds.length === 0).length,
    tills: tills.sort((left, right) => String(left.till).localeCompare(String(right.till))),
    differences,
  };
}

type InFile = Pick<SettlementMovement, "line" | "tid" | "action" | "amount"> & { at: string };

function sidesOf(line: InFile | null, here: BookedMovement | null): Omit<SettlementDifference, "kind" | "till"> {
  const either = line ?? here;
  if (either === null) throw new Error("a difference needs a line or a booking");
  return {
    tid: either.tid,
    posTid: here?.posTid ?? null,
    line: line?.line ?? null,
    action: either.action,
    at: either.at,
    inFile: line?.amount ?? null,
    booked: here?.amount ?? null,
    atEdge: line === null && here !== null && here.atEdge,
  };
}

/** Returns bookings of the file's payments, and all others in its time span. */
async function bookedFor(ledger: Ledger, lines: readonly FileLine[], currency: string): Promise<ChainMovement[]> {
  if (lines.length === 0) return [];
  const { from, to } = spanOf(lines);
  const tids = JSON.stringify([...new Set(lines.map(({ tid }) => tid))]);
  const rows = await ledger<Omit<ChainMovement, "at" | "atEdge">>`
    WITH named AS (
      SELECT till, pos_tid FROM payment WHERE tid IN (SELECT json_array_elements_text(${tids}::json))
      UNION
      SELECT till, pos_tid FROM booking WHERE kind IN ('capture', 'refund')
        AND at BETWEEN ${new Date(from).toISOString()}::timestamptz AND ${new Date(to).toISOString()}::timestamptz
    ), moved AS (
      SELECT b.*, sum(transaction_fee + interchange_fee) OVER (PARTITION BY b.till, b.pos_tid) AS payment_fee
      FROM plausible_booking b JOIN named USING (till, pos_tid)
    )
    SELECT m.till, m.pos_tid AS "posTid", p.number, p.tid, m.id, m.kind AS action,
      (extract(epoch FROM min(m.at)) * 1000)::float8 AS time, max(m.payment_fee)::float8 AS "paymentFee",
      sum(m.amount + m.additional_amount)::float8 AS amount,
      sum(m.transaction_fee + m.interchange_fee)::float8 AS fee, min(m.period)::float8 AS period
    FROM moved m JOIN payment p USING (till, pos_tid) JOIN till t USING (till)
    WHERE m.kind IN ('capture', 'refund') AND m.currency = ${currency} AND t.replaced_by IS NULL
    GROUP BY m.till, m.pos_tid, p.number, p.tid, m.kind, m.id
    HAVING sum(m.amount + m.additional_amount) <> 0`;
  return rows.map((row) => ({
    ...row,
    at: new Date(row.time).toISOString(),
    atEdge: row.time < from + EDGE_MS || row.time > to - EDGE_MS,
  }));
}

/** Returns the owner of each request: from the tills' payments, otherwise from the service's list. */
async function ownersOf(ledger: Ledger, lines: readonly { tid: string | null }[]): Promise<Map<string, string | null>> {
  const rows = await ledger<{ tid: string; till: string | null }>`
    SELECT asked.tid, coalesce(
      (SELECT p.till FROM payment p JOIN till t USING (till) WHERE p.tid = asked.tid AND t.replaced_by IS NULL LIMIT 1),
      (SELECT r.till FROM service_request r WHERE r.tid = asked.tid)) AS till
    FROM json_array_elements_text(${JSON.stringify([...new Set(lines.flatMap(({ tid }) => tid ?? []))])}::json) AS asked (tid)`;
  return new Map(rows.map(({ tid, till }) => [tid, till]));
}

async function store(sql: Sql, match: ChainSettlement, { from, to }: { from: number; to: number }): Promise<void> {
  const { name, fingerprint, currency, lines, passedOver, gross, others, fee, net } = match;
  const [begins, ends] = from > to ? [null, null] : [new Date(from).toISOString(), new Date(to).toISOString()];
  await sql`DELETE FROM settlement WHERE fingerprint = ${fingerprint}`;
  await sql`INSERT INTO settlement (fingerprint, name, currency, from_at, to_at, lines, passed_over, gross, others, fee,
      net, net_in_file, payout, matched)
    VALUES (${fingerprint}, ${name}, ${currency}, ${begins}, ${ends}, ${lines}, ${passedOver}, ${gross}, ${others}, ${fee},
      ${net}, ${match.netInFile}, ${match.payout}, ${match.matched})`;
  await sql`INSERT INTO settlement_till (fingerprint, till, lines, gross, others, fee, net)
    SELECT ${fingerprint}, s.* FROM json_to_recordset(${JSON.stringify(match.tills)}::json)
      AS s (till text, lines bigint, gross bigint, others bigint, fee bigint, net bigint)`;
  await sql`INSERT INTO settlement_difference (fingerprint, kind, till, tid, pos_tid, line, action, at, in_file, booked, at_edge)
    SELECT ${fingerprint}, s.* FROM json_to_recordset(${JSON.stringify(match.differences)}::json)
      AS s (kind text, till text, tid text, "posTid" text, line bigint, action text, at timestamptz, "inFile" bigint,
        booked bigint, "atEdge" boolean)`;
}
