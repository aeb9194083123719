import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { done } from "../../../../../contract/calls/errors.ts";
import type { ReservationRule } from "../../../../../contract/payments/reservations.ts";
import { unpackReason } from "../../../../../contract/reasons/reasons.ts";
import { createBookings } from "../../../../../main/accounting/periods/bookings.ts";
import { operations } from "../../../../../main/payments/queue/operations.ts";
import { reservationCommands } from "../../../../../main/payments/reservations/commands.ts";
import { type RulePorts, startReservationRule } from "../../../../../main/payments/reservations/rule-runner.ts";
import { paymentRows } from "../../../../../main/payments/rows.ts";
import { createPaymentStore, type PaymentStore } from "../../../../../main/payments/store.ts";
import { settingStore, UNPROVEN_UP_TO } from "../../../../../main/storage/database/settings.ts";
import { createJournal } from "../../../../../main/storage/journal/journal.ts";
import { createManualClock, TEST_EPOCH_MS } from "../../../../support/clock.ts";
import { temporaryDatabase } from "../../../../support/database.ts";
import { authorised, pendingOutcome } from "../histories.ts";

const HOUR = 3_600_000;
const AMOUNT = 10_000;
const CAPTURE: ReservationRule = { enabled: true, beforeHours: 12, renewUntilHours: 0, atEnd: "capture" };

/** Reservations of a till without a service; the test sets the service's clock. */
function shop(rule: ReservationRule = CAPTURE) {
  const file = temporaryDatabase();
  const { database } = file;
  const clock = createManualClock();
  const store = createPaymentStore({
    bookings: createBookings(database),
    ...{ database, clock, rows: paymentRows(database), operations: operations(database) },
    ...{ journal: createJournal(database), onChange: () => undefined },
  });
  const settings = settingStore(database);
  settings.set("reservationRule", rule);
  const logged: string[] = [];
  const log = pino({ level: "error" }, { write: (line: string) => void logged.push(line) });
  const said = { queue: 0, watch: 0, checked: new Set<string>() };
  const ports: RulePorts = {
    ...{ database, settings, store, clock, log, serviceNow: clock.now },
    isBeingReconciled: (posTid) => said.checked.has(posTid),
    wakeQueue() {
      said.queue += 1;
    },
  };
  const wakeRule = () => {
    said.watch += 1;
  };
  const commands = reservationCommands({
    ...{ database, settings, store, log, journal: store.journal, currency: "NOK", actor: () => null },
    ...{ now: clock.now, serviceNow: clock.now, wakeRule },
    payments: {
      capture: ({ posTid }) => done(store.view(posTid)),
      release({ posTid }) {
        if (posTid === "b") throw new Error("an internal detail");
        return done(store.view(posTid));
      },
      reauthorise: ({ posTid }) => done(store.view(posTid)),
    },
  });
  return {
    ...{ database, clock, store, logged, said, commands, ports },
    watch: () => startReservationRule(ports),
    [Symbol.dispose]: () => file[Symbol.dispose](),
  };
}

/** Adds a reservation that ends `hours` from now. */
function reserve(store: PaymentStore, posTid: string, hours: number): void {
  const sequence = store.rows.highestSequence() + 1;
  store.create(
    (createdAt) => ({
      ...{ posTid, sequence, number: `K7Q2-${sequence}`, action: "AUTH", currency: "NOK", amount: AMOUNT },
      ...{
        additionalAmount: 0,
        additionalEdit: false,
        text: null,
        lines: [],
        scope: null,
        scopeText: null,
        addresses: {},
      },
      ...{ customer: "•••4567", qr: null, takenOffline: false, takenBy: null, register: null, createdAt },
      reference: null,
      attempt: null,
      requestDigest: null,
      codeUntil: null,
    }),
    () => undefined,
  );
  const outcome = { ...authorised(pendingOutcome()), posTid, tid: `t-${posTid}`, additionalAmount: 0 };
  const ends = { authAdditionalAmount: 0, expiresAt: TEST_EPOCH_MS + hours * HOUR };
  store.commit(posTid, (now) => store.applyOutcome(posTid, { ...outcome, ...ends }, "poll", now));
}

const kinds = (store: PaymentStore, posTid: string) => store.operations.ofPayment(posTid).map(({ kind }) => kind);

/** Breaks this payment's row, so that it accepts no operations. */
function poison(database: ReturnType<typeof shop>["database"], posTid: string): void {
  database.exec(
    `CREATE TRIGGER boom BEFORE INSERT ON operation WHEN NEW.pos_tid = '${posTid}' BEGIN SELECT RAISE(ABORT, 'boom'); END`,
  );
}

