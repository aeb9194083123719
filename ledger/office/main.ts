/** `npm run office`: head office's page. stdout has the line with its address; the rest goes to stderr. */
import { join } from "node:path";
import { errorMessage, type Ledger, openLedger } from "../database.ts";
import { Refusal } from "../tills.ts";
import { type OfficeOptions, readOfficeOptions, USAGE } from "./options.ts";
import { startOfficeServer } from "./server.ts";

/** @returns the exit code: 0 stopped; 1 the ledger or the port is unavailable; 2 invalid options */
async function main(args: string[]): Promise<number> {
  const options = readOptionsOrNull(args);
  if (options === null) return 2;
  if (options.help) {
    printError(USAGE);
    return 0;
  }
  const ledger = openLedger(options.url, options.ca);
  try {
    await requireReadable(ledger);
    await serveUntilStopped(ledger, options);
    return 0;
  } catch (error) {
    printError(errorMessage(error));
    return error instanceof Refusal ? 2 : 1;
  } finally {
    await ledger.end();
  }
}

function readOptionsOrNull(args: string[]): OfficeOptions | null {
  try {
    return readOfficeOptions(args, process.env);
  } catch (error) {
    printError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    return null;
  }
}

async function serveUntilStopped(ledger: Ledger, { port, proxy }: OfficeOptions): Promise<void> {
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
  const pages = join(import.meta.dirname, "../renderer");
  const server = await startOfficeServer({ ledger, port, proxy, pages, say: printError });
  process.stdout.write(`office ready ${server.url}\n`);
  await stopped;
  await server.close();
}

/** PostgreSQL errors: unknown table or role, and role not allowed. */
const NOT_THERE = new Set(["42P01", "22023"]);
const NOT_ALLOWED = "42501";

/** @throws Refusal if the database is no ledger, or the user cannot read it */
async function requireReadable(ledger: Ledger): Promise<void> {
  try {
    await ledger.read((sql) => sql`SELECT 1 FROM till LIMIT 1`);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (NOT_THERE.has(code)) throw new Refusal("--url: expected a database that `npm run ledger -- init` was run on");
    if (code === NOT_ALLOWED) throw new Refusal("--url: expected a user who was granted ledger_reader");
    throw error;
  }
}

function printError(text: string): void {
  process.stderr.write(`${text}\n`);
}

process.exitCode = await main(process.argv.slice(2));
