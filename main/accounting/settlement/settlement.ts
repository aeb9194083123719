/** Settlement files: uploaded in pieces, matched with the bookings, stored as shown. */

import { createHash } from "node:crypto";
import {
  SETTLEMENT_PIECE_LENGTH,
  type SettlementBooking,
  type SettlementDifferenceKind,
  type SettlementLine,
  type SettlementMatch,
  type SettlementSummary,
} from "../../../contract/accounting/reports.ts";
import {
  type BookedMovement,
  type ComparedPair,
  comparePairs,
  type FileLine,
  feeWithoutVat,
  fileNet,
  isWithin,
  matchSettlement,
  payoutOf,
  settlementSums,
  spanOf,
} from "../../../contract/accounting/settlement-match.ts";
import type { CommandInput } from "../../../contract/bridge/commands.ts";
import { done, failed, type Result } from "../../../contract/calls/errors.ts";
import { reasonFor } from "../../../contract/reasons/reasons.ts";
import { openForeignRequests } from "../../payments/queue/foreign-requests.ts";
import type { StorageContext } from "../../storage/context.ts";
import { type Database, transact } from "../../storage/database/database.ts";
import { randomIdentifier } from "../../storage/database/identifiers.ts";
import { readSettlementFile, type SettlementFile } from "./file.ts";

export interface SettlementPorts extends Pick<StorageContext, "clock" | "database" | "journal"> {
  currency: string;
  actor(): string | null;
  othersAmong(tids: readonly string[]): Promise<readonly string[]>;
}

/** A large merchant's daily file has some hundred kilobytes. */
const MAX_LENGTH = 16 * 1024 * 1024;
const UPLOAD_LIVES_MS = 10 * 60_000;
const MAX_ROWS_SHOWN = 500;
const EDGE_MS = 15 * 60_000;

interface Upload {
  id: string;
  name: string;
  pieces: string[];
  length: number;
  touchedAt: number;
}

export function settlementCommands(ports: SettlementPorts) {
  const { clock, database } = ports;
  let upload: Upload | null = null;
  const current = (id: string): Upload | null => {
    if (upload && clock.monotonic() - upload.touchedAt > UPLOAD_LIVES_MS) upload = null;
    return upload?.id === id ? upload : null;
  };
  return {
    "settlement.begin"({ name }: CommandInput<"settlement.begin">): Result<{ uploadId: string; pieceLength: number }> {
      upload = { id: randomIdentifier(16), name, pieces: [], length: 0, touchedAt: clock.monotonic() };
      return done({ uploadId: upload.id, pieceLength: SETTLEMENT_PIECE_LENGTH });
    },
    "settlement.append"({ uploadId, index, text }: CommandInput<"settlement.append">): Result<{ received: number }> {
      const to = current(uploadId);
      if (!to) return uploadNotFound();
      const repeated = to.pieces[index] === text;
      if (!repeated && index !== to.pieces.length) {
        return failed("conflict", {
          because: reasonFor("settlement_next_piece", { next: to.pieces.length, given: index }),
        });
      }
      if (!repeated && to.length + text.length > MAX_LENGTH) {
        upload = null;
        return failed("limit", { because: reasonFor("settlement_too_large") });
      }
      if (!repeated) to.pieces.push(text);
      Object.assign(to, { length: to.length + (repeated ? 0 : text.length), touchedAt: clock.monotonic() });
      return done({ received: to.pieces.length });
    },
    async "settlement.finish"({ uploadId }: CommandInput<"settlement.finish">): Promise<Result<SettlementMatch>> {
      const completeUpload = current(uploadId);
      if (!completeUpload) return uploadNotFound();
      upload = null;
      const by = ports.actor();
      const file = await readSettlementFile(completeUpload.pieces, { currency: ports.currency, now: clock.now() });
      if (!file.ok) return failed("invalid_input", { fields: file.problems });
      await loadForeignTids(ports, file.value);
      return done(storeMatch(ports, completeUpload, file.value, by));
    },
    "settlement.list": (): Result<{ items: SettlementSummary[] }> =>
      done({ items: storedMatches(database).map(summaryOf) }),
    "settlement.get"({ id }: CommandInput<"settlement.get">): Result<SettlementMatch> {
      const text = database.prepare<[string], string>("SELECT content FROM settlement WHERE id = ?").pluck().get(id);
      return text === undefined
        ? failed("not_found", { because: reasonFor("settlement_not_here") })
        : done(readMatch(text));
    },
  };
}

