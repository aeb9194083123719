/** Row 11: drains a queue of 500 after an outage, while a user starts new sales. */
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { operations } from "../../../main/payments/queue/operations.ts";
import { makeId } from "../../../sandbox/state/tokens.ts";
import { figureOf, percentileOf, type Row } from "../row.ts";
import { CUSTOMER, inTill, openShop, type Shop, sale, seen, sentNext } from "../shop.ts";

const QUEUED = 500;
/** The rate of a service for fast tills: at ten per second, 500 take a minute. */
const FAST = 100;
/** For work of several requests each; five times the default rate. */
const QUICK = 50;
const ROUNDS = 2;
/** The default rate. */
const USUAL = 10;
const SALES = 8;

export const row: Row = {
  number: 11,
  name: "drain",
  what: "a queue of 500 after an outage, against the configured rate; and a sale started meanwhile",
  bound: "the configured rate; a sale by two commits and one signature",
  async measure() {
    const rates: Drained[] = [];
    const releases: Drained[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await using shop = await openShop(FAST);
      rates.push(await drainCreations(shop));
      if (round > 0) continue;
      await shop.restart(QUICK);
      releases.push(await drainReleases(shop));
    }
    await using shop = await openShop(USUAL);
    const waits = await salesDuringDrain(shop);
    const goal = (name: string, what: string, atLeast: number) => ({ name, what, atLeast, unit: "ratio" }) as const;
    return [
      figureOf(
        goal("drain", "500 offline sales sent, vs the rate", 0.9),
        rates.map(({ operations }) => operations / FAST),
        `${rates.map(({ operations }) => operations.toFixed(1)).join(", ")} operations a second of ${FAST} requests`,
      ),
      figureOf(
        goal("drain.releases", "requests during 500 releases, vs the rate", 0.9),
        releases.map(({ requests }) => requests / QUICK),
        releases
          .map(
            ({ requests, operations }) =>
              `${requests.toFixed(1)} requests per second of ${QUICK}, ${operations.toFixed(1)} of them releases`,
          )
          .join(", "),
      ),
      figureOf(
        { name: "drain.sale", what: "Charge to request sent, at 10/s", atMost: 100, unit: "ms" },
        waits,
        `longest of ${waits.length}: ${Math.max(...waits).toFixed(1)} ms; p95 ${percentileOf(waits, 0.95).toFixed(1)} ms`,
      ),
    ];
  },
};

/** Requests sent per second, from the first of the 500 to the last. */
interface Drained {
  operations: number;
  /** Including other requests in that time, as counted by the rate */
  requests: number;
}

async function drainCreations(shop: Shop): Promise<Drained> {
  const back = await shop.outage();
  queueSales(shop);
  const from = shop.sent.requests.length;
  await back();
  return drained(shop, from, /^POST \/payment_request/);
}

async function drainReleases(shop: Shop): Promise<Drained> {
  const back = await shop.outage();
  pileUpReleases(shop);
  const from = shop.sent.requests.length;
  await back();
  return drained(shop, from, /^PUT \/payment_request/);
}

async function depthOf({ till }: Shop): Promise<number> {
  return (await till.must("terminal.get", {})).queue.depth;
}

/** Waits until the queue is empty. */
async function drained(shop: Shop, from: number, kind: RegExp): Promise<Drained> {
  const counted = () => shop.sent.requests.slice(from).filter(({ what }) => kind.test(what));
  while (counted().length < QUEUED || (await depthOf(shop)) > 0)
    await new Promise((resolve) => setTimeout(resolve, 50));
  const all = counted();
  const [first, last] = [all[0]?.at ?? 0, all.at(-1)?.at ?? 0];
  const between = shop.sent.requests.filter(({ at }) => at >= first && at <= last);
  const aSecond = (many: number) => (many * 1000) / (last - first);
  return { operations: aSecond(all.length), requests: aSecond(rateUnits(between.map(({ what }) => what))) };
}

