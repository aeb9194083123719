/**
 * Automatic receipts for movements in the journal. One transaction adds the jobs and advances the read position, so
 * each receipt is created once.
 */

import { setImmediate } from "node:timers/promises";
import type { Payment } from "../../../contract/payments/views.ts";
import type { ReceiptRef, ReceiptSettings } from "../../../contract/receipts/receipts.ts";
import { startLoop } from "../../lib/loop.ts";
import type { StorageContext } from "../../storage/context.ts";
import { type Database, savepoint, transact } from "../../storage/database/database.ts";
import { explainStorageError } from "../../storage/database/failure.ts";
import { PAPER_AGE_MS } from "../printing/worker.ts";
import type { ReceiptIssuer } from "./issuer.ts";
import { UPLOAD_AGE_MS } from "./uploads.ts";

/** Rows per iteration, before other work gets a turn. */
const WINDOW = 2000;
const SKIP_DELAY_MS = 1000;
/** Beyond this distance, old entries are skipped. */
const FAR_BEHIND = 20_000;

export interface FollowerPorts extends Pick<StorageContext, "clock" | "database" | "log"> {
  issuer: Pick<ReceiptIssuer, "upload"> & { print(...what: Parameters<ReceiptIssuer["print"]>): unknown };
  settings(): ReceiptSettings;
  payment(posTid: string): Payment;
  /** True while a restored database is compared: receipts of recovered movements may already have been printed */
  isRestored(): boolean;
  onAdded(): void;
}

export type Follower = ReturnType<typeof startFollower>;

interface Entry {
  sequence: number;
  at: number;
  event: string;
  posTid: string;
  /** Which of the payment's entries of this kind it is, from 1 */
  nth: number;
}

/** The index is named because SQLite would otherwise scan all earlier events of this kind. */
const NEW_MOVEMENTS = `
  SELECT sequence, at, event, pos_tid AS posTid,
    (SELECT count(*) FROM journal AS earlier INDEXED BY journal_by_payment
     WHERE earlier.pos_tid = news.pos_tid AND earlier.event = news.event AND earlier.sequence <= news.sequence) AS nth
  FROM journal AS news
  WHERE sequence > @after AND sequence <= @until AND at >= @since AND pos_tid IS NOT NULL
    AND (event IN ('money.captured','money.refunded') OR event = 'phase.changed' AND json_extract(data, '$.to') = 'captured')
  ORDER BY sequence`;

export function startFollower(ports: FollowerPorts) {
  const { database, clock } = ports;
  const journal = journalReader(database);
  let savedTo = journal.cursor();
  let readTo = savedTo;
  let skippedAt: number | null = null;
  const since = () => clock.now() - (ports.settings().receipt.electronic ? UPLOAD_AGE_MS : PAPER_AGE_MS);

  const loop = startLoop(ports, async () => {
    const end = journal.end();
    if (end - readTo > FAR_BEHIND) readTo = Math.max(readTo, journal.before(since(), end));
    const until = Math.min(end, readTo + WINDOW);
    const entries = journal.news({ after: readTo, until, since: since() });
    if (entries.length > 0) skippedAt ??= clock.monotonic();
    const issuesReceipts = entries.length > 0 && hasAutomaticReceipts(ports.settings());
    const remainingMs = skippedAt === null ? null : skippedAt + SKIP_DELAY_MS - clock.monotonic();
    if (issuesReceipts || until - savedTo >= WINDOW || (remainingMs !== null && remainingMs <= 0)) {
      const added = transact(database, () => {
        journal.advance(until);
        return entries.map((entry) => issueSafely(ports, entry)).includes(true);
      });
      savedTo = until;
      skippedAt = null;
      if (added) ports.onAdded();
    }
    readTo = until;
    if (until === end) return skippedAt === null ? null : Math.max(1, skippedAt + SKIP_DELAY_MS - clock.monotonic());
    await setImmediate();
    return 0;
  });
  return {
    wake: loop.wake,
    async close() {
      await loop.close();
      if (skippedAt === null) return;
      try {
        // Stores the position, so that other settings at the next start create no receipts for these entries.
        transact(database, () => journal.advance(readTo));
        skippedAt = null;
      } catch (err) {
        ports.log.warn({ err }, "the position of the receipts could not be saved and will be read again");
      }
    },
  };
}

