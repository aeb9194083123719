import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reasonFor } from "../../../../../contract/reasons/reasons.ts";
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
  acceptedAt: null,
  refusedAt: null,
  report: null,
  resolvedAt: null,
  recheckedAt: null,
  because: null,
  rule: null,
  acknowledgedAt: null,
  restoredAt: null,
  machine: null,
  unknownDrop: null,
};
const ORDERED = { ...ROW, state: "dispensing", orderedAt: NOW } as const;
const DROPPED: VendRow = { ...ORDERED, state: "settling", acceptedAt: NOW, report: [{ slot: "A1", quantity: 1 }] };

const MONEY: VendMoney = {
  phase: "authorised",
  isLate: false,
  isAbortRequested: false,
  hasMoneyOperation: false,
  authorisedLeft: 5000,
  captured: 0,
  capture: "none",
  release: "none",
  endsInMs: 72 * 3_600_000,
};
/** Time since the vend started in this run; the dispenser has answered every order. */
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

describe("a vend that waits for approval", () => {
  it.each<Case>([
    ["waits for the approval", {}, { phase: "waiting", authorisedLeft: 0 }, 0, { do: "wait", for: APPROVAL_LIMIT_MS }],
    [
      "waits for a scan",
      {},
      { phase: "draft", authorisedLeft: 0 },
      { ...afterMs(0), sinceRequestMs: null },
      { do: "wait", for: null },
    ],
    ["starts when the payment is approved", {}, {}, APPROVAL_LIMIT_MS - 1, { do: "placeOrder" }],
    ["releases a partial reservation", {}, { authorisedLeft: 4999 }, 0, { do: "cancel", money: "release" }],
    ["waits for the customer's choice of items", { items: [] }, {}, 0, { do: "wait", for: APPROVAL_LIMIT_MS }],
    ["releases a payment that was approved too late", {}, {}, APPROVAL_LIMIT_MS, { do: "cancel", money: "release" }],
    [
      "aborts the payment request at the time limit",
      {},
      { phase: "waiting", authorisedLeft: 0 },
      APPROVAL_LIMIT_MS,
      { do: "cancel", money: "abort" },
    ],
    [
      "waits for a cancel in progress",
      {},
      { isAbortRequested: true, hasMoneyOperation: true },
      0,
      { do: "wait", for: APPROVAL_LIMIT_MS },
    ],
    ["does not start after a refused cancel", {}, { hasMoneyOperation: true, release: "under_way" }, 0, WAITS],
    [
      "does not repeat a refused release",
      {},
      { hasMoneyOperation: true, release: "refused" },
      APPROVAL_LIMIT_MS,
      { do: "cancel", money: "none" },
    ],
    [
      "ends when the payment is rejected",
      {},
      { phase: "rejected", authorisedLeft: 0 },
      0,
      { do: "cancel", money: "none" },
    ],
    ["releases late money", {}, { isLate: true }, 0, { do: "cancel", money: "release" }],
    [
      "ends when the payment is released",
      {},
      { phase: "released", authorisedLeft: 0 },
      0,
      { do: "cancel", money: "none" },
    ],
    [
      "flags a capture without an order",
      {},
      { phase: "captured", authorisedLeft: 0, captured: 5000 },
      0,
      { do: "flagDoubt", because: "captured_unordered" },
    ],
    ["records the approval of a deposit", { isDeposit: true, items: [] }, {}, 0, { do: "recordApproval" }],
    ["records the approval once", { isDeposit: true, items: [], approvedAt: NOW }, {}, 0, WAITS],
  ])("%s", (_, row, money, time, step) => {
    expect(nextStep({ ...ROW, ...row }, { ...MONEY, ...money }, timeAt(time))).toEqual(step);
  });

  it.each<Case>([
    ["polls the dispenser for an approved payment", {}, {}, 0, { do: "pollReport" }],
    [
      "polls the dispenser for a captured payment",
      {},
      { phase: "captured", authorisedLeft: 0, captured: 5000 },
      0,
      { do: "pollReport" },
    ],
    [
      "polls the dispenser for an unscanned payment",
      {},
      { phase: "draft", authorisedLeft: 0 },
      0,
      { do: "pollReport" },
    ],
    ["polls the dispenser for a day", {}, {}, POLL_LIMIT_MS - 1, { do: "pollReport" }],
    ["decides after a day", {}, {}, POLL_LIMIT_MS, { do: "applyRule" }],
    [
      "waits for the payment request's result",
      {},
      { phase: "queued", authorisedLeft: 0 },
      0,
      { do: "wait", for: null },
    ],
    [
      "aborts a payment without an approval",
      {},
      { phase: "waiting", authorisedLeft: 0 },
      0,
      { do: "cancel", money: "abort" },
    ],
    ["cancels a rejected payment", {}, { phase: "rejected", authorisedLeft: 0 }, 0, { do: "cancel", money: "none" }],
  ])("after a restore %s", (_, row, money, time, step) => {
    expect(nextStep({ ...ROW, restoredAt: NOW, ...row }, { ...MONEY, ...money }, timeAt(time))).toEqual(step);
  });

  it.each<Case>([
    ["releases late money of a cancelled vend", {}, { isLate: true }, 0, { do: "release" }],
    ["releases late money once", {}, { isLate: true, release: "under_way" }, 0, { do: "wait", for: null }],
    [
      "flags a refused release of late money",
      {},
      { isLate: true, release: "refused" },
      0,
      { do: "flagDoubt", because: "release_refused" },
    ],
    [
      "leaves an approval that crossed a cancel to the payment",
      {},
      { isAbortRequested: true },
      0,
      { do: "wait", for: null },
    ],
    ["does nothing without money", {}, { authorisedLeft: 0, phase: "aborted" }, 0, { do: "wait", for: null }],
  ])("%s", (_, row, money, time, step) => {
    const cancelled = { ...ROW, state: "cancelled", ...row } as const;
    expect(nextStep(cancelled, { ...MONEY, ...money }, timeAt(time))).toEqual(step);
  });
});