/** Returns the requests weighted by the rate: a first poll before any change counts as half. */
function rateUnits(requests: readonly string[]): number {
  const changed = new Set<string>();
  let count = 0;
  for (const what of requests) {
    const [method, path = ""] = what.replace("/outcome", "").split(" ");
    if (method === "PUT") changed.add(path);
    count += method === "GET" && !changed.has(path) ? 0.5 : 1;
  }
  return count;
}

/** Creates reservations at the service, and a queued release for each. */
function pileUpReleases({ data, sandboxData }: Shop): void {
  const service = new SQLite(join(sandboxData, "sandbox.db"));
  const at = Date.now() - 60_000;
  const merchant = service.prepare("SELECT id FROM merchant LIMIT 1").pluck().get();
  const pos = service.prepare("SELECT id FROM pos LIMIT 1").pluck().get();
  const reserve = service.prepare(
    `INSERT INTO payment (tid, merchant_id, pos_id, pos_tid, request, customer, action, currency, amount,
       additional_amount, additional_edit, status, status_code, created_at, accepted_at, modified_at, expires_at)
     VALUES (@tid, @merchant, @pos, @posTid, '{}', @customer, 'AUTH', 'NOK', 500, 0, 0, 'auth', 3008, @at, @at, @at, @until)`,
  );
  const tids = Array.from({ length: QUEUED }, () => makeId());
  service.transaction(() => {
    for (const [index, tid] of tids.entries())
      reserve.run({ tid, merchant, pos, posTid: `held-${index}`, customer: CUSTOMER, at, until: at + 86_400_000 });
  })();
  service.close();
  inTill(data, (database) => {
    const insert = database.prepare(
      `INSERT INTO payment (pos_tid, sequence, number, action, currency, amount, additional_amount, additional_edit, tid, phase, created_at, modified_at)
       VALUES (?, ?, ?, 'AUTH', 'NOK', 500, 0, 0, ?, 'authorised', ?, ?)`,
    );
    const queue = operations(database);
    for (const [index, tid] of tids.entries()) {
      const posTid = `held-${index}`;
      insert.run(posTid, 1_000_000 + index, `HELD-${index}`, tid, at, at);
      queue.enqueue({ id: `op-${index}`, posTid, kind: "release", body: Buffer.from('{"action":"RELEASE"}') }, at);
    }
  });
}

/** Creates sales taken while the service was unavailable. */
function queueSales({ data, sandboxData }: Shop): void {
  const service = new SQLite(join(sandboxData, "sandbox.db"), { readonly: true });
  const pos = service.prepare("SELECT id FROM pos LIMIT 1").pluck().get();
  service.close();
  const at = Date.now() - 60_000;
  const body = { action: "SALE", allow_credit: true, amount: 500, currency: "NOK", customer: CUSTOMER, pos_id: pos };
  inTill(data, (database) => {
    const insert = database.prepare(
      `INSERT INTO payment (pos_tid, sequence, number, action, currency, amount, additional_amount, additional_edit, phase, taken_offline, created_at, modified_at)
       VALUES (?, ?, ?, 'SALE', 'NOK', 500, 0, 0, 'queued', 1, ?, ?)`,
    );
    const queue = operations(database);
    for (let index = 0; index < QUEUED; index += 1) {
      const posTid = `sale-${index}`;
      insert.run(posTid, 2_000_000 + index, `SALE-${index}`, at, at);
      const bytes = Buffer.from(JSON.stringify({ ...body, pos_tid: posTid }));
      queue.enqueue({ id: `create-${index}`, posTid, kind: "create", body: bytes }, at);
    }
  });
}

/** @returns ms from each command until its request is sent */
async function salesDuringDrain(shop: Shop): Promise<number[]> {
  const { till, sent } = shop;
  const back = await shop.outage();
  pileUpReleases(shop);
  const from = sent.requests.length;
  await back();
  await seen(sent, from, 40);
  const waits: number[] = [];
  for (let one = 0; one < SALES; one += 1) {
    const next = sentNext(sent, /^POST \/payment_request/);
    const pressed = performance.now();
    await till.must("payment.start", sale);
    waits.push((await next) - pressed);
    await seen(sent, sent.requests.length, 10);
  }
  return waits;
}
