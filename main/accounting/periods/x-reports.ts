/** X reports that a person took: numbered, and kept as they were, since each is an event of the cash register. */
import { createHash } from "node:crypto";
import type { Report } from "../../../contract/reports.ts";
import { canonicalJson } from "../../lib/canonical-json.ts";
import { type Database, transact } from "../../storage/database/database.ts";
import type { Journal } from "../../storage/journal/journal.ts";

/** Writes one down, with a line in the journal. @param through the last booking in it */
export function keepXReport(
  { database, journal }: { database: Database; journal: Journal },
  report: Report,
  { through, actor, now }: { through: number; actor: string | null; now: number },
): void {
  const content = canonicalJson(report);
  transact(database, () => {
    const number = database
      .prepare<[number, number, string], number>(
        "INSERT INTO x_report (at, through, content) VALUES (?, ?, ?) RETURNING number",
      )
      .pluck()
      .get(now, through, content);
    const { period, currency, captured, refunded } = report;
    const hash = createHash("sha256").update(content).digest("hex");
    const data = { number: number ?? 0, period, currency, captured, refunded, hash };
    journal.append({ event: "report.read", actor, data }, now);
  });
}
