/** `npm run office` as its own process, with the requests of its page. */
import { request } from "node:http";
import { resolve } from "node:path";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Result } from "../../../contract/calls/errors.ts";
import {
  type HeadOfficeQueries,
  type HeadOfficeQuery,
  type HeadOfficeResponses,
  MAX_REQUEST_DIFFERENCES,
} from "../../../contract/head-office/head-office.ts";
import { startOfficeServer } from "../../../ledger/office/server.ts";
import { build } from "../../support/build.ts";
import { shopAt, startChain, startOffice, type TestChain, tillAt } from "../../support/chain.ts";

const SIZE = { tills: 9, shops: 3, payments: 12 };
let chain: TestChain;

beforeAll(async () => {
  build();
  chain = await startChain(SIZE);
});

afterAll(async () => {
  await chain[Symbol.asyncDispose]();
});

const tokenOf = (url: string) => new URLSearchParams(new URL(url).hash.slice(1)).get("token") ?? "";

async function ask<Q extends HeadOfficeQuery>(
  question: Q,
  input: HeadOfficeQueries[Q],
): Promise<HeadOfficeResponses[Q]> {
  const answer = await asked(question, input);
  if (!answer.ok) throw new Error(JSON.stringify(answer.error));
  return answer.value as HeadOfficeResponses[Q];
}

async function asked(question: string, input: unknown): Promise<Result<unknown>> {
  return (await (await post(question, input)).json()) as Result<unknown>;
}

function post(question: string, input: unknown): Promise<Response> {
  return fetch(new URL(`/office/${question}`, chain.url), {
    method: "POST",
    headers: { authorization: `Bearer ${tokenOf(chain.url)}`, "content-type": "application/json" },
    body: JSON.stringify(input),
  });
}

/** Sends exactly these headers; `fetch` adds some of its own. */
function statusOf(
  url: string,
  path: string,
  headers: Record<string, string>,
  method = "POST",
): Promise<number | undefined> {
  const { port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path, method, headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.once("error", reject);
    sent.end(method === "POST" ? "{}" : undefined);
  });
}

