import { randomUUID } from "node:crypto";
import type { CommandInput } from "../../../contract/bridge/commands.ts";
import { done, failed, invalidField, type Result } from "../../../contract/calls/errors.ts";
import {
  type BulkOutcome,
  type BulkStep,
  EXPIRING_SOON_MS,
  type ReservationRule,
  type Reservations,
} from "../../../contract/payments/reservations.ts";
import type { Payment } from "../../../contract/payments/views.ts";
import { reasonFor } from "../../../contract/reasons/reasons.ts";
import type { StorageContext } from "../../storage/context.ts";
import { transact } from "../../storage/database/database.ts";
import { explainStorageError } from "../../storage/database/failure.ts";
import type { SettingStore } from "../../storage/database/settings.ts";
import type { PaymentCommands } from "../commands.ts";
import type { PaymentStore } from "../store.ts";
import { heldPayments, RULE_SETTING, ruleOf } from "./rule-runner.ts";

export interface ReservationPorts extends Pick<StorageContext, "database" | "journal" | "log"> {
  settings: SettingStore;
  store: PaymentStore;
  currency: string;
  payments: Pick<PaymentCommands, "capture" | "release" | "reauthorise">;
  actor(): string | null;
  now(): number;
  serviceNow(): number;
  wakeRule(): void;
}

export function reservationCommands(ports: ReservationPorts) {
  const { database, settings, journal, actor, now } = ports;
  return {
    "reservation.list": (): Result<Reservations> => done(listReservations(ports)),
    "reservation.bulk": (input: CommandInput<"reservation.bulk">) => bulk(ports, input),
    "reservation.rule": (): Result<ReservationRule> => done(ruleOf(settings)),
    "reservation.setRule"(rule: ReservationRule): Result<ReservationRule> {
      transact(database, () => {
        settings.set(RULE_SETTING, rule);
        const { enabled, beforeHours, renewUntilHours, atEnd } = rule;
        const data = { enabled, beforeHours, renewUntilHours, atEnd };
        journal.append({ event: "reservation.ruleChanged", actor: actor(), data }, now());
      });
      ports.wakeRule();
      return done(ruleOf(settings));
    },
  };
}

function listReservations({ database, store, currency, serviceNow }: ReservationPorts): Reservations {
  const items = heldPayments(database, store.rows)
    .map(({ posTid }) => store.view(posTid))
    .sort((left, right) => endOf(left) - endOf(right));
  const inCurrency = items.filter((payment) => payment.currency === currency);
  const expiringSoon = inCurrency.filter((payment) => endOf(payment) - serviceNow() <= EXPIRING_SOON_MS);
  return { items, total: sumOf(inCurrency), soon: { count: expiringSoon.length, amount: sumOf(expiringSoon) } };
}

function endOf({ expiresAt }: Payment): number {
  return expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt);
}

function sumOf(payments: readonly Payment[]): number {
  return payments.reduce((sum, one) => sum + one.authorisedLeft + one.authorisedAdditionalLeft, 0);
}

/** Requests one step for several reservations, if they still add up to the total that the operator saw. */
function bulk(
  ports: ReservationPorts,
  { step, posTids, total }: CommandInput<"reservation.bulk">,
): Result<{ items: BulkOutcome[]; asked: number }> {
  const { store } = ports;
  const missing = posTids.find((posTid) => store.rows.find(posTid) === null);
  if (missing !== undefined) return failed("not_found", { posTid: missing });
  const sum = sumOf(posTids.map((posTid) => store.view(posTid)));
  if (sum !== total) {
    return failed("conflict", {
      fields: [
        invalidField("total", reasonFor("reservations_sum", { sum: { amount: sum, currency: ports.currency } })),
      ],
      because: reasonFor("reservations_changed"),
    });
  }
  const items = posTids.map((posTid) => {
    const result = requestStep(ports, { step, posTid, inBulk: posTids.length > 1 });
    return { posTid, error: result.ok ? null : result.error };
  });
  return done({ items, asked: items.filter(({ error }) => error === null).length });
}

/** Reports an unexpected failure per reservation: the others were requested and must not be repeated unseen. */
function requestStep(
  { database, payments, store, log }: ReservationPorts,
  { step, posTid, inBulk }: { step: BulkStep; posTid: string; inBulk: boolean },
): Result<Payment> {
  try {
    return transact(database, () => {
      const result = payments[step]({ posTid });
      if (result.ok && inBulk) store.operations.markBulk(posTid);
      return result;
    });
  } catch (err) {
    const errorId = randomUUID();
    log.error({ errorId, posTid, step, err }, "a bulk reservation step failed");
    const because = explainStorageError(err);
    return failed("internal", { posTid, errorId, ...(because === null ? {} : { because }) });
  }
}