describe("a vend whose dispenser works", () => {
  it.each<Case>([
    ["sends the order", {}, {}, 0, { do: "sendOrder" }],
    ["repeats the order for a minute", {}, {}, ORDER_REPEAT_MS - 1, { do: "sendOrder" }],
    ["polls after a minute", {}, {}, ORDER_REPEAT_MS, { do: "pollReport" }],
    ["polls when the dispenser accepted the order", { acceptedAt: NOW }, {}, 1, { do: "pollReport" }],
    ["polls when the dispenser refused the order", { refusedAt: NOW }, {}, 1, { do: "pollReport" }],
    ["polls for a day", { acceptedAt: NOW }, {}, POLL_LIMIT_MS - 1, { do: "pollReport" }],
    ["gives up after a day", { acceptedAt: NOW }, {}, POLL_LIMIT_MS, { do: "applyRule" }],
    [
      "gives up while there is time to capture",
      { acceptedAt: NOW },
      { endsInMs: CAPTURE_RESERVE_MS },
      CAPTURE_RESERVE_MS,
      { do: "applyRule" },
    ],
    [
      "polls for half of a short reservation",
      { acceptedAt: NOW },
      { endsInMs: 3_600_000 },
      3_599_999,
      { do: "pollReport" },
    ],
    [
      "gives up after half of a short reservation",
      { acceptedAt: NOW },
      { endsInMs: 3_600_000 },
      3_600_000,
      { do: "applyRule" },
    ],
    ["polls at least once", { acceptedAt: NOW }, { endsInMs: 0 }, ARRIVAL_LIMIT_MS - 1, { do: "pollReport" }],
    [
      "polls first when the till was off",
      { acceptedAt: NOW },
      {},
      { ...afterMs(POLL_LIMIT_MS), followedMs: 0 },
      { do: "pollReport" },
    ],
    [
      "polls before it repeats the order after a restart",
      {},
      {},
      { ...afterMs(0), canSendOrder: false },
      { do: "pollReport" },
    ],
    [
      "gives up after a day when the reservation has no end",
      { acceptedAt: NOW },
      { endsInMs: null },
      POLL_LIMIT_MS,
      { do: "applyRule" },
    ],
  ])("%s", (_, row, money, time, step) => {
    expect(nextStep({ ...ORDERED, ...row }, { ...MONEY, ...money }, timeAt(time))).toEqual(step);
  });

  it("interprets an unknown vend as not dropped, forgotten, or not received yet", () => {
    const unknownFor = (ms: number) => ({ ...afterMs(POLL_LIMIT_MS), unknownToMachineMs: ms });
    const [short, long] = [unknownFor(ARRIVAL_LIMIT_MS - 1), unknownFor(ARRIVAL_LIMIT_MS)];
    expect(interpretUnknownVend({ ...ORDERED, acceptedAt: NOW }, short)).toBe("too_early");
    expect(interpretUnknownVend({ ...ORDERED, acceptedAt: NOW }, long)).toBe("forgotten");
    expect(interpretUnknownVend({ ...ORDERED, acceptedAt: NOW, refusedAt: NOW }, long)).toBe("forgotten");
    expect(interpretUnknownVend({ ...ORDERED, refusedAt: NOW }, afterMs(0))).toBe("nothing");
    const unanswered = { ...afterMs(ARRIVAL_LIMIT_MS - 1), isUnanswered: true };
    expect(interpretUnknownVend({ ...ORDERED, refusedAt: NOW }, unanswered)).toBe("too_early");
    expect(interpretUnknownVend(ORDERED, afterMs(ARRIVAL_LIMIT_MS - 1))).toBe("too_early");
    expect(interpretUnknownVend(ORDERED, afterMs(ARRIVAL_LIMIT_MS))).toBe("nothing");
  });

  it("polls less and less often", () => {
    const pauses = [0, ORDER_REPEAT_MS, 10 * 60_000].map((age) => pauseBetween({ age }));
    expect(pauses).toEqual([1000, 5000, 60_000]);
  });
});

