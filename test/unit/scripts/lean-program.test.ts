import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";

const { inOneByte, withoutLazyModules } = (await import(
  join(import.meta.dirname, "../../../scripts/lean-program.mjs")
)) as { inOneByte(code: string): string; withoutLazyModules(code: string): string };

describe("a lean program", () => {
  it("says the same in one byte a character", () => {
    const code = `["•••1234 złoty på", \`\u{1f600} – \${1 + 1}\`, /^–\\u2022$/.test("–•"), "\\\\–"]`;
    const lean = inOneByte(code);
    expect(lean).not.toMatch(/[^\0-\x7f]/);
    expect(runInNewContext(lean)).toEqual(runInNewContext(code));
  });

  it("is not made where that would change what it says", () => {
    expect(() => inOneByte('/\\–/.test("–")')).toThrow(/backslash/);
  });

  it("has what it uses of node:http, under the names that it uses", () => {
    const lean = withoutLazyModules('import{createServer as a,request}from"node:http";import{b}from"node:https";');
    expect(lean).toBe(
      'const {createServer:a,request}=process.getBuiltinModule("node:http");import{b}from"node:https";',
    );
  });
});
