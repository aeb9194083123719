import { OPEN_PHASES } from "../../../contract/values/phases.ts";
import { type Database, statementOf } from "../../storage/database/database.ts";

/** True once the till has a payment or a Z report. */
export function isUsed(database: Database): boolean {
  const row = statementOf<[], { used: number }>(
    database,
    "SELECT EXISTS (SELECT 1 FROM payment) OR EXISTS (SELECT 1 FROM z_report) AS used",
  ).get();
  return row?.used === 1;
}

export interface OpenBusiness {
  payments: number;
  operations: number;
  inbox: number;
}

/** Counts open payments, unsettled operations and late money. */
export function openBusiness(database: Database): OpenBusiness {
  const row = database
    .prepare<string[], OpenBusiness>(
      `SELECT (SELECT count(*) FROM payment WHERE phase IN (${OPEN_PHASES.map(() => "?").join(", ")})) AS payments,
         (SELECT count(*) FROM operation WHERE settled_at IS NULL) AS operations,
         (SELECT count(*) FROM payment WHERE late IS NOT NULL) AS inbox`,
    )
    .get(...OPEN_PHASES);
  return row ?? { payments: 0, operations: 0, inbox: 0 };
}

/** Returns the end of a sentence, or null when nothing is open. */
export function describeOpen({ payments, operations, inbox }: OpenBusiness): string | null {
  const parts = [
    counted(payments, "payment is not finished", "payments are not finished"),
    counted(operations, "request to the service is not settled", "requests to the service are not settled"),
    counted(inbox, "late payment waits in the inbox", "late payments wait in the inbox"),
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(", ");
}

function counted(count: number, one: string, many: string): string | null {
  return count === 0 ? null : `${count} ${count === 1 ? one : many}`;
}
