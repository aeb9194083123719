/** Stores the API exchanges of payments: redacted, bounded in size, kept for 90 days. */
import type { Database } from "../../storage/database/database.ts";
import type { RecordedExchange } from "./recorder.ts";
import { type KnownIds, redactedBody, redactedText } from "./redact.ts";

/** Complaints arrive within weeks, chargebacks within three months. */
export const KEPT_MS = 90 * 24 * 60 * 60 * 1000;
/** Expired rows deleted by each insert, which makes a separate clean-up unnecessary. */
const PRUNED_AT_ONCE = 8;

export interface About {
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

export interface Exchanges {
  /** Stores exchanges inside the transaction of their result. An identical repeat only increments a counter. */
  keep(recorded: readonly RecordedExchange[], about: About, now: number): void;
  timesAnswered(operation: { id: string; posTid: string }, status: number): number;
  ofPayment(posTid: string): ExchangeRow[];
  /** Returns the payment's own ids, which are not redacted. */
  idsOf(posTid: string): KnownIds;
}

type Stored = Omit<ExchangeRow, "operationId" | "lastAt"> & { operation_id: string | null; last_at: number };

type RedactedExchange = Omit<RecordedExchange, "sent" | "received"> & Pick<ExchangeRow, "sent" | "received">;

function redactedExchange(seen: RecordedExchange, known: KnownIds): RedactedExchange {
  const { sent, received, problem } = seen;
  return {
    ...seen,
    sent: redactedBody(sent, known),
    received: redactedBody(received, known),
    problem: problem === null ? null : redactedText(problem),
  };
}

export function exchanges(database: Database): Exchanges {
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
  const answered = database
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
  const keepOne = (seen: RedactedExchange, { posTid, operationId = null, journal }: About) => {
    const before =
      journal === null ? latest.get({ posTid, operationId, method: seen.method, path: seen.path }) : undefined;
    const same =
      before?.journal === null &&
      (["status", "problem", "received"] as const).every((part) => before[part] === seen[part]);
    if (before && same) countRepeat.run({ at: seen.at, sequence: before.sequence });
    else insert.run({ ...seen, posTid, operationId, journal });
  };
  return {
    keep(recorded, about, now) {
      if (recorded.length === 0) return;
      const known = idsOf(about.posTid);
      for (const one of recorded) keepOne(redactedExchange(one, known), about);
      prune.run(now - KEPT_MS);
    },
    idsOf,
    timesAnswered: ({ id, posTid }, status) => answered.get({ id, posTid, status }) ?? 0,
    ofPayment: (posTid) =>
      byPayment
        .all(posTid)
        .map(({ operation_id, last_at, ...row }) => ({ ...row, operationId: operation_id, lastAt: last_at })),
  };
}
