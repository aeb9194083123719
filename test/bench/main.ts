/** `npm run bench`: see `USAGE`. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { CommandInput, CommandName } from "../../contract/commands.ts";
import { connect, openToRead } from "../../main/storage/database/database.ts";
import { isLarge } from "../../main/storage/database/startup-check.ts";
import { MANAGER_PIN } from "../support/test-till.ts";
import { startProcess, type TillProcess } from "../support/till-process.ts";
import { prepareTillProcess, type TillProcessSetup } from "../support/till-process-setup.ts";
import { benchCarriers } from "./carriers.ts";
import { questionsAbout } from "./questions.ts";
import { seedFolder } from "./seed/folder.ts";
import { isOver, type Measured, meanwhile, measure, measuredOf, tableOf } from "./timing.ts";

const USAGE = `npm run bench [-- --payments N] [--data DIR] [--starts N]
npm run bench -- carriers

Measures a till with many payments, as a process of its own against a sandbox, and prints a table in Markdown;
"carriers" measures what a command takes from a page of the desktop's and from a browser's.

  --payments N   makes a folder with so many, and removes it afterwards (1000000)
  --data DIR     measures what npm run seed has left there: the till is provisioned in it, and its backups are removed
  --starts N     how often each till is started (7)
`;

const SEARCH_MS = 50;
const REPORT_MS = 300;
const START_RATIO = 1.2;
const EACH = 200;
const LOG_WAIT_MS = 1_200_000;

/** Reads the command line and measures. @returns 1 when a limit was not kept */
export async function bench(argv: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      payments: { type: "string", default: "1000000" },
      data: { type: "string" },
      starts: { type: "string", default: "7" },
      help: { type: "boolean", default: false },
    },
  });
  const [name] = positionals;
  if (values.help || (name !== undefined && name !== "carriers")) {
    console.error(USAGE);
    return values.help ? 0 : 2;
  }
  if (name === "carriers") return await benchCarriers();
  if (values.data !== undefined) return await benchFolder(resolve(values.data), Number(values.starts));
  const dataDir = mkdtempSync(join(tmpdir(), "till-bench-"));
  try {
    const options = { dataDir, payments: Number(values.payments), days: 730, seed: 1, until: Date.now(), signed: true };
    await seedFolder(options);
    return await benchFolder(dataDir, Number(values.starts));
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function benchFolder(dataDir: string, starts: number): Promise<number> {
  await using setup = await prepareTillProcess();
  forgetService(dataDir);
  const full = { ...setup, data: dataDir, ...argumentsFor(setup, dataDir) };
  const [empty, large] = await startBoth(setup, full, starts);
  const ratio = large.median / empty.median;
  const beside = await aside(full);
  const measured = [empty, large, ...(await commands(full)), ...beside];
  console.log(`${tableOf(measured)}\n\nStart: ${ratio.toFixed(2)} times that of an empty till (limit ${START_RATIO}).`);
  return measured.some(isOver) || ratio > START_RATIO ? 1 : 0;
}

/** An earlier measurement had another sandbox: the folder is as it was made, with no service yet. */
function forgetService(dataDir: string): void {
  const database = connect(join(dataDir, "till.db"));
  database.prepare("DELETE FROM setting WHERE name = 'settings'").run();
  database.close();
}

type Place = Pick<TillProcessSetup, "data" | "arguments" | "firstArguments">;

function argumentsFor(setup: TillProcessSetup, dataDir: string): Pick<Place, "arguments" | "firstArguments"> {
  const there = (words: string[]) => words.map((word) => (word === setup.data ? dataDir : word));
  return { arguments: there(setup.arguments), firstArguments: there(setup.firstArguments) };
}

/** Starts both in turns, so that what else the machine does is the same for both. */
async function startBoth(empty: Place, full: Place, starts: number): Promise<[Measured, Measured]> {
  const times: [number[], number[]] = [[], []];
  await startOnce(empty.firstArguments, false);
  await startOnce(full.firstArguments, isLarge(join(full.data, "till.db")));
  for (let start = 0; start < starts; start += 1) {
    times[0].push(await startOnce(empty.arguments, false));
    times[1].push(await startOnce(full.arguments, isLarge(join(full.data, "till.db"))));
  }
  return [measuredOf("start of an empty till", null, times[0]), measuredOf("start of this till", null, times[1])];
}

async function startOnce(words: string[], large: boolean): Promise<number> {
  const startedAt = performance.now();
  await using till = startProcess(words);
  await till.ready;
  const took = performance.now() - startedAt;
  console.error(`started in ${took.toFixed(0)} ms`);
  // A till that is stopped each time before it has read the rest of a large file reads it first, in the end.
  if (large) await logged(till, "the rest of the till's data was read");
  await stop(till);
  return took;
}

async function stop(till: TillProcess): Promise<void> {
  till.child.kill("SIGTERM");
  await till.exited;
}

/** Every question, to a till that is at rest. */
async function commands(setup: Place): Promise<Measured[]> {
  await using till = startProcess(setup.arguments);
  await till.ready;
  await calm(till);
  const ask = async <N extends CommandName>(name: N, input: CommandInput<N>) => {
    const answer = await till.call(name, input);
    if (!answer.ok) throw new Error(`${name}: ${answer.error.message}`);
  };
  await ask("staff.signIn", { pin: MANAGER_PIN });
  const measured: Measured[] = [];
  using reader = openToRead(join(setup.data, "till.db"), { alone: false });
  for (const [what, questions] of questionsAbout(reader.database, EACH)) {
    const calls = questions.map((question) => () => ask("payment.list", question));
    measured.push(await measure(`search: ${what}`, SEARCH_MS, calls));
    console.error(tableOf(measured.slice(-1)).split("\n").at(-1));
  }
  const often = (name: CommandName, limit: number | null, count = 50) =>
    measure(
      name,
      limit,
      Array.from({ length: count }, () => () => ask(name, {} as never)),
    );
  for (const name of ["terminal.get", "inbox.list", "queue.list", "reservation.list", "journal.list"] as const) {
    measured.push(await often(name, SEARCH_MS));
  }
  for (const name of ["report.today", "report.x", "report.preview", "report.list"] as const) {
    measured.push(await often(name, REPORT_MS));
  }
  await stop(till);
  return measured;
}

/** The rest of the file is read after a start: measured apart. */
async function calm(till: TillProcess): Promise<void> {
  for (let quiet = 0; quiet < 20; ) {
    const startedAt = performance.now();
    await till.call("terminal.get", {});
    quiet = performance.now() - startedAt < 20 ? quiet + 1 : 0;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** What goes on beside the sales, and how long a question waits meanwhile. */
async function aside(setup: Place): Promise<Measured[]> {
  // A till that was backed up within the hour would not do it again.
  rmSync(join(setup.data, "backups"), { recursive: true, force: true });
  await using till = startProcess(setup.arguments);
  await till.ready;
  const get = () => till.call("terminal.get", {});
  const measured: Measured[] = [];
  const timed = async (what: string, going: () => Promise<unknown>) => {
    const from = performance.now();
    const seen = await meanwhile(`terminal.get during ${what}`, going(), get);
    measured.push({ ...seen, what: `${seen.what} (${((performance.now() - from) / 1000).toFixed(0)} s)` });
  };
  await timed("the first 30 s", () => new Promise((resolve) => setTimeout(resolve, 30_000)));
  await timed("the hourly backup", () => logged(till, "was backed up"));
  await till.call("staff.signIn", { pin: MANAGER_PIN });
  await timed("journal.verify", () => till.call("journal.verify", {}));
  await stop(till);
  return measured;
}

async function logged(till: TillProcess, words: string): Promise<void> {
  const startedAt = performance.now();
  while (!till.stderr().includes(words)) {
    if (performance.now() - startedAt > LOG_WAIT_MS) throw new Error(`"${words}" was not logged`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
