/** Differences between this till and the service. Reconciliation finds them, and a user may accept them. */
import { createHash } from "node:crypto";
import type { ComparedSide, Difference, DifferenceKind } from "../../../contract/accounting/reports.ts";
import { canonicalJson } from "../../../contract/values/canonical-json.ts";
import type { Database } from "../../storage/database/database.ts";

export interface OpenDifference {
  difference: Difference;
  foundAt: number;
}

export type FoundDifference = Omit<Difference, "id" | "number">;

export type Differences = ReturnType<typeof openDifferences>;

interface Stored {
  id: string;
  kind: DifferenceKind;
  posTid: string | null;
  number: string | null;
  tid: string | null;
  here: string | null;
  there: string | null;
  foundAt: number;
}

/** Returns a stable id, so that an accepted difference stays accepted when it is found again. */
export function differenceId({ kind, posTid, tid, here, there }: FoundDifference): string {
  const isRequestDifferent =
    here !== null &&
    there !== null &&
    (here.amount !== there.amount || here.additionalAmount !== there.additionalAmount);
  const sides = isRequestDifferent ? [here, there] : [here, there].map(withoutRequest);
  return createHash("sha256")
    .update(canonicalJson([kind, posTid, tid, ...sides]))
    .digest("hex")
    .slice(0, 24);
}

/** Keeps the ids of earlier versions, which did not hash the requested amounts unless they differed. */
function withoutRequest(side: ComparedSide | null): ComparedSide | null {
  if (side === null) return null;
  const { amount: _amount, additionalAmount: _additionalAmount, ...rest } = side;
  return rest;
}

export function openDifferences(database: Database) {
  const rowsWhere = (condition: string) =>
    database.prepare<(string | number)[], Stored>(
      `SELECT difference.id, kind, difference.pos_tid AS posTid, payment.number, difference.tid, here, there,
         found_at AS foundAt
       FROM difference LEFT JOIN payment ON payment.pos_tid = difference.pos_tid ${condition}`,
    );
  const openRows = rowsWhere("WHERE state = 'standing' ORDER BY found_at, difference.id");
  const ofRun = rowsWhere("WHERE reconciliation = ? AND state <> 'gone' ORDER BY found_at, difference.id LIMIT ?");
  const countOfRun = database
    .prepare<[string], number>("SELECT count(*) FROM difference WHERE reconciliation = ? AND state <> 'gone'")
    .pluck();
  const forget = database.prepare(
    `UPDATE difference SET state = 'gone'
     WHERE state <> 'gone' AND id <> @id AND (pos_tid = @posTid OR (@posTid IS NULL AND pos_tid IS NULL AND tid = @tid))`,
  );
  const insert = database.prepare(
    `INSERT INTO difference (id, reconciliation, kind, pos_tid, tid, here, there, found_at, state)
     VALUES (@id, @run, @kind, @posTid, @tid, @here, @there, @now, 'standing')
     ON CONFLICT (id) DO UPDATE SET reconciliation = coalesce(excluded.reconciliation, reconciliation),
       state = CASE state WHEN 'gone' THEN 'standing' ELSE state END`,
  );
  const adopt = database.prepare(
    "UPDATE difference SET reconciliation = ? WHERE reconciliation IS NULL AND state = 'standing'",
  );
  const accept = database.prepare("UPDATE difference SET state = 'accepted' WHERE id = ? AND state = 'standing'");
  return {
    /** Returns differences that are neither accepted nor gone, oldest first */
    listOpen: () => openRows.all().map((row) => ({ difference: readDifference(row), foundAt: row.foundAt })),
    /** Returns what a run found, including accepted differences */
    ofRun: (run: string, limit: number): Difference[] => ofRun.all(run, limit).map(readDifference),
    countOfRun: (run: string): number => countOfRun.get(run) ?? 0,
    /** Replaces the known differences inside the caller's transaction. The next run adopts one found without a run. */
    replace(
      { posTid, tid }: { posTid: string | null; tid: string | null },
      found: FoundDifference | null,
      run: string | null,
      now: number,
    ) {
      const id = found === null ? "" : differenceId(found);
      forget.run({ id, posTid, tid });
      if (found === null) return;
      const { kind, here, there } = found;
      insert.run({
        id,
        run,
        kind,
        posTid: found.posTid,
        tid: found.tid,
        here: sideText(here),
        there: sideText(there),
        now,
      });
    },
    /** Assigns differences found since the last run. Runs inside the caller's transaction. */
    adopt: (run: string): void => void adopt.run(run),
    /** Accepts a difference inside the caller's transaction. Returns false when it was not open. */
    accept: (id: string): boolean => accept.run(id).changes > 0,
  };
}

function sideText(side: ComparedSide | null): string | null {
  return side === null ? null : canonicalJson(side);
}

function readDifference({ foundAt: _foundAt, here, there, ...row }: Stored): Difference {
  return { ...row, here: here === null ? null : JSON.parse(here), there: there === null ? null : JSON.parse(there) };
}
