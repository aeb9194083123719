/** An unreadable response affects one payment, or the list: everything else continues. */
import { createServer, request as forward } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { closeDatabase, openDatabase } from "../../../main/storage/database/database.ts";
import { RESTORED_AT, settingStore } from "../../../main/storage/database/settings.ts";
import { fastClock } from "../../support/fast-clock.ts";
import { merchantClient } from "../../support/sandbox.ts";
import { CUSTOMER, createTestTill } from "../../support/test-till.ts";

/** A proxy before the service that returns a test's own JSON by path. */
async function overridingProxy() {
  const says = {
    answer: (_path: string): object | null => null,
    fails: (_path: string): number | null => null,
    asked: [] as string[],
    /** The service's port */
    upstream: 0,
  };
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    says.asked.push(`${request.method} ${path}`);
    const own = request.method === "GET" ? says.answer(path) : null;
    const status = says.fails(path);
    if (status !== null) {
      request.resume();
      response.writeHead(status).end();
      return;
    }
    if (own !== null) {
      request.resume();
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(own));
      return;
    }
    const { method, headers } = request;
    const onward = forward({ host: "127.0.0.1", port: says.upstream, path, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    says,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function shop(clock = fastClock(5)) {
  await using opened = new AsyncDisposableStack();
  const service = opened.use(await overridingProxy());
  const compared = { told: Promise.withResolvers<void>() };
  const write = (line: string) => line.includes("all payments were reconciled") && compared.told.resolve();
  const world = opened.use(
    await createTestTill({
      clock,
      callbacks: false,
      log: { write },
      service: { baseUrl: service.url },
      onService: (port) => {
        service.says.upstream = port;
      },
      provisioning: { polling: { activeMs: 500, idleMs: 600_000 } },
    }),
  );
  await world.asManager();
  const resources = opened.move();
  return {
    world,
    says: service.says,
    compared: compared.told.promise,
    /** The database is in the state of an older backup: later events are unknown. */
    restore: () =>
      world.restart((path) => {
        const database = openDatabase(path);
        settingStore(database).set(RESTORED_AT, 1);
        closeDatabase(database);
      }),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

const feeOfTenAndAHalf = (posTid: string, tid: string | null) => ({
  currency: "NOK",
  amount: 10_000,
  captures: [{ id: null, amount: 10_000 }],
  refunds: [],
  status: "ok",
  pos_id: "counter-1",
  pos_tid: posTid,
  tid,
  transaction_fee: 10.5,
});

describe("a restored till", () => {
  it("refunds and closes while one payment with an unreadable response needs an operator", async () => {
    await using set = await shop();
    const { world, says } = set;
    const broken = await world.pay("SALE", 10_000);
    const fine = await world.pay("SALE", 500);
    says.answer = (path) =>
      path.includes(`/${broken.tid}/outcome/`) ? feeOfTenAndAHalf(broken.posTid, broken.tid) : null;
    await set.restore();
    await set.compared;
    await world.asManager();
    await world.must("payment.refund", { posTid: fine.posTid, amount: 100, reason: "broken" });
    await world.waitForPhase(fine.posTid, "partly_refunded");
    const shown = await world.must("payment.get", { posTid: broken.posTid });
    expect(shown).toMatchObject({ phase: "attention", attention: expect.stringContaining("cannot be read") });
    const { blockers, unresolved } = await world.must("report.preview", {});
    expect(blockers).toEqual([]);
    expect(unresolved.filter(({ kind }) => kind === "difference")).toMatchObject([
      { number: broken.number, difference: { kind: "unreadable", there: null } },
    ]);
    const decisions = unresolved.map(({ subject }) => ({ subject, decision: "carry_over" as const }));
    const z = await world.must("report.z", { decisions });
    expect(z).toMatchObject({ captured: 10_500, refunded: 100, comparison: { state: "compared" } });
    expect(z.decisions.map(({ number }) => number)).toContain(broken.number);

    says.answer = () => null;
    expect(await world.must("report.z", {})).toMatchObject({ reconciliation: { differences: 0 } });
    await world.waitForPhase(broken.posTid, "captured");
  });

  it("refunds and closes when the list has another shape", async () => {
    await using set = await shop(fastClock(50));
    const { world, says } = set;
    const sale = await world.pay("SALE", 10_000);
    says.answer = (path) => (/\/payment_request\/(\?|$)/.test(path) ? { elements: [] } : null);
    await set.restore();
    await set.compared;
    await world.asManager();
    await world.must("payment.refund", { posTid: sale.posTid, amount: 100, reason: "broken" });
    await world.waitForPhase(sale.posTid, "partly_refunded");
    const z = await world.must("report.z", {});
    expect(z).toMatchObject({
      refunded: 100,
      comparison: { state: "compared" },
      reconciliation: { list: "partly_read" },
    });
  });
});

describe("a list of the service", () => {
  it.each([
    ["that never ends", (page: number) => `/merchant/v1/payment_request/?cursor=${page + 1}`],
    ["with circular paging", (page: number) => `/merchant/v1/payment_request/?cursor=${(page + 1) % 3}`],
  ])("%s is skipped at a close, within the rate limit", async (_how, next) => {
    const clock = fastClock(2);
    await using set = await shop(clock);
    const { world, says } = set;
    await world.pay("SALE", 10_000);
    says.answer = (path) => {
      const page = /\/payment_request\/(?:\?cursor=(\d+))?$/.exec(path);
      return page && { uris: [], next: next(Number(page[1] ?? 0)) };
    };
    says.asked.length = 0;
    const began = clock.monotonic();
    const z = await world.must("report.z", {});
    expect(clock.monotonic() - began).toBeLessThan(10_000);
    expect(z).toMatchObject({ comparison: { state: "compared" }, reconciliation: { list: "partly_read" } });
    // Twenty at once, ten a second for five seconds, and one in flight.
    expect(says.asked.length).toBeLessThanOrEqual(72);
  });
});

describe("a list that was read before", () => {
  const isList = (path: string) => /\/payment_request\/(\?|$)/.test(path);

  /** A till that read the list at its last close, and a later request under its name that it never made. */
  async function shopWithUnknownRequest() {
    await using opened = new AsyncDisposableStack();
    const set = opened.use(await shop(fastClock(2)));
    const { world } = set;
    await world.pay("SALE", 10_000);
    expect(await world.must("report.z", {})).toMatchObject({ reconciliation: { list: "read" } });
    const otherClient = merchantClient(world.sandbox.provision());
    const body = { action: "SALE", allow_credit: true, amount: 5000, currency: "NOK", customer: CUSTOMER };
    const lost = { ...body, pos_id: "counter-1", pos_tid: "lost-1" };
    const made = await otherClient.post("/payment_request/", lost, { now: world.sandbox.clock.now() });
    await world.phone.approve(made.body.id);
    const resources = opened.move();
    return { ...set, tid: String(made.body.id), [Symbol.asyncDispose]: () => resources.disposeAsync() };
  }

  /** Invalid list responses, and how to return them a number of times. */
  const WRONG: [string, (says: Awaited<ReturnType<typeof overridingProxy>>["says"], times: number) => void][] = [
    [
      "is not there",
      (says, times) => {
        let left = times;
        says.fails = (path) => (isList(path) && left-- > 0 ? 404 : null);
      },
    ],
    [
      "is empty",
      (says, times) => {
        let left = times;
        says.answer = (path) => (isList(path) && left-- > 0 ? { uris: [], next: null } : null);
      },
    ],
  ];

  async function findsIt(world: Awaited<ReturnType<typeof createTestTill>>, tid: string): Promise<void> {
    expect(await world.call("report.z", {})).toMatchObject({ ok: false, error: { code: "illegal_state" } });
    const { unresolved, reconciliation } = await world.must("report.preview", {});
    expect(unresolved).toMatchObject([{ kind: "difference", difference: { kind: "missing_here", tid } }]);
    expect(reconciliation).toMatchObject({ list: "read" });
  }

  it.each(WRONG)("and %s once is requested again", async (_what, say) => {
    await using set = await shopWithUnknownRequest();
    say(set.says, 1);
    await findsIt(set.world, set.tid);
  });

  it.each(WRONG)(
    "and %s throughout a close counts as unread: the Z states it, and the next close finds it",
    async (_what, say) => {
      await using set = await shopWithUnknownRequest();
      say(set.says, 1000);
      expect(await set.world.must("report.z", {})).toMatchObject({
        comparison: { state: "compared", becauseReason: { code: "compare_list_unread" } },
        reconciliation: { list: "partly_read" },
      });
      say(set.says, 0);
      await findsIt(set.world, set.tid);
    },
  );

  it.each(WRONG)("and %s once after a restore is requested again before the till continues", async (_what, say) => {
    await using set = await shopWithUnknownRequest();
    say(set.says, 1);
    await set.restore();
    await set.compared;
    await set.world.asManager();
    const { unresolved } = await set.world.must("report.preview", {});
    expect(unresolved).toMatchObject([{ kind: "difference", difference: { kind: "missing_here", tid: set.tid } }]);
  });
});

describe("one request of another till on the list", () => {
  const isOutcomeOf = (path: string, tid: string) => path.includes(`/${tid}/outcome/`);

  it.each([
    ["fails at the service", 500],
    ["is forbidden", 403],
    ["cannot be read", null],
  ])(
    "that %s does not prevent the others from being read, and the Z states it until it is readable",
    async (_how, status) => {
      await using set = await shop(fastClock(2));
      const { world, says } = set;
      const otherClient = merchantClient(world.sandbox.provision());
      const now = () => ({ now: world.sandbox.clock.now() });
      await otherClient.post("/pos/", { id: "other", name: "Other", type: "store" }, now());
      const body = { action: "SALE", allow_credit: true, amount: 100, currency: "NOK", customer: CUSTOMER };
      const tids: string[] = [];
      for (let at = 0; at < 4; at += 1) {
        const made = await otherClient.post(
          "/payment_request/",
          { ...body, pos_id: "other", pos_tid: `o-${at}` },
          now(),
        );
        tids.push(String(made.body.id));
      }
      const broken = tids[1] ?? "";
      if (status !== null) says.fails = (path) => (isOutcomeOf(path, broken) ? status : null);
      else says.answer = (path) => (isOutcomeOf(path, broken) ? feeOfTenAndAHalf("o-1", broken) : null);
      const known = () => world.database.prepare("SELECT count(*) FROM foreign_tid").pluck().get();
      await world.pay("SALE", 10_000);
      const unread = {
        comparison: { state: "compared", becauseReason: { code: "compare_list_unread" } },
        reconciliation: { list: "partly_read" },
      };
      expect(await world.must("report.z", {})).toMatchObject(unread);
      expect(known()).toBe(3);
      says.asked.length = 0;
      expect(await world.must("report.z", {})).toMatchObject(unread);
      // From then on it costs one request and no pause.
      expect(says.asked.filter((path) => isOutcomeOf(path, broken))).toHaveLength(1);

      Object.assign(says, { fails: () => null, answer: () => null });
      expect(await world.must("report.z", {})).toMatchObject({
        comparison: { state: "compared", becauseReason: null },
        reconciliation: { list: "read" },
      });
      expect(known()).toBe(4);
    },
  );
});
