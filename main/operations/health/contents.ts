/** Contents of a support bundle: enough to diagnose a problem, without credentials or customer data. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { availableParallelism, cpus, freemem, loadavg, version as osVersion, release, totalmem, uptime } from "node:os";
import type { StoredSettings } from "../../../contract/configuration/settings.ts";
import type { HealthReport } from "../../../contract/diagnostics/diagnostics.ts";
import type { Payment } from "../../../contract/payments/views.ts";
import { zlib } from "../../lib/lazy-modules.ts";
import { listLogFiles } from "../../lib/logging/log-files.ts";
import { ownTimeZone } from "../../lib/time-zone.ts";
import type { Database } from "../../storage/database/database.ts";
import { MIGRATIONS, versionOf } from "../../storage/database/migrations.ts";
import type { Vault } from "../../storage/vault/vault.ts";
import { configChecks } from "./config-checks.ts";
import type { Redactor } from "./redact.ts";

const JOURNAL_ROWS = 500;
const OPERATIONS = 500;
const PAYMENTS = 200;
const LOG_FILES = 3;
/** Bytes from the end of each log file. */
const LOG_BYTES = 2 * 1024 * 1024;
/** Lines to redact before yielding to other work. */
const LINES_PER_STEP = 200;

export interface BundleSources {
  database: Database;
  settings: StoredSettings;
  vault: Pick<Vault, "get" | "backend">;
  folder: string;
  logFolder: string | null;
  health: HealthReport;
  payment(posTid: string): Payment;
  redactor: Redactor;
  now: number;
}

export interface BundleFile {
  name: string;
  text: string;
}

export async function bundleContents(sources: BundleSources): Promise<BundleFile[]> {
  const { redactor, health, settings } = sources;
  const json = (name: string, value: unknown): BundleFile => ({
    name,
    // Serialises first, so the redactor sees exactly what is written.
    text: `${JSON.stringify(redactor.value(JSON.parse(JSON.stringify(value))), null, 2)}\n`,
  });
  return [
    { name: "README.txt", text: README },
    json("health.json", health),
    json("settings.json", shownSettings(settings)),
    json("config-checks.json", configChecks(sources)),
    json("system.json", systemFacts()),
    json("migrations.json", migrationFacts(sources.database)),
    json("payments.json", recentPayments(sources)),
    json("operations.json", recentOperations(sources.database)),
    { name: "journal.jsonl", text: journalTail(sources) },
    ...(await logs(sources)),
  ];
}

const README = `A till's support file: its health, its settings and its latest events.

health.json         the figures of the health page
settings.json       the settings, without keys, secrets and most of the shop's details
config-checks.json  checks of the settings
system.json         the machine and the program's versions, without names
migrations.json     the versions of the database
payments.json       the last ${PAYMENTS} payments; customers masked
operations.json     the last ${OPERATIONS} requests to the service, without their content
journal.jsonl       the last ${JOURNAL_ROWS} entries of the journal
logs/               the end of the last ${LOG_FILES} log files

Keys, secrets, PINs, tokens, phone numbers, e-mail addresses, folder names and account names were
replaced: [redacted], [number], [e-mail], [data], [home], [user], [machine].
`;

function shownSettings(settings: StoredSettings) {
  const { service, callbacks, pos, products, categories = [], ...rest } = settings;
  const { publicKey, ca, merchant, user, integrator, ...place } = service;
  return {
    ...rest,
    service: {
      ...place,
      merchant: partOf(merchant),
      user: partOf(user),
      integrator: partOf(integrator),
      publicKeyFingerprint: fingerprint(publicKey),
      extraAuthoritiesFingerprint: fingerprint(ca),
    },
    pos: { id: pos.id, type: pos.type, hasLocation: Boolean(pos.location) },
    callbacks: { ...callbacks, tlsCertificate: fingerprint(callbacks.tlsCertificate) },
    products: products.length,
    categories: categories.length,
  };
}

