/** What an hourly backup of years costs. */
import { existsSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Backup, filesOf, listBackups, makeBackup } from "../../../main/storage/backups/backups.ts";
import { assemble } from "../../../main/storage/backups/changed-pages.ts";
import { closeDatabase, openDatabase } from "../../../main/storage/database/database.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import { figureOf, type Row } from "../row.ts";
import { keptFolder } from "../seed/kept.ts";
import { openScenarioTill } from "../seed/scenario-till.ts";
import { SCENARIOS } from "../seed/scenarios.ts";

const ROUNDS = 2;
/** What a shop with a million payments in two years sells in an hour. */
const PAYMENTS_AN_HOUR = 100;
/** Of a till that nobody told otherwise (`main/storage/backups/care.ts`). */
const BUDGET = 20e9;

export const row: Row = {
  number: 17,
  name: "backup",
  what: "an hourly backup of a large database: new bytes, the budget, and whether it is put together again",
  bound: "the pages that an hour's payments change; and reading the file and the backups before it, once each",
  async measure() {
    const folder = await keptFolder();
    const path = join(folder, "till.db");
    // The whole copy is kept for later runs: it takes longer than a row may.
    const backups = `${folder}-backups`;
    const database = openDatabase(path);
    try {
      const before = new Set(listBackups(backups).map((backup) => backup.path));
      let at = Date.now();
      if (before.size === 0) await makeBackup(database, { folder: backups, at, kind: "day", wholeUpTo: 0 });
      const made: { backup: Backup; ms: number }[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        sell(database, at);
        at += 3_600_000;
        const startedAt = performance.now();
        const backup = await makeBackup(database, { folder: backups, at, kind: "hourly", wholeUpTo: 0 });
        made.push({ backup, ms: performance.now() - startedAt });
      }
      const size = statSync(path).size;
      const bytes = made.map(({ backup }) => statSync(backup.path).size);
      const taken = listBackups(backups).reduce((sum, one) => sum + statSync(one.path).size, 0);
      const last = made.at(-1)?.backup.path ?? "";
      const startedAt = performance.now();
      assemble(filesOf(last), null);
      const assembled = performance.now() - startedAt;
      for (const { backup } of made.toReversed()) rmSync(backup.path);
      const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
      const mb = (value: number) => `${(value / 1e6).toFixed(1)} MB`;
      return [
        figureOf(
          { name: "backup", what: `new bytes after ${PAYMENTS_AN_HOUR} payments, of the file`, atMost: 1, unit: "%" },
          bytes.map((value) => (100 * value) / size),
          `${mb(bytes[0] ?? 0)} of ${mb(size)}, in ${seconds(made[0]?.ms ?? 0)}`,
        ),
        figureOf(
          { name: "backup.budget", what: "all that is kept, of the budget", atMost: 1, unit: "ratio" },
          [taken / BUDGET],
          `${mb(taken)} of ${mb(BUDGET)}`,
        ),
        figureOf(
          { name: "backup.whole", what: "put together to what the database was", atLeast: 1, unit: "count" },
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

/** An hour's payments, by the till's own commands. */
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
