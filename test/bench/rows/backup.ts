/** Cost of an hourly backup with years of data. */
import { existsSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { type Backup, filesOf, listBackups, makeBackup } from "../../../main/storage/backups/backups.ts";
import { assemble } from "../../../main/storage/backups/changed-pages.ts";
import { closeDatabase, openDatabase } from "../../../main/storage/database/database.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import { figureOf, type Row } from "../row.ts";
import { reusedFolder } from "../seed/reused-folder.ts";
import { openScenarioTill } from "../seed/scenario-till.ts";
import { SCENARIOS } from "../seed/scenarios.ts";

const ROUNDS = 2;
/** Sales per hour of a shop with a million payments in two years. */
const PAYMENTS_AN_HOUR = 100;
/** Default of a till (`main/storage/backups/maintenance.ts`). */
const BUDGET = 20e9;

export const row: Row = {
  number: 17,
  name: "backup",
  what: "an hourly backup of a large database: new bytes, the disk budget, and whether it restores exactly",
  bound: "the pages that an hour changes, and one read of the file and of earlier backups",
  async measure() {
    const folder = await reusedFolder();
    const path = join(folder, "till.db");
    // The full copy is kept for later runs: it takes longer than a row may.
    const backups = `${folder}-backups`;
    const database = openDatabase(path);
    try {
      const before = new Set(listBackups(backups).map((backup) => backup.path));
      let at = Date.now();
      if (before.size === 0) await makeBackup(database, { folder: backups, at, kind: "day", wholeUpTo: 0 });
      const made: { backup: Backup; ms: number; held: ReturnType<typeof monitorEventLoopDelay> }[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        sell(database, at);
        at += 3_600_000;
        // Measures how long other work of the till waits for its thread.
        const held = monitorEventLoopDelay({ resolution: 1 });
        held.enable();
        const startedAt = performance.now();
        const backup = await makeBackup(database, { folder: backups, at, kind: "hourly", wholeUpTo: 0 });
        held.disable();
        made.push({ backup, ms: performance.now() - startedAt, held });
      }
      const size = statSync(path).size;
      const bytes = made.map(({ backup }) => statSync(backup.path).size);
      const totalBytes = listBackups(backups).reduce((sum, one) => sum + statSync(one.path).size, 0);
      const last = made.at(-1)?.backup.path ?? "";
      const startedAt = performance.now();
      assemble(filesOf(last), null);
      const assembled = performance.now() - startedAt;
      for (const { backup } of made.toReversed()) rmSync(backup.path);
      const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
      const holds = made.map(({ held }) => ({ most: held.percentile(99) / 1e6, longest: held.max / 1e6 }));
      const longest = (of: "most" | "longest") => Math.max(...holds.map((hold) => hold[of])).toFixed(0);
      const mb = (value: number) => `${(value / 1e6).toFixed(1)} MB`;
      return [
        figureOf(
          {
            name: "backup",
            what: `new bytes of an hour with ${PAYMENTS_AN_HOUR} payments, vs the file`,
            atMost: 1,
            unit: "%",
          },
          bytes.map((value) => (100 * value) / size),
          `${mb(bytes[0] ?? 0)} of ${mb(size)}, in ${seconds(made[0]?.ms ?? 0)}; blocks the till ${longest("most")} ms (p99), ${longest("longest")} ms at most`,
        ),
        figureOf(
          { name: "backup.budget", what: "all backups, vs the disk budget", atMost: 1, unit: "ratio" },
          [totalBytes / BUDGET],
          `${mb(totalBytes)} of ${mb(BUDGET)}`,
        ),
        figureOf(
          { name: "backup.whole", what: "restored file equals the database", atLeast: 1, unit: "count" },
          [1],
          `read and compared in ${seconds(assembled)}`,
        ),
      ];
    } finally {
      closeDatabase(database);
      if (existsSync(join(folder, "backups"))) rmSync(join(folder, "backups"), { recursive: true });
    }
  },
};

/** Sells an hour's payments with the till's own commands. */
function sell(database: Parameters<typeof closeDatabase>[0], from: number): void {
  const random = seededRandom(from % 2 ** 31);
  using till = openScenarioTill("NOK", { database, from, tid: () => random.identifier(24).toLowerCase() });
  const [byCode] = SCENARIOS;
  for (let at = 0; at < PAYMENTS_AN_HOUR; at += 1) {
    const amount = random.between(20, 900) * 100;
    const posTid = till.begin({ action: "SALE", byPhone: false, withText: false, amount });
    byCode?.steps[0]?.(till, amount, posTid);
  }
}
