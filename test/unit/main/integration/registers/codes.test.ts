/** The table of codes in docs/registers.md against the responses to a register. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { STATUS } from "../../../../../main/integration/registers/changes.ts";

it("docs/registers.md has each code with its status", () => {
  const page = readFileSync(join(import.meta.dirname, "../../../../../docs/registers.md"), "utf8");
  const table = page.split("| code | status |")[1]?.split("\n\n")[0] ?? "";
  const rows = [...table.matchAll(/^\| (`.*`) \| (.*) \|$/gm)].flatMap(([, codes = "", statuses = ""]) =>
    [...codes.matchAll(/`(\w+)`/g)].map(([, code = ""]) => [code, statuses.match(/\d{3}/g)] as const),
  );
  for (const [code, statuses] of rows) expect(statuses, code).toContain(String(STATUS[code as keyof typeof STATUS]));
  expect(rows.map(([code]) => code).sort()).toEqual(Object.keys(STATUS).sort());
});
