/** One till's odd reports affect only that till: the list reading continues, and other tills receive none of it. */
import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type {
  RequestOutcome,
  ServiceQueryError,
  ServiceResponse,
} from "../../../contract/accounting/service-reader.ts";
import { initLedger, type Ledger, openLedger } from "../../../ledger/database.ts";
import { reconcile, requestText } from "../../../ledger/reconcile.ts";
import { createReader, type ServiceReader } from "../../../ledger/service-reader.ts";
import { addTill, revokeTill } from "../../../ledger/tills.ts";
import { systemClock } from "../../../main/lib/clock.ts";
import { holdSecret } from "../../../main/lib/secret.ts";
import { serviceReader } from "../../../main/operations/maintenance/read-service.ts";
import { createApiClient } from "../../../main/service/api/client.ts";
import { startPostgres, type TestPostgres } from "../../support/postgres.ts";

let server: TestPostgres;
let ledger: Ledger;

beforeAll(async () => {
  server = await startPostgres();
  ledger = openLedger(server.url, null);
  await initLedger(ledger);
  for (const id of ["honest", "odd"]) await add(id);
});

afterAll(async () => {
  await ledger.end();
  await server[Symbol.asyncDispose]();
});

beforeEach(async () => {
  await ledger.run("TRUNCATE service_request, payment");
  await ledger.run(
    `UPDATE service_list SET told = NULL, position = '{"page": null, "head": null, "isFilled": false, "readTo": null}'`,
  );
});

function add(id: string, replaces: string | null = null) {
  return addTill(ledger, { id, shop: null, replaces, renew: false }, server.url);
}

const STATE = {
  ...{ action: "SALE", currency: "NOK", phase: "captured", amount: 500, additional_amount: 0, captured_total: 500 },
  ...{ captured_additional: 0, refunded_total: 0, reserved: 0, unlisted: false, change: 1 },
  ...{ created_at: "2026-03-02T10:00:00Z", modified_at: "2026-03-02T10:00:00Z" },
};

/** Reports payments with these ids at the service as a till. */
async function tell(till: string, tids: readonly string[]): Promise<void> {
  const states = tids.map((tid, at) => ({ ...STATE, tid, pos_tid: `${till}-${at}-x`, number: `${till}-${at}` }));
  await ledger`SELECT put_payments(${till}, ${JSON.stringify(states)})`;
}

function money(posId: string, tid: string): ServiceResponse<RequestOutcome> {
  const value = { posId, posTid: `${tid}-x`, status: "ok" as const, currency: "NOK", captured: 500, refunded: 0 };
  return { ok: true, value };
}

const no = (because: ServiceQueryError["because"]): ServiceQueryError => ({
  ok: false,
  because,
  detail: "for the test",
});

/** A service with these requests on its only page. @param ofOthers the response for all other requests */
function service(listed: Readonly<Record<string, ServiceResponse<RequestOutcome>>>, ofOthers = no("unknown")) {
  const asked: string[] = [];
  const reader: ServiceReader = {
    ...createReader(() => Promise.reject(new Error("not asked here"))),
    page: () => Promise.resolve({ ok: true, value: { page: "p", ids: Object.keys(listed), next: null } }),
    outcome: (tid) => {
      asked.push(tid);
      return Promise.resolve(listed[tid] ?? ofOthers);
    },
  };
  return { reader, asked };
}

const run = (reader: ServiceReader) => reconcile(ledger, reader, Date.now, { pause: async () => undefined });

async function ownOf(till: string): Promise<string[]> {
  const [row] = await ledger<{ part: { own: string[] } }>`SELECT requests_of(${till}, 0) AS part`;
  return row?.part.own ?? [];
}