describe("the reservation rule's loop", () => {
  it("processes all other reservations when one fails, and logs the failure once", async () => {
    using world = shop();
    for (const posTid of ["a", "b", "c"]) reserve(world.store, posTid, 72);
    poison(world.database, "a");
    world.database.prepare("UPDATE payment SET outcome = '{' WHERE pos_tid = 'b'").run();
    const watch = world.watch();
    await world.clock.advance(61 * HOUR);
    expect(kinds(world.store, "c")).toEqual(["capture"]);
    expect(world.database.prepare("SELECT DISTINCT pos_tid FROM rule_firing").pluck().all()).toEqual(["c"]);
    expect(world.logged).toHaveLength(1);
    // An unreadable payment needs attention.
    expect([kinds(world.store, "b"), world.store.view("b").phase]).toEqual([[], "attention"]);
    // After the fix it is processed.
    world.database.exec("DROP TRIGGER boom");
    await world.clock.advance(60_000);
    expect(kinds(world.store, "a")).toEqual(["capture"]);
    await watch.close();
  });

  it.each<[string, (world: ReturnType<typeof shop>) => void]>([
    [
      "a recovered reservation",
      ({ store }) => store.commit("a", (now) => store.rows.change("a", { recoveredAt: now }, now)),
    ],
    ["a reservation from an unauthenticated file", ({ database }) => settingStore(database).set(UNPROVEN_UP_TO, 1)],
  ])("leaves %s to an operator", async (_what, mark) => {
    using world = shop();
    reserve(world.store, "a", 72);
    mark(world);
    world.database.exec("UPDATE payment SET text = 'read it again'");
    reserve(world.store, "b", 72);
    const watch = world.watch();
    await world.clock.advance(71 * HOUR);
    expect([kinds(world.store, "a"), kinds(world.store, "b")]).toEqual([[], ["capture"]]);
    await watch.close();
  });

  it("wakes the queue only when it has added an operation", async () => {
    using world = shop();
    reserve(world.store, "a", 72);
    const watch = world.watch();
    await world.clock.advance(59 * HOUR);
    expect(world.said.queue).toBe(0);
    await world.clock.advance(2 * HOUR);
    expect([kinds(world.store, "a"), world.said.queue]).toEqual([["capture"], 1]);
    await watch.close();
  });

  it("skips a payment that is compared with the service after a restore, until the comparison ends", async () => {
    using world = shop();
    reserve(world.store, "a", 72);
    world.said.checked.add("a");
    const watch = world.watch();
    await world.clock.advance(61 * HOUR);
    expect(kinds(world.store, "a")).toEqual([]);
    world.said.checked.clear();
    await world.clock.advance(60_000);
    expect(kinds(world.store, "a")).toEqual(["capture"]);
    await watch.close();
  });

  it("retries its own refused capture with the same bytes, three attempts in all, never next to another operation", async () => {
    using world = shop();
    reserve(world.store, "a", 72);
    const watch = world.watch();
    await world.clock.advance(61 * HOUR);
    const { operations } = world.store;
    const [own] = operations.ofPayment("a");
    const id = own?.id ?? "";
    const refuse = (posTid: string, operationId: string) =>
      world.store.commit(posTid, (now) => {
        operations.lease(operationId, now);
        operations.settle(operationId, { state: "parked", because: unpackReason("refused") }, now);
      });
    refuse("a", id);
    // The renewal comes first, so that there is something left to capture; no other operation runs next to it.
    await world.clock.advance(2 * HOUR);
    expect(kinds(world.store, "a")).toEqual(["capture", "reauth"]);
    expect(operations.find(id)?.state).toBe("parked");
    const renewal = operations.ofPayment("a")[1]?.id ?? "";
    world.store.commit("a", (now) =>
      operations.settle(renewal, { state: "refused", because: unpackReason("no") }, now),
    );
    for (let tries = 2; tries <= 3; tries += 1) {
      await world.clock.advance(2 * HOUR);
      expect(operations.find(id)?.state).toBe("ready");
      refuse("a", id);
      expect(operations.find(id)?.attempts).toBe(tries);
      await world.clock.advance(30 * 60_000);
      expect(operations.find(id)?.state).toBe("parked");
    }
    await world.clock.advance(3 * HOUR);
    expect(operations.find(id)).toMatchObject({ state: "parked", attempts: 3, body: own?.body });
    expect(kinds(world.store, "a")).toEqual(["capture", "reauth"]);
    await watch.close();
  });
});

describe("the reservation commands", () => {
  it("wake the loop when the rule changes", () => {
    using world = shop();
    world.commands["reservation.setRule"](CAPTURE);
    expect(world.said.watch).toBe(1);
  });

  it("do nothing when one of several reservations is unknown", () => {
    using world = shop();
    reserve(world.store, "a", 72);
    const asked = world.commands["reservation.bulk"]({ step: "release", posTids: ["a", "unknown"], total: AMOUNT });
    expect(asked).toMatchObject({ ok: false, error: { code: "not_found", details: { posTid: "unknown" } } });
    expect(kinds(world.store, "a")).toEqual([]);
  });

  it("report a failure for the reservation that failed, and the results of the others", () => {
    using world = shop();
    for (const posTid of ["a", "b", "c"]) reserve(world.store, posTid, 72);
    const asked = world.commands["reservation.bulk"]({ step: "release", posTids: ["a", "b", "c"], total: 3 * AMOUNT });
    if (!asked.ok) throw new Error(asked.error.message);
    expect(asked.value.asked).toBe(2);
    expect(asked.value.items.map(({ error }) => error?.code ?? null)).toEqual([null, "internal", null]);
    expect(asked.value.items[1]?.error?.details).toEqual({ posTid: "b", errorId: expect.any(String) });
    expect(world.logged).toHaveLength(1);
  });
});
