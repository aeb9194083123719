/** "Find a payment" at head office shows only matches, however many other payments there are. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MAX_SEARCH_RESULTS } from "../../../contract/head-office/head-office.ts";
import { initLedger, type Ledger, openLedger } from "../../../ledger/database.ts";
import { findPayments, waitingPayments } from "../../../ledger/office/payments.ts";
import { addTill } from "../../../ledger/tills.ts";
import { startPostgres, type TestPostgres } from "../../support/postgres.ts";

let server: TestPostgres;
let ledger: Ledger;

beforeAll(async () => {
  server = await startPostgres();
  ledger = openLedger(server.url, null);
  await initLedger(ledger);
  await addTill(ledger, { id: "kasse", shop: null, replaces: null, renew: false }, server.url);
});

afterAll(async () => {
  await ledger.end();
  await server[Symbol.asyncDispose]();
});

const STATE = {
  ...{ action: "SALE", phase: "captured", additional_amount: 0, captured_additional: 0, refunded_total: 0 },
  ...{ reserved: 0, unlisted: false, change: 1, modified_at: "2026-03-02T10:00:00Z" },
};

let made = 0;

/** Inserts payments of this amount in minor units, each newer than the ones before. */
async function paid(count: number, amount: number, currency: string): Promise<string[]> {
  const states = Array.from({ length: count }, () => {
    const number = `K-${String(++made).padStart(4, "0")}`;
    const created_at = new Date(Date.UTC(2026, 2, 2) + made * 1000).toISOString();
    return { ...STATE, number, pos_tid: `${number}-x`, amount, captured_total: amount, currency, created_at };
  });
  await ledger`SELECT put_payments('kasse', ${JSON.stringify(states)})`;
  return states.map(({ number }) => number);
}

const find = (text: string) => findPayments(ledger, { text, day: null, shop: null });

describe("a payment search at head office", () => {
  it("finds an amount among many equal minor units in this currency and in another", async () => {
    const rare = {
      nok: await paid(1, 490_000, "NOK"),
      jpy: await paid(1, 4900, "JPY"),
      kwd: await paid(1, 4_900_000, "KWD"),
    };
    await paid(MAX_SEARCH_RESULTS + 50, 4900, "NOK");
    const found = await find("4900");
    expect(found.payments.map(({ number }) => number)).toEqual([...rare.kwd, ...rare.jpy, ...rare.nok]);
    expect(found.hasMore).toBe(false);
    const many = await find("49,00");
    expect(many.payments).toHaveLength(MAX_SEARCH_RESULTS);
    expect(many.hasMore).toBe(true);
    expect(many.payments.every(({ currency, amount }) => currency === "NOK" && amount === 4900)).toBe(true);
    const [first] = rare.nok;
    expect((await find(first ?? "")).payments).toMatchObject([{ number: first }]);
    expect((await find(`\u202a${first}\u202c`)).payments).toMatchObject([{ number: first }]);
    expect((await find("no such thing")).payments).toEqual([]);
    expect((await waitingPayments(ledger)).payments).toEqual([]);
  });
});
