/** One reading of the service's list for all tills: owners, differences, and what a close then reads. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ServiceQueryError } from "../../../contract/accounting/service-reader.ts";
import { initLedger, type Ledger, openLedger } from "../../../ledger/database.ts";
import { reconcile, requestText } from "../../../ledger/reconcile.ts";
import { readReport } from "../../../ledger/report.ts";
import { createReader, type ServiceReader } from "../../../ledger/service-reader.ts";
import { addTill } from "../../../ledger/tills.ts";
import { chainReadingThrough } from "../../../main/accounting/reconciliation/chain-reading.ts";
import { systemClock } from "../../../main/lib/clock.ts";
import { holdSecret } from "../../../main/lib/secret.ts";
import { serviceReader } from "../../../main/operations/maintenance/read-service.ts";
import { createApiClient } from "../../../main/service/api/client.ts";
import type { RequestKind } from "../../../sandbox/faults.ts";
import type { Sandbox } from "../../../sandbox/service.ts";
import { fastClock } from "../../support/fast-clock.ts";
import { startPostgres, type TestPostgres } from "../../support/postgres.ts";
import { createdId, KARI, type MerchantClient, merchantClient, phone } from "../../support/sandbox.ts";
import { createTestTill, type TestTill } from "../../support/test-till.ts";

let server: TestPostgres;

beforeAll(async () => {
  server = await startPostgres();
});

afterAll(() => server[Symbol.asyncDispose]());

/** Empties the database. Roles belong to the server and are dropped, too. */
const EMPTIED = `DROP SCHEMA public CASCADE; CREATE SCHEMA public;
  DO $$ DECLARE tills text; BEGIN
    FOR tills IN SELECT rolname FROM pg_roles WHERE rolname LIKE 'till\\_%' LOOP
      EXECUTE format('DROP OWNED BY %I; DROP ROLE %I', tills, tills);
    END LOOP;
  END $$`;

interface Chain extends AsyncDisposable {
  till: TestTill;
  ledger: Ledger;
  reader: ServiceReader;
  elsewhere: MerchantClient;
  /** Requests of the reader to the service */
  asked: { page: number; outcome: string[] };
  clock: ReturnType<typeof fastClock>;
}