describe("a vend whose money is being settled", () => {
  const DOUBTED = { because: reasonFor("vend_unanswered") };
  const RESOLVED = { resolvedAt: NOW };
  const PAID = { captured: 2500, authorisedLeft: 0 };
  it.each<Case>([
    ["captures the price of the dropped items", {}, {}, 0, { do: "capture", amount: 2500 }],
    ["waits for the capture", {}, { capture: "under_way" }, 0, { do: "wait", for: null }],
    [
      "releases the rest after the capture",
      {},
      { captured: 2500, authorisedLeft: 2500, capture: "done" },
      0,
      { do: "release" },
    ],
    [
      "waits for the release",
      {},
      { captured: 2500, authorisedLeft: 2500, release: "under_way" },
      0,
      { do: "wait", for: null },
    ],
    ["polls once more at the end", {}, { captured: 2500, authorisedLeft: 0 }, 0, { do: "confirmReport" }],
    ["ends after the last poll", { recheckedAt: NOW }, { captured: 2500, authorisedLeft: 0 }, 0, { do: "finish" }],
    ["releases all when nothing dropped", { report: [] }, {}, 0, { do: "release" }],
    ["releases all by the rule", { report: null, rule: "release" }, {}, 0, { do: "release" }],
    ["captures all by the rule", { report: null, rule: "capture" }, {}, 0, { do: "capture", amount: 5000 }],
    ["ends without a poll after a rule", { report: null, rule: "release" }, { authorisedLeft: 0 }, 0, { do: "finish" }],
    ["flags a refused capture", {}, { capture: "refused" }, 0, { do: "flagDoubt", because: "capture_refused" }],
    ["flags an ended reservation", {}, { authorisedLeft: 0 }, 0, { do: "flagDoubt", because: "money_gone" }],
    [
      "flags an ended reservation in addition to another doubt",
      DOUBTED,
      { authorisedLeft: 0 },
      0,
      { do: "flagDoubt", because: "money_gone" },
    ],
    [
      "flags an ended reservation once",
      { because: reasonFor("vend_money_gone") },
      { authorisedLeft: 0 },
      0,
      { do: "finish" },
    ],
    ["polls until a silent dispenser answers", RESOLVED, PAID, POLL_LIMIT_MS - 1, { do: "confirmReport" }],
    ["stops polling after a day", RESOLVED, PAID, POLL_LIMIT_MS, { do: "finish" }],
    [
      "flags a refused release",
      { report: [] },
      { release: "refused" },
      0,
      { do: "flagDoubt", because: "release_refused" },
    ],
    [
      "waits for an operator when the payment needs attention",
      {},
      { phase: "attention" },
      0,
      { do: "wait", for: null },
    ],
    ["does nothing for a finished vend", { state: "done" }, {}, 0, { do: "wait", for: null }],
    ["does nothing for an unknown vend", { state: "unknown" }, {}, 0, { do: "wait", for: null }],
  ])("%s", (_, row, money, time, step) => {
    expect(nextStep({ ...DROPPED, ...row }, { ...MONEY, ...money }, timeAt(time))).toEqual(step);
  });
});

