/** `npm run bench`: see `USAGE`. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { benchCarriers } from "./carriers.ts";
import { keepResults, ownResults, resetResults, tableOf, writePage } from "./results.ts";
import type { Row } from "./row.ts";

const RESULTS = join(import.meta.dirname, "results.json");
const PAGE = join(import.meta.dirname, "../../docs/performance.md");

const ROWS = Object.values(import.meta.glob<Row>("./rows/*.ts", { eager: true, import: "row" })).sort(
  (one, other) => one.number - other.number,
);

const USAGE = `npm run bench [-- NAME …]

Measures all rows, or the named ones. Each row runs in a separate process and is compared with a limit or a reference
of the same run. Prints a Markdown table and saves the results to test/bench/results.json and docs/performance.md.
Named rows are not saved when the saved results come from another machine.

${ROWS.map(({ name, what }) => `  ${name.padEnd(14)} ${what}`).join("\n")}
  carriers       round-trip time of a command over IPC and over HTTP (only when named)
`;

/**
 * Parses the command line and measures. @param rerun starts this program again with other arguments @returns the exit
 * code
 */
export async function bench(argv: string[], rerun: readonly string[]): Promise<number> {
  const unknown = argv.filter((name) => name !== "carriers" && !ROWS.some((row) => row.name === name));
  if (unknown.length > 0) {
    console.error(USAGE);
    return argv.includes("--help") ? 0 : 2;
  }
  if (argv.includes("carriers")) return await benchCarriers();
  const [only, ...more] = argv;
  const onlyRow = more.length === 0 ? ROWS.find(({ name }) => name === only) : undefined;
  if (onlyRow !== undefined) return await measureRow(onlyRow);
  const chosen = ROWS.filter(({ name }) => argv.length === 0 || argv.includes(name));
  if (argv.length === 0) resetResults(RESULTS);
  // Separate processes, so that rows do not share memory.
  const codes = chosen.map(({ name }) => runAlone(rerun, name));
  const { machine, rows } = ownResults(RESULTS);
  const shown = rows.filter(({ row }) => chosen.some(({ number }) => number === row));
  if (shown.length > 0) console.log(`\n${machine}\n\n${tableOf(shown)}`);
  for (const [at, { name }] of chosen.entries())
    if ((codes[at] ?? 2) > 1) console.error(`${name} could not be measured.`);
  return Math.max(...codes);
}

function runAlone([program = "", ...args]: readonly string[], name: string): number {
  console.error(`\n== ${name} ==`);
  return spawnSync(program, [...args, name], { stdio: ["ignore", 2, 2] }).status ?? 2;
}

/** @returns 1 when a goal is missed */
async function measureRow(row: Row): Promise<number> {
  const startedAt = performance.now();
  try {
    const figures = await row.measure();
    const results = keepResults(RESULTS, row, figures, new Date());
    if (results.isKept) writePage(PAGE, results);
    else
      console.error(
        "docs/performance.md is another machine's: this is not kept there. `npm run bench` replaces all of it.",
      );
    const shown = results.rows.filter((kept) => kept.row === row.number);
    console.log(tableOf(shown));
    console.error(`measured in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
    return shown.some(({ met }) => !met) ? 1 : 0;
  } catch (error) {
    console.error(error);
    return 2;
  }
}
