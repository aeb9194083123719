/** A failing disk: failing syncs, failing writes, no space. Acknowledged data is kept, and refusals are reported. */
import { realpathSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { closeDatabase, openDatabase } from "../../../main/storage/database/database.ts";
import { verifyFile } from "../../../main/storage/journal/chain.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import { faultCase, usualOrNightly } from "../case.ts";
import { buildWriter, missing, runWriter, type Said } from "./process.ts";

let writer: Awaited<ReturnType<typeof buildWriter>>;
beforeAll(async () => {
  writer = await buildWriter();
}, 60_000);
afterAll(() => writer[Symbol.dispose]());

const needsStrace = { missing: () => missing("strace") };

/** How often a call on a file fails, starting at the `from`th. */
function failing(
  calls: string,
  error: string,
  { path, from, only }: { path: string; from: number; only?: number },
): string[] {
  const when = only === undefined ? `${from}+` : `${from}..${from + only - 1}`;
  const inject = `inject=${calls}:error=${error}:when=${when}`;
  return ["strace", "-f", "-qq", "-o", "/dev/null", "-P", path, "-e", `trace=${calls}`, "-e", inject];
}

interface Outcome extends Said {
  /** Ids found by the next start */
  found: Set<number>;
}

/** Runs a writer under a tool, then starts on the result. @throws when the database is damaged */
async function outcomeUnder(tool: (path: string) => string[], count: number): Promise<Outcome> {
  using folder = temporaryFolder();
  const path = join(realpathSync(folder.path), "till.db");
  closeDatabase(openDatabase(path));
  const task = { do: "write", path, count, bytes: 1200, checkpointEvery: 9 } as const;
  const said = await runWriter(writer.program, task, tool(path));
  const database = openDatabase(path);
  expect(database.pragma("integrity_check", { simple: true })).toBe("ok");
  const found = new Set(database.prepare("SELECT at FROM journal").pluck().all() as number[]);
  closeDatabase(database);
  expect(verifyFile(path, { alone: true })).toMatchObject({ ok: true });
  expect(said.acked.size + said.refused.size).toBe(count);
  return { ...said, found };
}

const lostOf = ({ acked, found }: Outcome) => [...acked].filter((id) => !found.has(id)).length;

/** Checks that after the disk's first refusal the handle refuses everything. */
function expectStopped({ refused, acked }: Outcome): void {
  const [first = Number.POSITIVE_INFINITY] = refused.keys();
  expect([...acked].every((id) => id < first)).toBe(true);
  expect(new Set([...refused.values()].slice(1))).toEqual(new Set(["StorageStoppedError"]));
}

describe("a failing disk", () => {
  faultCase(
    "commits nothing more on a handle whose fsync failed",
    async (tally) => {
      const random = seededRandom(tally.seed);
      tally.runs = usualOrNightly(6, 120);
      for (let run = 0; run < tally.runs; run += 1) {
        const from = random.between(2, 20);
        // Fails once, then recovers: the handle must remember.
        const outcome = await outcomeUnder(
          (path) => failing("fsync,fdatasync", "EIO", { path: `${path}-wal`, from, only: 1 }),
          30,
        );
        expect(outcome.refused.size).toBeGreaterThan(1);
        expectStopped(outcome);
        tally.lost += lostOf(outcome);
        // Only the transaction whose sync failed may exist despite the refusal, because its state is unknown.
        expect([...outcome.found].filter((id) => !outcome.acked.has(id)).length).toBeLessThanOrEqual(1);
      }
    },
    needsStrace,
  );

  faultCase(
    "keeps acknowledged rows in the log when a checkpoint's fsync fails",
    async (tally) => {
      tally.runs = usualOrNightly(2, 40);
      for (let run = 0; run < tally.runs; run += 1) {
        // Of the six checkpoints among sixty transactions.
        const from = 1 + (run % 6);
        const outcome = await outcomeUnder((path) => failing("fsync,fdatasync", "EIO", { path, from, only: 1 }), 60);
        tally.lost += lostOf(outcome);
        expectStopped(outcome);
        expect(outcome.refused.size).toBeGreaterThan(0);
      }
    },
    needsStrace,
  );

  faultCase(
    "leaves no partial transaction when writes fail",
    async (tally) => {
      const random = seededRandom(tally.seed);
      tally.runs = usualOrNightly(4, 120);
      for (let run = 0; run < tally.runs; run += 1) {
        const from = random.between(5, 120);
        const outcome = await outcomeUnder(
          (path) => failing("pwrite64", "EIO", { path: `${path}-wal`, from, only: 1 }),
          40,
        );
        expectStopped(outcome);
        tally.lost += lostOf(outcome);
        expect([...outcome.found].filter((id) => !outcome.acked.has(id))).toEqual([]);
      }
    },
    needsStrace,
  );

  faultCase(
    "refuses a transaction that fills the disk, and accepts transactions once space is free",
    async (tally) => {
      const random = seededRandom(tally.seed);
      tally.runs = usualOrNightly(4, 120);
      for (let run = 0; run < tally.runs; run += 1) {
        const from = random.between(5, 120);
        const outcome = await outcomeUnder(
          (path) => failing("pwrite64", "ENOSPC", { path: `${path}-wal`, from, only: random.between(1, 6) }),
          40,
        );
        tally.lost += lostOf(outcome);
        expect(new Set(outcome.refused.values())).toEqual(new Set(["SQLITE_FULL"]));
        expect([...outcome.found].sort()).toEqual([...outcome.acked].sort());
        expect(outcome.acked).toContain(40);
      }
    },
    needsStrace,
  );

  faultCase(
    "loses no acknowledged row at random I/O errors (fiu)",
    async (tally) => {
      tally.runs = usualOrNightly(5, 200);
      let applied = 0;
      for (let run = 0; run < tally.runs; run += 1) {
        const fail = (name: string, probability: number) => [
          "-c",
          `enable_random name=${name},probability=${probability}`,
        ];
        const outcome = await outcomeUnder(
          () => [
            "fiu-run",
            "-x",
            ...fail("posix/io/sync/fsync", 0.02),
            ...fail("posix/io/sync/fdatasync", 0.02),
            ...fail("posix/io/rw/pwrite", 0.005),
          ],
          60,
        );
        tally.lost += lostOf(outcome);
        if (outcome.refused.size > 0) applied += 1;
        expect([...outcome.found].filter((id) => !outcome.acked.has(id)).length).toBeLessThanOrEqual(1);
      }
      tally.note = `${applied} of ${tally.runs} runs met an error`;
      expect(applied).toBeGreaterThan(0);
    },
    { missing: () => missing("fiu-run") },
  );
});
