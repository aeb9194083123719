import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { figureOf, type Row } from "../row.ts";

/** The record of the latest whole run of scripts/test.mjs. */
interface Run {
  startedAt: string;
  seconds: number;
  cores: number;
  loadBefore: number;
  steps: { name: string; passed: number; failed: number; seconds: number }[];
}

const SUMMARY = join(import.meta.dirname, "../../../out/reports/summary.json");

export const row: Row = {
  number: 18,
  name: "tests",
  what: "npm test on two idle cores: duration of the latest complete run on this machine",
  bound: "processor time; the row shows the latest complete run",
  async measure() {
    if (!existsSync(SUMMARY))
      throw new Error("There is no whole run of npm test to read: run it first, on an idle machine.");
    const { startedAt, seconds, cores, loadBefore, steps }: Run = JSON.parse(readFileSync(SUMMARY, "utf8"));
    const failed = steps.reduce((sum, step) => sum + step.failed, 0);
    if (failed > 0) throw new Error(`The latest run of npm test had ${failed} failures, so its duration is not used.`);
    const passed = steps.reduce((sum, step) => sum + step.passed, 0);
    const goal = { name: "tests", what: "`npm test`, complete run", atMost: 300, unit: "s" } as const;
    const machine = `${cores} cores, load ${loadBefore.toFixed(1)} before it`;
    return [
      figureOf(goal, [seconds], `${passed.toLocaleString("en-GB")} tests, ${machine}, ${startedAt.slice(0, 10)}`),
    ];
  },
};
