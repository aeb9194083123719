import { join } from "node:path";
import { describe, expect, it } from "vitest";

const { fileAccessProblems } = (await import(join(import.meta.dirname, "../../../scripts/file-access.mjs"))) as {
  fileAccessProblems(files: [path: string, text: string][]): string[];
};

const problem = (path: string, name: string) =>
  `A file is opened without main/lib/plain-file.ts: ${path} imports ${name} from node:fs`;

describe("access to files", () => {
  it("is a problem when a file of main or the ledger opens files itself, in any form of import", () => {
    const folder = "main/integration/registers/folder.ts";
    const problemsOf = (text: string) => fileAccessProblems([[folder, text]]);
    expect(problemsOf('import { join } from "node:path";\nimport { readFileSync, rmSync } from "node:fs";')).toEqual([
      problem(folder, "readFileSync"),
    ]);
    expect(problemsOf('import {\n  type FileHandle,\n  open as openFile,\n} from "node:fs/promises";')).toEqual([
      problem(folder, "open"),
    ]);
    expect(problemsOf('import * as fs from "node:fs";')).toEqual([problem(folder, "everything")]);
    expect(problemsOf('import { existsSync } from "node:fs";\nimport type { Stats } from "node:fs";')).toEqual([]);
  });

  it.each([
    ['import fs from "fs";', "everything"],
    ['import { promises } from "node:fs";', "promises"],
    ['import { existsSync as there, openSync as rm } from "node:fs";', "openSync"],
    ['export { readFile } from "node:fs/promises";', "readFile"],
    ['export * from "node:fs";', "everything"],
    ["const fs = await import(`node:fs`);", "everything"],
    ['import fs = require("fs");', "everything"],
    ['const a = "/*";\nimport { writeFileSync } from "node:fs";', "writeFileSync"],
    ['import { createWriteStream } from "node:fs";', "createWriteStream"],
    ['import { appendFileSync } from "node:fs";', "appendFileSync"],
    ['import { "chmodSync" as change } from "node:fs";', "chmodSync"],
  ])("is a problem in the form %s", (text, name) => {
    for (const path of ["main/payments/a.ts", "ledger/a.ts"])
      expect(fileAccessProblems([[path, text]])).toEqual([problem(path, name)]);
  });

  it("is allowed in the helper, in the till's own folders and in the sandbox", () => {
    const text = 'import { readFileSync } from "node:fs";';
    for (const path of [
      "main/lib/plain-file.ts",
      "main/storage/vault/files.ts",
      "ledger/options.ts",
      "sandbox/keys.ts",
    ]) {
      expect(fileAccessProblems([[path, text]]), path).toEqual([]);
    }
  });
});
