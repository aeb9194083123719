/** Power cuts at any moment: during work, a migration or a backup. Replays recorded writes. */
import { copyFileSync, mkdirSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { listBackups } from "../../../main/storage/backups/backups.ts";
import { closeDatabase, connect, openDatabase, openToRead } from "../../../main/storage/database/database.ts";
import { findDamage } from "../../../main/storage/database/integrity.ts";
import { NEWEST_VERSION, versionOf } from "../../../main/storage/database/migrations.ts";
import { verifyFile } from "../../../main/storage/journal/chain.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { type SeededRandom, seededRandom } from "../../support/seeded-random.ts";
import { faultCase, usualOrNightly } from "../case.ts";
import { diskOf } from "./disk.ts";
import { buildWriter, missing, runWriter } from "./process.ts";
import type { WriterTask } from "./task.ts";
import { type FileEvent, readTrace, traced } from "./trace.ts";

let writer: Awaited<ReturnType<typeof buildWriter>>;
beforeAll(async () => {
  writer = await buildWriter();
}, 60_000);
afterAll(() => writer[Symbol.dispose]());

const needsStrace = { missing: () => missing("strace") };

/** Records a task's file events in a folder with a till's database. */
async function recorded(task: (place: { path: string; folder: string }) => WriterTask, seedRows = 0) {
  const folder = temporaryFolder();
  const data = join(realpathSync(folder.path), "data");
  mkdirSync(data);
  const path = join(data, "till.db");
  const database = openDatabase(path);
  for (let row = 0; row < seedRows; row += 1)
    database.prepare("INSERT INTO setting VALUES (?, ?)").run(`before-${row}`, "x".repeat(900));
  closeDatabase(database);
  mkdirSync(join(data, "backups"));
  const disk = diskOf(data);
  const output = join(folder.path, "trace");
  await runWriter(writer.program, task({ path, folder: join(data, "backups") }), traced(output));
  const events = readTrace(output, data);
  return { disk, events, image: join(folder.path, "image"), [Symbol.dispose]: folder[Symbol.dispose] };
}

/**
 * Replays the events with `cuts` power cuts, each after an event.
 * @param look receives the folder as found by the next start, and the promises made so far
 */
function replayWithCuts(
  { disk, events, image }: Awaited<ReturnType<typeof recorded>>,
  { cuts, random }: { cuts: number; random: SeededRandom },
  look: (folder: string, promised: readonly string[]) => void,
): void {
  const moments = new Map<number, number>();
  for (let cut = 0; cut < cuts; cut += 1) {
    const moment = random.between(0, events.length - 1);
    moments.set(moment, (moments.get(moment) ?? 0) + 1);
  }
  const promised: string[] = [];
  for (const [moment, event] of events.entries()) {
    if (event.do === "say") promised.push(event.line);
    else disk.apply(event);
    for (let cut = moments.get(moment) ?? 0; cut > 0; cut -= 1) {
      mkdirSync(image, { recursive: true });
      disk.cut(image, random);
      look(image, promised);
      rmSync(image, { recursive: true });
    }
  }
}

/** Returns promised ids that are missing after a start. @throws when the database is damaged */
function countLost(folder: string, promised: readonly string[]): number {
  const path = join(folder, "till.db");
  const database = openDatabase(path);
  const settings = new Set(database.prepare("SELECT name FROM setting").pluck().all());
  const journal = new Set(database.prepare("SELECT at FROM journal").pluck().all());
  expect(database.pragma("integrity_check", { simple: true })).toBe("ok");
  closeDatabase(database);
  expect(verifyFile(path, { alone: true })).toMatchObject({ ok: true });
  const ids = promised.flatMap((line) => /^ack (\d+)$/.exec(line)?.[1] ?? []);
  return ids.filter((id) => !settings.has(`id-${id}`) || !journal.has(Number(id))).length;
}

const LOAD = { do: "write", count: 120, bytes: 1500, checkpointEvery: 35 } as const;

describe("power cuts", () => {
  faultCase(
    "lose no acknowledged row, with torn sectors (replayed write trace)",
    async (tally) => {
      using run = await recorded(({ path }) => ({ ...LOAD, path }));
      expect(run.events.filter(({ do: what }) => what === "say")).toHaveLength(LOAD.count + 1);
      tally.runs = usualOrNightly(150, 3000);
      replayWithCuts(run, { cuts: tally.runs, random: seededRandom(tally.seed) }, (folder, promised) => {
        tally.lost += countLost(folder, promised);
      });
      tally.note = `${LOAD.count} transactions`;
    },
    needsStrace,
  );

  faultCase(
    "self-test: lose acknowledged rows without a sync per commit",
    async (tally) => {
      using run = await recorded(({ path }) => ({ ...LOAD, path, synchronous: "NORMAL" }));
      tally.runs = usualOrNightly(60, 1000);
      let losing = 0;
      replayWithCuts(run, { cuts: tally.runs, random: seededRandom(tally.seed) }, (folder, promised) => {
        if (countLost(folder, promised) > 0) losing += 1;
      });
      tally.note = `${losing} of ${tally.runs} images lost acknowledged rows, as expected`;
      expect(syncsPerCommit(run.events)).toBe(0);
      expect(losing).toBeGreaterThan(tally.runs / 10);
    },
    needsStrace,
  );

  faultCase(
    "leave the old or the new schema when they interrupt a migration",
    async (tally) => {
      using run = await recorded((place) => ({ do: "migrate", ...place }), 200);
      tally.runs = usualOrNightly(80, 1500);
      const seen = new Set<number>();
      replayWithCuts(run, { cuts: tally.runs, random: seededRandom(tally.seed) }, (folder, promised) => {
        const { version, rows } = schemaOf(join(folder, "till.db"));
        seen.add(version);
        if (promised.includes("ack upgraded") && version === NEWEST_VERSION) tally.lost += 1;
        expect(rows).toBe(200);
        for (const { path } of listBackups(join(folder, "backups")))
          expect(schemaOf(path)).toEqual({ version: NEWEST_VERSION, rows: 200 });
        // Only files with a backup were changed.
        if (version > NEWEST_VERSION) expect(listBackups(join(folder, "backups"))).toHaveLength(1);
      });
      expect([...seen].sort()).toEqual([NEWEST_VERSION, NEWEST_VERSION + 1]);
    },
    needsStrace,
  );
});

describe("a commit", () => {
  faultCase(
    "is synced before it is acknowledged",
    async (tally) => {
      using run = await recorded(({ path }) => ({ do: "write", path, count: 100, bytes: 300 }));
      tally.runs = 100;
      tally.note = `at least ${syncsPerCommit(run.events)} per commit`;
      expect(syncsPerCommit(run.events)).toBeGreaterThanOrEqual(1);
    },
    needsStrace,
  );
});

describe("a killed backup", () => {
  faultCase("leaves only complete backups, with every row acknowledged before them", async (tally) => {
    const random = seededRandom(tally.seed);
    tally.runs = usualOrNightly(6, 100);
    let made = 0;
    for (let run = 0; run < tally.runs; run += 1) {
      using folder = temporaryFolder();
      const path = join(folder.path, "till.db");
      const backups = join(folder.path, "backups");
      closeDatabase(openDatabase(path));
      const until = random.between(20, 400);
      const result = await runWriter(
        writer.program,
        { do: "backup", path, folder: backups, bytes: 3000 },
        [],
        (line, kill) => line === `ack ${until}` && kill(),
      );
      for (const backup of listBackups(backups)) {
        made += 1;
        expect(findDamage(backup.path, { depth: "full", alone: true })).toBeNull();
        const promised = result.lines.find((line) => line.startsWith("backup") && line.endsWith(backup.path));
        tally.lost += missingBefore(backup.path, Number(promised?.split(" ")[1] ?? 0));
      }
      tally.lost += missingBefore(path, result.acked.size);
    }
    expect(made).toBeGreaterThan(0);
    tally.note = `${made} complete backups`;
  });
});

/** Returns the minimum number of log syncs between two acknowledgements. */
function syncsPerCommit(events: readonly FileEvent[]): number {
  let syncs = 0;
  let fewest = Number.POSITIVE_INFINITY;
  for (const event of events) {
    if (event.do === "sync" && event.path.endsWith("-wal")) syncs += 1;
    if (event.do !== "say") continue;
    if (event.line.startsWith("ack")) fewest = Math.min(fewest, syncs);
    syncs = 0;
  }
  return fewest;
}

/** @throws when the file is damaged, or has neither the old nor the new schema */
function schemaOf(path: string): { version: number; rows: number } {
  const database = connect(path);
  try {
    expect(database.pragma("integrity_check", { simple: true })).toBe("ok");
    const has = (sql: string) => database.prepare(sql).pluck().get() === 1;
    const isNew = versionOf(database) > NEWEST_VERSION;
    expect(has("SELECT count(*) FROM sqlite_schema WHERE name = 'novelty'")).toBe(isNew);
    expect(has("SELECT count(*) FROM pragma_table_info('setting') WHERE name = 'note'")).toBe(isNew);
    const rows = database.prepare("SELECT count(*) FROM setting WHERE name LIKE 'before-%'").pluck().get();
    return { version: versionOf(database), rows: Number(rows) };
  } finally {
    database.close();
  }
}

/** Counts the ids from 1 to `last` that are missing in a file, without changing it. */
function missingBefore(path: string, last: number): number {
  using folder = temporaryFolder();
  const copy = join(folder.path, "copy.db");
  for (const end of ["", "-wal"]) {
    try {
      copyFileSync(`${path}${end}`, `${copy}${end}`);
    } catch {
      // A backup has no log.
    }
  }
  using reader = openToRead(copy, { alone: true });
  const there = reader.database.prepare("SELECT count(*) FROM journal WHERE at BETWEEN 1 AND ?").pluck().get(last);
  return last - Number(there);
}
