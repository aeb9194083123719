import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../support/folder.ts";

const { readImports, structureProblems, exemptionProblems } = (await import(
  join(import.meta.dirname, "../../../scripts/structure.mjs")
)) as {
  readImports(root: string): Map<string, string[]>;
  structureProblems(imports: Map<string, string[]>): string[];
  exemptionProblems(texts: [string, string][]): string[];
};

function problems(imports: Record<string, string[]>): string[] {
  return structureProblems(new Map(Object.entries(imports)));
}

describe("imports", () => {
  it("are read from code and stylesheets, with their types, but not from comments", () => {
    using folder = temporaryFolder();
    const files = {
      "main/a.ts": 'import type { B } from "../contract/b.ts";\nimport "undici";\n// import "../sandbox/c.ts";\n',
      "main/b.mjs": "export * from './c.js?raw';\nawait import(`../test/d.ts`);\n/* import '../e.ts' */",
      "main/c.ts": 'export type C = import("./d.ts").D;\nimport {\n  e,\n} from "./e.ts";\n',
      "renderer/a.tsx": 'import styles from "../kit/a.module.css";\n',
      "renderer/b.css": '@import "./c.css";\n@import url(../d.css);\n.a {\n  composes: b from "../e.module.css";\n}\n',
    };
    execFileSync("git", ["init", "--quiet"], { cwd: folder.path });
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder.path, path)), { recursive: true });
      writeFileSync(join(folder.path, path), text);
    }
    expect(Object.fromEntries(readImports(folder.path))).toEqual({
      "main/a.ts": ["contract/b.ts", "undici"],
      "main/b.mjs": ["main/c.js", "test/d.ts"],
      "main/c.ts": ["main/d.ts", "main/e.ts"],
      "renderer/a.tsx": ["kit/a.module.css"],
      "renderer/b.css": ["renderer/c.css", "d.css", "e.module.css"],
    });
  });
});

describe("the structure", () => {
  it("allows imports of the own area and lower ones, and of the contract", () => {
    const sound = {
      "main/browser.ts": ["main/app/till.ts"],
      "main/app/till.ts": ["main/payments/store.ts", "contract/values/money.ts", "sandbox/service.ts", "package.json"],
      "main/payments/store.ts": ["main/payments/rows.ts", "main/lib/clock.ts", "node:path", "zod"],
      "main/service/api/a.ts": ["main/service/api/b.ts", "contract/wire/wire.ts", "undici"],
      "main/shells/electron/a.ts": ["electron"],
      "renderer/payments/list.tsx": ["renderer/kit/button.tsx", "renderer/store/store.ts", "react"],
      "renderer/setup/step.tsx": ["renderer/settings/keys/key-storage.tsx"],
      "renderer/store/store.ts": ["renderer/kit/button.tsx"],
      "contract/values/money.ts": ["zod"],
      "test/unit/a.test.ts": ["main/app/till.ts", "renderer/app/main.tsx", "electron"],
    };
    expect(problems(sound)).toEqual([]);
  });

  it.each([
    ["main/lib must not import main/payments", "main/lib/a.ts", "main/payments/b.ts"],
    ["main/app must not import entry points", "main/app/a.ts", "main/browser.ts"],
    ["renderer/kit must not import renderer/setup", "renderer/kit/a.tsx", "renderer/setup/parts.module.css"],
    ["renderer/kit must not import renderer/office", "renderer/kit/a.css", "renderer/office/b.css"],
    ["renderer/payments must not import renderer/counter", "renderer/payments/a.ts", "renderer/counter/b.ts"],
    ["The API client must not import other folders", "main/service/api/a.ts", "main/lib/clock.ts"],
    ["The API client must not import other folders", "main/service/api/a.ts", "contract/reasons/reasons.ts"],
    ["contract must not import main", "contract/values/a.ts", "main/lib/b.ts"],
    ["ledger must not import sandbox", "ledger/a.ts", "sandbox/b.ts"],
    ["main must not import test", "main/lib/a.ts", "test/support/b.ts"],
    ["renderer must not import main", "renderer/kit/a.ts", "main/lib/b.ts"],
    ["sandbox must not import main", "sandbox/a.ts", "main/service/api/signing.ts"],
    ["contract must not import node:fs", "contract/values/a.ts", "node:fs"],
    ["main/app must not import electron", "main/app/a.ts", "electron"],
    ["renderer/kit must not import node:path", "renderer/kit/a.ts", "node:path"],
    ["renderer/kit must not import zod", "renderer/kit/a.ts", "zod"],
  ])("%s", (rule, file, imported) => {
    expect(problems({ [file]: [imported] })).toEqual([`${rule}: ${file} imports ${imported}`]);
  });

  it("has an area for each file of main and the renderer", () => {
    expect(problems({ "main/loose.ts": ["electron"], "main/attic/a.ts": [], "renderer/attic/a.css": [] })).toEqual([
      "main/loose.ts is in no area: see docs/architecture.md",
      "main must not import electron: main/loose.ts imports electron",
      "main/attic/a.ts is in no area: see docs/architecture.md",
      "renderer/attic/a.css is in no area: see docs/architecture.md",
    ]);
  });
});

it("a comment may exempt one statement from one rule, with a reason", () => {
  const problemsOf = (comment: string) => exemptionProblems([["main/a.ts", comment]]);
  expect(problemsOf("// biome-ignore lint/plugin/connections: a server\n/* biome-ignore format: a table */")).toEqual(
    [],
  );
  const tooMuch = ["biome-ignore-all lint: no", "biome-ignore lint: all", "biome-ignore lint/suspicious/noConsole"];
  for (const before of ["// ", "a(); // ", "/* ", "/** ", "/**\n * ", "{/* "])
    expect(tooMuch.flatMap((comment) => problemsOf(`${before}${comment}`))).toHaveLength(3);
});
