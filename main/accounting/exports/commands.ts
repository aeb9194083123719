import { closeSync, openSync, readSync } from "node:fs";
import { dirname } from "node:path";
import {
  DEFAULT_SAFT_DETAILS,
  type Export,
  type ExportChunk,
  type ExportOptions,
  type ExportProgress,
  type SaftDetails,
} from "../../../contract/accounting/exports.ts";
import type { ShopTime } from "../../../contract/accounting/reports-time.ts";
import type { CommandInput } from "../../../contract/bridge/commands.ts";
import { done, failed, type Result } from "../../../contract/calls/errors.ts";
import { type Reason, reasonFor } from "../../../contract/reasons/reasons.ts";
import type { Clock } from "../../lib/clock.ts";
import { iso } from "../../lib/iso-time.ts";
import type { StorageContext } from "../../storage/context.ts";
import { transact } from "../../storage/database/database.ts";
import { randomIdentifier } from "../../storage/database/identifiers.ts";
import { settingStore } from "../../storage/database/settings.ts";
import { type ExportStore, openExportStore } from "./export-store.ts";
import { type ExportOrder, type ExportSubject, makeFiles } from "./make.ts";
import { readPeriod } from "./period.ts";
import { currenciesIn } from "./records.ts";
import { isExpressible } from "./saft/chain.ts";
import type { Signer } from "./saft/signer.ts";

/** Keeps the Base64 chunk and its envelope well below the 1 MB limit of a response. */
const CHUNK_BYTES = 600 * 1024;
const PROGRESS_MS = 250;
const OPTIONS = "exportOptions";

export interface ExportPorts extends Pick<StorageContext, "clock" | "database" | "journal"> {
  actor(): string | null;
  shop: ShopTime;
  subject(): ExportSubject;
  company(): Partial<SaftDetails>;
  signer: Pick<Signer, "catchUp">;
  onProgress(progress: ExportProgress): void;
  diskFull(): boolean;
}

/** Creates the export commands. `close` cancels an export in progress and removes its files. */
export function exportCommands(ports: ExportPorts) {
  const { database } = ports;
  const store = openExportStore(database, dirname(database.name));
  const closing = new AbortController();
  let activeExport: Promise<unknown> | null = null;
  return {
    commands: {
      async "export.make"(input: CommandInput<"export.make">): Promise<Result<Export>> {
        const refusal =
          activeExport === null ? refusalOf(ports) : failed("conflict", { because: reasonFor("export_busy") });
        if (refusal) return refusal;
        const read = readPeriod(input.from, input.to, ports.shop);
        if ("problem" in read) return failed("invalid_input", { fields: [read.problem] });
        const currency = input.kind === "saft" ? unsupportedCurrency(ports, read.period) : undefined;
        if (currency !== undefined)
          return failed("invalid_input", { because: reasonFor("export_saft_decimals", { currency }) });
        const work = makeExport(ports, store, { ...input, period: read.period }, closing.signal);
        activeExport = work.catch(() => undefined);
        try {
          return done(await work);
        } catch (error) {
          const because = reasonOf(error, closing.signal);
          if (because === null) throw error;
          return failed("internal", { because });
        } finally {
          activeExport = null;
        }
      },
      "export.list": (): Result<{ items: Export[]; folder: string }> =>
        done({ items: store.list(), folder: store.folder }),
      "export.read": (input: CommandInput<"export.read">): Result<ExportChunk> => readChunk(store, input),
      "export.options": (): Result<ExportOptions> => done(optionsOf(ports)),
    },
    async close() {
      closing.abort();
      await activeExport;
    },
  };
}

function refusalOf({ diskFull }: ExportPorts): Result<never> | null {
  if (!diskFull()) return null;
  return failed("internal", { because: reasonFor("export_disk_full") });
}

/** Returns a currency of the period with more decimals than SAF-T supports, or undefined. */
function unsupportedCurrency({ database, subject }: ExportPorts, period: ExportOrder["period"]): string | undefined {
  return [subject().currency, ...currenciesIn(database, period)].find((currency) => !isExpressible(currency));
}

