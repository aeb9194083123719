import { expect, it } from "vitest";
import { paymentRequestInput } from "../../../contract/wire/wire.ts";
import { inTransaction, openDatabase } from "../../../sandbox/state/database.ts";
import { putMerchant } from "../../../sandbox/state/merchants.ts";
import { insertPayment, listPayments } from "../../../sandbox/state/payments.ts";

it("all payments are listed, the newest first, up to the requested number", () => {
  const db = openDatabase(null);
  putMerchant(db, { id: "m", name: "M" });
  const request = { customer: null, pos_id: "p", action: "SALE", currency: "NOK", amount: 100, allow_credit: true };
  const numbers = Array.from({ length: 1001 }, (_, index) => String(index));
  inTransaction(db, () => {
    for (const number of numbers)
      insertPayment(db, "m", paymentRequestInput.parse({ ...request, pos_tid: number }), null, 0, 1);
  });
  expect(listPayments(db).map(({ posTid }) => posTid)).toEqual(numbers.toReversed());
  expect(listPayments(db, 2).map(({ posTid }) => posTid)).toEqual(["1000", "999"]);
});
