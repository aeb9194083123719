import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reasonFor } from "../../../../../contract/reasons.ts";
import type { SlotCount } from "../../../../../main/kiosk/dispenser.ts";
import { isSameDrop, isWithin, payable, payableAmount } from "../../../../../main/kiosk/vends/goods.ts";
import type { VendRow } from "../../../../../main/kiosk/vends/rows.ts";
import {
  APPROVAL_LIMIT_MS,
  ARRIVAL_LIMIT_MS,
  CAPTURE_RESERVE_MS,
  interpretUnknownVend,
  nextStep,
  ORDER_REPEAT_MS,
  POLL_LIMIT_MS,
  pauseBetween,
  type VendMoney,
  type VendStep,
  type VendTime,
} from "../../../../../main/kiosk/vends/step.ts";

const NOW = Date.UTC(2026, 2, 2, 10);
const ITEM = { productId: "water", name: "Water", slot: "A1", quantity: 2, unitAmount: 2500, vatRate: 1500 };

const ROW: VendRow = {
  posTid: "K7Q2-0001-x",
  id: "v1",
  isDeposit: false,
  items: [ITEM],
  state: "authorising",
  approvedAt: null,
  orderedAt: null,
  takenAt: null,
  refusedAt: null,
  report: null,
  resolvedAt: null,
  askedAgainAt: null,
  because: null,
  rule: null,
  acknowledgedAt: null,
  restoredAt: null,
  machine: null,
  unknownDrop: null,
};
const ORDERED = { ...ROW, state: "dispensing", orderedAt: NOW } as const;
const DROPPED: VendRow = { ...ORDERED, state: "settling", takenAt: NOW, report: [{ slot: "A1", quantity: 1 }] };

const MONEY: VendMoney = {
  phase: "authorised",
  isLate: false,
  isAbortRequested: false,
  isMoved: false,
  left: 5000,
  captured: 0,
  capture: "none",
  release: "none",
  endsInMs: 72 * 3_600_000,
};
/** As long after a vend was begun in this run, each of its orders answered. */
const afterMs = (ms: number): VendTime => ({
  age: ms,
  sinceRequestMs: ms,
  followedMs: ms,
  canSendOrder: true,
  isUnanswered: false,
  unknownToMachineMs: 0,
});

const timeAt = (time: VendTime | number) => (typeof time === "number" ? afterMs(time) : time);

type Case = [what: string, row: Partial<VendRow>, money: Partial<VendMoney>, time: VendTime | number, step: VendStep];

const WAITS: VendStep = { do: "wait", for: APPROVAL_LIMIT_MS };