describe("head office", () => {
  it("totals the day across all shops to the minor unit", async () => {
    const day = await ask("today", { day: null });
    const [sales, ...others] = day.sales;
    expect(others).toEqual([]);
    const [booked] = await chain.ledger<{ captured: number; refunded: number; tips: number }>`
      SELECT sum(CASE kind WHEN 'capture' THEN amount + additional_amount END)::float8 AS captured,
        sum(CASE kind WHEN 'refund' THEN amount + additional_amount END)::float8 AS refunded,
        sum(CASE kind WHEN 'capture' THEN additional_amount END)::float8 AS tips FROM booking WHERE period = 2`;
    expect(sales).toMatchObject({ currency: "NOK", ...booked });
    expect(sales?.shops.map(({ shop }) => shop).sort()).toEqual([0, 1, 2].map((at) => shopAt(at, 3)).sort());
    expect(sales?.shops.reduce((sum, { captured }) => sum + captured, 0)).toBe(booked?.captured);
    expect(sales?.hours.reduce((sum, { captured }) => sum + captured, 0)).toBe(booked?.captured);
    expect(sales?.hours.some(({ lastWeek }) => lastWeek > 0)).toBe(true);
    expect(day.isPresent).toBe(true);
    expect(day.late).toEqual([expect.objectContaining({ till: tillAt(1) })]);
    expect(day.atRisk).toEqual([expect.objectContaining({ because: "reserved", payments: 2 })]);
  });

  it("shows a past day, and a day without sales as empty", async () => {
    const present = await ask("today", { day: null });
    const weekAgo = new Date(Date.parse(`${present.day}T12:00:00Z`) - 7 * 86_400_000).toISOString().slice(0, 10);
    const before = await ask("today", { day: weekAgo });
    expect(before).toMatchObject({ day: weekAgo, isPresent: false });
    expect(before.sales[0]?.hours.map(({ captured }) => captured).filter(Boolean)).toEqual(
      present.sales[0]?.hours.map(({ lastWeek }) => lastWeek).filter(Boolean),
    );
    expect((await ask("today", { day: "2001-01-01" })).sales).toEqual([]);
  });

  it("lists every till with its last reported status", async () => {
    const { tills } = await ask("tills", {});
    expect(tills.map(({ till }) => till).sort()).toEqual(Array.from({ length: SIZE.tills }, (_, at) => tillAt(at)));
    const silent = tills.find(({ till }) => till === tillAt(3));
    expect(silent?.silentFor).toBeGreaterThanOrEqual(9000);
  });

  it("finds a payment by number, reference, id and amount in any till, and shows its timeline", async () => {
    const [payment] = (await ask("find", { text: "k004-1002", day: null, shop: null })).payments;
    expect(payment).toMatchObject({ till: tillAt(3), number: "K004-1002", capturedTotal: payment?.amount });
    for (const text of ["order-K004-1002", "tid-K004-1002", payment?.posTid ?? ""])
      expect((await ask("find", { text, day: null, shop: null })).payments, text).toEqual([payment]);
    const { story } = await ask("payment", { till: tillAt(3), posTid: payment?.posTid ?? "" });
    expect(story.map(({ event }) => event)).toEqual([
      "payment.started",
      "operation.done",
      "outcome.ok",
      "money.captured",
    ]);
    const byAmount = await ask("find", { text: "149,00", day: null, shop: shopAt(0, 3) });
    expect(byAmount.payments.length).toBeGreaterThan(1);
    for (const { amount, shop } of byAmount.payments) {
      expect([14_900, 15_900]).toContain(amount);
      expect(shop).toBe(shopAt(0, 3));
    }
    const { day } = await ask("today", { day: null });
    const ofToday = await ask("find", { text: "149,00", day, shop: shopAt(0, 3) });
    expect(ofToday.payments.length).toBeLessThan(byAmount.payments.length);
    expect((await ask("find", { text: "nothing like it", day: null, shop: null })).payments).toEqual([]);
    expect(await asked("payment", { till: tillAt(1), posTid: payment?.posTid })).toMatchObject({
      ok: false,
      error: { code: "not_found" },
    });
  });

  it("finds a payment by the amounts on its receipt: with the requested tip and with the customer's tip", async () => {
    const found = async (text: string) => (await ask("find", { text, day: null, shop: null })).payments;
    const [tipped] = await chain.ledger<{ till: string; pos_tid: string; amount: number; number: string }>`
      SELECT till, pos_tid, amount::int, number FROM payment WHERE additional_amount = 1000 AND amount = 4500 LIMIT 1`;
    expect(tipped).toBeDefined();
    const numbers = async (text: string) => (await found(text)).map(({ number }) => number);
    const capture = (total: number) =>
      chain.ledger`UPDATE payment SET captured_total = ${total} WHERE till = ${tipped?.till} AND pos_tid = ${tipped?.pos_tid}`;
    await capture(0);
    for (const text of ["45,00", "kr 55,00"]) expect(await numbers(text), text).toContain(tipped?.number);
    expect(await numbers("63,21")).toEqual([]);
    await capture(6321);
    expect(await numbers("63,21")).toEqual([tipped?.number]);
    await capture(5500);
  });

  it("lists only the payments whose money is waiting", async () => {
    const { payments } = await ask("waiting", {});
    const viewed = await chain.ledger<{ number: string }>`
      SELECT number FROM money_at_risk UNION SELECT number FROM late_money ORDER BY number`;
    expect(payments.map(({ number }) => number).sort()).toEqual(viewed.map(({ number }) => number));
    expect(payments).toHaveLength(3);
  });

  it("names the payments that differ from the service, also by shop, and those without a till", async () => {
    const unassigned = {
      tid: "tid-9",
      pos_id: "pos-9",
      pos_tid: "x",
      status: "ok",
      currency: "NOK",
      captured: 500,
      refunded: 0,
    };
    await chain.ledger`SELECT put_requests(${JSON.stringify([{ tid: "tid-K004-1002", unknown: true }, unassigned])}::json)`;
    const { differing: requests, total, list } = await ask("requests", { shop: null });
    expect([total, list]).toEqual([2, { state: "never", readTo: null }]);
    expect(requests).toEqual([
      expect.objectContaining({ tid: "tid-9", difference: "nobodys", till: null, posId: "pos-9", captured: 500 }),
      expect.objectContaining({
        ...{ tid: "tid-K004-1002", difference: "missing_at_service", till: tillAt(3), shop: shopAt(3, 3) },
        ...{ number: "K004-1002", currency: "NOK", captured: null, toldCaptured: expect.any(Number) },
      }),
    ]);
    expect((await ask("requests", { shop: shopAt(3, 3) })).differing).toHaveLength(2);
    expect(await ask("requests", { shop: shopAt(1, 3) })).toMatchObject({ differing: [requests[0]], total: 1 });
  });

  it("lists only the Zs that the differences view reports", async () => {
    const months = await chain.ledger<{
      month: string;
    }>`SELECT DISTINCT to_char(to_at, 'YYYY-MM') AS month FROM z_report`;
    const answers = await Promise.all(months.map(({ month }) => ask("differences", { month, shop: null })));
    const found = answers.map(({ differing }) => differing);
    expect(found.flat().sort((one, other) => one.till.localeCompare(other.till))).toEqual([
      expect.objectContaining({ till: tillAt(2), number: 1, decided: 0 }),
      expect.objectContaining({ till: tillAt(4), number: 1, decided: 1 }),
    ]);
    const [wrong] = found.flat().filter(({ till }) => till === tillAt(2));
    expect((wrong?.captured ?? 0) - (wrong?.bookedCaptured ?? 0)).toBe(10_000);
    const viewed = await chain.ledger`SELECT till FROM z_difference
      WHERE captured <> booked_captured OR refunded <> booked_refunded OR differences IS NOT NULL ORDER BY till`;
    expect(viewed).toEqual([{ till: tillAt(2) }, { till: tillAt(4) }]);
  });

  it("reports how far the Zs of a month had been compared with the service at their close", async () => {
    await chain.ledger`ALTER TABLE z_report DISABLE TRIGGER USER`;
    const compared = async (comparison: object | null) => {
      const text = JSON.stringify(comparison);
      await chain.ledger`UPDATE z_report SET data = (data::jsonb || jsonb_build_object('comparison', ${text}::jsonb))::json
        WHERE till = ${tillAt(0)}`;
      const [row] = await chain.ledger<{ month: string }>`
        SELECT to_char(to_at, 'YYYY-MM') AS month FROM z_report WHERE till = ${tillAt(0)}`;
      const { zs, whole, partly } = await ask("differences", { month: row?.month ?? "", shop: shopAt(0, 3) });
      return { zs, whole, partly };
    };
    expect(await compared({ state: "compared", because: null })).toEqual({ zs: 3, whole: 3, partly: 0 });
    expect(await compared({ state: "confirming", because: "the list was not read whole" })).toEqual({
      ...{ zs: 3, whole: 2, partly: 1 },
    });
    expect(await compared({ state: "not_compared", because: "offline" })).toEqual({ zs: 3, whole: 2, partly: 0 });
    expect(await compared(null)).toEqual({ zs: 3, whole: 2, partly: 0 });
    const none = await ask("differences", { month: "2001-01", shop: null });
    expect(none).toEqual({ differing: [], zs: 0, whole: 0, partly: 0 });
    await compared({ state: "compared" });
    await chain.ledger`ALTER TABLE z_report ENABLE TRIGGER USER`;
  });

  it("reports whether the service's list was never, partly or fully read, and when", async () => {
    const readTo = "2026-03-02T10:00:00.000Z";
    const listAt = async (position: object) => {
      await chain.ledger`UPDATE service_list SET position = ${JSON.stringify(position)}::json`;
      return (await ask("requests", { shop: null })).list;
    };
    const nothing = { page: null, head: null, isFilled: false, readTo: null };
    expect(await listAt(nothing)).toEqual({ state: "never", readTo: null });
    expect(await listAt({ ...nothing, page: "p2", head: "t1" })).toEqual({ state: "part", readTo: null });
    expect(await listAt({ page: "p9", head: "t1", isFilled: true, readTo })).toEqual({ state: "whole", readTo });
    // The list is empty, so there was nothing to read.
    expect(await listAt({ ...nothing, page: "p1", readTo })).toEqual({ state: "whole", readTo });
    expect(await listAt({ page: "p3", head: "t1", isFilled: false, readTo })).toEqual({ state: "part", readTo });
    await listAt(nothing);
  });

  it("names the first of many differing payments, and their number", async () => {
    const many = Array.from({ length: MAX_REQUEST_DIFFERENCES + 5 }, (_, at) => ({
      ...{ tid: `many-${at}`, pos_id: "pos-8", pos_tid: `m${at}`, status: "ok" },
      ...{ currency: "NOK", captured: 100, refunded: 0 },
    }));
    await chain.ledger`SELECT put_requests(${JSON.stringify(many)}::json)`;
    const { differing, total } = await ask("requests", { shop: null });
    await chain.ledger`DELETE FROM service_request WHERE tid LIKE 'many-%'`;
    expect(differing).toHaveLength(MAX_REQUEST_DIFFERENCES);
    expect(total).toBeGreaterThanOrEqual(MAX_REQUEST_DIFFERENCES + 5);
  });

  it("exports the Zs of a month as a file without formulas", async () => {
    await chain.ledger`UPDATE till SET shop = '=cmd|calc;"x"' WHERE till = ${tillAt(0)}`;
    const [row] = await chain.ledger<{
      month: string;
    }>`SELECT to_char(to_at, 'YYYY-MM') AS month FROM z_report LIMIT 1`;
    const period = { month: row?.month ?? "", shop: null };
    const reports = await ask("reports", period);
    const { name, content } = await ask("reportsFile", { ...period, locale: "nb-NO" });
    await chain.ledger`UPDATE till SET shop = ${shopAt(0, 3)} WHERE till = ${tillAt(0)}`;
    expect(name).toBe(`z-${period.month}.csv`);
    const lines: Record<string, string>[] = parse(content, { bom: true, columns: true, delimiter: ";" });
    expect(lines).toHaveLength(reports.length);
    expect(lines.find(({ till }) => till === tillAt(0))).toMatchObject({ shop: '\'=cmd|calc;"x"' });
    for (const [at, { till, captured, net }] of reports.entries()) {
      expect(lines[at]).toMatchObject({ till, captured_minor: String(captured), net_minor: String(net) });
      expect(lines[at]?.captured).toBe((captured / 100).toFixed(2).replace(".", ","));
    }
    expect((await ask("reportsFile", { ...period, locale: "en-GB" })).content).toContain("shop,till,z,");
  });

  it("names invalid query parameters", async () => {
    for (const [question, input, field] of [
      ["today", { day: "yesterday" }, "day"],
      ["reports", { month: "2026-13", shop: null }, "month"],
      ["find", { text: "", day: null, shop: null }, "text"],
      ...["2026-02-30", "0000-01-01", "0001-01-03", "99999-01-01", "9999-12-31", "\0"].flatMap((day) => [
        ["today", { day }, "day"] as const,
        ["find", { text: "x", day, shop: null }, "day"] as const,
      ]),
      ...["0000-01", "9999-12", "2026-00", "\0"].flatMap((month) => [
        ["reports", { month, shop: null }, "month"] as const,
        ["differences", { month, shop: null }, "month"] as const,
        ["reportsFile", { month, shop: null, locale: "en-GB" }, "month"] as const,
      ]),
      ["find", { text: "a\0b", day: null, shop: null }, "text"],
      ["find", { text: "a", day: null, shop: "\0" }, "shop"],
      ["payment", { till: "\0", posTid: "x" }, "till"],
      ["payment", { till: "x", posTid: "\0" }, "posTid"],
      ["reports", { month: "2026-03", shop: "\0" }, "shop"],
      ["reportsFile", { month: "2026-03", shop: null, locale: "\0" }, "locale"],
      ["requests", { shop: "\0" }, "shop"],
    ] as const) {
      const answer = await post(question, input);
      expect(answer.status, `${question} ${JSON.stringify(input)}`).toBe(400);
      expect(await answer.json(), question).toMatchObject({
        ok: false,
        error: {
          code: "invalid_input",
          details: { fields: [{ field, expected: expect.stringContaining("expected") }] },
        },
      });
    }
  });

  it("responds to every query or names its error, and no input stops the ledger", async () => {
    const digits = fc.bigInt({ min: 0n, max: 10n ** 40n }).map(String);
    const anyText = fc.string({ unit: "binary" });
    const text = fc.oneof(
      anyText,
      anyText.map((one) => `${one}\0`),
      digits,
      fc.double().map(String),
    );
    const year = fc.integer({ min: 0, max: 9999 }).map((one) => String(one).padStart(4, "0"));
    const day = fc.oneof(fc.constant(null), fc.constantFrom("0000-01-01", "0001-01-01", "9999-12-31"), text);
    const month = fc.oneof(
      text,
      year.map((one) => `${one}-06`),
    );
    const question = fc.oneof(
      fc.tuple(fc.constant("today"), fc.record({ day })),
      fc.tuple(fc.constant("find"), fc.record({ text, day, shop: fc.option(text) })),
      fc.tuple(fc.constant("payment"), fc.record({ till: text, posTid: text })),
      fc.tuple(fc.constantFrom("reports", "differences"), fc.record({ month, shop: fc.option(text) })),
      fc.tuple(fc.constant("requests"), fc.record({ shop: fc.option(text) })),
    );
    await fc.assert(
      fc.asyncProperty(question, async ([name, input]) => {
        const answer = await post(name, input);
        expect([answer.status, JSON.stringify(input)]).toEqual([expect.toBeOneOf([200, 400]), expect.anything()]);
        await answer.body?.cancel();
      }),
      { numRuns: 80 },
    );
  });
});

