import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Control } from "../../security/control.ts";
import { electron } from "../../security/electron.ts";
import { fuses } from "../../security/fuses.ts";
import { CONTROLS } from "../../security/index.ts";
import { ROOT, readConfiguration } from "../../support/builder.ts";

const { controlsPage } = (await import(join(ROOT, "scripts/reference-docs.mjs"))) as { controlsPage(): string };

const SECURITY = readFileSync(join(ROOT, "docs/security.md"), "utf8");
const MAX_BYTES = 12_288;
const controls = CONTROLS.flatMap((group) => group.controls);

/** A test's title: the first argument of `it`, `test` or `faultCase`, or of what `it.each(…)` and the like return. */
const TITLE = /(?:\b(?:it|test|faultCase)(?:\.\w+)*|\))\(\s*(["'`])((?:(?!\1)[^\\]|\\.)*)\1/g;
const titlesIn = (text: string) =>
  [...text.matchAll(TITLE)].map(([, , title = ""]) => title.replaceAll(/\\(.)/g, "$1"));

/** Returns what is wrong with a control, a sentence for each problem. */
function problemsOf({ id, code, tests, untested }: Control): string[] {
  const paths = code.filter((path) => !existsSync(join(ROOT, path)));
  return [
    ...paths.map((path) => `${id}: ${path} does not exist`),
    ...tests.flatMap(({ file, name }) => {
      if (!existsSync(join(ROOT, file))) return [`${id}: ${file} does not exist`];
      const isThere = titlesIn(readFileSync(join(ROOT, file), "utf8")).includes(name);
      return isThere ? [] : [`${id}: ${file} has no test "${name}"`];
    }),
    ...(tests.length > 0 || untested ? [] : [`${id}: neither a test nor a reason for having no test`]),
  ];
}

describe("the page of security controls", () => {
  it("has one row for each control", () => {
    const listed = [...controlsPage().matchAll(/^\| (S\d+) \|/gm)].map(([, id]) => id);
    expect(listed).toEqual(controls.map(({ id }) => id));
  });
});

describe("the security controls", () => {
  it("have consecutive ids", () => {
    expect(controls.map(({ id }) => id)).toEqual(controls.map((_, index) => `S${index + 1}`));
  });

  it("name existing code and tests", () => {
    expect(controls.flatMap(problemsOf)).toEqual([]);
  });

  it("have no empty cell", () => {
    expect(controls.filter((row) => [row.against, row.by, row.residual, ...row.code].includes(""))).toEqual([]);
    expect(controls.filter(({ code }) => code.length === 0)).toEqual([]);
  });

  it("are refused when a named test or file does not exist, or no test is named", () => {
    const row = { id: "S1", against: "x", by: "x", code: ["package.json"], residual: "x" } as const;
    const file = "test/unit/packaging/security.test.ts";
    expect(problemsOf({ ...row, tests: [{ file, name: "have consecutive ids" }] })).toEqual([]);
    expect(problemsOf({ ...row, tests: [{ file, name: "have consecutive" }] })).toEqual([
      `S1: ${file} has no test "have consecutive"`,
    ]);
    expect(problemsOf({ ...row, tests: [{ file: "test/missing.test.ts", name: "x" }] })).toEqual([
      "S1: test/missing.test.ts does not exist",
    ]);
    expect(problemsOf({ ...row, code: ["main/missing.ts"], tests: [] })).toHaveLength(2);
    expect(problemsOf({ ...row, tests: [], untested: "an operating system is needed" })).toEqual([]);
  });

  it("list exactly the fuses with their values", () => {
    const fuseStates = fuses.controls.map(({ by }) => /^`(\w+)` (on|off)$/.exec(by) ?? []);
    expect(Object.fromEntries(fuseStates.map(([, name, state]) => [name, state === "on"]))).toEqual(
      readConfiguration().electronFuses,
    );
  });

  it("have each of Electron's twenty recommendations, in order", () => {
    expect(electron.controls.map(({ against }) => Number.parseInt(against, 10))).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
  });
});

describe("docs/security.md", () => {
  it("is at most 12 KB", () => {
    expect(Buffer.byteLength(SECURITY)).toBeLessThanOrEqual(MAX_BYTES);
  });
});
