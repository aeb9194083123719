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

/** A folder in which one till has worked and another is staged, each with its own data and key. */
function place() {
  const folder = temporaryFolder();
  makeTill(folder.path, "old");
  mkdirSync(join(folder.path, "sandbox"));
  mkdirSync(join(folder.path, "backups"));
  writeFileSync(join(folder.path, "till.db.replaced-20260101"), "a copy of old payments");
  // What belongs to the program and to somebody else stays where it is.
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
  // Moving does not open it; that a real one opens where it comes to is shown by the whole program's tests.
  writeFileSync(join(folder, "vault.json"), `sealed, ${name}`);
  writeFileSync(join(folder, "machine.key"), `key, ${name}`);
}

/** Which till a folder holds, by its database and by its vault. */
function tillIn(folder: string): { data: unknown; sealed: string } {
  const database = openDatabase(databasePath(folder));
  const data = settingStore(database).get("name");
  closeDatabase(database);
  return { data, sealed: readFileSync(join(folder, "vault.json"), "utf8") };
}

const OLD = { data: "old", sealed: "sealed, old" };
const NEW = { data: "new", sealed: "sealed, new" };

describe("a till in the place of another", () => {
  it("comes in whole, and the one before is kept whole", () => {
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

  it("is one of the two at every moment: whatever step the power goes after, the next start ends it", () => {
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

  it("is cleared up after, however far that had come", () => {
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

  it("does not come in when it is not whole: the one before is put back as it was", () => {
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

  it("that was never planned is cleared away, with its keys; what was staged for it stays", () => {
    using data = place();
    completeSwap(data.path, log);
    expect(existsSync(nextFolder(data.path))).toBe(false);
    expect(tillIn(data.path)).toEqual(OLD);
    expect(readFileSync(join(stagingFolder(data.path), "vault.json"), "utf8")).toBe("sealed, staged");
  });

  it("takes another name where there is one of that second already", () => {
    using data = place();
    mkdirSync(join(data.path, "earlier", NAME), { recursive: true });
    planSwap(data.path, "demo", NOW);
    completeSwap(data.path, log);
    expect(tillIn(join(data.path, "earlier", `${NAME}-2`))).toEqual(OLD);
  });

  it("stops the start when nobody can tell what was planned", () => {
    using data = place();
    writeFileSync(intentFile(data.path), "{");
    expect(() => completeSwap(data.path, log)).toThrow(/swap\.json cannot be read/);
    expect(tillIn(data.path)).toEqual(OLD);
    expect(readFileSync(intentFile(data.path), "utf8")).toBe("{");
  });

  it("is whole only with a sound database and its keys", () => {
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