function uploadNotFound(): Result<never> {
  return failed("not_found", { because: reasonFor("settlement_gone") });
}

function storedMatches(database: Database): SettlementMatch[] {
  const newest = database
    .prepare<[], string>("SELECT content FROM settlement ORDER BY imported_at DESC, rowid DESC LIMIT 100")
    .pluck();
  return newest.all().map(readMatch);
}

type LaterFields = "kinds" | "feeThere" | "netInFile" | "otherAmount" | "payout" | "movements";

/** Matches of earlier versions lack some fields. */
function readMatch(text: string): SettlementMatch {
  const stored: Omit<SettlementMatch, LaterFields> & Partial<Pick<SettlementMatch, LaterFields>> = JSON.parse(text);
  const { kinds = { amount: stored.counts.different, fee: 0, net: 0 }, feeThere = null, netInFile = null } = stored;
  const different = stored.different.map((one) => ({ ...one, kinds: one.kinds ?? ["amount"] }));
  const { otherAmount = 0, payout = null, movements = [] } = stored;
  const counts = { ...stored.counts, movements: stored.counts.movements ?? 0 };
  return { ...stored, kinds, feeThere, netInFile, otherAmount, payout, different, movements, counts };
}

function summaryOf({
  onlyInFile: _file,
  onlyHere: _here,
  different: _different,
  movements: _movements,
  ...summary
}: SettlementMatch): SettlementSummary {
  return summary;
}

function storeMatch(
  { database, journal, clock, currency }: SettlementPorts,
  { name, pieces }: Upload,
  file: SettlementFile,
  by: string | null,
): SettlementMatch {
  return transact(database, () => {
    const now = clock.now();
    const match: SettlementMatch = {
      id: randomIdentifier(16),
      name,
      by,
      currency,
      importedAt: new Date(now).toISOString(),
      fingerprint: createHash("sha256").update(pieces.join("")).digest("hex"),
      ...compareFile(database, currency, file),
    };
    const { id, fingerprint, gross, fee, net, otherAmount, matched, counts } = match;
    database
      .prepare("INSERT INTO settlement (id, imported_at, content) VALUES (?, ?, ?)")
      .run(id, now, JSON.stringify(match));
    const data = { id, name, fingerprint, gross, fee, net, otherAmount, matched, ...counts };
    journal.append({ event: "settlement.matched", actor: by, data }, now);
    return match;
  });
}

type Compared = Omit<SettlementMatch, "id" | "name" | "by" | "currency" | "importedAt" | "fingerprint">;

function compareFile(database: Database, currency: string, file: SettlementFile): Compared {
  const foreign = openForeignRequests(database);
  const isOwn = ({ tid }: { tid: string | null }) => tid === null || !foreign.has(tid);
  const lines = file.lines.filter(isOwn);
  const ownFile = { lines, others: file.others.filter(isOwn) };
  const matched = matchSettlement(lines, bookedFor(database, lines, currency));
  const { onlyInFile } = matched;
  const pairs = comparePairs(matched);
  const different = pairs.filter(({ kinds }) => kinds.length > 0);
  // Captures outside the file's time may be in another file.
  const span = spanOf(lines);
  const onlyHere = matched.onlyHere.filter(({ time }) => isWithin(time, span));
  const { others: otherAmount, ...sums } = settlementSums(ownFile);
  return {
    passedOver: file.passedOver,
    ...windowOf(lines),
    lines: lines.length,
    others: file.lines.length - lines.length,
    ...sums,
    otherAmount,
    payout: payoutOf(file),
    feeHere: pairs.reduce((sum, { here }) => sum + here.fee, 0),
    feeThere: pairs.reduce((sum, { line }) => sum + feeWithoutVat(line), 0),
    netInFile: fileNet(ownFile),
    kinds: countKinds(different),
    matched: pairs.length - different.length,
    onlyInFile: onlyInFile.slice(0, MAX_ROWS_SHOWN).map(shownLine),
    onlyHere: onlyHere.slice(0, MAX_ROWS_SHOWN).map(shownBooking),
    different: different
      .slice(0, MAX_ROWS_SHOWN)
      .map(({ kinds, line, here }) => ({ kinds, line: shownLine(line), here: shownBooking(here) })),
    movements: ownFile.others.slice(0, MAX_ROWS_SHOWN),
    counts: {
      onlyInFile: onlyInFile.length,
      onlyHere: onlyHere.length,
      different: different.length,
      movements: ownFile.others.length,
    },
  };
}

