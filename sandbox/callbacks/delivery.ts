/**
 * Callback outbox: at-least-once delivery in any order, or none (G19). A message is stored in the transaction of its
 * change and sent after the commit.
 */
import { formatDateTime, SCAN_EVENT } from "../../contract/wire/wire.ts";
import type { SandboxClock } from "../clock.ts";
import type { Dialect } from "../dialect/dialect.ts";
import { translateMessage } from "../dialect/translate.ts";
import type { Faults } from "../faults.ts";
import type { SandboxLog } from "../log.ts";
import { all, type Db, one, run, runUnsynced } from "../state/database.ts";
import { makeId } from "../state/tokens.ts";
import type { Reply, Sender } from "./sender.ts";

/** Delays before the 5 redeliveries. */
export const REDELIVERY_PAUSES_MS = [1_000, 5_000, 30_000, 120_000, 600_000] as const;

export interface Delivery {
  seqno: number;
  id: string;
  event: string;
  target: string;
  body: string;
  state: "waiting" | "delivered" | "given_up" | "dropped";
  attempts: number;
  lastStatus: number | null;
}

export interface Occurrence {
  merchantId: string;
  /** The registered callback_uri; null if no callback is wanted */
  target: string | null;
  event: string;
  /** URL of the object; null for a scan (section 6 rule 6) */
  uri: string | null;
  object: unknown;
}

export type Callbacks = ReturnType<typeof createCallbacks>;

interface CallbackRow {
  seqno: number;
  id: string;
  merchant_id: string;
  event: string;
  target: string;
  body: string;
  state: Delivery["state"];
  attempts: number;
  last_status: number | null;
  due_at: number;
}

interface Parts {
  db: Db;
  clock: SandboxClock;
  faults: Faults;
  dialect: Dialect;
  sender: Sender;
  log: SandboxLog;
}

export function createCallbacks(parts: Parts) {
  const { db, clock, sender } = parts;
  const underWay = new Set<Promise<unknown>>();
  let closing = false;

  function schedule(id: string, time: number): void {
    clock.at(time, () => void track(attempt(parts, id, schedule)));
  }

  function track<T>(work: Promise<T>): Promise<T> {
    const tracked = work.finally(() => underWay.delete(tracked));
    underWay.add(tracked);
    return tracked;
  }

  return {
    /**
     * Stores a callback in the caller's transaction. Returns its id for {@link launch}, or null if no callback is due.
     */
    record(occurrence: Occurrence): string | null {
      return occurrence.target === null ? null : write(parts, occurrence, occurrence.target);
    },
    /** Sends a stored callback. Resolves with the response to the first attempt; retries continue in the background. */
    async launch(id: string | null): Promise<Reply | null> {
      if (id === null || closing) return null;
      return track(attempt(parts, id, schedule));
    },
    async settled() {
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
    list: (): Delivery[] => all<CallbackRow>(db, "SELECT * FROM callback ORDER BY seqno").map(view),
    /** Schedules the callbacks that were pending when the service stopped. */
    resume() {
      for (const { id, due_at } of all<CallbackRow>(db, "SELECT * FROM callback WHERE state = 'waiting'")) {
        schedule(id, due_at);
      }
    },
    /** Stops sending; pending callbacks resume at the next start. */
    async close() {
      closing = true;
      await sender.close();
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
  };
}

function write({ db, clock, faults, dialect }: Parts, occurrence: Occurrence, target: string): string {
  const now = clock.now();
  const last = one<{ seqno: number | null }>(db, "SELECT max(seqno) AS seqno FROM callback");
  const seqno = (last?.seqno ?? 0) + 1;
  const id = makeId();
  const { event, uri } = occurrence;
  const meta = { id, event, uri, seqno, timestamp: formatDateTime(now) };
  // Over HTTP the object is omitted, except for a scan (section 6 rules 5 and 6).
  const secure = /^https:/i.test(target);
  const message = secure || event === SCAN_EVENT ? { meta, object: occurrence.object } : { meta };
  const body = JSON.stringify(translateMessage(dialect.draw(), message));
  const sql = `INSERT INTO callback (seqno, id, merchant_id, event, target, body, state, due_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;
  run(db, sql, seqno, id, occurrence.merchantId, event, target, body, faults.callbacks ? "waiting" : "dropped", now);
  return id;
}

async function attempt(parts: Parts, id: string, again: (id: string, time: number) => void): Promise<Reply | null> {
  const { db, clock, sender, log } = parts;
  if (!db.open) return null;
  const row = one<CallbackRow>(db, "SELECT * FROM callback WHERE id = ? AND state = 'waiting'", id);
  if (!row) return null;
  const reply = await sender.post(row.target, row.merchant_id, row.body, clock.now(), parts.dialect.draw().mediaType);
  if (!db.open) return reply;
  const delivered = reply.status !== null && reply.status >= 200 && reply.status < 300;
  const pause = REDELIVERY_PAUSES_MS[row.attempts];
  const state = delivered ? "delivered" : pause === undefined ? "given_up" : "waiting";
  const due = clock.now() + (pause ?? 0);
  const sql = "UPDATE callback SET state = ?, attempts = attempts + 1, last_status = ?, due_at = ? WHERE id = ?";
  // A lost write only causes a second delivery.
  runUnsynced(db, sql, state, reply.status, due, id);
  if (!delivered)
    log.warn({ event: row.event, id, status: reply.status, reason: reply.text.slice(0, 200) }, "callback not accepted");
  if (state === "waiting") again(id, due);
  return reply;
}

function view(row: CallbackRow): Delivery {
  const { seqno, id, event, target, body, state, attempts, last_status } = row;
  return { seqno, id, event, target, body, state, attempts, lastStatus: last_status };
}