describe("while the customer's approval is awaited", () => {
  it.each<Case>([
    ["waits for it", {}, { phase: "waiting", left: 0 }, 0, { do: "wait", for: APPROVAL_LIMIT_MS }],
    [
      "waits for a scan",
      {},
      { phase: "draft", left: 0 },
      { ...afterMs(0), sinceRequestMs: null },
      { do: "wait", for: null },
    ],
    ["begins when it is there", {}, {}, APPROVAL_LIMIT_MS - 1, { do: "begin" }],
    ["drops nothing that is not all reserved", {}, { left: 4999 }, 0, { do: "cancel", money: "release" }],
    ["waits for a choice", { items: [] }, {}, 0, { do: "wait", for: APPROVAL_LIMIT_MS }],
    ["gives back what was approved too late", {}, {}, APPROVAL_LIMIT_MS, { do: "cancel", money: "release" }],
    ["takes the question back", {}, { phase: "waiting", left: 0 }, APPROVAL_LIMIT_MS, { do: "cancel", money: "abort" }],
    ["lets a cancel go on", {}, { isAbortRequested: true, isMoved: true }, 0, { do: "wait", for: APPROVAL_LIMIT_MS }],
    ["drops nothing after a refused cancel", {}, { isMoved: true, release: "under_way" }, 0, WAITS],
    ["releases once", {}, { isMoved: true, release: "refused" }, APPROVAL_LIMIT_MS, { do: "cancel", money: "none" }],
    ["ends with its payment", {}, { phase: "rejected", left: 0 }, 0, { do: "cancel", money: "none" }],
    ["drops nothing for late money", {}, { isLate: true }, 0, { do: "cancel", money: "release" }],
    ["drops nothing for what was released", {}, { phase: "released", left: 0 }, 0, { do: "cancel", money: "none" }],
    [
      "tells of what was captured without an order",
      {},
      { phase: "captured", left: 0, captured: 5000 },
      0,
      { do: "doubt", because: "captured_unordered" },
    ],
    ["gives a deposit's customer time to choose", { isDeposit: true, items: [] }, {}, 0, { do: "noteApproval" }],
    ["notes that once", { isDeposit: true, items: [], approvedAt: NOW }, {}, 0, WAITS],
  ])("%s", (_, row, money, time, step) => {
    expect(nextStep({ ...ROW, ...row }, { ...MONEY, ...money }, timeAt(time))).toEqual(step);
  });

  it.each<Case>([
    ["asks the machine about what was approved", {}, {}, 0, { do: "ask" }],
    ["asks the machine about what is captured", {}, { phase: "captured", left: 0, captured: 5000 }, 0, { do: "ask" }],
    ["asks the machine about what nobody has scanned", {}, { phase: "draft", left: 0 }, 0, { do: "ask" }],
    ["asks it for a day", {}, {}, POLL_LIMIT_MS - 1, { do: "ask" }],
    ["decides then", {}, {}, POLL_LIMIT_MS, { do: "decide" }],
    ["waits until the request is known", {}, { phase: "queued", left: 0 }, 0, { do: "wait", for: null }],
    ["cancels what was never approved", {}, { phase: "waiting", left: 0 }, 0, { do: "cancel", money: "abort" }],
    ["cancels what was rejected", {}, { phase: "rejected", left: 0 }, 0, { do: "cancel", money: "none" }],
  ])("after a restore %s", (_, row, money, time, step) => {
    expect(nextStep({ ...ROW, restoredAt: NOW, ...row }, { ...MONEY, ...money }, timeAt(time))).toEqual(step);
  });

  it.each<Case>([
    ["gives late money of a cancelled vend back", {}, { isLate: true }, 0, { do: "release" }],
    ["once", {}, { isLate: true, release: "under_way" }, 0, { do: "wait", for: null }],
    [
      "and has it looked at when that was refused",
      {},
      { isLate: true, release: "refused" },
      0,
      { do: "doubt", because: "release_refused" },
    ],
    ["leaves what crossed with a cancel to the payment", {}, { isAbortRequested: true }, 0, { do: "wait", for: null }],
    ["has nothing to do without money", {}, { left: 0, phase: "aborted" }, 0, { do: "wait", for: null }],
  ])("%s", (_, row, money, time, step) => {
    const cancelled = { ...ROW, state: "cancelled", ...row } as const;
    expect(nextStep(cancelled, { ...MONEY, ...money }, timeAt(time))).toEqual(step);
  });
});

describe("while the machine drops", () => {
  it.each<Case>([
    ["is told", {}, {}, 0, { do: "tell" }],
    ["is told for a minute", {}, {}, ORDER_REPEAT_MS - 1, { do: "tell" }],
    ["is asked then", {}, {}, ORDER_REPEAT_MS, { do: "ask" }],
    ["is asked when it has the order", { takenAt: NOW }, {}, 1, { do: "ask" }],
    ["is asked when it refused it", { refusedAt: NOW }, {}, 1, { do: "ask" }],
    ["is asked for a day", { takenAt: NOW }, {}, POLL_LIMIT_MS - 1, { do: "ask" }],
    ["is given up after it", { takenAt: NOW }, {}, POLL_LIMIT_MS, { do: "decide" }],
    [
      "is given up while there is time to capture",
      { takenAt: NOW },
      { endsInMs: CAPTURE_RESERVE_MS },
      CAPTURE_RESERVE_MS,
      { do: "decide" },
    ],
    ["is asked for half of a short reservation", { takenAt: NOW }, { endsInMs: 3_600_000 }, 3_599_999, { do: "ask" }],
    ["is given up then", { takenAt: NOW }, { endsInMs: 3_600_000 }, 3_600_000, { do: "decide" }],
    ["is asked at least once", { takenAt: NOW }, { endsInMs: 0 }, ARRIVAL_LIMIT_MS - 1, { do: "ask" }],
    [
      "is asked first by a till that was off",
      { takenAt: NOW },
      {},
      { ...afterMs(POLL_LIMIT_MS), followedMs: 0 },
      { do: "ask" },
    ],
    ["is asked before it is told again after a start", {}, {}, { ...afterMs(0), canSendOrder: false }, { do: "ask" }],
    ["is given up without an end, too", { takenAt: NOW }, { endsInMs: null }, POLL_LIMIT_MS, { do: "decide" }],
  ])("%s", (_, row, money, time, step) => {
    expect(nextStep({ ...ORDERED, ...row }, { ...MONEY, ...money }, timeAt(time))).toEqual(step);
  });

  it("says by not knowing a vend that nothing dropped, that it forgot, or nothing yet", () => {
    const strangeFor = (ms: number) => ({ ...afterMs(POLL_LIMIT_MS), unknownToMachineMs: ms });
    const [short, long] = [strangeFor(ARRIVAL_LIMIT_MS - 1), strangeFor(ARRIVAL_LIMIT_MS)];
    expect(interpretUnknownVend({ ...ORDERED, takenAt: NOW }, short)).toBe("too_early");
    expect(interpretUnknownVend({ ...ORDERED, takenAt: NOW }, long)).toBe("forgotten");
    expect(interpretUnknownVend({ ...ORDERED, takenAt: NOW, refusedAt: NOW }, long)).toBe("forgotten");
    expect(interpretUnknownVend({ ...ORDERED, refusedAt: NOW }, afterMs(0))).toBe("nothing");
    const unanswered = { ...afterMs(ARRIVAL_LIMIT_MS - 1), isUnanswered: true };
    expect(interpretUnknownVend({ ...ORDERED, refusedAt: NOW }, unanswered)).toBe("too_early");
    expect(interpretUnknownVend(ORDERED, afterMs(ARRIVAL_LIMIT_MS - 1))).toBe("too_early");
    expect(interpretUnknownVend(ORDERED, afterMs(ARRIVAL_LIMIT_MS))).toBe("nothing");
  });

  it("is asked less and less often", () => {
    const pauses = [0, ORDER_REPEAT_MS, 10 * 60_000].map((age) => pauseBetween({ age }));
    expect(pauses).toEqual([1000, 5000, 60_000]);
  });
});

