import { randomUUID } from "node:crypto";
import type { CsvOptions, ExportFile, ExportKind, SaftDetails } from "../../../contract/accounting/exports.ts";
import { businessDayOf } from "../../../contract/accounting/reports-time.ts";
import type { Database } from "../../storage/database/database.ts";
import { csvHead, csvRows, csvShape } from "./csv.ts";
import { type FileSink, openSink } from "./file.ts";
import { localTimes } from "./local-time.ts";
import { losslessPieces } from "./lossless.ts";
import type { Period } from "./period.ts";
import { bookings, countIn, countMovements, openSnapshot, startedPayments } from "./records.ts";
import { saftPieces } from "./saft/document.ts";
import { saftKeys } from "./saft/key.ts";
import { isMovement, MOVEMENT_COLUMNS, PAYMENT_COLUMNS } from "./tables.ts";

export interface ExportSubject {
  merchant: string;
  pos: { id: string; name: string };
  currency: string;
  locale: string;
  timeZone: string;
  cutOff: string;
  version: string;
}

export interface ExportOrder {
  kind: ExportKind;
  period: Period;
  csv: CsvOptions;
  saft: SaftDetails;
  madeAt: number;
  person: string | null;
}

export interface MakePorts {
  subject: ExportSubject;
  databasePath: string;
  path(name: string): string;
  onProgress(rows: number, total: number): void;
  closing: AbortSignal;
}

type Part = ExportFile["part"];
type Pieces = Iterable<{ text: string; rows: number }>;

interface Plan {
  name: string;
  part: Part;
  pieces: Pieces;
}

/**
 * Creates all files of an order from one snapshot. If one file fails, all are removed.
 * @throws the file system's error, or the closing signal's reason
 */
export async function makeFiles(order: ExportOrder, ports: MakePorts): Promise<ExportFile[]> {
  using snapshot = openSnapshot(ports.databasePath);
  const { database } = snapshot;
  const total = totalOf(database, order);
  const sinks: FileSink[] = [];
  let done = 0;
  const write = async ({ name, part, pieces }: Plan): Promise<() => ExportFile> => {
    const sink = openSink(ports.path(name));
    sinks.push(sink);
    let rows = 0;
    for (const piece of pieces) {
      ports.closing.throwIfAborted();
      sink.write(piece.text);
      rows += piece.rows;
      done += piece.rows;
      ports.onProgress(done, total);
      await new Promise((resolve) => setImmediate(resolve));
    }
    return () => ({ name, part, rows, ...sink.finish() });
  };
  try {
    const finished: (() => ExportFile)[] = [];
    for (const plan of plansOf(database, order, ports.subject)) finished.push(await write(plan));
    return finished.map((finish) => finish());
  } catch (error) {
    for (const sink of sinks) sink.abandon();
    throw error;
  }
}

function totalOf(database: Database, { kind, period }: ExportOrder): number {
  if (kind === "saft") return countIn(database, "saft_transaction", period);
  const booked = countIn(database, "payment", period) + countMovements(database, period);
  if (kind === "csv") return booked;
  return booked + countIn(database, "journal", period) + countIn(database, "saft_transaction", period);
}

function plansOf(database: Database, order: ExportOrder, subject: ExportSubject): Plan[] {
  const { kind, madeAt } = order;
  const name = (suffix: string) => `${fileBase(order, subject)}${suffix}`;
  if (kind === "csv") {
    return [
      { name: name("-payments.csv"), part: "payments", pieces: paymentTable(database, order, subject) },
      { name: name("-movements.csv"), part: "movements", pieces: movementTable(database, order, subject) },
    ];
  }
  const keys = saftKeys(database);
  if (kind === "json") {
    const head = losslessHead(order, subject);
    const pieces = losslessPieces(database, order.period, head, keys);
    return [{ name: name(".json"), part: "everything", pieces }];
  }
  const software = { name: "Till", version: subject.version, company: "Till" };
  const saftSubject = { ...subject, ...order, details: order.saft, software, madeAt, ...timesOf(subject) };
  return [
    { name: name(".xml"), part: "saft", pieces: saftPieces(database, saftSubject) },
    ...keys.map((key) => ({
      name: name(`-key-${key.version}.pem`),
      part: "key" as const,
      pieces: [{ text: key.publicKey, rows: 0 }],
    })),
  ];
}

function paymentTable(database: Database, order: ExportOrder, subject: ExportSubject): Pieces {
  return tablePieces(PAYMENT_COLUMNS, startedPayments(database, order.period), order, subject);
}

function movementTable(database: Database, order: ExportOrder, subject: ExportSubject): Pieces {
  return tablePieces(MOVEMENT_COLUMNS, bookings(database, order.period), order, subject, isMovement);
}

function* tablePieces(
  columns: typeof PAYMENT_COLUMNS,
  pages: ReturnType<typeof startedPayments>,
  { csv }: ExportOrder,
  { locale, timeZone }: ExportSubject,
  keep: typeof isMovement = () => true,
): Pieces & Generator {
  const shape = csvShape(csv, locale);
  const local = localTimes(timeZone);
  yield { text: csvHead(columns, shape), rows: 0 };
  for (const page of pages) {
    const rows = page.filter(keep);
    yield { text: csvRows(rows, columns, shape, local), rows: rows.length };
  }
}

function losslessHead(
  { madeAt, period }: ExportOrder,
  { merchant, pos, currency, locale, timeZone, version }: ExportSubject,
) {
  const iso = (at: number) => new Date(at).toISOString();
  return {
    madeAt: iso(madeAt),
    period: { from: iso(period.from), to: iso(period.to), timeZone },
    till: { merchant, posId: pos.id, posName: pos.name, currency, locale, version },
  };
}

/** Returns the shop's local time and the business day of a moment. */
function timesOf({ timeZone, cutOff }: ExportSubject) {
  return { local: localTimes(timeZone), day: (at: number) => businessDayOf(at, { timeZone, cutOff }) };
}

/** Returns a unique file name with merchant or till and date, in characters that every file system accepts. */
function fileBase({ kind, period, madeAt, saft }: ExportOrder, subject: ExportSubject): string {
  const { merchant, pos } = subject;
  const { local, day } = timesOf(subject);
  const createdAt = local(madeAt);
  const stamp = `${createdAt.date}${createdAt.time}`.replace(/\D/g, "");
  const unique = randomUUID().slice(0, 4);
  const fileNamePart = (text: string) => text.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, 40);
  // SAF-T names its files after the organisation and the time of creation.
  if (kind === "saft") return `SAF-T Cash Register_${fileNamePart(saft.companyIdent || merchant)}_${stamp}_${unique}`;
  const [first, last] = [day(period.from), day(period.to - 1)];
  return `till-${fileNamePart(pos.id)}-${first === last ? first : `${first}_${last}`}-${stamp}-${unique}`;
}
