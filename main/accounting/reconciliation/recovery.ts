/**
 * Payments that a restored backup had lost: the service knows them under this till's own mark. Each is adopted into the
 * open period, so that the sum of all Zs stays the service's ledger.
 */
import type { Intent } from "../../payments/facts.ts";
import { type Outcome, sum } from "../../payments/outcome.ts";
import type { NewPayment } from "../../payments/payment-row.ts";
import { weigh } from "../../payments/plausibility.ts";
import type { PaymentStore } from "../../payments/store.ts";
import type { ServiceContext } from "../../service/context.ts";
import type { Database } from "../../storage/database/database.ts";
import { paymentNumber, tillPrefix } from "../../storage/database/identifiers.ts";
import { LOST_UNTIL, type SettingStore } from "../../storage/database/settings.ts";
import { asNumber, USED } from "../../storage/database/used-numbers.ts";

export interface RecoveryPorts extends Pick<ServiceContext, "api" | "database"> {
  settings: SettingStore;
  store: PaymentStore;
}

/** While the list has yet to be read after a restore: every time is before it. */
const NOT_YET = Number.MAX_SAFE_INTEGER;

/**
 * Starts the recovery after a restore. A lost payment may change until the till reads the service's list: its customer
 * approves it, for example.
 */
export function startRecovery({ settings }: Pick<RecoveryPorts, "settings">): void {
  settings.set(LOST_UNTIL, NOT_YET);
}

/**
 * Ends the recovery when the service's whole list was read. The service's clock counts: this machine's may be wrong at the
 * restore and be set later. A time that is not confirmed leaves the recovery to the next reading.
 */
export function endRecovery({ api, settings }: Pick<RecoveryPorts, "api" | "settings">): void {
  if (settings.get(LOST_UNTIL) === NOT_YET && api.isClockSettled()) settings.set(LOST_UNTIL, api.correctedNow());
}

/** Returns the number in the name of one of this till's payments; null: another till or another data folder made it. */
export function sequenceOf(database: Database, posTid: string): number | null {
  const found = new RegExp(`^${tillPrefix(database)}-(\\d{4,15})-`).exec(posTid);
  return found === null ? null : Number(found[1]);
}

/** Tells whether a database that a backup has replaced had used this number. */
export function isUsed(settings: SettingStore, sequence: number): boolean {
  return sequence <= (asNumber(settings.get(USED.payment)) ?? 0);
}

/**
 * Tells whether a payment of this point of sale that is unknown here was made here and lost by a restore: it has the
 * till's own mark, and a number that the till had used before, or it last changed before the recovery ended. A copy of
 * the till's data at work elsewhere has the same mark: what it makes later is not taken for this till's.
 */
export function isLost({ database, settings }: Omit<RecoveryPorts, "api" | "store">, outcome: Outcome): boolean {
  const sequence = sequenceOf(database, outcome.posTid);
  if (sequence === null || outcome.amount <= 0 || outcome.additionalAmount < 0) return false;
  const { modifiedAt } = outcome;
  return isUsed(settings, sequence) || (modifiedAt > 0 && modifiedAt <= (asNumber(settings.get(LOST_UNTIL)) ?? 0));
}

/**
 * Tells whether the service says enough of a lost payment to adopt it, and nothing that cannot be right. Without a list
 * of captures it does not say how much was taken of a reservation, and a lost payment may be one.
 */
export function isAdoptable(outcome: Outcome): boolean {
  const { status, capturesOmitted, restOmitted, amount, additionalAmount, authAmount, authAdditionalAmount } = outcome;
  const isWhole = !restOmitted && authAmount === amount && authAdditionalAmount === additionalAmount;
  if (capturesOmitted && (status === "ok" || (status === "auth" && !isWhole))) return false;
  const known = { intent: intentOf(outcome), outcome: null, operations: [], tid: outcome.tid, hasLostOperations: true };
  return weigh(outcome, known, true).is === "news";
}

function intentOf({ posTid, status, currency, amount, additionalAmount }: Outcome): Intent {
  const action = status === "ok" ? "SALE" : "AUTH";
  return { posTid, action, currency, amount, additionalAmount, additionalEdit: true };
}

/**
 * Adopts a lost payment with what the service says of it, as one transaction. It keeps its number, unless a payment that
 * was made since has that. It is a reservation as long as it may still be one: the till captures nothing of it by itself.
 */
export function adopt({ database, store }: Pick<RecoveryPorts, "database" | "store">, outcome: Outcome): void {
  store.begin(
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
      store.takeIn(posTid, outcome, "poll", now);
    },
  );
}

/** What the service does not tell of a payment. */
const UNKNOWN = {
  reference: null,
  attempt: null,
  askedFor: null,
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
  const own = sequenceOf(database, posTid) ?? 0;
  const isTaken = database.prepare("SELECT 1 FROM payment WHERE sequence = ?").get(own) !== undefined;
  const sequence = isTaken ? rows.highestSequence() + 1 : own;
  return { sequence, number: paymentNumber(tillPrefix(database), sequence) };
}
