/** History of the reservation rule: since when each reservation is held, and the rule's steps. */
import type { BulkStep } from "../../../contract/reservations.ts";
import type { Clock } from "../../lib/clock.ts";
import { type Database, transact } from "../../storage/database/database.ts";
import type { PaymentRow } from "../payment-row.ts";
import type { Reservation } from "./rule.ts";

/** Times in ms since the epoch by the service's clock. */
export interface RuleHistory {
  remember(rows: readonly PaymentRow[], now: number): void;
  of(posTid: string, expiresAt: number, now: number): Pick<Reservation, "since" | "authorisedAt" | "fired">;
  /** Stores a step for the authorisation that ends at `expiresAt`, inside a transaction. */
  fired(firing: { posTid: string; step: BulkStep; expiresAt: number; now: number }): void;
}

/** Specification, section 8 */
const AUTHORISATION_LIVES_MS = 72 * 3_600_000;

export function createRuleHistory(database: Database, clock: Pick<Clock, "now">): RuleHistory {
  const since = database.prepare<[string], number>("SELECT since FROM reservation_since WHERE pos_tid = ?").pluck();
  const insertSince = database.prepare("INSERT OR IGNORE INTO reservation_since (pos_tid, since) VALUES (?, ?)");
  const firings = database.prepare<[string], { step: BulkStep; expiresAt: number; at: number }>(
    "SELECT step, expires_at AS expiresAt, fired_at AS at FROM rule_firing WHERE pos_tid = ?",
  );
  const insertFiring = database.prepare(
    "INSERT INTO rule_firing (pos_tid, step, expires_at, fired_at) VALUES (@posTid, @step, @expiresAt, @now)",
  );
  return {
    remember(rows, now) {
      const strange = rows.filter(({ posTid }) => since.get(posTid) === undefined);
      if (strange.length === 0) return;
      const ahead = now - clock.now();
      transact(database, () => {
        for (const row of strange) insertSince.run(row.posTid, firstHeld(row, now, ahead));
      });
    },
    of(posTid, expiresAt, now) {
      const all = firings.all(posTid);
      const held = since.get(posTid) ?? now;
      // Older tills stored times by their own clock; ignore those in the future.
      const renewals = all.filter(({ step, at }) => step === "reauthorise" && at <= now).map(({ at }) => at);
      const fired = all.filter((firing) => firing.expiresAt === expiresAt).map(({ step }) => step);
      // A renewal starts an authorisation only if `expires_at` changed.
      const begun = fired.includes("reauthorise") ? held : Math.max(held, ...renewals);
      return { since: held, authorisedAt: begun, fired };
    },
    fired: (firing) => void insertFiring.run(firing),
  };
}

/**
 * Estimates since when an older reservation is held. Too late only causes one more renewal; too early could lose it.
 * @param ahead service clock minus till clock, in ms
 */
function firstHeld({ createdAt, outcome }: PaymentRow, now: number, ahead: number): number {
  const earliest = (outcome?.expiresAt ?? now) - AUTHORISATION_LIVES_MS;
  return Math.min(now, Math.max(createdAt + ahead, earliest));
}
