import type { StoredSettings } from "../../contract/configuration/settings.ts";
import type { Payment } from "../../contract/payments/views.ts";
import type { PaymentLine } from "../../contract/values/lines.ts";
import { closeDatabase, openDatabase } from "../../main/storage/database/database.ts";
import { SETTINGS, settingStore, storedSettings } from "../../main/storage/database/settings.ts";
import { answerOutcome } from "./sandbox.ts";
import { CUSTOMER, type TestTill } from "./test-till.ts";

export type SoldLine = Omit<PaymentLine, "name"> & { name?: string };

const grossOf = ({ quantity, unitAmount, discount = 0 }: SoldLine) => quantity * unitAmount - discount;

/** Returns the amount of lines including VAT, in minor units. */
export const amountOf = (lines: readonly SoldLine[]) => lines.reduce((total, line) => total + grossOf(line), 0);

/** Creates a line. @param vatRate in hundredths of a percent; omitted: unknown VAT */
export const soldLine = (unitAmount: number, vatRate?: number, quantity = 1): SoldLine => ({
  quantity,
  unitAmount,
  vatRate,
});

/** Sells lines, or reserves their amount. The customer approves. */
export async function sell(
  world: TestTill,
  lines: SoldLine[],
  { tip = 0, action = "SALE" as "SALE" | "AUTH" } = {},
): Promise<Payment> {
  const customer = { kind: "phone" as const, value: CUSTOMER };
  const additionalAmount = tip || undefined;
  const started = await world.must("payment.start", {
    action,
    amount: amountOf(lines),
    lines,
    customer,
    additionalAmount,
  });
  const waiting = await world.waitForPayment(started.posTid, ({ tid }) => tid !== null);
  await world.phone.approve(waiting.tid ?? "");
  return await world.waitForPhase(started.posTid, action === "SALE" ? "captured" : "authorised");
}

/** Captures part of a reservation. */
export async function capture(
  world: TestTill,
  posTid: string,
  amount: number,
  additionalAmount?: number,
): Promise<Payment> {
  const before = (await world.must("payment.get", { posTid })).captures.length;
  await world.must("payment.capture", { posTid, amount, additionalAmount });
  return await world.waitForPayment(posTid, ({ captures }) => captures.length === before + 1);
}

export async function refund(world: TestTill, posTid: string, amount: number, additionalAmount?: number) {
  const before = (await world.must("payment.get", { posTid })).refunds.length;
  await world.must("payment.refund", { posTid, amount, additionalAmount, reason: "Returned" });
  const settled = ({ settledAt }: { settledAt: string | null }) => settledAt !== null;
  await world.waitForPayment(
    posTid,
    ({ refunds, operations }) => refunds.length === before + 1 && operations.every(settled),
  );
}

export async function close(world: TestTill): Promise<void> {
  await world.must("report.z", {});
  await world.asManager();
}

/** Changes what the service reports about a payment's only capture. The till must be without callbacks. */
export async function correct(
  world: TestTill,
  payment: Pick<Payment, "posTid" | "tid" | "amount"> & { captures: { id: string | null }[] },
  amount: number,
  tip = 0,
): Promise<void> {
  const { posTid, tid, captures } = payment;
  world.sandbox.faults.clear();
  const listed = [{ id: captures[0]?.id ?? null, amount, additional_amount: tip }];
  const outcome = { amount: payment.amount, additional_amount: 0, transaction_fee: 0, captures: listed, refunds: [] };
  const about = { pos_id: "counter-1", pos_tid: posTid, tid, currency: "NOK" };
  answerOutcome(world, { ...outcome, ...about, status: "ok", status_code: 2000 }, 1000);
  await world.must("report.reconcile", {});
  await world.waitForPayment(posTid, ({ captures: [one] }) => one?.amount === amount && one.additionalAmount === tip);
}

/** Restarts a till with changed settings. */
export async function restartWith(world: TestTill, changes: Partial<StoredSettings>): Promise<void> {
  await world.restart((path) => {
    const database = openDatabase(path);
    settingStore(database).set(SETTINGS, { ...storedSettings(database), ...changes });
    closeDatabase(database);
  });
  await world.asManager();
}
