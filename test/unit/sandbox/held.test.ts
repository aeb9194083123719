/** The amount that a customer's payments hold, for the limits: stored with each payment, also in older files. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { paymentRequestInput } from "../../../contract/wire/wire.ts";
import { inTransaction, openDatabase } from "../../../sandbox/state/database.ts";
import * as machine from "../../../sandbox/state/payment-machine.ts";
import { findPayment, insertPayment, listPayments, savePayment, spentSince } from "../../../sandbox/state/payments.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { type SeededRandom, seededRandom } from "../../support/seeded-random.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const BEGAN = 1000 * DAY_MS;
const CUSTOMERS = ["a", "b"];
const MIGRATIONS = join(import.meta.dirname, "../../../sandbox/state/migrations");

type Db = ReturnType<typeof openDatabase>;

/** Payments with random outcomes over forty days. */
function withPayments(db: Db, random: SeededRandom): void {
  db.pragma("foreign_keys = OFF");
  const request = { customer: null, pos_id: "p", currency: "NOK", allow_credit: true };
  for (let number = 0; number < 300; number += 1) {
    const now = BEGAN + random.between(0, 40 * DAY_MS);
    const action = random.pick(["SALE", "AUTH"]);
    const asked = { ...request, action, amount: random.between(1, 500), additional_amount: random.between(0, 50) };
    const input = paymentRequestInput.parse({ ...asked, pos_tid: String(number) });
    const tid = insertPayment(db, "m", input, random.pick(CUSTOMERS), now, now + 5000);
    for (let step = random.between(0, 6); step > 0; step -= 1) takeStep(db, tid, random, now + 100 * step);
  }
}

function takeStep(db: Db, tid: string, random: SeededRandom, at: number): void {
  const before = findPayment(db, null, tid);
  if (!before) throw new Error("no payment");
  const part = {
    id: `part${random.between(1, 3)}`,
    amount: random.between(1, 300),
    additionalAmount: random.between(0, 30),
  };
  const portion = random.chance(0.3) ? "rest" : part;
  const { step } = random.pick([
    { step: () => machine.approve(before, at, null, null, random.chance(0.5)) },
    { step: () => machine.approve(before, at, null, null, false) },
    { step: () => machine.capture(before, at, portion) },
    { step: () => machine.refund(before, at, portion, null) },
    { step: () => machine.release(before, at, false) },
  ]);
  const after = step();
  if (!after.ok) return;
  const acceptedAt = before.status === "pending" ? after.payment.modifiedAt : before.acceptedAt;
  inTransaction(db, () => savePayment(db, before, { ...before, ...after.payment, acceptedAt }));
}

function expectHeldAmounts(db: Db): void {
  const payments = listPayments(db);
  expect(payments.filter((payment) => machine.heldAmount(payment) > 0).length).toBeGreaterThan(50);
  for (const customer of CUSTOMERS)
    for (let day = 0; day < 45; day += 1) {
      const [today, month] = [BEGAN + day * DAY_MS, BEGAN + (day - 30) * DAY_MS];
      const since = (from: number) =>
        payments
          .filter((one) => one.customer === customer && one.acceptedAt !== null && one.acceptedAt >= from)
          .reduce((sum, one) => sum + machine.heldAmount(one), 0);
      expect(spentSince(db, customer, today, month)).toEqual({ today: since(today), month: since(month) });
    }
}

it("held amounts sum the claims of each payment, by day and by month, for any outcome", () => {
  const db = openDatabase(null);
  withPayments(db, seededRandom(5));
  expectHeldAmounts(db);
});

it("held amounts are the same for a file from before the totals were stored", () => {
  using folder = temporaryFolder();
  const now = openDatabase(null);
  withPayments(now, seededRandom(6));
  const path = join(folder.path, "sandbox.db");
  const old = new Database(path);
  for (const name of ["0001-service", "0002-national-ids", "0003-applications", "0004-list"])
    old.exec(readFileSync(join(MIGRATIONS, `${name}.sql`), "utf8"));
  old.pragma("user_version = 4");
  old.prepare("INSERT INTO merchant (id, name) VALUES ('m', 'Merchant')").run();
  const customer = old.prepare(
    `INSERT INTO customer (phone, name, email, street_address, postal_code, locality, country, national_id, note, balance,
       payment_limit, day_limit, month_limit, credit) VALUES (?, '', '', '', '', '', '', '', '', 0, 0, 0, 0, 0)`,
  );
  for (const phone of CUSTOMERS) customer.run(phone);
  for (const table of ["payment", "movement"]) {
    const columns = old.prepare("SELECT group_concat(name) FROM pragma_table_info(?)").pluck().get(table);
    const insert = `INSERT INTO ${table} (${columns}) VALUES (${String(columns).replaceAll(/\w+/g, "?")})`;
    for (const row of now.prepare(`SELECT ${columns} FROM ${table}`).raw().all()) old.prepare(insert).run(row);
  }
  old.close();
  expectHeldAmounts(openDatabase(folder.path));
});
