import { join } from "node:path";
import { describe, expect, it } from "vitest";

const { limitProblems } = (await import(join(import.meta.dirname, "../../../scripts/limits.mjs"))) as {
  limitProblems(files: Iterable<[path: string, text: string]>): string[];
};

const lines = (count: number, line = "  a();") => Array.from({ length: count }, () => line).join("\n");
/** A function with this many lines, including its first and last. */
const fn = (count: number) => `function f() {\n${lines(count - 2)}\n}`;

describe("the limits", () => {
  it("of a file count non-blank lines, in code, stylesheets and tests", () => {
    expect(limitProblems([["main/a.ts", `${lines(400)}\n\n\n`]])).toEqual([]);
    expect(
      limitProblems([
        ["main/a.ts", lines(401)],
        ["renderer/a.module.css", lines(450, ".a {}")],
        ["test/unit/a.test.ts", lines(402)],
      ]),
    ).toEqual([
      "A file of more than 400 lines: main/a.ts has 401",
      "A file of more than 400 lines: renderer/a.module.css has 450",
      "A file of more than 400 lines: test/unit/a.test.ts has 402",
    ]);
  });

  it("of a function apply to each, also to nested functions, components and factories", () => {
    expect(limitProblems([["main/a.ts", fn(60).replace("a();", "a();\n\n\n")]])).toEqual([]);
    const arrow = `\nexport const g = () => {\n${lines(60)}\n};`;
    const within = `export function h(): number {\n  return [1].map(() => {\n${lines(59)}\n  });\n}`;
    expect(
      limitProblems([
        ["main/a.ts", fn(61)],
        ["renderer/a.tsx", arrow],
        ["scripts/a.mjs", within.replace(": number", "")],
        ["sandbox/a.jsx", `class A {\n  static {\n${lines(59)}\n  }\n}`],
      ]),
    ).toEqual([
      "A function of more than 60 lines: main/a.ts:1 has 61",
      "A function of more than 60 lines: renderer/a.tsx:2 has 62",
      "A function of more than 60 lines: scripts/a.mjs:1 has 63",
      "A function of more than 60 lines: scripts/a.mjs:2 has 61",
      "A function of more than 60 lines: sandbox/a.jsx:2 has 61",
    ]);
  });

  it("do not apply to functions of tests, which are lists of cases", () => {
    expect(limitProblems([["test/unit/a.test.ts", fn(100)]])).toEqual([]);
  });
});
