import type { CommandInput } from "../../contract/commands.ts";
import { done, failed, type Result } from "../../contract/errors.ts";
import { parseAmountText } from "../../contract/money.ts";
import type { PaymentPage } from "../../contract/views.ts";
import type { Database } from "../store/database.ts";
import type { Ledger } from "./ledger.ts";

const DEFAULT_LIMIT = 50;

interface Condition {
  sql: string;
  values: (string | number)[];
}

/**
 * Lists payments, newest first. The query finds a number or reference by its beginning, or an amount as people write
 * it. @returns a page and the cursor of the next, which stays right while new payments are made
 */
export function listPayments(
  { database, ledger, currency }: { database: Database; ledger: Ledger; currency: string },
  input: CommandInput<"payment.list">,
): Result<PaymentPage> {
  const limit = input.limit ?? DEFAULT_LIMIT;
  const before = input.cursor === undefined ? null : readCursor(input.cursor);
  if (input.cursor !== undefined && before === null) {
    return failed("invalid_input", { fields: [{ field: "cursor", expected: "the next of an earlier page" }] });
  }
  const conditions = [
    ...(before === null ? [] : [{ sql: "sequence < ?", values: [before] }]),
    ...(input.phases
      ? [{ sql: `phase IN (${input.phases.map(() => "?").join(", ")})`, values: [...input.phases] }]
      : []),
    ...(input.from ? [{ sql: "created_at >= ?", values: [Date.parse(input.from)] }] : []),
    ...(input.to ? [{ sql: "created_at < ?", values: [Date.parse(input.to)] }] : []),
    ...queryCondition(input.query?.trim() ?? "", currency),
  ];
  const where = conditions.length === 0 ? "" : `WHERE ${conditions.map(({ sql }) => `(${sql})`).join(" AND ")}`;
  const rows = database
    .prepare<(string | number)[], { pos_tid: string; sequence: number }>(
      `SELECT pos_tid, sequence FROM payment ${where} ORDER BY sequence DESC LIMIT ?`,
    )
    .all(...conditions.flatMap(({ values }) => values), limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return done({
    items: page.map((row) => ledger.view(row.pos_tid)),
    next: rows.length > limit && last ? `before-${last.sequence}` : null,
  });
}

function readCursor(cursor: string): number | null {
  const sequence = /^before-(\d{1,15})$/.exec(cursor)?.[1];
  return sequence === undefined ? null : Number(sequence);
}

/** Whatever was typed may be a reference, an amount, or the end of either of the two. */
function queryCondition(query: string, currency: string): Condition[] {
  if (query === "") return [];
  const amount = parseAmountText(query, currency);
  const pattern = `%${query.replace(/[\\%_]/g, "\\$&")}%`;
  const conditions: Condition[] = [
    { sql: "number LIKE ? ESCAPE '\\'", values: [pattern] },
    { sql: "pos_tid LIKE ? ESCAPE '\\'", values: [pattern] },
    { sql: "tid = ?", values: [query] },
    { sql: "text LIKE ? ESCAPE '\\'", values: [pattern] },
    { sql: "customer LIKE ? ESCAPE '\\'", values: [pattern] },
    ...(amount.ok ? [{ sql: "amount = ? OR captured_total = ?", values: [amount.amount, amount.amount] }] : []),
  ];
  return [{ sql: conditions.map(({ sql }) => sql).join(" OR "), values: conditions.flatMap(({ values }) => values) }];
}
