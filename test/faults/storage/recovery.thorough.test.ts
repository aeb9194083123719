/** Damaged folders of the in-process test, with the whole program. */
import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect } from "vitest";
import { build } from "../../support/build.ts";
import { prepareTillProcess } from "../../support/till-process-setup.ts";
import { faultCase } from "../case.ts";
import { backUp, countUnknown, day, refusal, runSuggestedCommand } from "./changed-folder.ts";

beforeAll(build, 120_000);

describe("a changed data folder", () => {
  faultCase(
    "without its WAL is detected by the signed head, and opened only with an operator's consent",
    async (tally) => {
      await using setup = await prepareTillProcess();
      const safe = await day(setup, 2, "SIGTERM");
      await day(setup, 2, "SIGKILL");
      rmSync(join(setup.data, "till.db-wal"));
      const message = await refusal(setup);
      expect(message).toMatch(/till\.db-wal is missing|does not match this till's signature/);
      expect(await refusal(setup)).toBe(message);
      runSuggestedCommand(message, "journal accept");
      tally.lost = await countUnknown(setup, safe);
      tally.runs = 1;
    },
  );

  faultCase("that was replaced by an older copy is detected", async (tally) => {
    await using setup = await prepareTillProcess();
    const path = join(setup.data, "till.db");
    await day(setup, 1, "SIGTERM");
    copyFileSync(path, `${path}.old`);
    await day(setup, 2, "SIGTERM");
    backUp(setup);
    const safe = await day(setup, 0, "SIGTERM");
    copyFileSync(`${path}.old`, path);
    const message = await refusal(setup);
    expect(message).toMatch(/does not match this till's signature: it ends after \d+ entries, and had \d+/);
    runSuggestedCommand(message, "restore");
    tally.lost = await countUnknown(setup, safe);
    tally.runs = 1;
  });
});