/** Shortens an identifier so it can be compared but not used: `me…23`. */
function partOf(identifier: string | null): string | null {
  if (identifier === null) return null;
  return identifier.length < 8 ? `${identifier.slice(0, 1)}...` : `${identifier.slice(0, 2)}...${identifier.slice(-2)}`;
}

function fingerprint(pem: string | null): string | null {
  return pem === null ? null : createHash("sha256").update(pem).digest("hex").slice(0, 16);
}

function systemFacts() {
  return {
    platform: process.platform,
    release: release(),
    version: osVersion(),
    processors: { count: availableParallelism(), model: cpus()[0]?.model ?? null },
    memoryBytes: { total: totalmem(), free: freemem(), till: process.memoryUsage().rss },
    uptimeSeconds: { machine: Math.round(uptime()), till: Math.round(process.uptime()) },
    load: loadavg(),
    timeZone: ownTimeZone(),
    versions: process.versions,
  };
}

function migrationFacts(database: Database) {
  return { database: versionOf(database), known: MIGRATIONS.map(({ version }) => version) };
}

function recentPayments({ database, payment }: BundleSources): Omit<Payment, "qr">[] {
  return database
    .prepare<[number], { posTid: string }>("SELECT pos_tid AS posTid FROM payment ORDER BY sequence DESC LIMIT ?")
    .all(PAYMENTS)
    .map(({ posTid }) => {
      // The QR code is only for the paying customer.
      const { qr: _, ...shown } = payment(posTid);
      return shown;
    });
}

function recentOperations(database: Database): unknown[] {
  return database
    .prepare(
      `SELECT id, pos_tid AS posTid, sequence, kind, amount, additional_amount AS additionalAmount, reason, state, attempts,
         due_at AS dueAt, last_error AS lastError, unknown_since AS unknownSince, created_at AS createdAt,
         settled_at AS settledAt, sent_at AS sentAt, retried_at AS retriedAt, length(body) AS bodyBytes
       FROM operation ORDER BY created_at DESC LIMIT ?`,
    )
    .all(OPERATIONS);
}

function journalTail({ database, redactor }: BundleSources): string {
  const rows = database
    .prepare<[number], Record<string, unknown>>(
      "SELECT sequence, at, event, pos_tid, actor, data FROM journal ORDER BY sequence DESC LIMIT ?",
    )
    .all(JOURNAL_ROWS);
  const lines = rows.reverse().map((row) => {
    const data: unknown = JSON.parse(String(row.data));
    return JSON.stringify(redactor.value({ ...row, data }));
  });
  return `${lines.join("\n")}\n`;
}

async function logs({ logFolder, redactor }: BundleSources): Promise<BundleFile[]> {
  if (logFolder === null) return [];
  const files: BundleFile[] = [];
  for (const { name, path } of listLogFiles(logFolder).slice(0, LOG_FILES)) {
    const text = readTail(path);
    if (text !== null)
      files.push({ name: `logs/${name.replace(/\.gz$/, "")}`, text: await redactLines(text, redactor) });
  }
  return files;
}

/** Returns null if the file is unreadable, for example during log rotation. */
function readTail(path: string): string | null {
  try {
    const bytes = readFileSync(path);
    const plain = path.endsWith(".gz") ? zlib().gunzipSync(bytes) : bytes;
    const tail = plain.subarray(Math.max(0, plain.length - LOG_BYTES)).toString();
    // Drops the first line, which may be incomplete.
    return plain.length > LOG_BYTES ? tail.slice(tail.indexOf("\n") + 1) : tail;
  } catch {
    return null;
  }
}

async function redactLines(text: string, redactor: Redactor): Promise<string> {
  const lines = text.split("\n");
  for (const [index, line] of lines.entries()) {
    lines[index] = redactor.line(line);
    if (index % LINES_PER_STEP === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  return lines.join("\n");
}