type MakeRequest = CommandInput<"export.make"> & Pick<ExportOrder, "period">;

async function makeExport(
  ports: ExportPorts,
  store: ExportStore,
  makeRequest: MakeRequest,
  closing: AbortSignal,
): Promise<Export> {
  const { database, journal, clock, signer } = ports;
  const { kind, period } = makeRequest;
  const options = optionsOf(ports, makeRequest.options);
  // Bookings are signed after their commit, so an export first waits for missing signatures.
  await signer.catchUp();
  const exportId = randomIdentifier(12);
  const [madeAt, person] = [clock.now(), ports.actor()];
  const files = await makeFiles(
    { kind, period, madeAt, person, ...options },
    {
      subject: ports.subject(),
      databasePath: database.name,
      path: store.path,
      onProgress: throttled(clock, (rows, total) => ports.onProgress({ exportId, kind, rows, total })),
      closing,
    },
  );
  const [rows, bytes] = (["rows", "bytes"] as const).map((part) => files.reduce((sum, file) => sum + file[part], 0));
  transact(database, () => {
    store.put({ id: exportId, kind, ...period, madeAt, person, files });
    settingStore(database).set(OPTIONS, options);
    const data = { exportId, kind, from: iso(period.from), to: iso(period.to), rows: rows ?? 0, bytes: bytes ?? 0 };
    journal.append({ event: "export.made", actor: person, data }, clock.now());
  });
  store.clear();
  const created = store.find(exportId);
  if (created === null) throw new Error("the export that was just made is not in the database");
  return created;
}

/** Merges the request's options over those of the last export, and those over the company's details. */
function optionsOf(
  { database, company }: ExportPorts,
  requested: CommandInput<"export.make">["options"] = {},
): ExportOptions {
  const savedOptions = settingStore(database).get(OPTIONS) as ExportOptions | null;
  return {
    csv: { separator: "auto", bom: true, ...savedOptions?.csv, ...requested.csv },
    saft: { ...DEFAULT_SAFT_DETAILS, ...company(), ...nonEmpty(savedOptions?.saft ?? {}), ...requested.saft },
  };
}

/** Drops empty values, so that the company's details remain as defaults. */
function nonEmpty(details: Partial<SaftDetails>): Partial<SaftDetails> {
  return Object.fromEntries(Object.entries(details).filter(([, value]) => value !== ""));
}

function readChunk(
  store: ExportStore,
  { exportId, name, offset = 0 }: CommandInput<"export.read">,
): Result<ExportChunk> {
  const stored = store.find(exportId);
  const file = stored?.files.find((candidate) => name === undefined || candidate.name === name);
  if (!stored || !file) return failed("not_found", { because: reasonFor("export_none") });
  if (!stored.available) return failed("not_found", { because: reasonFor("export_gone") });
  const bytes = Buffer.alloc(Math.max(0, Math.min(CHUNK_BYTES, file.bytes - offset)));
  const opened = openSync(store.path(file.name), "r");
  try {
    const length = readSync(opened, bytes, 0, bytes.length, offset);
    const end = offset + length;
    const data = bytes.subarray(0, length).toString("base64");
    return done({ exportId, name: file.name, offset, total: file.bytes, data, next: end < file.bytes ? end : null });
  } finally {
    closeSync(opened);
  }
}

function throttled(
  clock: Clock,
  reportProgress: (rows: number, total: number) => void,
): (rows: number, total: number) => void {
  let reportedAt = Number.NEGATIVE_INFINITY;
  return (rows, total) => {
    const now = clock.monotonic();
    if (now - reportedAt < PROGRESS_MS && rows < total) return;
    reportedAt = now;
    reportProgress(rows, total);
  };
}

/** Returns why the export failed, or null when no operator action helps. */
function reasonOf(error: unknown, closing: AbortSignal): Reason | null {
  if (closing.aborted) return reasonFor("export_stopped");
  const code = error instanceof Error && "code" in error ? error.code : null;
  if (code === "ENOSPC" || code === "EDQUOT") return reasonFor("export_no_room");
  if (code === "EACCES" || code === "EPERM" || code === "EROFS") return reasonFor("export_no_access");
  return null;
}
