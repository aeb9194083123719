import { existsSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { openExportStore } from "../../../../../main/accounting/exports/export-store.ts";
import { temporaryDatabase } from "../../../../support/database.ts";

describe("the export store", () => {
  it("keeps the files of the fifty newest exports, and lists older ones without a file", () => {
    using made = temporaryDatabase();
    const store = openExportStore(made.database, made.folder);
    for (let at = 1; at <= 53; at += 1) {
      const name = `${at}.json`;
      writeFileSync(store.path(name), "{}");
      const file = { name, part: "everything" as const, rows: 1, bytes: 2, sha256: "" };
      store.put({ id: `E${at}`, kind: "json", from: 0, to: 1, madeAt: at, person: null, files: [file] });
    }
    store.clear();
    const there = [1, 3, 4, 53].map((at) => existsSync(store.path(`${at}.json`)));
    expect(there).toEqual([false, false, true, true]);
    expect(store.find("E1")).toMatchObject({ available: false, rows: 1 });
    expect(store.list()).toHaveLength(50);
    expect(store.list()[0]).toMatchObject({ exportId: "E53", available: true });
    expect(store.find("nothing")).toBeNull();
  });
});
