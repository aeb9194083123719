import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { ROOT } from "../../support/builder.ts";

interface Named {
  title: string;
  reason: string;
}

interface Counts {
  passed: number;
  failed: number;
  failures: Named[];
  repeated: Named[];
  skipped: Named[];
}

const { withExitCode, namedByRuntime, summary } = (await import(join(ROOT, "scripts/test-report.mjs"))) as {
  withExitCode(counts: Counts, exitCode: number): Counts;
  namedByRuntime(
    counts: Counts,
    name: string,
    how: { projects: string[]; problem: string | null },
  ): Counts & { name: string };
  summary(steps: (Counts & { name: string; ms: number })[], ms: number): string;
};

/** Runs test files in a separate process, as `npm test` does. @param command of the runner, from node_modules */
async function countsOf(
  files: Record<string, string>,
  ...command: string[]
): Promise<{ counts: Counts; output: string }> {
  // Within the project, so that the tests find their runner, and outside the folders of other runs.
  const out = join(ROOT, "out");
  mkdirSync(out, { recursive: true });
  const folder = mkdtempSync(join(out, "run-"));
  try {
    for (const [name, code] of Object.entries(files)) writeFileSync(join(folder, name), code);
    const report = join(folder, "report.json");
    const [program = "", ...args] = command.map((word) => word.replace("FOLDER", folder));
    const child = spawn(process.execPath, [join(ROOT, "node_modules", program), ...args], {
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, TILL_TEST_REPORT: report },
    });
    const output = await text(child.stdout);
    return { counts: JSON.parse(readFileSync(report, "utf8")), output };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const REPORTER = join(ROOT, "scripts/test-report.mjs");

describe("the test run's counts", () => {
  it("come from Vitest, with the reasons of skipped tests and a table of fault cases", async () => {
    const { counts, output } = await countsOf(
      {
        "some.test.ts": `import { it } from "vitest";
          it("passes", ({ task }) => {
            task.meta.faultCase = { case: "kills", runs: 3, lost: 0, duplicated: 1, verdict: "failed" };
          });
          it("fails", () => { throw new Error("on purpose\\nand more"); });
          let tries = 0;
          it("wobbles", () => { if (++tries === 1) throw new Error("the first time"); });
          it("waits", ({ skip }) => skip("needs strace"));
          it.skip("rests", () => {});`,
        "broken.test.ts": `throw new Error("cannot be loaded");`,
      },
      ...["vitest/vitest.mjs", "run", "--root=FOLDER", "--retry=1", `--reporter=${REPORTER}`],
    );
    expect(counts.failures).toContainEqual({ title: "some.test.ts › fails", reason: "on purpose" });
    expect(counts.failures).toContainEqual({ title: "broken.test.ts", reason: "cannot be loaded" });
    expect(counts).toEqual({
      passed: 2,
      failed: 2,
      repeated: [{ title: "some.test.ts › wobbles", reason: "the first time" }],
      failures: expect.toSatisfy((failures: Named[]) => failures.length === 2),
      skipped: [
        { title: "waits", reason: "needs strace" },
        { title: "rests", reason: "no reason given" },
      ],
    });
    expect(output).toMatch(/^kills +3 +0 +1 +failed$/m);
  });

  /** The name of a configuration makes the folder its root. */
  const inFolder = { "playwright.config.ts": "" };
  const playwright = ["@playwright/test/cli.js", "test", "--config=FOLDER", "--retries=1", `--reporter=${REPORTER}`];

  it("come from Playwright, with the reasons of skipped tests", async () => {
    const spec = `import { expect, test } from "@playwright/test";
      test("pays", () => {});
      test("wobbles", ({}, info) => { if (info.retry === 0) throw new Error("no button"); });
      test.describe("electron", () => {
        test("opens", () => test.skip(true, "no runtime"));
        test("closes", () => { expect(1).toBe(2); });
      });`;
    const { counts } = await countsOf({ ...inFolder, "sale.spec.ts": spec }, ...playwright);
    expect(counts).toEqual({
      passed: 2,
      failed: 1,
      repeated: [{ title: "sale.spec.ts › wobbles", reason: "Error: no button" }],
      failures: [{ title: "sale.spec.ts › electron › closes", reason: expect.stringContaining("expect(received)") }],
      skipped: [{ title: "sale.spec.ts › electron › opens", reason: "no runtime" }],
    });
  });

  it("have a failure when Playwright cannot load a file", async () => {
    const broken = { ...inFolder, "broken.spec.ts": `throw new Error("cannot be loaded");` };
    const { counts } = await countsOf(broken, ...playwright);
    expect(counts.failures).toContainEqual({ title: "outside of any test", reason: "Error: cannot be loaded" });
  });

  it("treat a failed runner as a failure", () => {
    const good = { passed: 3, failed: 0, failures: [], repeated: [], skipped: [] };
    expect(withExitCode(good, 1).failed).toBe(1);
    expect(withExitCode(good, 0)).toEqual(good);
    expect(withExitCode({ ...good, failed: 2 }, 1).failed).toBe(2);
  });

  it("state whether the desktop ran in Electron or on the stand-in, and the reason", () => {
    const ran = { passed: 3, failed: 0, failures: [], repeated: [], skipped: [] };
    const inElectron = (projects: string[]) => namedByRuntime(ran, "desktop", { projects, problem: null });
    expect(inElectron(["electron"])).toEqual({ ...ran, name: "desktop (Electron)" });
    // Tests of the stand-in's machine run there, too.
    expect(inElectron(["electron", "desktop"])).toEqual({ ...ran, name: "desktop (Electron, stand-in)" });
    expect(namedByRuntime(ran, "desktop", { projects: ["desktop"], problem: "no runtime" })).toEqual({
      ...ran,
      name: "desktop (stand-in)",
      skipped: [{ title: "the same in Electron's own windows", reason: "no runtime" }],
    });
  });

  it("end in one line with the totals", () => {
    const lines = summary(
      [
        {
          name: "unit",
          ms: 1234,
          passed: 5,
          failed: 1,
          failures: [{ title: "adds", reason: "1 is not 2" }],
          repeated: [{ title: "waits", reason: "too late" }],
          skipped: [],
        },
        {
          name: "e2e",
          ms: 10,
          passed: 2,
          failed: 0,
          failures: [],
          repeated: [],
          skipped: [{ title: "opens", reason: "no runtime" }],
        },
      ],
      1300,
    ).split("\n");
    expect(lines).toContain("skipped in e2e: opens - no runtime");
    expect(lines).toContain("passed only when repeated in unit: waits - too late");
    expect(lines.at(-2)).toBe("failed in unit: adds - 1 is not 2");
    expect(lines.at(-1)).toBe("7 passed, 1 failed, 1 skipped");
    expect(lines.find((line) => line.startsWith("unit"))).toMatch(/^unit +5 +1 +0 +1\.2$/);
    // They ran in parallel: the total may be less than their sum.
    expect(lines.find((line) => line.startsWith("together"))).toMatch(/^together +1\.3$/);
  });
});
