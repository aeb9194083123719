/** Time from a cold process to `till ready`: a new till, and one with years of data and a queue. */
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { MALLOC_SETTINGS } from "../../../main/lib/malloc.ts";
import { connect } from "../../../main/storage/database/database.ts";
import { integrityRecord } from "../../../main/storage/database/integrity-record.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { MANAGER_PIN } from "../../support/test-till.ts";
import { startProcess } from "../../support/till-process.ts";
import { prepareTillProcess, type TillProcessSetup } from "../../support/till-process-setup.ts";
import { figureOf, inTurns, medianOf, type Row, ratiosOf } from "../row.ts";
import { PAYMENTS, reusedFolder } from "../seed/reused-folder.ts";

const ROOT = join(import.meta.dirname, "../../..");
const QUEUED = 500;
const ROUNDS = 7;

export const row: Row = {
  number: 10,
  name: "start",
  what: "from a cold process to `till ready`, against Node that loads the same program, opens the same database and listens",
  bound: "loading the program and running its code for the first time",
  async measure() {
    const folder = await reusedFolder();
    await using setup = await prepareTillProcess();
    using place = temporaryFolder();
    const bare = join(place.path, "bare.cjs");
    writeFileSync(bare, BARE);
    const loading = join(place.path, "loading.mjs");
    writeFileSync(loading, LOADING);
    const empty = setup.arguments;
    const full = empty.map((word) => (word === setup.data ? folder : word));
    await firstStarts(setup, folder);
    // During an outage: the queue does not change.
    await setup.sandbox.close();
    await queueUp(full);
    const took = await inTurns(ROUNDS, {
      bare: () => readyIn(spawnPeer(bare, setup.data)),
      loadingEmpty: () => readyIn(spawnPeer(loading, setup.data)),
      empty: () => tillReadyIn(empty),
      loadingFull: () => readyIn(spawnPeer(loading, folder)),
      full: () => {
        clearIntegrityRecord(folder);
        return tillReadyIn(full);
      },
    });
    forgetService(folder);
    rmSync(join(folder, "backups"), { recursive: true, force: true });
    const goal = (name: string, what: string, atMost: number) => ({ name, what, atMost, unit: "ratio" }) as const;
    const ms = (values: readonly number[]) => `${medianOf(values).toFixed(0)} ms`;
    return [
      figureOf(
        goal("start", "cold start, vs Node loading the program", 2),
        ratiosOf(took.empty, took.loadingEmpty),
        `${ms(took.empty)} of ${ms(took.loadingEmpty)}; bare Node ${ms(took.bare)}`,
      ),
      figureOf(
        goal("start.full", `cold start with ${PAYMENTS.toLocaleString("en-GB")} payments and ${QUEUED} queued`, 2.4),
        ratiosOf(took.full, took.loadingFull),
        `${ms(took.full)} of ${ms(took.loadingFull)}`,
      ),
      figureOf(
        goal("start.years", "full start, vs empty start", 1.2),
        ratiosOf(took.full, took.empty),
        `${ms(took.full)} of ${ms(took.empty)}`,
      ),
    ];
  },
};

/** The minimum of a program with a database and a page. */
const SERVING = `
const [sqlite, file, program] = process.argv.slice(2);
const open = (Sqlite) => {
  const database = new Sqlite(file);
  for (const pragma of ["foreign_keys = ON", "journal_mode = WAL", "synchronous = FULL"]) database.pragma(pragma);
  database.prepare("SELECT sequence FROM journal ORDER BY sequence DESC LIMIT 1").get();
  const server = process.getBuiltinModule("node:http").createServer((_request, response) => response.end());
  server.listen(0, "127.0.0.1", () => process.stdout.write("till ready http://127.0.0.1:" + server.address().port + "\\n"));
  process.on("SIGTERM", () => { database.close(); process.exit(0); });
};
`;

const BARE = `${SERVING}open(require(sqlite));`;

/** Uses the till's V8 settings and code cache, but runs none of the loaded code. */
const LOADING = `${SERVING}
import { createRequire, enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
for (const flag of process.argv.slice(5)) setFlagsFromString(flag);
enableCompileCache(fileURLToPath(new URL("../compile-cache", program)));
await import(program);
open(createRequire(import.meta.url)(sqlite));`;

function spawnPeer(peer: string, data: string): ChildProcess {
  const sqlite = createRequire(import.meta.url).resolve("better-sqlite3");
  const words = [peer, sqlite, join(data, "till.db"), ...loadedByEntry()];
  // The same environment as the till's.
  const env = { ...process.env, ...MALLOC_SETTINGS };
  return spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"], env });
}

/** @returns the module through which the built entry loads the program, and its V8 settings */
function loadedByEntry(): string[] {
  const entry = pathToFileURL(join(ROOT, "out/main/browser.js"));
  const text = readFileSync(entry, "utf8");
  const [, shell] = /import\(.(\.\/chunks\/main-[\w-]+\.js)/.exec(text) ?? [];
  if (!shell) throw new Error(`${entry.pathname} loads no shell`);
  return [new URL(shell, entry).href, ...(text.match(/(?<=setFlagsFromString\(.)--[\w=-]+/g) ?? [])];
}

/** Returns ms from before the process's creation until the line. */
async function readyIn(child: ChildProcess): Promise<number> {
  const startedAt = performance.now();
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  child.stdout?.once("data", () => resolve(performance.now() - startedAt));
  child.once("exit", (code) => reject(new Error(`it ended with ${code}`)));
  const took = await promise;
  const exited = new Promise((done) => child.once("close", done));
  child.kill("SIGTERM");
  await exited;
  return took;
}

async function tillReadyIn(words: string[]): Promise<number> {
  const startedAt = performance.now();
  await using till = startProcess(words);
  await till.ready;
  const took = performance.now() - startedAt;
  till.child.kill("SIGTERM");
  await till.exited;
  return took;
}

/** Provisions both. An earlier measurement used another sandbox, so the folder is reset to have no service. */
async function firstStarts({ data, firstArguments }: TillProcessSetup, folder: string): Promise<void> {
  forgetService(folder);
  // An earlier measurement stopped the till before it had read the whole file.
  clearIntegrityRecord(folder);
  await tillReadyIn(firstArguments);
  await tillReadyIn(firstArguments.map((word) => (word === data ? folder : word)));
}

/**
 * Resets the marker of an unfinished check. A till stopped each time before reading the rest of a large file would
 * eventually read it first.
 */
function clearIntegrityRecord(folder: string): void {
  const database = connect(join(folder, "till.db"));
  integrityRecord(database).record(null, null);
  database.close();
}

function forgetService(folder: string): void {
  const database = connect(join(folder, "till.db"));
  database.prepare("DELETE FROM setting WHERE name IN ('settings','checksOwed')").run();
  database.close();
}

/** Adds the payments missing to a queue of {@link QUEUED}: an earlier run may have left some. */
async function queueUp(words: string[]): Promise<void> {
  await using till = startProcess(words);
  const signedIn = await till.call("staff.signIn", { pin: MANAGER_PIN });
  if (!signedIn.ok) throw new Error(signedIn.error.message);
  const queue = await till.call("queue.list", {});
  const there = queue.ok ? queue.value.items.length : 0;
  for (let at = there; at < QUEUED; at += 1) {
    const begun = await till.call("payment.start", { action: "SALE", amount: 1000 });
    if (!begun.ok) throw new Error(begun.error.message);
  }
  till.child.kill("SIGTERM");
  await till.exited;
}
