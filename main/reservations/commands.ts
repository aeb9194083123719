/** The commands about open reservations: the list by time left, many at once, and the till's own rule. */
import type { CommandInput } from "../../contract/commands.ts";
import { done, failed, type Result } from "../../contract/errors.ts";
import type { BulkOutcome, ReservationRule, Reservations } from "../../contract/reservations.ts";
import type { Payment } from "../../contract/views.ts";
import type { Journal } from "../journal/journal.ts";
import type { Ledger } from "../payments/ledger.ts";
import type { PaymentService } from "../payments/service.ts";
import { type Database, transact } from "../store/database.ts";
import type { SettingStore } from "../store/settings.ts";
import { RULE_SETTING, ruleOf } from "./watch.ts";

const SOON_MS = 24 * 3_600_000;

export interface ReservationPorts {
  database: Database;
  settings: SettingStore;
  journal: Journal;
  ledger: Ledger;
  payments: Pick<PaymentService, "capture" | "release" | "reauthorise">;
  actor(): string | null;
  /** Till time and the service's, ms since the epoch */
  now(): number;
  serviceNow(): number;
  /** The rule was changed: look at the reservations now */
  wakeWatch(): void;
}

/** The commands over one ledger. */
export function reservationCommands(ports: ReservationPorts) {
  const { database, settings, journal, ledger, actor, now } = ports;
  return {
    list: (): Result<Reservations> => done(reservations(ledger, ports.serviceNow())),
    bulk: (input: CommandInput<"reservation.bulk">) => bulk(ports, input),
    rule: (): Result<ReservationRule> => done(ruleOf(settings)),
    setRule(rule: ReservationRule): Result<ReservationRule> {
      transact(database, () => {
        settings.set(RULE_SETTING, rule);
        const { enabled, beforeHours, renewUntilHours, atEnd } = rule;
        const data = { enabled, beforeHours, renewUntilHours, atEnd };
        journal.append({ event: "reservation.ruleChanged", actor: actor(), data }, now());
      });
      ports.wakeWatch();
      return done(ruleOf(settings));
    },
  };
}

function reservations(ledger: Ledger, serviceNow: number): Reservations {
  const items = ledger.rows
    .inPhases(["authorised", "partly_captured"])
    .map(({ posTid }) => ledger.view(posTid))
    .sort((one, other) => endOf(one) - endOf(other));
  const soon = items.filter((payment) => endOf(payment) - serviceNow <= SOON_MS);
  return { items, total: sumOf(items), soon: { count: soon.length, amount: sumOf(soon) } };
}

function endOf({ expiresAt }: Payment): number {
  return expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt);
}

function sumOf(payments: readonly Payment[]): number {
  return payments.reduce((sum, one) => sum + one.authorisedLeft + one.authorisedAdditionalLeft, 0);
}

/** Asks the same of many: only while they add up to what the person saw, and each on its own from then on. */
function bulk(
  { ledger, payments }: ReservationPorts,
  { step, posTids, total }: CommandInput<"reservation.bulk">,
): Result<{ items: BulkOutcome[]; asked: number }> {
  const missing = posTids.find((posTid) => ledger.rows.find(posTid) === null);
  if (missing !== undefined) return failed("not_found", { posTid: missing });
  const sum = sumOf(posTids.map((posTid) => ledger.view(posTid)));
  if (sum !== total) {
    return failed("conflict", {
      fields: [{ field: "total", expected: `${sum}, what these reservations add up to now` }],
      reason: "These reservations have changed meanwhile. Nothing was done: look at them, then decide again.",
    });
  }
  const items = posTids.map((posTid) => {
    const result = payments[step]({ posTid });
    return { posTid, error: result.ok ? null : result.error };
  });
  return done({ items, asked: items.filter(({ error }) => error === null).length });
}
