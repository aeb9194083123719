/** Stores the API exchanges of payments: redacted, bounded in size, kept for 90 days. */
import type { Database } from "../../storage/database/database.ts";
import type { RecordedExchange } from "./recorder.ts";
import { type KnownIds, redactedBody, redactedText } from "./redact.ts";

/** Complaints arrive within weeks, chargebacks within three months. */
export const RETENTION_MS = 90 * 24 * 60 * 60 * 1000;
/** Expired rows deleted by each insert, which makes a separate clean-up unnecessary. */
const PRUNED_AT_ONCE = 8;

export interface ExchangeContext {
  posTid: string;
  operationId?: string | null;
  /** The journal row of its result; null without one */
  journal: number | null;
}

export interface ExchangeRow extends Omit<RecordedExchange, "sent" | "received"> {
  sent: string | null;
  received: string | null;
  sequence: number;
  operationId: string | null;
  journal: number | null;
  times: number;
  lastAt: number;
}

export type Exchanges = ReturnType<typeof exchanges>;

type Stored = Omit<ExchangeRow, "operationId" | "lastAt"> & { operation_id: string | null; last_at: number };

type RedactedExchange = Omit<RecordedExchange, "sent" | "received"> & Pick<ExchangeRow, "sent" | "received">;

function redactedExchange(exchange: RecordedExchange, known: KnownIds): RedactedExchange {
  const { sent, received, problem } = exchange;
  return {
    ...exchange,
    sent: redactedBody(sent, known),
    received: redactedBody(received, known),
    problem: problem === null ? null : redactedText(problem),
  };
}

/** Opens the table of stored exchanges. */
export function exchanges(database: Database) {
  const insert = database.prepare(
    `INSERT INTO exchange (pos_tid, operation_id, journal, kind, at, last_at, method, path, sent, status, received, problem, ms)
     VALUES (@posTid, @operationId, @journal, @kind, @at, @at, @method, @path, @sent, @status, @received, @problem, @ms)`,
  );
  const latest = database.prepare<unknown[], Stored>(
    `SELECT * FROM exchange WHERE pos_tid = @posTid AND operation_id IS @operationId AND method IS @method AND path IS @path
     ORDER BY sequence DESC LIMIT 1`,
  );
  const countRepeat = database.prepare(
    "UPDATE exchange SET times = times + 1, last_at = @at WHERE sequence = @sequence",
  );
  const prune = database.prepare(
    `DELETE FROM exchange WHERE sequence IN (SELECT sequence FROM exchange WHERE at < ? ORDER BY at LIMIT ${PRUNED_AT_ONCE})`,
  );
  const byPayment = database.prepare<[string], Stored>("SELECT * FROM exchange WHERE pos_tid = ? ORDER BY sequence");
  const countAnswered = database
    .prepare<unknown[], number>(
      `SELECT coalesce(sum(times), 0) FROM exchange
       WHERE pos_tid = @posTid AND operation_id = @id AND method <> 'GET' AND status = @status`,
    )
    .pluck();
  const ids = database.prepare<{ posTid: string }, { id: string }>(
    `SELECT pos_tid AS id FROM payment WHERE pos_tid = @posTid
     UNION SELECT number FROM payment WHERE pos_tid = @posTid
     UNION SELECT tid FROM payment WHERE pos_tid = @posTid AND tid IS NOT NULL
     UNION SELECT id FROM operation WHERE pos_tid = @posTid`,
  );
  const idsOf = (posTid: string): KnownIds => new Set(ids.all({ posTid }).map(({ id }) => id));
  const storeOne = (exchange: RedactedExchange, { posTid, operationId = null, journal }: ExchangeContext) => {
    const latestRow =
      journal === null ? latest.get({ posTid, operationId, method: exchange.method, path: exchange.path }) : undefined;
    const isRepeat =
      latestRow?.journal === null &&
      (["status", "problem", "received"] as const).every((part) => latestRow[part] === exchange[part]);
    if (latestRow && isRepeat) countRepeat.run({ at: exchange.at, sequence: latestRow.sequence });
    else insert.run({ ...exchange, posTid, operationId, journal });
  };
  return {
    /** Stores exchanges inside the transaction of their result. An identical repeat only increments a counter. */
    store(recorded: readonly RecordedExchange[], context: ExchangeContext, now: number) {
      if (recorded.length === 0) return;
      const ownIds = idsOf(context.posTid);
      for (const exchange of recorded) storeOne(redactedExchange(exchange, ownIds), context);
      prune.run(now - RETENTION_MS);
    },
    /** Returns the payment's own ids, which are not redacted. */
    idsOf,
    timesAnswered: ({ id, posTid }: { id: string; posTid: string }, status: number): number =>
      countAnswered.get({ id, posTid, status }) ?? 0,
    ofPayment: (posTid: string): ExchangeRow[] =>
      byPayment
        .all(posTid)
        .map(({ operation_id, last_at, ...row }) => ({ ...row, operationId: operation_id, lastAt: last_at })),
  };
}
