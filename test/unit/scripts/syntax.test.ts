import { join } from "node:path";
import { expect, it } from "vitest";

const { syntaxProblems } = (await import(join(import.meta.dirname, "../../../scripts/syntax.mjs"))) as {
  syntaxProblems(files: [path: string, text: string][]): string[];
};

it.each(["ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs"])("a parse error in a .%s file is a problem", (kind) => {
  const path = `main/a.${kind}`;
  expect(syntaxProblems([[path, 'import { Pool } from "undici";\nconst = 1;']])).toEqual([
    expect.stringContaining(`A file that cannot be parsed: ${path}: `),
  ]);
  expect(syntaxProblems([[path, "const a = 1;"]])).toEqual([]);
});

it("a file without code is not parsed", () => {
  expect(syntaxProblems([["renderer/a.css", "a {}"]])).toEqual([]);
});