describe("an unresolvable request", () => {
  it("is skipped and named with its till when the client cannot send its id", async () => {
    const api = createApiClient({
      service: {
        baseUrl: "https://127.0.0.1:1",
        vendor: "v",
        merchant: "m",
        user: "u",
        testbedToken: "t",
        integrator: null,
      },
      credentials: { scheme: "SECRET", secret: holdSecret("x") },
      clock: systemClock,
      rate: 1000,
    });
    try {
      const client = createReader(serviceReader(api, systemClock));
      const { reader } = service({});
      await tell("odd", ["..", ""]);
      await tell("honest", ["young"]);
      const outcome: ServiceReader["outcome"] = (tid) =>
        tid === "young" ? Promise.resolve(no("unknown")) : client.outcome(tid);
      const { list, leftOut, differences } = await run({ ...reader, outcome });
      expect(list).toBe("read");
      expect(leftOut.map(({ tid, till }) => [tid, till])).toEqual([
        ["", "odd"],
        ["..", "odd"],
      ]);
      expect(differences.map(({ tid, difference }) => [tid, difference])).toContainEqual([
        "young",
        "missing_at_service",
      ]);
      expect(differences.map(requestText)).toContainEqual(expect.stringMatching(/^"\.\." of odd:/));
    } finally {
      await api.close();
    }
  });

  it("is skipped when the service never responds for this request but responds to others", async () => {
    const { reader } = service({ gone: no("unanswered"), seen: money("honest", "seen") }, no("unanswered"));
    await tell("odd", ["told"]);
    const { leftOut, differences } = await run(reader);
    expect(leftOut).toEqual([
      { tid: "gone", till: null, detail: "for the test" },
      { tid: "told", till: "odd", detail: "for the test" },
    ]);
    expect(differences.map(({ tid, difference }) => [tid, difference]).sort()).toEqual([
      ["gone", "unreadable"],
      ["seen", "missing_here"],
      ["told", "unreadable"],
    ]);
    // The request is polled again, and its new state counts.
    await tell("honest", ["gone"]);
    const again = await run(service({ gone: money("honest", "gone"), seen: money("honest", "seen") }).reader);
    expect(again.leftOut).toEqual([]);
    expect(again.differences.find(({ tid }) => tid === "gone")?.difference).toBe("amounts");
  });

  it("stops the run, and is named, when the service does not respond at all", async () => {
    const { reader } = service({});
    await tell("odd", ["told"]);
    let pages = 0;
    const failingClient: ServiceReader = {
      ...reader,
      page: (page) => (++pages > 1 ? Promise.resolve(no("unanswered")) : reader.page(page)),
      outcome: () => Promise.resolve(no("unanswered")),
    };
    await expect(run(failingClient)).rejects.toThrow('the service does not answer about "told" of odd: for the test');
  });

  it("uses a limited number of requests per run and till, and the rest follow in the next run", async () => {
    const invented = Array.from({ length: 450 }, (_, at) => `odd-${String(at).padStart(3, "0")}`);
    await tell("odd", invented);
    await tell("honest", ["young"]);
    const seen = new Set<string>();
    for (const most of [200, 400, 450]) {
      const { reader, asked } = service({}, no("refused"));
      await run(reader);
      for (const tid of asked) seen.add(tid);
      expect([...seen].filter((tid) => tid.startsWith("odd"))).toHaveLength(most);
      expect(asked.length).toBeLessThanOrEqual(2 * 201);
      expect(asked).toContain("young");
    }
    const { reader, asked } = service({}, no("refused"));
    await run(reader);
    expect(asked.filter((tid) => tid.startsWith("odd"))).toHaveLength(200);
  });

  it("limits the time spent on timeouts to ten requests of a till", async () => {
    await tell(
      "odd",
      Array.from({ length: 30 }, (_, at) => `odd-${at}`),
    );
    const { reader, asked } = service({}, no("unanswered"));
    const { leftOut } = await run(reader);
    expect(leftOut).toHaveLength(10);
    expect(asked).toHaveLength(10);
  });
});