describe("while money follows the goods", () => {
  const DOUBTED = { because: reasonFor("vend_unanswered") };
  const RESOLVED = { resolvedAt: NOW };
  const PAID = { captured: 2500, left: 0 };
  it.each<Case>([
    ["captures what dropped", {}, {}, 0, { do: "capture", amount: 2500 }],
    ["waits for that", {}, { capture: "under_way" }, 0, { do: "wait", for: null }],
    ["releases the rest then", {}, { captured: 2500, left: 2500, capture: "done" }, 0, { do: "release" }],
    ["waits for that, too", {}, { captured: 2500, left: 2500, release: "under_way" }, 0, { do: "wait", for: null }],
    ["asks once more at the end", {}, { captured: 2500, left: 0 }, 0, { do: "askAgain" }],
    ["and ends", { askedAgainAt: NOW }, { captured: 2500, left: 0 }, 0, { do: "finish" }],
    ["releases all when nothing dropped", { report: [] }, {}, 0, { do: "release" }],
    ["releases all by the rule", { report: null, rule: "release" }, {}, 0, { do: "release" }],
    ["captures all by the rule", { report: null, rule: "capture" }, {}, 0, { do: "capture", amount: 5000 }],
    ["ends a rule without asking", { report: null, rule: "release" }, { left: 0 }, 0, { do: "finish" }],
    ["tells of a refused capture", {}, { capture: "refused" }, 0, { do: "doubt", because: "capture_refused" }],
    ["tells of an ended reservation", {}, { left: 0 }, 0, { do: "doubt", because: "money_gone" }],
    ["tells of it beside another doubt", DOUBTED, { left: 0 }, 0, { do: "doubt", because: "money_gone" }],
    ["tells once", { because: reasonFor("vend_money_gone") }, { left: 0 }, 0, { do: "finish" }],
    ["asks until a silent machine answers", RESOLVED, PAID, POLL_LIMIT_MS - 1, { do: "askAgain" }],
    ["and no longer than a day", RESOLVED, PAID, POLL_LIMIT_MS, { do: "finish" }],
    [
      "tells of a refused release",
      { report: [] },
      { release: "refused" },
      0,
      { do: "doubt", because: "release_refused" },
    ],
    ["waits for a person at the payment", {}, { phase: "attention" }, 0, { do: "wait", for: null }],
    ["is over when it is over", { state: "done" }, {}, 0, { do: "wait", for: null }],
    ["is over when it is unknown", { state: "unknown" }, {}, 0, { do: "wait", for: null }],
  ])("%s", (_, row, money, time, step) => {
    expect(nextStep({ ...DROPPED, ...row }, { ...MONEY, ...money }, timeAt(time))).toEqual(step);
  });
});

const counts = fc.array(
  fc.record({ slot: fc.constantFrom("A1", "B2", "C3"), quantity: fc.integer({ min: 0, max: 9 }) }),
);
const items = fc.uniqueArray(fc.constantFrom("A1", "B2", "C3"), { minLength: 1 }).chain((slots) =>
  fc.tuple(
    ...slots.map((slot) =>
      fc
        .record({ quantity: fc.integer({ min: 1, max: 9 }), unitAmount: fc.integer({ min: 1, max: 9999 }) })
        .map((part) => ({
          ...ITEM,
          ...part,
          slot,
        })),
    ),
  ),
);

