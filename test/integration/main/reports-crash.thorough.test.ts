/** A process that is killed, or whose disk fails, during a close: the Z exists completely, or not at all. */
import { spawn } from "node:child_process";
import { realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closeDatabase, openDatabase } from "../../../main/storage/database/database.ts";
import { createJournal } from "../../../main/storage/journal/journal.ts";
import { missing } from "../../faults/storage/process.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { reportDatabaseOf, sumOf } from "../../support/report-database.ts";

const ROOT = join(import.meta.dirname, "../../..");
const outDir = join(ROOT, "out", `close-days-${process.pid}`);

beforeAll(async () => {
  await build({
    configFile: false,
    logLevel: "error",
    build: {
      ssr: join(ROOT, "test/support/close-days-program.ts"),
      outDir,
      target: "node24",
      rolldownOptions: { output: { entryFileNames: "close-days.js" } },
    },
  });
});
afterAll(() => rmSync(outDir, { recursive: true, force: true }));

interface Said {
  acked: number[];
  refused: string[];
}

async function runCloseDays(
  path: string,
  count: number,
  { tool = [], kill }: { tool?: string[]; kill?: { acks: number; ms: number } } = {},
) {
  const [program = process.execPath, ...rest] = [
    ...tool,
    process.execPath,
    join(outDir, "close-days.js"),
    path,
    String(count),
  ];
  const child = spawn(program, rest, { stdio: ["ignore", "pipe", "inherit"] });
  const result: Said = { acked: [], refused: [] };
  for await (const line of createInterface({ input: child.stdout })) {
    const [word, number, why] = line.split(" ");
    if (word === "ack") result.acked.push(Number(number));
    // The signal arrives at an arbitrary moment of the next step.
    if (result.acked.length === kill?.acks) setTimeout(() => child.kill("SIGKILL"), kill.ms);
    if (word === "refused") result.refused.push(why ?? "");
  }
  return result;
}

/** Checks every invariant of what a process left behind. @returns the number of Zs */
function expectConsistent(path: string): number {
  const database = openDatabase(path);
  try {
    const reports = reportDatabaseOf(database, { timeZone: "Europe/Oslo", cutOff: "04:00" });
    const { seals } = reports.ports;
    const last = seals.latest()?.number ?? 0;
    expect(seals.verify()).toEqual({ entries: last, ok: true, firstBadAt: null });
    const journal = createJournal(database);
    expect(journal.verify()).toMatchObject({ ok: true });
    const reported = database
      .prepare<[], string>("SELECT data FROM journal WHERE event = 'report.closed' ORDER BY sequence")
      .pluck()
      .all()
      .map((data) => JSON.parse(data));
    expect(reported.map(({ number }) => number)).toEqual(Array.from({ length: last }, (_, at) => at + 1));
    for (const { number, hash } of reported) {
      const z = seals.get(number);
      expect(z?.seal?.hash).toBe(hash);
      const rows = database
        .prepare<[number], { kind: "capture" | "refund"; amount: number; additionalAmount: number }>(
          "SELECT kind, amount, additional_amount AS additionalAmount FROM booking WHERE period = ?",
        )
        .all(number);
      const [captured, refunded] = [sumOf(rows, "capture"), sumOf(rows, "refund")];
      expect([z?.captured, z?.refunded]).toEqual([
        captured.amount + captured.additional,
        refunded.amount + refunded.additional,
      ]);
    }
    return last;
  } finally {
    closeDatabase(database);
  }
}

describe("an interrupted close", () => {
  it("by a kill exists completely or not at all, and the next one continues from there", async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "till.db");
    let acked = 0;
    for (const [run, ms] of [0, 3, 7, 1, 12, 5].entries()) {
      const result = await runCloseDays(path, 10_000, { kill: { acks: 1 + run, ms } });
      const last = expectConsistent(path);
      acked += result.acked.length;
      expect(last).toBeGreaterThanOrEqual(result.acked.at(-1) ?? 0);
      // At most one Z exists that was not yet acknowledged.
      expect(last).toBeLessThanOrEqual(acked + run + 1);
    }
    expect(acked).toBeGreaterThanOrEqual(21);
  });

  it.skipIf(missing("strace"))("by a failed sync is refused, and so is every later one on that handle", async () => {
    using folder = temporaryFolder();
    const path = join(realpathSync(folder.path), "till.db");
    closeDatabase(openDatabase(path));
    for (const from of [3, 4, 5, 6]) {
      const inject = `inject=fsync,fdatasync:error=EIO:when=${from}..${from}`;
      const tool = [
        "strace",
        "-f",
        "-qq",
        "-o",
        "/dev/null",
        "-P",
        `${path}-wal`,
        "-e",
        "trace=fsync,fdatasync",
        "-e",
        inject,
      ];
      const before = expectConsistent(path);
      const result = await runCloseDays(path, 6, { tool });
      expect(result.refused.length).toBeGreaterThan(0);
      const last = expectConsistent(path);
      expect(last - before).toBeGreaterThanOrEqual(result.acked.length);
      expect(last - before).toBeLessThanOrEqual(result.acked.length + 1);
    }
  });
});