describe("the list that tills receive", () => {
  it("contains no request that another till invented; all tills check unresolved requests of the service", async () => {
    const { reader } = service({ listed: no("unreadable") }, no("refused"));
    await tell("odd", ["no id at all"]);
    await run(reader);
    expect(await ownOf("honest")).toEqual(["listed"]);
    expect((await ownOf("odd")).sort()).toEqual(["listed", "no id at all"]);
    const [row] = await ledger<{ others: string[] }>`
      SELECT requests_of_others('honest', '["listed", "no id at all"]') AS others`;
    expect(row?.others).toEqual(["no id at all"]);
    // The list includes the request since then, so any till may own it.
    const [{ last } = { last: 0 }] = await ledger<{
      last: number;
    }>`SELECT max(number)::int AS last FROM service_request`;
    await run(service({ listed: no("unreadable"), "no id at all": no("unreadable") }).reader);
    const [part] = await ledger<{ part: { own: string[] } }>`SELECT requests_of('honest', ${last}) AS part`;
    expect(part?.part.own).toEqual(["no id at all"]);
  });

  it("contains no payment that the service does not know and that no till reports any more", async () => {
    await add("before");
    await tell("before", ["never-there"]);
    const { reader } = service({});
    expect((await run(reader)).differences).toMatchObject([{ tid: "never-there", difference: "missing_at_service" }]);
    await add("after", "before");
    expect((await run(reader)).differences).toEqual([]);
    expect(await ownOf("honest")).toEqual([]);
    // The replacement till reports the payment as well: it is missing again.
    await tell("after", ["never-there"]);
    expect((await run(reader)).differences).toMatchObject([
      { tid: "never-there", difference: "missing_at_service", till: "after" },
    ]);
  });
});

describe("an earlier response of the service", () => {
  it("is kept with its owner and sums when the service no longer returns any", async () => {
    await tell("honest", ["paid"]);
    await run(service({ paid: money("honest", "paid"), other: money("honest", "other") }).reader);
    const row = () => ledger`SELECT till, pos_id, pos_tid, status, currency, captured::int, refunded::int, difference
      FROM service_request WHERE tid = 'other'`;
    const [before] = await row();
    expect(before).toMatchObject({ till: "honest", pos_id: "honest", captured: 500, difference: "missing_here" });
    await run(service({ paid: money("honest", "paid"), other: no("unreadable") }).reader);
    expect(await row()).toEqual([{ ...before, difference: "unreadable" }]);
    await run(service({ paid: money("honest", "paid"), other: no("unknown") }).reader);
    expect(await row()).toEqual([{ ...before, difference: null }]);
  });

  it("protects the ledger from credentials of a merchant whose service knows none of the payments", async () => {
    const tids = Array.from({ length: 8 }, (_, at) => `ours-${at}`);
    await tell("honest", tids);
    await run(service(Object.fromEntries(tids.map((tid) => [tid, money("honest", tid)]))).reader);
    const all = () => ledger`SELECT r.*, l.* FROM service_request r, service_list l ORDER BY tid`;
    const before = await all();
    const { reader } = service({ theirs: money("their-till", "theirs") });
    await expect(run(reader)).rejects.toThrow(/^--service: .* does not know the requests .*ours-7.*same merchant/);
    expect(await all()).toEqual(before);
    // One known request is enough.
    const known = service({ "ours-5": money("honest", "ours-5") });
    expect((await run(known.reader)).list).toBe("read");
  });
});

describe("a ledger of an earlier version", () => {
  it("marks as listed each payment that no till reported and each that the service returned", async () => {
    await using fresh = await startPostgres();
    const before = openLedger(fresh.url, null);
    try {
      await before.run(
        "CREATE TABLE ledger_version (version integer PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())",
      );
      const steps = readdirSync("ledger/migrations").sort().slice(0, 9);
      for (const [at, step] of steps.entries()) {
        await before.run(readFileSync(`ledger/migrations/${step}`, "utf8"));
        await before`INSERT INTO ledger_version (version) VALUES (${at + 1})`;
      }
      await addTill(before, { id: "odd", shop: null, replaces: null, renew: false }, fresh.url);
      const told = ["invented", "missing", "paid"].map((tid) => ({ ...STATE, tid, pos_tid: tid, number: tid }));
      await before`SELECT put_payments('odd', ${JSON.stringify(told)})`;
      const paid = { pos_id: "odd", pos_tid: "paid", status: "ok", currency: "NOK", captured: 500, refunded: 0 };
      const expected = [
        { tid: "invented" },
        { tid: "missing", unknown: true },
        { tid: "paid", ...paid },
        { tid: "listed" },
      ];
      await before`SELECT put_requests(${JSON.stringify(expected)}::json)`;
      expect((await initLedger(before))[0]).toBe(10);
      const listed = await before`SELECT tid FROM service_request WHERE listed ORDER BY tid`;
      expect(listed).toEqual([{ tid: "listed" }, { tid: "paid" }]);
    } finally {
      await before.end();
    }
  });
});