/** Returns whether these settings create any receipt automatically. */
function hasAutomaticReceipts({ receipt, printer }: ReceiptSettings): boolean {
  return receipt.electronic || (receipt.print === "always" && printer.kind !== "none");
}

/** The journal queries and the stored read position. */
function journalReader(database: Database) {
  const end = database.prepare<[], number>("SELECT coalesce(max(sequence), 0) FROM journal").pluck();
  const news = database.prepare<{ after: number; until: number; since: number }, Entry>(NEW_MOVEMENTS);
  const cursor = database.prepare<[], number>("SELECT sequence FROM receipt_cursor").pluck();
  const advance = database.prepare("UPDATE receipt_cursor SET sequence = ?");
  const timeOf = database.prepare<[number], number>("SELECT at FROM journal WHERE sequence = ?").pluck();
  return {
    end: () => end.get() ?? 0,
    cursor: () => cursor.get() ?? 0,
    news: (range: { after: number; until: number; since: number }) => news.all(range),
    advance: (sequence: number) => void advance.run(sequence),
    /** Returns the last row older than a moment, by binary search. */
    before(moment: number, last: number) {
      let [low, high] = [0, last];
      while (low < high) {
        const middle = Math.ceil((low + high) / 2);
        if ((timeOf.get(middle) ?? 0) < moment) low = middle;
        else high = middle - 1;
      }
      return low;
    },
  };
}

function issueSafely(ports: FollowerPorts, entry: Entry): boolean {
  try {
    return savepoint(ports.database, () => issueAutomatic(ports, entry));
  } catch (err) {
    if (explainStorageError(err) !== null) throw err;
    ports.log.error({ err, posTid: entry.posTid }, "an automatic receipt could not be issued");
    return false;
  }
}

function issueAutomatic(ports: FollowerPorts, entry: Entry): boolean {
  const settings = ports.settings();
  const payment = ports.payment(entry.posTid);
  // The receipt of a recovered sale was already issued, and its lines are unknown now.
  if (payment.recovered && entry.event !== "money.refunded") return false;
  const paper = printedBy(ports, entry, payment, settings);
  const { printer } = settings;
  if (paper !== null && printer.kind !== "none")
    ports.issuer.print(payment, paper, printer, { actor: null, automatic: true });
  const electronic = settings.receipt.electronic && entry.event !== "money.refunded" ? wholeOf(payment) : null;
  if (electronic !== null) ports.issuer.upload(payment, electronic);
  return paper !== null || electronic !== null;
}

/** Returns the receipt to print for a journal entry, or null. */
function printedBy(
  { clock, isRestored }: FollowerPorts,
  { at, event, nth }: Entry,
  { action, captures, refunds }: Payment,
  { receipt, printer }: ReceiptSettings,
): ReceiptRef | null {
  if (receipt.print !== "always" || printer.kind === "none") return null;
  // The customer has left, or the receipt was printed before the restore.
  if (clock.now() - at > PAPER_AGE_MS || isRestored()) return null;
  if (event === "money.refunded" && nth <= refunds.length) return { kind: "refund", part: nth };
  if (event !== "money.captured" || nth > captures.length) return null;
  if (action === "AUTH") return { kind: "capture", part: nth };
  return nth === 1 ? { kind: "sale", part: 0 } : null;
}

/** Returns the receipt of the whole payment, once nothing is left to capture. */
export function wholeOf(payment: Payment): ReceiptRef | null {
  const { action, captures, authorisedLeft, authorisedAdditionalLeft } = payment;
  if (captures.length === 0 || authorisedLeft + authorisedAdditionalLeft > 0) return null;
  if (action === "SALE") return { kind: "sale", part: 0 };
  return { kind: "capture", part: captures.length === 1 ? 1 : 0 };
}
