/** History of the reservation rule: since when each reservation is held, and what the rule has done about it. */
import type { BulkStep } from "../../../contract/reservations.ts";
import type { Clock } from "../../lib/clock.ts";
import { type Database, transact } from "../../storage/database/database.ts";
import type { PaymentRow } from "../payment-row.ts";
import type { Reservation } from "./rule.ts";

/** All times in ms since the epoch by the service's clock. */
export interface RuleHistory {
  /** Writes down since when these are held, of those that are seen for the first time. */
  remember(rows: readonly PaymentRow[], now: number): void;
  of(posTid: string, expiresAt: number, now: number): Pick<Reservation, "since" | "authorisedAt" | "fired">;
  /** Inside a transaction: the rule has taken a step about the authorisation that ends at `expiresAt`. */
  fired(firing: { posTid: string; step: BulkStep; expiresAt: number; now: number }): void;
}

/** Specification, section 8 */
const AUTHORISATION_LIVES_MS = 72 * 3_600_000;

/** The `reservation_since` and `rule_firing` tables. */
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
      // What an older till wrote down is by its own clock: later than now it says nothing.
      const renewals = all.filter(({ step, at }) => step === "reauthorise" && at <= now).map(({ at }) => at);
      const fired = all.filter((firing) => firing.expiresAt === expiresAt).map(({ step }) => step);
      // A renewal begins an authorisation only when it made another one.
      const begun = fired.includes("reauthorise") ? held : Math.max(held, ...renewals);
      return { since: held, authorisedAt: begun, fired };
    },
    fired: (firing) => void insertFiring.run(firing),
  };
}

/**
 * Of a reservation that was there before this was written down: when the payment was begun, and never earlier than its
 * authorisation can be. Who takes it for younger than it is renews it once more; the other way round it would be gone.
 * @param ahead the service's clock minus the till's, in ms
 */
function firstHeld({ createdAt, outcome }: PaymentRow, now: number, ahead: number): number {
  const earliest = (outcome?.expiresAt ?? now) - AUTHORISATION_LIVES_MS;
  return Math.min(now, Math.max(createdAt + ahead, earliest));
}
