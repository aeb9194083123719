/** History of the reservation rule: start of each reservation, and the rule's steps. */
import type { BulkStep } from "../../../contract/payments/reservations.ts";
import type { Clock } from "../../lib/clock.ts";
import { type Database, transact } from "../../storage/database/database.ts";
import type { PaymentRow } from "../payment-row.ts";
import type { Reservation } from "./rule.ts";

export type RuleHistory = ReturnType<typeof createRuleHistory>;

/** Specification, section 8 */
const AUTHORISATION_LIFETIME_MS = 72 * 3_600_000;

/** Opens the tables of reservations and of the rule's steps. Times are in ms since the epoch by the service's clock. */
export function createRuleHistory(database: Database, clock: Pick<Clock, "now">) {
  const findSince = database.prepare<[string], number>("SELECT since FROM reservation_since WHERE pos_tid = ?").pluck();
  const insertSince = database.prepare("INSERT OR IGNORE INTO reservation_since (pos_tid, since) VALUES (?, ?)");
  const firings = database.prepare<[string], { step: BulkStep; expiresAt: number; at: number }>(
    "SELECT step, expires_at AS expiresAt, fired_at AS at FROM rule_firing WHERE pos_tid = ?",
  );
  const insertFiring = database.prepare(
    "INSERT INTO rule_firing (pos_tid, step, expires_at, fired_at) VALUES (@posTid, @step, @expiresAt, @now)",
  );
  return {
    track(rows: readonly PaymentRow[], now: number) {
      const untracked = rows.filter(({ posTid }) => findSince.get(posTid) === undefined);
      if (untracked.length === 0) return;
      const clockOffsetMs = now - clock.now();
      transact(database, () => {
        for (const row of untracked) insertSince.run(row.posTid, estimateHeldSince(row, now, clockOffsetMs));
      });
    },
    historyOf(posTid: string, expiresAt: number, now: number): Pick<Reservation, "since" | "authorisedAt" | "fired"> {
      const all = firings.all(posTid);
      const heldSince = findSince.get(posTid) ?? now;
      // Older tills stored times by their own clock; ignore those in the future.
      const renewals = all.filter(({ step, at }) => step === "reauthorise" && at <= now).map(({ at }) => at);
      const fired = all.filter((firing) => firing.expiresAt === expiresAt).map(({ step }) => step);
      // A renewal starts an authorisation only if `expires_at` changed.
      const authorisedAt = fired.includes("reauthorise") ? heldSince : Math.max(heldSince, ...renewals);
      return { since: heldSince, authorisedAt, fired };
    },
    /** Stores a step for the authorisation that ends at `expiresAt`, inside a transaction. */
    recordStep: (firing: { posTid: string; step: BulkStep; expiresAt: number; now: number }) =>
      void insertFiring.run(firing),
  };
}

/**
 * Estimates when an older reservation started. Too late only causes one more renewal; too early could lose it.
 * @param clockOffsetMs service clock minus till clock, in ms
 */
function estimateHeldSince({ createdAt, outcome }: PaymentRow, now: number, clockOffsetMs: number): number {
  const earliest = (outcome?.expiresAt ?? now) - AUTHORISATION_LIFETIME_MS;
  return Math.min(now, Math.max(createdAt + clockOffsetMs, earliest));
}
