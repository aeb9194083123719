/** Odd data of one till breaks no figure, list or reading of the other tills. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { initLedger, type Ledger, openLedger } from "../../../ledger/database.ts";
import { answer, isQuestion } from "../../../ledger/office/questions.ts";
import { readReport, reportText } from "../../../ledger/report.ts";
import { addTill, listTills } from "../../../ledger/tills.ts";
import { verifyLedger } from "../../../ledger/verify.ts";
import { startPostgres, type TestPostgres } from "../../support/postgres.ts";

let server: TestPostgres;
let ledger: Ledger;
const NOW = "2026-03-02T10:00:00Z";

beforeAll(async () => {
  server = await startPostgres();
  ledger = openLedger(server.url, null);
  await initLedger(ledger);
});

afterAll(async () => {
  await ledger.end();
  await server[Symbol.asyncDispose]();
});

let count = 0;
let honest: string;
let rogue: string;

beforeEach(async () => {
  count += 1;
  [honest, rogue] = [`honest ${count}`, `rogue ${count}`];
  for (const id of [honest, rogue]) await addTill(ledger, { id, shop: id, replaces: null, renew: false }, server.url);
  await tell(honest, {});
  await book(honest, "100", "0");
});

function tell(till: string, said: object) {
  const state = { version: "1", timeZone: "Europe/Oslo", cutOff: "04:00", queueDepth: 0, behind: 0, key: "k", ...said };
  return ledger`SELECT tell_state(${till}, ${JSON.stringify(state)}, NULL)`;
}

function book(till: string, amount: string, additional: string, at = NOW, currency = "NOK") {
  return ledger`INSERT INTO booking (till, number, period, at, pos_tid, kind, currency, amount, additional_amount, transaction_fee, interchange_fee)
    VALUES (${till}, 1, 1, ${at}, 'x', 'capture', ${currency}, ${amount}, ${additional}, 0, 0)`;
}

function close(till: string, data: object) {
  return ledger`INSERT INTO z_report (till, number, from_at, to_at, currency, captured, refunded, net, data, through, hash)
    VALUES (${till}, 1, ${NOW}, ${NOW}, 'NOK', 100, 0, 100, ${JSON.stringify(data)}::json, 1, '\\x00')`;
}

function pay(till: string, said: object) {
  const state = {
    ...{
      pos_tid: "x",
      number: "K-1",
      action: "SALE",
      amount: 1,
      additional_amount: 0,
      currency: "NOK",
      phase: "attention",
    },
    ...{ captured_total: 0, captured_additional: 0, refunded_total: 0, reserved: 0, unlisted: false, change: 1 },
    ...{ created_at: NOW, modified_at: NOW, ...said },
  };
  return ledger`SELECT put_payments(${till}, ${JSON.stringify([state])})`;
}

/** Runs without the checks, like an earlier version of the ledger. */
async function withoutChecks(work: () => Promise<unknown>): Promise<void> {
  const constraints = await ledger<{ table: string; name: string; text: string }>`
    SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS text FROM pg_constraint
    WHERE conname IN ('plausible', 'readable') AND coninhcount = 0`;
  for (const { table, name } of constraints) await ledger.run(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  await work();
  for (const { table, name, text } of constraints)
    await ledger.run(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${text.replace(/( NOT VALID)?$/, " NOT VALID")}`);
}

const MONTH = { month: "2026-03", shop: null };

/** Runs every chain-wide reader. @returns the till's problems according to `verify` */
async function readAll(): Promise<string[]> {
  const report = await readReport(ledger, "2026-03-02");
  expect(report.shops).toContainEqual(expect.objectContaining({ shop: honest, captured: 100 }));
  expect(reportText(report)).toContain(honest);
  await readReport(ledger, null);
  for (const [question, input] of Object.entries({
    ...{ today: { day: "2026-03-02" }, tills: {}, waiting: {}, find: { text: "1", day: "2026-03-02", shop: null } },
    ...{ differences: MONTH, reports: MONTH, reportsFile: { ...MONTH, locale: "en-GB" }, requests: { shop: null } },
  })) {
    if (!isQuestion(question)) throw new Error(question);
    expect(await ledger.read((sql) => answer(sql, question, input)), question).toMatchObject({ ok: true });
  }
  for (const view of [
    "sales_per_hour",
    "sales_per_shop_hour",
    "sales_per_day",
    "z_difference",
    "money_at_risk",
    "late_money",
    "till_health",
  ])
    await ledger.run(`SELECT * FROM ${view}`);
  const problems = new Map<string, string[]>();
  for await (const verdict of verifyLedger(ledger)) problems.set(verdict.till, verdict.problems);
  return problems.get(rogue) ?? [];
}

describe("a till's reported status", () => {
  it.each([
    ["an unknown time zone", { timeZone: "Nowhere/Land" }, "time_zone_unknown"],
    ["a day without a start", { cutOff: "178000000 years" }, "cut_off_not_plausible"],
    ["a queue from before 1970", { queueOldest: "-infinity" }, "queue_not_plausible"],
    ["a queue without a time", { queueOldest: "long ago" }, "queue_not_plausible"],
    ["a very old queue", { queueOldest: "0001-01-02T00:00:00Z" }, null],
  ])("is stored as far as it is plausible, and the rest is named: %s", async (_what, said, error) => {
    await tell(rogue, {});
    await tell(rogue, said);
    await readAll();
    const lines = await listTills(ledger);
    expect(lines.find(({ till }) => till === rogue)).toMatchObject({ error, silentFor: expect.any(Number) });
    const kept = await ledger`SELECT time_zone, cut_off::text FROM till WHERE till = ${rogue}`;
    expect(kept).toEqual([{ time_zone: "Europe/Oslo", cut_off: "04:00:00" }]);
    await book(rogue, "200", "0");
    await tell(rogue, {});
    const [after] = (await listTills(ledger)).filter(({ till }) => till === rogue);
    expect(after?.error).toBeNull();
  });
});

const AMOUNT = "9223372036854775807";
const ROWS: [string, () => Promise<unknown>][] = [
  ["amounts that have no sum", () => book(rogue, AMOUNT, "1")],
  ["a booking after all time", () => book(rogue, "1", "0", "infinity")],
  ["a booking of a time without a day", () => book(rogue, "1", "0", "294000-01-01T00:00:00Z")],
  ["a booking in no currency", () => book(rogue, "1", "0", NOW, "no money")],
  ["a payment in no currency", () => pay(rogue, { currency: "no money" })],
  ["a payment after all time", () => pay(rogue, { late: "x", late_since: "infinity" })],
  ["a Z without a list of decisions", () => close(rogue, { decisions: 1 })],
  ["a Z with tips that are no number", () => close(rogue, { tips: "much" })],
];

describe("an implausible row", () => {
  it.each(ROWS)("is rejected: %s", async (_what, write) => {
    await expect(write()).rejects.toThrow(/violates check constraint "(plausible|readable)"/);
  });

  it.each(ROWS)("does not break readers of an earlier ledger that contains it: %s", async (what, write) => {
    await withoutChecks(write);
    const problems = await readAll();
    expect(problems).not.toEqual([]);
    if (!what.startsWith("a Z")) expect(problems.join()).toContain("impossible amounts");
  });

  it("does not block sending in a month for which an earlier ledger contains one", async () => {
    await withoutChecks(() => book(rogue, AMOUNT, "0", "2021-11-02T10:00:00Z"));
    await ledger`SELECT make_month('2021-11-01')`;
    await ledger`INSERT INTO journal_entry (till, number, at, event, data, hash)
      VALUES (${honest}, 1, '2021-11-03T10:00:00Z', 'x', '{}', '\\x00')`;
  });

  it("does not overflow any figure, however many there are", async () => {
    await ledger`INSERT INTO booking (till, number, period, at, pos_tid, kind, currency, amount, additional_amount, transaction_fee, interchange_fee)
      SELECT ${rogue}, n, 1, ${NOW}, 'x', 'capture', 'NOK', 9007199254740992, 0, 0, 0 FROM generate_series(1, 1100) n`;
    await readAll();
  });

  it("is not created by an honest till's texts: a Z with a NUL is accepted and read", async () => {
    const difference = { reference: "a\0b \\u0000 \ud800" };
    await close(rogue, { decisions: [{ difference }, { difference: null }], tips: 7, fees: 0 });
    const [row] = await ledger`SELECT differences, report_figure('{"tips":7,"x":"\\u0000"}', 'tips') AS tips
      FROM z_difference WHERE till = ${rogue}`;
    expect(row).toEqual({ differences: [{ reference: "a\ufffdb \\ufffd \ufffd" }], tips: 7 });
    await readAll();
  });
});