function countKinds(different: readonly ComparedPair[]): SettlementMatch["kinds"] {
  const count = (kind: SettlementDifferenceKind) => different.filter(({ kinds }) => kinds.includes(kind)).length;
  return { amount: count("amount"), fee: count("fee"), net: count("net") };
}

function windowOf(lines: readonly FileLine[]): { from: string | null; to: string | null } {
  const { from, to } = spanOf(lines);
  return lines.length === 0
    ? { from: null, to: null }
    : { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

/** A till that took over the ledger's reading has not checked other tills' requests, so it asks the ledger. */
async function loadForeignTids({ database, othersAmong }: SettlementPorts, file: SettlementFile): Promise<void> {
  const foreign = openForeignRequests(database);
  const own = database.prepare<[string]>("SELECT 1 FROM payment WHERE tid = ?");
  const tids = [...new Set([...file.lines, ...file.others].flatMap(({ tid }) => tid ?? []))];
  const unknown = tids.filter((tid) => !foreign.has(tid) && own.get(tid) === undefined);
  if (unknown.length === 0) return;
  const others = await othersAmong(unknown);
  transact(database, () => {
    for (const tid of others) foreign.remember(tid);
  });
}

/** Returns the bookings of the payments in the file, and all bookings of its time span. */
function bookedFor(database: Database, lines: readonly FileLine[], currency: string): BookedMovement[] {
  const { from, to } = spanOf(lines);
  const inTime = database
    .prepare<[number, number, number, number], string>(
      `SELECT pos_tid FROM booking WHERE kind = 'capture' AND at >= ? AND at <= ?
       UNION SELECT pos_tid FROM booking WHERE kind = 'refund' AND at >= ? AND at <= ?`,
    )
    .pluck()
    .all(from, to, from, to);
  const byTid = database.prepare<[string], string>("SELECT pos_tid FROM payment WHERE tid = ?").pluck();
  const named = new Set([...new Set(lines.map(({ tid }) => tid))].flatMap((tid) => byTid.get(tid) ?? []));
  const movements = database.prepare<[string, string], Omit<BookedMovement, "at" | "atEdge">>(
    `SELECT booking.pos_tid AS posTid, payment.number, payment.tid, booking.id, kind AS action, min(at) AS time,
       (SELECT sum(transaction_fee + interchange_fee) FROM booking AS whole WHERE whole.pos_tid = booking.pos_tid)
         AS paymentFee,
       sum(booking.amount + booking.additional_amount) AS amount, sum(transaction_fee + interchange_fee) AS fee,
       min(period) AS period
     FROM booking JOIN payment USING (pos_tid)
     WHERE booking.pos_tid = ? AND kind IN ('capture','refund') AND booking.currency = ? GROUP BY kind, booking.id`,
  );
  const zOf = database
    .prepare<[number], number>(
      `SELECT coalesce((SELECT min(number) FROM z_report WHERE number >= ?), (SELECT number FROM open_period))`,
    )
    .pluck();
  return [...new Set([...named, ...inTime])].flatMap((posTid) =>
    movements
      .all(posTid, currency)
      // Bookings that cancel out are left out.
      .filter(({ amount }) => amount !== 0)
      .map((one) => ({
        ...one,
        period: zOf.get(one.period) ?? one.period,
        at: new Date(one.time).toISOString(),
        atEdge: one.time < from + EDGE_MS || one.time > to - EDGE_MS,
      })),
  );
}

function shownLine({ line, tid, subId, action, at, amount, fee, net }: FileLine): SettlementLine {
  return { line, tid, subId, action, at, amount, fee, net };
}

function shownBooking({ time: _time, paymentFee: _fee, ...booking }: BookedMovement): SettlementBooking {
  return booking;
}