describe("office access", () => {
  it("is open only to the token from the office's own address", async () => {
    const { host } = new URL(chain.url);
    const own = { host, authorization: `Bearer ${tokenOf(chain.url)}`, "content-type": "application/json" };
    expect(await statusOf(chain.url, "/office/tills", own)).toBe(200);
    for (const [headers, status] of [
      [{ ...own, authorization: "Bearer wrong" }, 401],
      [{ host, "content-type": "application/json" }, 401],
      [{ ...own, host: "evil.example" }, 403],
      [{ ...own, origin: "https://evil.example" }, 403],
      [{ ...own, "sec-fetch-site": "cross-site" }, 403],
    ] as const) {
      expect(await statusOf(chain.url, "/office/tills", headers), JSON.stringify(headers)).toBe(status);
    }
    expect(await statusOf(chain.url, "/office/drop", own)).toBe(404);
    expect(await statusOf(chain.url, "/", { host }, "GET")).toBe(200);
    for (const path of ["/index.html", "/customer.html", "/../main/office.js", "/licences.json"])
      expect([403, 404], path).toContain(await statusOf(chain.url, path, { host }, "GET"));
  });

  it("requires the proxy's token and address when a proxy is configured", async () => {
    const token = "a-token-of-the-proxy-of-32-characters-or-more";
    const proxy = { origin: "https://office.example", token };
    const pages = resolve("out/renderer");
    const office = await startOfficeServer({ ledger: chain.ledger, port: 0, proxy, pages, say: () => undefined });
    const at = `http://127.0.0.1:${office.port}/`;
    const sent = { host: "office.example", authorization: `Bearer ${token}`, "content-type": "application/json" };
    const statuses = await Promise.all(
      [
        sent,
        { ...sent, origin: "https://office.example" },
        { ...sent, origin: `http://127.0.0.1:${office.port}` },
        { ...sent, origin: "http://office.example" },
        { ...sent, host: "other.example" },
        { ...sent, authorization: "Basic eDp5" },
      ].map((headers) => statusOf(at, "/office/tills", headers)),
    );
    await office.close();
    expect(office.url).toBe("https://office.example/");
    expect(statuses).toEqual([200, 200, 403, 403, 403, 401]);
  });

  it("reads as ledger_reader in read-only transactions for every user", async () => {
    const { ledger } = chain;
    const [as] = await ledger.read(
      (sql) => sql`SELECT current_user AS who, current_setting('transaction_read_only') AS only`,
    );
    expect(as).toEqual({ who: "ledger_reader", only: "on" });
    await expect(ledger.read((sql) => sql`UPDATE till SET shop = 'x'`)).rejects.toThrow(/denied|read-only/);
    await expect(ledger.read((sql) => sql`CREATE TEMPORARY TABLE x ()`)).rejects.toThrow(/denied|read-only/);
  });

  it("names an unreachable or unreadable database and exits", async () => {
    await expect(startOffice(["--url", "postgres://a:secret@127.0.0.1:1/l"])).rejects.toThrow(
      /ended with 1: .*ECONNREFUSED/,
    );
    await expect(startOffice(["--url", "postgres://a@db.example/l?sslmode=disable"])).rejects.toThrow(
      /ended with 2: --url: expected TLS/,
    );
    await expect(startOffice(["--url", chain.databaseUrl, "--port", "99999"])).rejects.toThrow(/--port: expected 0 to/);
    await expect(startOffice(["--url", chain.databaseUrl, "--token-file", "none"])).rejects.toThrow(
      /--public-url: required with --token-file/,
    );
  });
});
