/** Payments lost by a restore are adopted into the open period, so that the Zs match the service's ledger. */
import type { Intent } from "../../payments/facts.ts";
import { type Outcome, sum } from "../../payments/outcome.ts";
import type { NewPayment } from "../../payments/payment-row.ts";
import { assessOutcome } from "../../payments/plausibility.ts";
import type { PaymentStore } from "../../payments/store.ts";
import type { ServiceContext } from "../../service/context.ts";
import type { Database } from "../../storage/database/database.ts";
import { paymentNumber, tillPrefix } from "../../storage/database/identifiers.ts";
import { LOST_UNTIL, type SettingStore } from "../../storage/database/settings.ts";
import { asNumber, USED_SETTINGS } from "../../storage/database/used-numbers.ts";

export interface RecoveryPorts extends Pick<ServiceContext, "api" | "database"> {
  settings: SettingStore;
  store: PaymentStore;
}

/** The recovery has no end until the list is read, so every time precedes it. */
const NO_END = Number.MAX_SAFE_INTEGER;

/** Starts the recovery. A lost payment can change until the till reads the service's list. */
export function startRecovery({ settings }: Pick<RecoveryPorts, "settings">): void {
  settings.set(LOST_UNTIL, NO_END);
}

/**
 * Ends the recovery by the service's clock, because the local one may be wrong after a restore. Without a confirmed
 * time, the next reading ends it.
 */
export function endRecovery({ api, settings }: Pick<RecoveryPorts, "api" | "settings">): void {
  if (settings.get(LOST_UNTIL) === NO_END && api.isClockSettled()) settings.set(LOST_UNTIL, api.correctedNow());
}

/** Returns the sequence number in the name of one of this till's payments; null for another till's or data folder's. */
export function sequenceOf(database: Database, posTid: string): number | null {
  const found = new RegExp(`^${tillPrefix(database)}-(\\d{4,15})-`).exec(posTid);
  return found === null ? null : Number(found[1]);
}

/** True if a payment with this sequence existed before the restore. */
export function isUsed(settings: SettingStore, sequence: number): boolean {
  return sequence <= (asNumber(settings.get(USED_SETTINGS.payment)) ?? 0);
}

/**
 * Returns whether a restore lost this payment: it has the till's prefix, and either a number used before the restore or
 * a last change before the end of the recovery. Later ones come from a copy of the data folder.
 */
export function isLost({ database, settings }: Omit<RecoveryPorts, "api" | "store">, outcome: Outcome): boolean {
  const sequence = sequenceOf(database, outcome.posTid);
  if (sequence === null || outcome.amount <= 0 || outcome.additionalAmount < 0) return false;
  const { modifiedAt } = outcome;
  return isUsed(settings, sequence) || (modifiedAt > 0 && modifiedAt <= (asNumber(settings.get(LOST_UNTIL)) ?? 0));
}

/**
 * Returns whether the outcome is plausible and complete. Without captures, a reservation's captured part is unknown.
 */
export function isAdoptable(outcome: Outcome): boolean {
  const { status, capturesOmitted, restOmitted, amount, additionalAmount, authAmount, authAdditionalAmount } = outcome;
  const isFullyAuthorised = !restOmitted && authAmount === amount && authAdditionalAmount === additionalAmount;
  if (capturesOmitted && (status === "ok" || (status === "auth" && !isFullyAuthorised))) return false;
  const known = { intent: intentOf(outcome), outcome: null, operations: [], tid: outcome.tid, hasLostOperations: true };
  return assessOutcome(outcome, known, true).is === "news";
}

function intentOf({ posTid, status, currency, amount, additionalAmount }: Outcome): Intent {
  const action = status === "ok" ? "SALE" : "AUTH";
  return { posTid, action, currency, amount, additionalAmount, additionalEdit: true };
}

/**
 * Adopts a lost payment in one transaction. Its number stays unless a newer payment has it. A possible reservation
 * stays one, so that the till does not capture it automatically.
 */
export function adopt({ database, store }: Pick<RecoveryPorts, "database" | "store">, outcome: Outcome): void {
  store.create(
    (now) => ({
      ...numbered(database, store, outcome.posTid),
      ...intentOf(outcome),
      createdAt: outcome.modifiedAt > 0 ? Math.min(outcome.modifiedAt, now) : now,
      ...UNKNOWN,
    }),
    ({ posTid, number }, now) => {
      const { tid, amount, additionalAmount } = outcome;
      const refunded = sum(outcome.refunds, "amount") + sum(outcome.refunds, "additionalAmount");
      store.rows.change(posTid, { recoveredAt: now }, now);
      const data = { tid, number, amount, additionalAmount, refunded };
      store.journal.append({ event: "payment.recovered", posTid, data }, now);
      store.applyOutcome(posTid, outcome, "poll", now);
    },
  );
}

/** Fields that the service does not return. */
const UNKNOWN = {
  reference: null,
  attempt: null,
  requestDigest: null,
  text: null,
  lines: [],
  scope: null,
  scopeText: null,
  addresses: {},
  customer: null,
  qr: null,
  codeUntil: null,
  takenOffline: false,
  takenBy: null,
  register: null,
} satisfies Partial<NewPayment>;

function numbered(database: Database, { rows }: PaymentStore, posTid: string): Pick<NewPayment, "sequence" | "number"> {
  const originalSequence = sequenceOf(database, posTid) ?? 0;
  const isNumberUsed = database.prepare("SELECT 1 FROM payment WHERE sequence = ?").get(originalSequence) !== undefined;
  const sequence = isNumberUsed ? rows.highestSequence() + 1 : originalSequence;
  return { sequence, number: paymentNumber(tillPrefix(database), sequence) };
}
