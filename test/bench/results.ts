/** Results, kept in `test/bench/results.json` and shown as a table. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { type Figure, goalText, isGoalMet, type Row } from "./row.ts";

interface Kept {
  row: number;
  name: string;
  what: string;
  goal: string;
  measured: number;
  low: number;
  high: number;
  met: boolean;
  detail: string;
  bound: string;
  /** Date of the measurement */
  at: string;
}

export interface Results {
  machine: string;
  rows: Kept[];
}

/** Resets the results before a full run: results of another machine are not kept. */
export function resetResults(path: string): void {
  write(path, ownResults(path));
}

/**
 * Replaces the results of a row and keeps the others, so that a row can be measured alone.
 * @returns the kept results; only the row's own, unsaved, when the others come from another machine
 */
export function keepResults(
  path: string,
  row: Row,
  figures: readonly Figure[],
  now: Date,
): Results & { isKept: boolean } {
  const at = now.toISOString().slice(0, 10);
  const fresh = figures.map(
    (figure): Kept => ({
      row: row.number,
      name: figure.goal.name,
      what: figure.goal.what,
      goal: goalText(figure.goal),
      measured: rounded(figure.median),
      low: rounded(figure.low),
      high: rounded(figure.high),
      met: isGoalMet(figure),
      detail: figure.detail,
      bound: row.bound,
      at,
    }),
  );
  const before = readResults(path);
  if (before.machine !== machine()) return { machine: machine(), rows: fresh, isKept: false };
  const others = before.rows.filter((kept) => kept.row !== row.number);
  const results = { ...before, rows: [...others, ...fresh].sort((one, other) => one.row - other.row) };
  write(path, results);
  return { ...results, isKept: true };
}

function write(path: string, results: Results): void {
  writeFileSync(path, `${JSON.stringify(results, null, 2)}\n`);
}

function readResults(path: string): Results {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : { machine: machine(), rows: [] };
}

/** Returns the kept results of this machine; empty for another machine's. */
export function ownResults(path: string): Results {
  const stored = readResults(path);
  return stored.machine === machine() ? stored : { machine: machine(), rows: [] };
}

const BEGIN = "<!-- npm run bench -->";
const END = "<!-- /npm run bench -->";

/** Writes the machine, the table and each row's bound into a page, between its two marks. */
export function writePage(path: string, { machine, rows }: Results): void {
  const page = readFileSync(path, "utf8");
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`${path} has no ${BEGIN} … ${END}`);
  const bounds = new Map(rows.map(({ row, bound }) => [row, bound]));
  const shown = [
    `Measured on ${machine}.`,
    tableOf(rows),
    "What limits each row:",
    [...bounds].map(([row, bound]) => `- **${row}**: ${bound}.`).join("\n"),
  ];
  writeFileSync(path, `${before}${BEGIN}\n${shown.join("\n\n")}\n${END}${after}`);
}

/** Returns the table in Markdown. */
export function tableOf(rows: readonly Kept[]): string {
  const lines = rows.map(
    ({ row, name, what, goal, measured, low, high, met, detail }) =>
      `| ${row} | \`${name}\` | ${what} | ${goal} | ${measured} (${low} – ${high}) | ${detail} | ${met ? "met" : "**missed**"} |`,
  );
  return ["| # | name | what | goal | median (range) | figures | |", "|---:|---|---|---|---|---|---|", ...lines].join(
    "\n",
  );
}

/** Rounds to three significant digits. */
function rounded(value: number): number {
  return Number(value.toPrecision(3));
}

function machine(): string {
  const processors = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${processors.length} × ${processors[0]?.model.trim()}, ${memory} GB, Node ${process.versions.node}`;
}