/** Creates a till and a service whose list others fill as well. */
async function chain(sandbox: Partial<Sandbox["settings"]> = {}): Promise<Chain> {
  await using opened = new AsyncDisposableStack();
  const ledger = openLedger(server.url, null);
  opened.defer(() => ledger.end());
  await ledger.run(EMPTIED);
  await initLedger(ledger);
  const added = { shop: null, replaces: null, renew: true };
  const url = await addTill(ledger, { ...added, id: "kasse", renew: false }, server.url);
  await addTill(ledger, { ...added, id: "counter-2", renew: false }, server.url);
  const clock = fastClock(1);
  const till = opened.use(
    await createTestTill({
      clock,
      callbacks: false,
      sandbox: { pageSize: 10, ...sandbox },
      provisioning: { ledger: { url, till: "kasse" }, polling: { activeMs: 200, idleMs: 600_000 } },
    }),
  );
  await till.asManager();
  const credentials = till.sandbox.provision();
  const api = createApiClient({
    service: { ...credentials, integrator: null },
    credentials: { scheme: "SECRET", secret: holdSecret(credentials.secret) },
    clock: systemClock,
    rate: 1000,
  });
  opened.defer(() => api.close());
  const asked: Chain["asked"] = { page: 0, outcome: [] };
  const answer = serviceReader(api, systemClock);
  const reader = createReader((question) => {
    if (question.ask === "page") asked.page += 1;
    if (question.ask === "outcome") asked.outcome.push(question.tid);
    return answer(question);
  });
  const otherClient = merchantClient(credentials);
  for (const id of ["counter-2", "counter-9"]) await otherClient.post("/pos/", { id, name: id, type: "store" });
  const resources = opened.move();
  return {
    till,
    ledger,
    reader,
    elsewhere: otherClient,
    asked,
    clock,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

let made = 0;

async function requestAt({ elsewhere }: Chain, posId: string): Promise<string> {
  const body = { action: "SALE", allow_credit: true, amount: 500, currency: "NOK", customer: KARI };
  return createdId(
    await elsewhere.post("/payment_request/", { ...body, pos_id: posId, pos_tid: `${posId}-other-${++made}` }),
  );
}

/** Creates requests of another till and leaves them waiting. */
async function requestsAt(world: Chain, posId: string, count: number): Promise<string[]> {
  const tids: string[] = [];
  for (let left = count; left > 0; left -= 1) tids.push(await requestAt(world, posId));
  return tids;
}

async function paidAt(world: Chain, posId: string): Promise<string> {
  const tid = await requestAt(world, posId);
  await phone(world.till.sandbox).approve(tid);
  await world.elsewhere.put(`/payment_request/${tid}/`, {
    action: "CAPTURE",
    capture_id: `c-${tid}`,
    amount: 500,
    additional_amount: 0,
    currency: "NOK",
  });
  return tid;
}

/** Records the till's requests to the service from now on. */
function recordRequests({ till: { sandbox } }: Chain): RequestKind[] {
  const kinds: RequestKind[] = [];
  const { faults } = sandbox;
  const strike = faults.strike;
  faults.strike = (kind) => {
    kinds.push(kind);
    return strike(kind);
  };
  return kinds;
}

/** Resolves when the ledger has everything that the till has now. */
async function allSent({ till, ledger }: Chain): Promise<void> {
  const last = (table: string) =>
    Number(till.database.prepare(`SELECT coalesce(max(sequence), 0) FROM ${table}`).pluck().get());
  const wanted = [last("journal"), last("booking")];
  await expect
    .poll(async () => {
      const [row] = await ledger<{ n: number; b: number }>`
        SELECT last_number::int AS n, last_booking::int AS b FROM till WHERE till = 'kasse'`;
      return row !== undefined && row.n >= (wanted[0] ?? 0) && row.b >= (wanted[1] ?? 0);
    })
    .toBe(true);
}

/** Resolves when the till has applied what the ledger has read. */
async function allApplied({ till, ledger, clock }: Chain): Promise<void> {
  const [row] = await ledger<{ last: number }>`
    SELECT coalesce(max(number), 0)::int AS last FROM service_request WHERE till = 'kasse'`;
  clock.pass(60_000);
  await expect.poll(() => chainReadingThrough(till.database)).toBe(row?.last);
}

const now = () => Date.now();

describe.each([{ newestFirst: false }, { newestFirst: true }])("a list that is read for all tills %o", (order) => {
  it("is not read by a till, whose close requests only its own payments and new ones", async () => {
    await using world = await chain(order);
    await requestsAt(world, "counter-2", 60);
    const own = await world.till.pay("SALE", 10_000);
    await requestsAt(world, "counter-2", 35);
    await allSent(world);
    const progress: { added: number }[] = [];
    const first = await reconcile(world.ledger, world.reader, now, {
      ...AT_ONCE,
      onProgress: (counts) => progress.push({ ...counts }),
    });
    expect([progress.length > first.pages, progress.at(-1)?.added]).toEqual([true, first.added]);
    expect(first).toMatchObject({ list: "read", pages: 10, added: 96, differences: [] });
    const whose =
      await world.ledger`SELECT till, count(*)::int AS requests FROM service_request GROUP BY till ORDER BY till`;
    expect(whose).toEqual([
      { till: "counter-2", requests: 95 },
      { till: "kasse", requests: 1 },
    ]);

    await allApplied(world);
    const asked = recordRequests(world);
    const z = await world.till.must("report.z", {});
    expect(z).toMatchObject({
      captured: own.amount,
      comparison: { state: "compared", because: null },
      reconciliation: { list: "read", differences: 0 },
    });
    // The first page, the page where the reading resumes, and the payment itself.
    expect(asked.filter((kind) => kind === "PAYMENT").length).toBeLessThanOrEqual(2);
    expect(asked.filter((kind) => kind === "OUTCOME").length).toBeLessThanOrEqual(2);

    // Finished requests are polled once; waiting ones are polled each time.
    const outcomes = world.asked.outcome.length;
    await requestsAt(world, "counter-2", 3);
    const pages = world.asked.page;
    const second = await reconcile(world.ledger, world.reader, now, AT_ONCE);
    expect(second).toMatchObject({ list: "read", added: 3 });
    expect(world.asked.page - pages).toBeLessThanOrEqual(3);
    expect(world.asked.outcome.slice(outcomes)).not.toContain(own.tid);
  });
});

/** No till is sending. */
const AT_ONCE = { pause: async () => undefined };

describe("a difference", () => {
  it("is named for unknown payments, unreported payments and other amounts, and the till finds its own at its close", async () => {
    await using world = await chain();
    const refunded = await world.till.pay("SALE", 10_000);
    await world.till.pay("SALE", 700);
    const unassigned = await paidAt(world, "counter-9");
    const missing = await paidAt(world, "counter-1");
    await requestAt(world, "counter-9");
    await allSent(world);
    const refund = { action: "REFUND", refund_id: "portal", amount: 100, additional_amount: 0, currency: "NOK" };
    expect((await world.elsewhere.put(`/payment_request/${refunded.tid}/`, refund)).status).toBe(204);

    const { differences } = await reconcile(world.ledger, world.reader, now, AT_ONCE);
    expect(differences.map(({ tid, difference, till }) => [tid, difference, till]).sort()).toEqual(
      [
        [refunded.tid, "amounts", "kasse"],
        [missing, "missing_here", "kasse"],
        [unassigned, "nobodys", null],
      ].sort(),
    );
    expect(differences).toContainEqual(
      expect.objectContaining({ tid: refunded.tid, captured: 10_000, refunded: 100, toldRefunded: 0 }),
    );
    const since = differences.map((one) => one.since);

    await allApplied(world);
    await world.till.must("report.reconcile", {});
    await expect.poll(async () => (await world.till.must("report.reconciliation", {})).state).toBe("done");
    const { found } = await world.till.must("report.reconciliation", {});
    expect(found.map(({ kind, tid }) => [kind, tid])).toContainEqual(["missing_here", missing]);

    // Differences stay listed since their discovery and end automatically: the till has booked the refund by now.
    await allSent(world);
    const again = await reconcile(world.ledger, world.reader, now, AT_ONCE);
    expect(again.differences.map(({ tid }) => tid).sort()).toEqual([missing, unassigned].sort());
    expect(since).toContain(again.differences[0]?.since);
  });
});

/** A till's report of a captured payment of 5.00 that the service never had. */
const INVENTED = {
  ...{
    pos_tid: "K9-0001-x",
    number: "K9-0001",
    tid: "never-there",
    action: "SALE",
    currency: "NOK",
    phase: "captured",
  },
  ...{ amount: 500, additional_amount: 0, captured_total: 500, captured_additional: 0, refunded_total: 0, reserved: 0 },
  ...{ unlisted: false, created_at: "2026-03-02T10:00:00Z", modified_at: "2026-03-02T10:00:00Z", change: 1 },
};

describe("a payment that a till has reported", () => {
  it("is named as missing for as long as the service does not know the payment", async () => {
    await using world = await chain();
    await world.ledger`SELECT put_payments('counter-2', ${JSON.stringify([INVENTED])})`;
    const own = await world.till.pay("SALE", 10_000);
    await allSent(world);
    // Both are requested twice in a row, and once more at the end of the reading.
    world.till.sandbox.faults.refuse("OUTCOME", 404, 8);
    const { differences } = await reconcile(world.ledger, world.reader, now, AT_ONCE);
    const named = differences.map(({ tid, difference, till, toldCaptured }) => [tid, difference, till, toldCaptured]);
    expect(named.sort()).toEqual(
      [
        [own.tid, "missing_at_service", "kasse", 10_000],
        ["never-there", "missing_at_service", "counter-2", 500],
      ].sort(),
    );
    expect(differences.map(requestText).join()).toContain("K9-0001 of counter-2: unknown to the service");
    expect(await readReport(world.ledger, null)).toMatchObject({ requests: differences });
    const again = await reconcile(world.ledger, world.reader, now, AT_ONCE);
    expect(again.differences.map(({ tid }) => tid)).toEqual(["never-there"]);
    expect(again).toMatchObject({ added: 0 });
  });

  it("is not named as missing when newer than the list, or when the service failed to find the payment only once", async () => {
    await using world = await chain();
    const young: string[] = [];
    const reader: ServiceReader = {
      ...world.reader,
      async page(page) {
        const answer = await world.reader.page(page);
        const { tid } = await world.till.pay("SALE", 700);
        young.push(tid ?? "");
        await allSent(world);
        // Another till reported the payment as well, as a copy does: it is requested once.
        await world.ledger`SELECT put_payments('counter-2', ${JSON.stringify([{ ...INVENTED, tid }])})`;
        world.till.sandbox.faults.refuse("OUTCOME", 404, 1);
        return answer;
      },
    };
    expect(await reconcile(world.ledger, reader, now, AT_ONCE)).toMatchObject({
      list: "read",
      added: 1,
      differences: [],
    });
    expect(await world.ledger`SELECT tid, till FROM service_request`).toEqual([{ tid: young[0], till: "kasse" }]);
    expect(world.asked.outcome).toEqual([young[0], young[0]]);
  });

  it("shows no difference when the till reports a change within seconds of the service", async () => {
    await using world = await chain();
    const { tid } = await world.till.pay("SALE", 10_000);
    await allSent(world);
    const refund = { action: "REFUND", refund_id: "portal", amount: 100, additional_amount: 0, currency: "NOK" };
    expect((await world.elsewhere.put(`/payment_request/${tid}/`, refund)).status).toBe(204);
    let pauses = 0;
    const found = await reconcile(world.ledger, world.reader, now, {
      async pause() {
        pauses += 1;
        await world.till.must("report.reconcile", {});
        await expect.poll(async () => (await world.till.must("report.reconciliation", {})).state).toBe("done");
        await allSent(world);
      },
    });
    expect([found.differences, pauses]).toEqual([[], 1]);
  });
});

describe("an interrupted reading", () => {
  it("resumes at its position and requests nothing known twice", async () => {
    await using world = await chain();
    const tids = [];
    for (let left = 25; left > 0; left -= 1) tids.push(await paidAt(world, "counter-9"));
    let answers = 15;
    const gone: ServiceQueryError = { ok: false, because: "unanswered", detail: "for the test" };
    const failingClient: ServiceReader = {
      ...world.reader,
      page: (page) => (answers < 0 ? Promise.resolve(gone) : world.reader.page(page)),
      outcome: (tid) => (--answers < 0 ? Promise.resolve(gone) : world.reader.outcome(tid)),
    };
    await expect(reconcile(world.ledger, failingClient, now, AT_ONCE)).rejects.toThrow("does not answer");
    const known = await world.ledger`SELECT tid FROM service_request`;
    expect(known).toHaveLength(10);
    await reconcile(world.ledger, world.reader, now, AT_ONCE);
    expect(await world.ledger`SELECT tid FROM service_request`).toHaveLength(tids.length);
    const [row] = await world.ledger<{ told: object | null }>`SELECT told FROM service_list`;
    expect(row?.told).toMatchObject({ isFilled: true });
  });

  it("yields to another reader that starts meanwhile", async () => {
    await using world = await chain();
    await requestsAt(world, "counter-2", 12);
    const interrupted: ServiceReader = {
      ...world.reader,
      page: async (page) => {
        const answer = await world.reader.page(page);
        if (page === null) await reconcile(world.ledger, world.reader, now, AT_ONCE);
        return answer;
      },
    };
    await expect(reconcile(world.ledger, interrupted, now)).rejects.toThrow("another `reconcile`");
  });
});
