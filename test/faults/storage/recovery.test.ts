/** A till on a changed data folder reports it, offers a recovery, and keeps everything. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { FolderInUseError, lockFolder } from "../../../main/storage/database/lock.ts";
import { build } from "../../support/build.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { prepareTillProcess } from "../../support/till-process-setup.ts";
import { faultCase } from "../case.ts";
import { backUp, countUnknown, damagePages, day, refusal, runSuggestedCommand } from "./changed-folder.ts";
import { buildWriter, runWriter } from "./process.ts";

let writer: Awaited<ReturnType<typeof buildWriter>>;
beforeAll(async () => {
  build();
  writer = await buildWriter();
}, 120_000);
afterAll(() => writer?.[Symbol.dispose]());

describe("a changed data folder", () => {
  faultCase("with a damaged page is reported at the start with the newest good backup, and is kept", async (tally) => {
    await using setup = await prepareTillProcess();
    const path = join(setup.data, "till.db");
    const safe = await day(setup, 3, "SIGTERM");
    backUp(setup);
    await day(setup, 1, "SIGTERM");
    damagePages(path);
    const damaged = readFileSync(path);
    const message = await refusal(setup);
    expect(message).toContain(path);
    expect(message).toMatch(/damaged/);
    expect(readFileSync(path).equals(damaged)).toBe(true);
    runSuggestedCommand(message, "restore");
    const oldDatabase = readdirSync(setup.data).find((name) => /replaced-\w+$/.test(name)) ?? "";
    expect(readFileSync(join(setup.data, oldDatabase)).equals(damaged)).toBe(true);
    tally.lost = await countUnknown(setup, safe);
    tally.runs = 1;
  });
});

describe("the data folder's lock", () => {
  faultCase("refuses a second instance, and is free once the first is killed", async (tally) => {
    using folder = temporaryFolder();
    await runWriter(writer.program, { do: "lock", path: folder.path }, [], (line, kill) => {
      try {
        expect(line).toBe("locked");
        expect(() => lockFolder(folder.path)).toThrow(FolderInUseError);
      } finally {
        kill();
      }
    });
    lockFolder(folder.path).release();
    tally.runs = 1;
  });
});