describe("a point of sale", () => {
  const tellPos = (till: string, pos: string) => ledger`SELECT tell_pos(${till}, ${pos})`;
  const errorOf = async (till: string) => {
    const [row] = await ledger<{ error: string | null }>`SELECT error FROM till_health WHERE till = ${till}`;
    return row?.error;
  };
  const ownerOf = async (pos: string) => {
    const one = { pos_id: pos, pos_tid: "x", status: "ok", currency: "NOK", captured: 100, refunded: 0, listed: true };
    await ledger`SELECT put_requests(${JSON.stringify([{ ...one, tid: `of ${pos}` }])}::json)`;
    const [row] = await ledger<{ till: string }>`SELECT till FROM service_request WHERE tid = ${`of ${pos}`}`;
    return row?.till;
  };

  it("stays with the first till that has the point of sale, and another till's claim is refused and named", async () => {
    for (const id of ["holder", "thief"]) await add(id);
    await tellPos("holder", "POS-H");
    await tellPos("thief", "POS-H");
    expect([await ownerOf("POS-H"), await errorOf("thief"), await errorOf("holder")]).toEqual([
      "holder",
      "point_of_sale_taken",
      null,
    ]);
    await tellPos("thief", "POS-T");
    expect([await ownerOf("POS-T"), await errorOf("thief")]).toEqual(["thief", null]);
    // A till that reported no point of sale owns the one with its own name.
    await add("silent");
    await tellPos("thief", "silent");
    expect([await ownerOf("silent"), await ownerOf("POS-T")]).toEqual(["silent", "thief"]);
  });

  it("passes to the till that replaces its holder, or that follows a revoked till", async () => {
    for (const id of ["worn", "waiting"]) await add(id);
    await tellPos("worn", "POS-W");
    await add("fresh", "worn");
    await tellPos("fresh", "POS-W");
    expect([await ownerOf("POS-W"), await errorOf("fresh")]).toEqual(["fresh", null]);
    await revokeTill(ledger, "fresh");
    expect(await ownerOf("POS-W")).toBe("fresh");
    await tellPos("waiting", "POS-W");
    expect(await ownerOf("POS-W")).toBe("waiting");
    await addTill(ledger, { id: "fresh", shop: null, replaces: null, renew: true }, server.url);
    await tellPos("fresh", "POS-W");
    await tellPos("waiting", "POS-W");
    expect([await ownerOf("POS-W"), await errorOf("fresh")]).toEqual(["waiting", "point_of_sale_taken"]);
  });

  it("is exchanged when two tills have swapped places and both report the swap", async () => {
    for (const id of ["left", "right"]) await add(id);
    for (const [id, pos] of [
      ["left", "POS-L"],
      ["right", "POS-R"],
    ] as const)
      await tellPos(id, pos);
    await tellPos("left", "POS-R");
    expect([await ownerOf("POS-R"), await errorOf("left")]).toEqual(["right", "point_of_sale_taken"]);
    await tellPos("right", "POS-L");
    expect([await ownerOf("POS-L"), await errorOf("left"), await errorOf("right")]).toEqual(["right", null, null]);
    await ledger`DELETE FROM service_request WHERE tid = 'of POS-R'`;
    expect(await ownerOf("POS-R")).toBe("left");
  });

  it("continues with the shop that head office assigned", async () => {
    await addTill(ledger, { id: "shop-1", shop: "Vika", replaces: null, renew: false }, server.url);
    await addTill(ledger, { id: "shop-2", shop: null, replaces: "shop-1", renew: false }, server.url);
    expect(await ledger`SELECT shop FROM till WHERE till = 'shop-2'`).toEqual([{ shop: "Vika" }]);
  });

  it("belongs to the first of two tills that have the same one from an earlier version", async () => {
    for (const id of ["elder", "younger"]) await add(id);
    await ledger`UPDATE till SET pos_id = 'POS-2' WHERE till IN ('elder', 'younger')`;
    expect(await ownerOf("POS-2")).toBe("elder");
    for (const id of ["elder", "younger"]) await tellPos(id, "POS-2");
    expect([await errorOf("elder"), await errorOf("younger")]).toEqual([null, "point_of_sale_taken"]);
  });
});
