/**
 * `npm run faults [-- --nightly] [-- --only NAME]`: runs the fault suite and prints a table. The short form is part of
 * `npm test`. `--nightly` runs for hours; `--only` selects cases whose name contains NAME.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { has, installPackages } from "./debian.mjs";
import { onProjectNode, projectEnvironment, ROOT, runChild } from "./node.mjs";
import { NONE, withExitCode } from "./test-summary.mjs";

const REPORTS = join(ROOT, "out", "reports");

/**
 * @typedef {{ case: string, runs: number, lost: number, duplicated: number, verdict: string, note?: string }} CaseRecord
 */

/** The longest cases have their own file names; the ordinary ones kill less often. */
const WHICH = {
  all: ["test/faults"],
  ordinary: ["test/faults", "--exclude", "**/*.{thorough,nightly}.test.ts"],
  thorough: [".thorough.test.ts", "test/faults/kill.test.ts", "--exclude", "test/{unit,integration}/**"],
};

function inForeground(args, environment) {
  return runChild(process.execPath, args, { env: projectEnvironment(environment), cwd: ROOT });
}

/**
 * Builds, runs the suite, and prints its table.
 * @param {object} options `which`: all cases, those of `npm test`, or the others; `node` runs a program; `print`
 * writes the output. Defaults to the foreground.
 * @returns {Promise<import("./test-summary.mjs").Counts>}
 */
export async function runFaults({
  which = "all",
  nightly = false,
  only = null,
  node = inForeground,
  print = console.log,
} = {}) {
  const { ensureBuilt } = await import("./build.mjs");
  await ensureBuilt();
  installTools();
  mkdirSync(REPORTS, { recursive: true });
  const records = freshFile(`faults-${which}.jsonl`);
  const counts = freshFile(`faults-${which}.json`);
  const args = [
    join(ROOT, "node_modules", "vitest", "vitest.mjs"),
    ...["run", ...WHICH[which], "--maxWorkers=3", "--reporter=default"],
    `--reporter=${join(ROOT, "scripts", "vitest-reporter.mjs")}`,
    ...(only === null ? [] : ["--testNamePattern", only.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")]),
  ];
  const environment = {
    TILL_TEST_REPORT: counts,
    TILL_FAULTS_REPORT: records,
    TILL_FAULTS: nightly ? "nightly" : "",
    TILL_TEST_RUNS: which === "ordinary" ? "" : "all",
  };
  const code = await node(args, environment);
  const cases = existsSync(records) ? readRecords(readFileSync(records, "utf8")) : [];
  print(`\n${table(cases)}`);
  const read = existsSync(counts) ? JSON.parse(readFileSync(counts, "utf8")) : NONE;
  return withExitCode({ ...read, skipped: only === null ? read.skipped : withReason(read.skipped) }, code);
}

const TOOLS = new Map([
  ["strace", "strace"],
  ["faketime", "faketime"],
  ["fiu-run", "fiu-utils"],
]);

function installTools() {
  const missing = [...TOOLS].filter(([program]) => !has(program)).map(([, name]) => name);
  if (missing.length > 0) installPackages(...missing);
}

/** Cases that `--only` excludes do not count as skipped. */
function withReason(skipped) {
  return skipped.filter(({ reason }) => reason !== "no reason given");
}

/** @returns {CaseRecord[]} */
function readRecords(text) {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

/** @param {CaseRecord[]} cases */
export function table(cases) {
  const width = Math.max(4, ...cases.map(({ case: name }) => name.length));
  const row = (name, ...cells) => [name.padEnd(width), ...cells.map((cell) => String(cell).padStart(10))].join(" ");
  return [
    row("case", "runs", "lost", "duplicated", "verdict"),
    ...cases.map(({ case: name, runs, lost, duplicated, verdict, note }) => {
      const line = row(name, runs, lost, duplicated, verdict);
      return note ? `${line}  ${note}` : line;
    }),
  ].join("\n");
}

function freshFile(name) {
  const file = join(REPORTS, name);
  rmSync(file, { force: true });
  return file;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await onProjectNode(import.meta.url, async () => {
    const { values } = parseArgs({ options: { nightly: { type: "boolean" }, only: { type: "string" } } });
    const { passed, failed, skipped } = await runFaults({ nightly: values.nightly, only: values.only ?? null });
    console.log(`${passed} passed, ${failed} failed, ${skipped.length} skipped`);
    return failed > 0 ? 1 : 0;
  });
}
