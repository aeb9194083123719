/** A service whose list starts with the newest request: new ones are before the reading's position. */

import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { createBookings } from "../../../main/accounting/periods/bookings.ts";
import { type ListStep, openServiceListReader } from "../../../main/accounting/reconciliation/service-list.ts";
import { systemClock } from "../../../main/lib/clock.ts";
import { holdSecret } from "../../../main/lib/secret.ts";
import { operations } from "../../../main/payments/queue/operations.ts";
import { paymentRows } from "../../../main/payments/rows.ts";
import { createPaymentStore } from "../../../main/payments/store.ts";
import { createApiClient } from "../../../main/service/api/client.ts";
import { settingStore } from "../../../main/storage/database/settings.ts";
import { createJournal } from "../../../main/storage/journal/journal.ts";
import { startSandbox } from "../../../sandbox/service.ts";
import { temporaryDatabase } from "../../support/database.ts";
import { merchantClient } from "../../support/sandbox.ts";

const PAGE = 5;

/** A till that reads the list one request at a time, and other clients of the service. */
async function shop({ newestFirst = true } = {}) {
  await using opened = new AsyncDisposableStack();
  const sandbox = opened.use(await startSandbox({ dataDir: null, pageSize: PAGE, newestFirst }));
  const { database } = opened.use(temporaryDatabase());
  const credentials = sandbox.provision();
  const service = { ...credentials, integrator: null };
  const api = createApiClient({
    service,
    clock: systemClock,
    credentials: { scheme: "SECRET", secret: holdSecret(credentials.secret) },
  });
  opened.defer(() => api.close());
  const merchant = merchantClient(credentials);
  for (const id of ["till-1", "till-2"]) await merchant.post("/pos/", { id, name: id, type: "store" });
  const tables = { rows: paymentRows(database), operations: operations(database) };
  const journal = createJournal(database);
  const store = createPaymentStore({
    ...tables,
    bookings: createBookings(database),
    database,
    journal,
    clock: systemClock,
    onChange: () => undefined,
  });
  const settings = settingStore(database);
  const ports = { api, database, store, clock: systemClock, settings, posId: "till-1", outcome: () => undefined };
  const open = () => openServiceListReader({ ...ports, log: pino({ level: "silent" }) });
  const reader = { is: open() };
  let made = 0;
  const make = async (posId: string) => {
    made += 1;
    const body = { action: "SALE", allow_credit: true, amount: 500, currency: "NOK", customer: "4791234567" };
    const answer = await merchant.post("/payment_request/", { ...body, pos_id: posId, pos_tid: `p-${made}` });
    return { tid: String(answer.body.id), sequence: made };
  };
  const insert = database.prepare(
    `INSERT INTO payment (pos_tid, sequence, number, action, currency, amount, additional_amount, additional_edit, tid, phase, created_at, modified_at)
     VALUES ('p-' || @sequence, @sequence, 'N-' || @sequence, 'SALE', 'NOK', 500, 0, 0, @tid, 'waiting', @sequence, @sequence)`,
  );
  const step = (): Promise<ListStep> => reader.is.step("person");
  const resources = opened.move();
  return {
    step,
    /** Requests of another till */
    async others(count: number) {
      for (let other = 0; other < count; other += 1) await make("till-2");
    },
    /** Payments of this till, which are known to it */
    async own(count: number) {
      for (let one = 0; one < count; one += 1) insert.run(await make("till-1"));
    },
    async toTheEnd(): Promise<string> {
      for (;;) {
        const came = await step();
        if (came.is === "unanswered") throw new Error(came.because.code);
        if (came.is === "end") return came.list;
      }
    },
    restart() {
      reader.is = open();
    },
    /** Sets the service's next response about its list */
    saysOnce(content: object) {
      const answer = { status: 200, contentType: "application/json", body: JSON.stringify(content) };
      sandbox.faults.add({ effect: "answer", kind: "PAYMENT", times: 1, ...answer });
    },
    /** Counts list requests and writes until a reading ends */
    async costs(work: () => Promise<unknown>) {
      const { strike } = sandbox.faults;
      const asked: string[] = [];
      sandbox.faults.strike = (kind) => {
        asked.push(kind);
        return strike(kind);
      };
      const written = () => Number(database.prepare("SELECT total_changes()").pluck().get());
      const before = written();
      await work();
      sandbox.faults.strike = strike;
      return {
        pages: asked.filter((kind) => kind === "PAYMENT").length,
        all: asked.length,
        written: written() - before,
      };
    },
    /** Forgets the reading's position, as after a restored backup, but not the requests' owners. */
    forget: () => reader.is.restart(),
    known: () => Number(database.prepare("SELECT count(*) FROM foreign_tid").pluck().get()),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

describe("a newest-first list", () => {
  it("is read past a page of this till's own payments", async () => {
    await using till = await shop();
    await till.others(7);
    expect([await till.toTheEnd(), till.known()]).toEqual(["read", 7]);
    await till.others(8);
    await till.own(PAGE);
    expect([await till.toTheEnd(), till.known()]).toEqual(["read", 15]);
  });

  it("is read up to the known position, also when the till stopped after its first page", async () => {
    await using till = await shop();
    await till.others(7);
    await till.toTheEnd();
    await till.others(3 * PAGE);
    // The first page and its items.
    while (till.known() < 7 + PAGE) await till.step();
    till.restart();
    expect([await till.toTheEnd(), till.known()]).toEqual(["read", 7 + 3 * PAGE]);
  });

  it("is read completely when new requests arrive between any two pages", async () => {
    await using till = await shop();
    await till.others(7);
    await till.toTheEnd();
    await till.others(2 * PAGE);
    for (let more = 0; more < 6; more += 1) {
      while ((await till.step()).is === "end");
      await till.others(PAGE);
      await till.own(PAGE);
    }
    await till.toTheEnd();
    expect([await till.toTheEnd(), till.known()]).toEqual(["read", 7 + 8 * PAGE]);
  });

  it("that was empty is read once it has items", async () => {
    await using till = await shop();
    await till.toTheEnd();
    await till.others(2 * PAGE);
    expect([await till.toTheEnd(), till.known()]).toEqual(["read", 2 * PAGE]);
  });

  it("that is empty in one response after having items is ignored, and the reading resumes", async () => {
    await using till = await shop();
    await till.others(4 * PAGE);
    await till.toTheEnd();
    till.saysOnce({ uris: [], next: null });
    expect(await till.step()).toMatchObject({ is: "unanswered", because: { code: "service_unreadable" } });
    till.restart();
    // New items are on the first page or on the last one.
    expect([await till.step(), await till.step(), await till.step()]).toEqual([
      { is: "more" },
      { is: "more" },
      { is: "end", list: "read" },
    ]);
  });

  it("whose last page is empty in one response after having items is read from the start", async () => {
    await using till = await shop({ newestFirst: false });
    await till.others(2 * PAGE - 1);
    await till.toTheEnd();
    await till.others(1);
    expect(await till.step()).toEqual({ is: "more" });
    till.saysOnce({ uris: [], next: null });
    expect([await till.toTheEnd(), till.known()]).toEqual(["read", 2 * PAGE]);
  });
});

describe("twenty known pages of another till's requests", () => {
  it.each([true, false])(
    "(newest first: %s) need two requests at a close, whatever their number",
    async (newestFirst) => {
      await using till = await shop({ newestFirst });
      await till.others(20 * PAGE);
      await till.toTheEnd();
      await till.own(1);
      // The page with the new items and the page of the last position; the oldest come first, or last.
      const { pages, all, written } = await till.costs(till.toTheEnd);
      expect(pages).toBeLessThanOrEqual(3);
      expect(all).toBe(pages);
      expect(written).toBeLessThanOrEqual(2);
    },
  );

  it.each([true, false])(
    "(newest first: %s) need one request a page when all of them are read again",
    async (newestFirst) => {
      await using till = await shop({ newestFirst });
      await till.others(20 * PAGE);
      await till.toTheEnd();
      till.forget();
      const { pages, all, written } = await till.costs(till.toTheEnd);
      expect(pages).toBe(20);
      expect(all).toBe(pages);
      expect(written).toBeLessThanOrEqual(pages);
    },
  );
});
