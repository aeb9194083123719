import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../support/folder.ts";

const { readImports, structureProblems } = (await import(
  join(import.meta.dirname, "../../../scripts/structure.mjs")
)) as {
  readImports(root: string): Map<string, string[]>;
  structureProblems(imports: Map<string, string[]>): string[];
};

function problems(imports: Record<string, string[]>): string[] {
  return structureProblems(new Map(Object.entries(imports)));
}

describe("the structure", () => {
  it("is valid when files import their own area and lower ones", () => {
    const sound = {
      "main/browser.ts": ["main/app/till.ts"],
      "main/app/till.ts": ["main/payments/store.ts", "contract/values/money.ts"],
      "main/payments/store.ts": ["main/payments/rows.ts", "main/lib/clock.ts"],
      "main/payments/rows.ts": [],
      "main/lib/clock.ts": [],
      "renderer/payments/list.tsx": ["renderer/kit/button.tsx", "renderer/store/store.ts"],
      "renderer/kit/button.tsx": [],
      "renderer/store/store.ts": ["renderer/kit/button.tsx"],
      "contract/values/money.ts": [],
    };
    expect(problems(sound)).toEqual([]);
  });

  it("is read from every kind of file that imports, including scripts of pages", () => {
    using folder = temporaryFolder();
    execFileSync("git", ["init", "--quiet"], { cwd: folder.path });
    const kinds = ["ts", "tsx", "mjs", "js"];
    for (const [at, kind] of kinds.entries()) {
      const next = kinds[(at + 1) % kinds.length];
      writeFileSync(join(folder.path, `a.${kind}`), `import "./a.${next}";\n`);
    }
    expect(
      structureProblems(readImports(folder.path)).filter((problem) => problem.startsWith("Import cycle")),
    ).toHaveLength(1);
  });

  it("is invalid with an import cycle of any length", () => {
    expect(problems({ "contract/a.ts": ["contract/b.ts"], "contract/b.ts": ["contract/a.ts"] })).toEqual([
      "Import cycle: contract/a.ts → contract/b.ts → contract/a.ts",
    ]);
    const long = { "main/app/a.ts": ["main/lib/b.ts"], "main/lib/b.ts": ["main/lib/c.ts"] };
    expect(problems({ ...long, "main/lib/c.ts": ["main/lib/b.ts"] })).toEqual([
      "Import cycle: main/lib/b.ts → main/lib/c.ts → main/lib/b.ts",
    ]);
  });

  it("is invalid with an import from a higher area", () => {
    expect(problems({ "main/lib/a.ts": ["main/payments/b.ts"], "main/payments/b.ts": [] })).toEqual([
      "Import of a higher area: main/lib/a.ts imports main/payments/b.ts",
    ]);
    expect(problems({ "renderer/kit/a.ts": ["renderer/office/b.ts"], "renderer/office/b.ts": [] })).toEqual([
      "Import of a higher area: renderer/kit/a.ts imports renderer/office/b.ts",
    ]);
    expect(problems({ "main/app/a.ts": ["main/browser.ts"], "main/browser.ts": [] })).toEqual([
      "Import of a higher area: main/app/a.ts imports main/browser.ts",
    ]);
  });

  it("is invalid with an API client that depends on the rest of the program", () => {
    const own = {
      "main/service/api/a.ts": ["main/service/api/b.ts", "contract/wire/wire.ts"],
      "main/service/api/b.ts": [],
    };
    expect(problems(own)).toEqual([]);
    expect(problems({ "main/service/api/a.ts": ["main/lib/clock.ts", "contract/reasons/reasons.ts"] })).toEqual([
      "The API client imports a file outside its folder: main/service/api/a.ts imports main/lib/clock.ts",
      "The API client imports a file outside its folder: main/service/api/a.ts imports contract/reasons/reasons.ts",
    ]);
  });

  it("is invalid with a file outside the areas", () => {
    expect(problems({ "main/loose.ts": [], "main/attic/a.ts": [] })).toEqual([
      "File outside every area: main/loose.ts",
      "File outside every area: main/attic/a.ts",
    ]);
  });
});
