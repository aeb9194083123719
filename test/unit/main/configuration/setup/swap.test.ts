import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  belongsToProgram,
  belongsToTill,
  intentFile,
  nextFolder,
  stagingFolder,
} from "../../../../../main/configuration/setup/folders.ts";
import { completeSwap, isStartableTill, planSwap, swapSteps } from "../../../../../main/configuration/setup/swap.ts";
import { createLog } from "../../../../../main/lib/log.ts";
import { closeDatabase, openDatabase } from "../../../../../main/storage/database/database.ts";
import { databasePath } from "../../../../../main/storage/database/inspection.ts";
import { settingStore } from "../../../../../main/storage/database/settings.ts";
import { newDatabase } from "../../../../support/database.ts";
import { temporaryFolder } from "../../../../support/folder.ts";

const NOW = Date.UTC(2026, 2, 2, 10, 30);
const NAME = "demo-2026-03-02T103000";
const log = createLog({ write: () => undefined });

/** A folder with a used till and a staged one, each with its own data and key. */
function place() {
  const folder = temporaryFolder();
  makeTill(folder.path, "old");
  mkdirSync(join(folder.path, "sandbox"));
  mkdirSync(join(folder.path, "backups"));
  writeFileSync(join(folder.path, "till.db.replaced-20260101"), "a copy of old payments");
  // Files of the program and of other users stay in place.
  mkdirSync(join(folder.path, "window"));
  writeFileSync(join(folder.path, "till.lock"), "");
  writeFileSync(join(folder.path, "holiday.jpg"), "");
  mkdirSync(stagingFolder(folder.path), { recursive: true });
  writeFileSync(join(stagingFolder(folder.path), "vault.json"), "sealed, staged");
  makeTill(nextFolder(folder.path), "new");
  return { path: folder.path, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

function makeTill(folder: string, name: string): void {
  mkdirSync(folder, { recursive: true });
  const database = newDatabase(databasePath(folder));
  settingStore(database).set("name", name);
  closeDatabase(database);
  // Moving does not open the vault; end-to-end tests show that a real one opens at its new place.
  writeFileSync(join(folder, "vault.json"), `sealed, ${name}`);
  writeFileSync(join(folder, "machine.key"), `key, ${name}`);
}

/** Identifies the till in a folder by its database and its vault. */
function tillIn(folder: string): { data: unknown; sealed: string } {
  const database = openDatabase(databasePath(folder));
  const data = settingStore(database).get("name");
  closeDatabase(database);
  return { data, sealed: readFileSync(join(folder, "vault.json"), "utf8") };
}

const OLD = { data: "old", sealed: "sealed, old" };
const NEW = { data: "new", sealed: "sealed, new" };

describe("replacing one till by another", () => {
  it("installs the new till completely, and keeps the previous one completely", () => {
    using data = place();
    planSwap(data.path, "demo", NOW);
    completeSwap(data.path, log);
    expect(tillIn(data.path)).toEqual(NEW);
    const earlier = join(data.path, "earlier", NAME);
    expect(tillIn(earlier)).toEqual(OLD);
    expect(readdirSync(earlier)).toEqual(expect.arrayContaining(["backups", "sandbox", "till.db.replaced-20260101"]));
    expect(readdirSync(data.path)).toEqual(expect.arrayContaining(["window", "till.lock", "holiday.jpg"]));
    expect(existsSync(stagingFolder(data.path))).toBe(false);
    completeSwap(data.path, log);
    expect(tillIn(data.path)).toEqual(NEW);
  });

  it("leaves exactly one of the two after a power cut at any step: the next start finishes", () => {
    using rehearsal = place();
    planSwap(rehearsal.path, "demo", NOW);
    const steps = [...swapSteps(rehearsal.path)];
    expect(steps.length).toBeGreaterThan(8);
    for (let done = 0; done <= steps.length; done += 1) {
      using data = place();
      planSwap(data.path, "demo", NOW);
      const swap = swapSteps(data.path);
      for (let step = 0; step < done; step += 1) swap.next();
      completeSwap(data.path, log);
      expect(tillIn(data.path), `after ${steps[done - 1] ?? "nothing"}`).toEqual(NEW);
      expect(tillIn(join(data.path, "earlier", NAME))).toEqual(OLD);
      expect(existsSync(stagingFolder(data.path))).toBe(false);
    }
  });

  it("is cleaned up afterwards from any step", () => {
    using data = place();
    planSwap(data.path, "demo", NOW);
    const swap = swapSteps(data.path);
    for (
      let step = swap.next();
      step.value !== "vault.json moved" || existsSync(join(nextFolder(data.path), "vault.json"));
    )
      step = swap.next();
    rmSync(nextFolder(data.path), { recursive: true });
    completeSwap(data.path, log);
    expect(tillIn(data.path)).toEqual(NEW);
    expect(existsSync(stagingFolder(data.path))).toBe(false);
  });

  it("is refused for an incomplete till: the previous one is restored", () => {
    using rehearsal = place();
    const before = readdirSync(rehearsal.path).sort();
    planSwap(rehearsal.path, "demo", NOW);
    const away = [...swapSteps(rehearsal.path)].indexOf("all away");
    for (let done = 0; done < away; done += 1) {
      using data = place();
      planSwap(data.path, "demo", NOW);
      const swap = swapSteps(data.path);
      for (let step = 0; step < done; step += 1) swap.next();
      rmSync(databasePath(nextFolder(data.path)));
      completeSwap(data.path, log);
      expect(tillIn(data.path)).toEqual(OLD);
      expect(
        readdirSync(data.path)
          .filter((name) => name !== "earlier")
          .sort(),
      ).toEqual(before);
      expect(existsSync(intentFile(data.path))).toBe(false);
    }
  });

  it("that was never planned is removed with its keys; staged files stay", () => {
    using data = place();
    completeSwap(data.path, log);
    expect(existsSync(nextFolder(data.path))).toBe(false);
    expect(tillIn(data.path)).toEqual(OLD);
    expect(readFileSync(join(stagingFolder(data.path), "vault.json"), "utf8")).toBe("sealed, staged");
  });

  it("uses another name when that second's name is taken", () => {
    using data = place();
    mkdirSync(join(data.path, "earlier", NAME), { recursive: true });
    planSwap(data.path, "demo", NOW);
    completeSwap(data.path, log);
    expect(tillIn(join(data.path, "earlier", `${NAME}-2`))).toEqual(OLD);
  });

  it("stops the start when the plan is unreadable", () => {
    using data = place();
    writeFileSync(intentFile(data.path), "{");
    expect(() => completeSwap(data.path, log)).toThrow(/swap\.json cannot be read/);
    expect(tillIn(data.path)).toEqual(OLD);
    expect(readFileSync(intentFile(data.path), "utf8")).toBe("{");
  });

  it("requires a sound database and its keys", () => {
    using data = place();
    expect(isStartableTill(nextFolder(data.path))).toBe(true);
    writeFileSync(databasePath(nextFolder(data.path)), "not a database");
    expect(isStartableTill(nextFolder(data.path))).toBe(false);
    expect(isStartableTill(join(data.path, "nowhere"))).toBe(false);
  });
});

describe("the names in a data folder", () => {
  it.each([
    ["till.db", true, true],
    ["till.db-wal", true, true],
    ["till.db.replaced-20260101T000000000Z-wal", true, true],
    ["vault.json", true, true],
    ["vault.json.new", true, true],
    ["machine.key", true, true],
    ["journal.head", true, true],
    ["sandbox", true, true],
    ["till.lock", false, true],
    ["window", false, true],
    ["logs", false, true],
    ["setup", false, true],
    ["earlier", false, true],
    ["till.json", false, false],
    ["holiday.jpg", false, false],
    ["", false, false],
  ])("%s: of one till %s, of the program %s", (name, tills, ours) => {
    expect([belongsToTill(name), belongsToProgram(name)]).toEqual([tills, ours]);
  });
});