describe("what is paid for", () => {
  it("is what dropped of the order: never what did not drop, and never more than was ordered", () => {
    fc.assert(
      fc.property(items, counts, (ordered, report) => {
        const row = { items: ordered, report, rule: null };
        const dropped = (slot: string) => report.reduce((sum, one) => sum + (one.slot === slot ? one.quantity : 0), 0);
        for (const { slot, quantity } of payable(row)) {
          const most = ordered.find((item) => item.slot === slot)?.quantity ?? 0;
          expect(quantity).toBe(Math.min(most, dropped(slot)));
          expect(quantity).toBeGreaterThan(0);
        }
        const whole = ordered.reduce((sum, { quantity, unitAmount }) => sum + quantity * unitAmount, 0);
        expect(payableAmount(row)).toBeLessThanOrEqual(whole);
        if (ordered.every(({ slot, quantity }) => dropped(slot) >= quantity)) expect(payableAmount(row)).toBe(whole);
      }),
    );
  });

  it("compares reports by what they say", () => {
    fc.assert(
      fc.property(counts, (report: SlotCount[]) => {
        const other = report.toReversed();
        expect(isSameDrop(report, other)).toBe(true);
        expect(isSameDrop(report, [...other, { slot: "A1", quantity: 1 }])).toBe(false);
      }),
    );
    expect(isWithin([ITEM], [{ slot: "A1", quantity: 2 }])).toBe(true);
    expect(
      isWithin(
        [ITEM],
        [
          { slot: "A1", quantity: 1 },
          { slot: "A1", quantity: 2 },
        ],
      ),
    ).toBe(false);
    expect(isWithin([ITEM], [{ slot: "B2", quantity: 1 }])).toBe(false);
    expect(isWithin([ITEM], [{ slot: "B2", quantity: 0 }])).toBe(true);
  });
});

describe("whatever the machine and the service do, in whatever order", () => {
  /** Plays a vend to its end over a model of machine and service; each step is as `runner.ts` takes it. */
  function play(choices: readonly number[]): { row: VendRow; money: VendMoney; motor: number } {
    let [row, money, now, motor]: [VendRow, VendMoney, number, number] = [ROW, MONEY, NOW, 0];
    const stream = choices.values();
    // What is not chosen is the last of the choices: time passes, and the machine answers.
    const choose = (of: number) => (stream.next().value ?? of - 1) % of;
    for (let turn = 0; turn < 200; turn += 1) {
      const step = nextStep(row, money, afterMs(now - (row.orderedAt ?? NOW)));
      now += [1000, 61_000, 3_600_000][choose(3)] ?? 0;
      switch (step.do) {
        case "wait":
          if (money.capture === "under_way" || money.release === "under_way") break;
          return { row, money, motor };
        case "cancel":
          row = { ...row, state: "cancelled" };
          if (step.money === "release") money = { ...money, left: 0, phase: "released", release: "done" };
          break;
        case "begin":
          row = { ...row, state: "dispensing", orderedAt: now };
          break;
        case "tell": {
          const heard = choose(3) > 0;
          if (heard && motor === 0) motor = 1 + choose(2);
          if (heard && choose(2) > 0) row = { ...row, takenAt: now };
          break;
        }
        case "ask": {
          if (choose(4) === 0) break;
          const isStrange = motor === 0;
          if (isStrange && interpretUnknownVend(row, afterMs(now - (row.orderedAt ?? NOW))) === "too_early") break;
          row = { ...row, state: "settling", report: isStrange ? [] : [{ slot: "A1", quantity: motor }] };
          break;
        }
        case "decide":
          row = { ...row, state: "settling", rule: "release", because: reasonFor("vend_unanswered") };
          break;
        case "capture":
          expect(money.capture).toBe("none");
          money = { ...money, capture: "done", captured: step.amount, left: money.left - step.amount };
          break;
        case "release":
          expect(money.release).toBe("none");
          money = { ...money, release: "done", left: 0 };
          break;
        case "doubt":
          row = { ...row, because: reasonFor(`vend_${step.because}`) };
          break;
        case "askAgain":
          row = { ...row, askedAgainAt: now };
          break;
        case "finish":
          row = { ...row, state: row.because === null ? "done" : "unknown" };
      }
    }
    throw new Error("a vend never ends");
  }

  it("ends with what dropped captured, or with everything released, and each asked for once", () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 11 }), { maxLength: 120 }), (choices) => {
        const { row, money, motor } = play(choices);
        expect(["done", "cancelled", "unknown"]).toContain(row.state);
        expect(money.left).toBe(0);
        expect(money.captured).toBe(row.state === "done" ? motor * ITEM.unitAmount : 0);
      }),
    );
  });
});
