import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

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

const { playwrightCounts, withExitCode, overRuntime, summary } = (await import(
  new URL("../../../scripts/test-summary.mjs", import.meta.url).href
)) as {
  playwrightCounts(report: unknown): Counts;
  withExitCode(counts: Counts, exitCode: number): Counts;
  overRuntime(
    counts: Counts,
    name: string,
    how: { projects: string[]; problem: string | null },
  ): Counts & { name: string };
  summary(steps: (Counts & { name: string; ms: number })[], ms: number): string;
};

/** Runs vitest in a separate process, as `npm test` does. */
async function countOf(folder: string): Promise<Counts> {
  const report = join(folder, "report.json");
  const reporter = fileURLToPath(new URL("../../../scripts/vitest-reporter.mjs", import.meta.url));
  const vitest = fileURLToPath(new URL("../../../node_modules/vitest/vitest.mjs", import.meta.url));
  const child = spawn(process.execPath, [vitest, "run", "--root", folder, "--retry=1", `--reporter=${reporter}`], {
    stdio: "ignore",
    env: { ...process.env, TILL_TEST_REPORT: report },
  });
  await once(child, "exit");
  return JSON.parse(readFileSync(report, "utf8"));
}

describe("the test run's counts", () => {
  it("come from a real vitest run, with the reasons of skipped tests", async () => {
    // Within the project, so that the tests find vitest, and outside the folders of other runs.
    const out = fileURLToPath(new URL("../../../out", import.meta.url));
    mkdirSync(out, { recursive: true });
    const folder = mkdtempSync(join(out, "run-"));
    try {
      writeFileSync(
        join(folder, "some.test.ts"),
        `import { it } from "vitest";
         it("passes", () => {});
         it("fails", () => { throw new Error("on purpose\\nand more"); });
         let tries = 0;
         it("wobbles", () => { if (++tries === 1) throw new Error("the first time"); });
         it("waits", ({ skip }) => skip("needs strace"));
         it.skip("rests", () => {});`,
      );
      writeFileSync(join(folder, "broken.test.ts"), `throw new Error("cannot be loaded");`);
      const counts = await countOf(folder);
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
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("come from Playwright's report, with the reasons of skipped tests", () => {
    const spec = (title: string, status: string, annotations: unknown[] = [], results: unknown[] = []) => ({
      title,
      tests: [{ status, annotations, results }],
    });
    const red = { error: { message: "\u001b[31mno button\u001b[39m\n  Call log: …" } };
    const report = {
      errors: [],
      suites: [
        {
          title: "sale.spec.ts",
          specs: [spec("pays", "expected"), spec("wobbles", "flaky", [], [red, {}])],
          suites: [
            {
              title: "electron",
              specs: [spec("opens", "skipped", [{ type: "skip", description: "no runtime" }]), spec("x", "unexpected")],
            },
          ],
        },
      ],
    };
    expect(playwrightCounts(report)).toEqual({
      passed: 2,
      failed: 1,
      repeated: [{ title: "sale.spec.ts › wobbles", reason: "no button" }],
      failures: [{ title: "sale.spec.ts › electron › x", reason: "no reason given" }],
      skipped: [{ title: "sale.spec.ts › electron › opens", reason: "no runtime" }],
    });
  });

  it("treat a failed runner as a failure", () => {
    const good = { passed: 3, failed: 0, failures: [], repeated: [], skipped: [] };
    expect(withExitCode(good, 1).failed).toBe(1);
    expect(withExitCode(good, 0)).toEqual(good);
    expect(withExitCode({ ...good, failed: 2 }, 1).failed).toBe(2);
  });

  it("state whether the desktop ran in Electron or on the stand-in, and the reason", () => {
    const ran = { passed: 3, failed: 0, failures: [], repeated: [], skipped: [] };
    const inElectron = (projects: string[]) => overRuntime(ran, "desktop", { projects, problem: null });
    expect(inElectron(["electron"])).toEqual({ ...ran, name: "desktop (Electron)" });
    // Tests of the stand-in's machine run there, too.
    expect(inElectron(["electron", "desktop"])).toEqual({ ...ran, name: "desktop (Electron, stand-in)" });
    expect(overRuntime(ran, "desktop", { projects: ["desktop"], problem: "no runtime" })).toEqual({
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
