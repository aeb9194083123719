import { readFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, it, vi } from "vitest";
import { closeDatabase, openDatabase } from "../../../main/storage/database/database.ts";
import { newDatabase } from "../../support/database.ts";
import { temporaryFolder } from "../../support/folder.ts";

it("a copied empty database equals the till's own byte for byte, and needs no migration", () => {
  using folder = temporaryFolder();
  const [made = "", copied = ""] = ["made.db", "copied.db"].map((name) => join(folder.path, name));
  closeDatabase(openDatabase(made));
  // The first of a worker creates the database that the others copy.
  closeDatabase(newDatabase(join(folder.path, "first.db")));
  const exec = vi.spyOn(Sqlite.prototype, "exec");
  try {
    closeDatabase(newDatabase(copied));
    expect(exec).not.toHaveBeenCalled();
  } finally {
    exec.mockRestore();
  }
  expect(readFileSync(copied).equals(readFileSync(made))).toBe(true);
});