describe("a vend, for any order of dispenser and service events", () => {
  /** Plays a vend to its end over a model of dispenser and service, with the steps that `runner.ts` would take. */
  function play(choices: readonly number[]): { row: VendRow; money: VendMoney; motor: number } {
    let [row, money, now, motor]: [VendRow, VendMoney, number, number] = [ROW, MONEY, NOW, 0];
    const stream = choices.values();
    // Without a choice the last option applies: time passes, and the dispenser answers.
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
          if (step.money === "release") money = { ...money, authorisedLeft: 0, phase: "released", release: "done" };
          break;
        case "placeOrder":
          row = { ...row, state: "dispensing", orderedAt: now };
          break;
        case "sendOrder": {
          const isReceived = choose(3) > 0;
          if (isReceived && motor === 0) motor = 1 + choose(2);
          if (isReceived && choose(2) > 0) row = { ...row, acceptedAt: now };
          break;
        }
        case "pollReport": {
          if (choose(4) === 0) break;
          const isStrange = motor === 0;
          if (isStrange && interpretUnknownVend(row, afterMs(now - (row.orderedAt ?? NOW))) === "too_early") break;
          row = { ...row, state: "settling", report: isStrange ? [] : [{ slot: "A1", quantity: motor }] };
          break;
        }
        case "applyRule":
          row = { ...row, state: "settling", rule: "release", because: reasonFor("vend_unanswered") };
          break;
        case "capture":
          expect(money.capture).toBe("none");
          money = {
            ...money,
            capture: "done",
            captured: step.amount,
            authorisedLeft: money.authorisedLeft - step.amount,
          };
          break;
        case "release":
          expect(money.release).toBe("none");
          money = { ...money, release: "done", authorisedLeft: 0 };
          break;
        case "flagDoubt":
          row = { ...row, because: reasonFor(`vend_${step.because}`) };
          break;
        case "confirmReport":
          row = { ...row, recheckedAt: now };
          break;
        case "finish":
          row = { ...row, state: row.because === null ? "done" : "unknown" };
      }
    }
    throw new Error("the vend did not end");
  }

  it("captures what dropped or releases everything, and requests each once", () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 11 }), { maxLength: 120 }), (choices) => {
        const { row, money, motor } = play(choices);
        expect(["done", "cancelled", "unknown"]).toContain(row.state);
        expect(money.authorisedLeft).toBe(0);
        expect(money.captured).toBe(row.state === "done" ? motor * ITEM.unitAmount : 0);
      }),
    );
  });
});
