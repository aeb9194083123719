import fc from "fast-check";
import { expect, it } from "vitest";
import { reasonFor } from "../../../../contract/reasons/reasons.ts";
import { PHASES } from "../../../../contract/values/phases.ts";
import type { NewPayment, PaymentChange } from "../../../../main/payments/payment-row.ts";
import { paymentRows } from "../../../../main/payments/rows.ts";
import { openDatabase, openToRead, transact } from "../../../../main/storage/database/database.ts";
import { temporaryDatabase } from "../../../support/database.ts";
import { countStatements } from "../../../support/statements.ts";

const NEW: NewPayment = {
  posTid: "p1",
  sequence: 1,
  number: "TEST-0001",
  reference: null,
  attempt: null,
  requestDigest: null,
  action: "SALE",
  currency: "NOK",
  amount: 4900,
  additionalAmount: 0,
  additionalEdit: false,
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
  createdAt: 1000,
};

const some = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });

/** A few values per column, so that many changes repeat the stored value. */
const change: fc.Arbitrary<PaymentChange> = fc.record(
  {
    customer: some(fc.constantFrom("•••4567", "•••1234")),
    tid: some(fc.constantFrom("t1")),
    leftAt: some(fc.constantFrom(5, 6)),
    late: some(fc.constantFrom("after_abort" as const)),
    isUnknownAtService: fc.boolean(),
    arrivals: fc.record({
      callback: fc.nat(1),
      poll: fc.constant(0),
      answer: fc.constant(0),
      first: some(fc.constantFrom("callback" as const)),
    }),
    phase: fc.constantFrom(...PHASES),
    attention: some(fc.constantFrom(reasonFor("payment_no_code"), reasonFor("payment_disk_full"))),
    capturedTotal: fc.nat(2),
    reserved: fc.nat(2),
    isUnconfirmed: fc.boolean(),
  },
  { requiredKeys: [] },
);

it("the cache matches the stored row after any changes, also after rollbacks", () => {
  const step = fc.record({ changes: fc.array(change, { maxLength: 3 }), at: fc.nat(3), rollsBack: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      using own = temporaryDatabase();
      const rows = paymentRows(own.database);
      transact(own.database, () => rows.insert(NEW));
      using other = openToRead(own.path, { alone: false });
      const stored = paymentRows(other.database);
      for (const { changes, at, rollsBack } of steps) {
        try {
          transact(own.database, () => {
            for (const one of changes) rows.change(NEW.posTid, one, at);
            if (rollsBack) throw new Error("back");
          });
        } catch {
          // The transaction was rolled back.
        }
        expect(rows.find(NEW.posTid)).toEqual(stored.find(NEW.posTid));
      }
    }),
    { numRuns: 40 },
  );
});

it("a change writes what differs from another connection's write in the same turn", () => {
  using own = temporaryDatabase();
  const rows = paymentRows(own.database);
  transact(own.database, () => rows.insert(NEW));
  expect(rows.find(NEW.posTid)?.isUnconfirmed).toBe(false);
  const tool = openDatabase(own.path);
  tool.exec("UPDATE payment SET unlisted = 1");
  transact(own.database, () => rows.change(NEW.posTid, { isUnconfirmed: false }, 1000));
  expect(tool.prepare("SELECT unlisted FROM payment").pluck().get()).toBe(0);
  tool.close();
});

it("a change writes only the columns that differ, and nothing when none does", () => {
  using own = temporaryDatabase();
  const rows = paymentRows(own.database);
  transact(own.database, () => rows.insert(NEW));
  rows.find(NEW.posTid);
  using counted = countStatements(own.database);
  const updates = () => counted.run.filter((sql) => sql.startsWith("UPDATE"));
  transact(own.database, () => rows.change(NEW.posTid, { phase: "draft", capturedTotal: 0, late: null }, 1000));
  expect(updates()).toEqual([]);
  transact(own.database, () => rows.change(NEW.posTid, { phase: "queued", capturedTotal: 0, late: null }, 1000));
  expect(updates()).toEqual(["UPDATE payment SET phase = +@phase WHERE pos_tid = +@posTid"]);
});

it.each([
  ["outcome", "{", true],
  ["held", "{", true],
  ["arrivals", "{", false],
  ["addresses", "{", false],
  ["lines", "{}", false],
])("an unreadable column reads as empty, and only an unreadable outcome as damage: %s", (column, stored, isDamaged) => {
  using own = temporaryDatabase();
  const rows = paymentRows(own.database);
  transact(own.database, () => rows.insert(NEW));
  const storedPayment = rows.find(NEW.posTid);
  own.database.exec(`UPDATE payment SET ${column} = '${stored}'`);
  const row = paymentRows(own.database).findMany(JSON.stringify([NEW.posTid]))[0]?.row;
  expect(row).toEqual({ ...storedPayment, isDamaged, isIncomplete: !isDamaged });
});
