import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  applyPlace,
  type DisplayQueue,
  DROPPING_MS,
  dismiss,
  EMPTY_QUEUE,
  present,
  queueStarted,
  RESULT_MS,
  remainingMs,
  removeExpired,
} from "../../../../../main/peripherals/customer-display/display-queue.ts";

const shows = ({ head, next }: DisplayQueue) => [head?.posTid ?? null, ...next];
const A = queueStarted(EMPTY_QUEUE, "A");
const resultOfA = applyPlace(A, "A", "over", 1000);

describe("the queue of the customer's screen", () => {
  it("shows a payment when it starts", () => {
    expect(shows(A)).toEqual(["A"]);
  });

  it("shows the drop up to the machine's time limit, yields to the next customer, and times its result separately", () => {
    const dropping = applyPlace(A, "A", "dropping", 1000);
    expect(shows(removeExpired(dropping, 1000 + RESULT_MS))).toEqual(["A"]);
    expect(remainingMs(dropping, 1000)).toBe(DROPPING_MS);
    expect(shows(removeExpired(dropping, 1000 + DROPPING_MS))).toEqual([null]);
    expect(shows(queueStarted(dropping, "B"))).toEqual(["B"]);
    const over = applyPlace(applyPlace(dropping, "A", "dropping", 50_000), "A", "over", 60_000);
    expect(remainingMs(over, 60_000)).toBe(RESULT_MS);
  });

  it("queues a payment that a program starts meanwhile, and shows it after the result", () => {
    const both = queueStarted(A, "B");
    expect(shows(both)).toEqual(["A", "B"]);
    const over = applyPlace(both, "A", "over", 1000);
    expect(shows(over)).toEqual(["A", "B"]);
    expect(shows(removeExpired(over, 1000 + RESULT_MS))).toEqual(["B"]);
  });

  it("shows the next customer without waiting for a result to be wiped", () => {
    expect(shows(queueStarted(resultOfA, "B"))).toEqual(["B"]);
    expect(shows(present(resultOfA, "B", null))).toEqual(["B"]);
  });

  it("shows a result for its time, and then wipes it", () => {
    expect(remainingMs(A, 1000)).toBeNull();
    expect(remainingMs(resultOfA, 1000)).toBe(RESULT_MS);
    expect(remainingMs(resultOfA, 1000 + RESULT_MS + 5)).toBe(0);
    expect(removeExpired(resultOfA, 999 + RESULT_MS)).toEqual(resultOfA);
    expect(removeExpired(resultOfA, 1000 + RESULT_MS)).toEqual(EMPTY_QUEUE);
    expect(applyPlace(resultOfA, "A", "over", 5000)).toEqual(resultOfA);
  });

  it("shows the counter's payment first, and queues a program's", () => {
    expect(shows(present(A, "B", null))).toEqual(["B", "A"]);
    expect(shows(present(A, "A", null))).toEqual(["A"]);
  });

  it("hides the counter's previous payment", () => {
    expect(shows(present(A, "B", "A"))).toEqual(["B"]);
    expect(shows(present(queueStarted(A, "B"), "C", "B"))).toEqual(["C", "A"]);
    expect(shows(dismiss(A, "A"))).toEqual([null]);
    expect(shows(dismiss(queueStarted(A, "B"), "A"))).toEqual(["B"]);
    expect(shows(dismiss(A, null))).toEqual([null]);
  });

  it("keeps a result and another program's payment when the counter moves on", () => {
    expect(dismiss(resultOfA, "A")).toEqual(resultOfA);
    expect(dismiss(resultOfA, null)).toEqual(resultOfA);
    expect(shows(dismiss(A, "B"))).toEqual(["A"]);
  });

  it("removes a withdrawn payment immediately, also from the queue", () => {
    expect(shows(applyPlace(A, "A", "gone", 1000))).toEqual([null]);
    expect(shows(applyPlace(queueStarted(A, "B"), "B", "over", 1000))).toEqual(["A"]);
    expect(shows(applyPlace(queueStarted(A, "B"), "C", "over", 1000))).toEqual(["A", "B"]);
  });

  it("keeps a result that turns out to be open until it ends", () => {
    const again = applyPlace(resultOfA, "A", "under_way", 2000);
    expect(removeExpired(again, 1_000_000)).toEqual(A);
  });

  it("never holds a payment twice, whatever happens", () => {
    const posTid = fc.constantFrom("A", "B", "C");
    const step = fc.oneof(
      posTid.map((one) => (queue: DisplayQueue) => queueStarted(queue, one)),
      fc.tuple(posTid, fc.option(posTid)).map(
        ([one, instead]) =>
          (queue: DisplayQueue) =>
            present(queue, one, instead),
      ),
      fc.option(posTid).map((instead) => (queue: DisplayQueue) => dismiss(queue, instead)),
      fc.tuple(posTid, fc.constantFrom("under_way" as const, "over" as const, "gone" as const), fc.nat(20_000)).map(
        ([one, is, now]) =>
          (queue: DisplayQueue) =>
            applyPlace(queue, one, is, now),
      ),
      fc.nat(40_000).map((now) => (queue: DisplayQueue) => removeExpired(queue, now)),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const queue = steps.reduce((before, take) => take(before), EMPTY_QUEUE);
        expect(new Set(shows(queue)).size).toBe(shows(queue).length);
        if (queue.head === null) expect(queue.next).toEqual([]);
      }),
    );
  });
});
