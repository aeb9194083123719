import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  changed,
  type DisplayQueue,
  DROPPING_MS,
  dismissed,
  EMPTY_QUEUE,
  presented,
  RESULT_MS,
  remainingMs,
  started,
  wiped,
} from "../../../../../main/peripherals/customer-display/display-queue.ts";

const shows = ({ head, next }: DisplayQueue) => [head?.posTid ?? null, ...next];
const A = started(EMPTY_QUEUE, "A");
const resultOfA = changed(A, "A", "over", 1000);

describe("whose turn it is on the customer's screen", () => {
  it("a payment that is started comes up", () => {
    expect(shows(A)).toEqual(["A"]);
  });

  it("what drops is shown as long as a machine may take, gives way to the next customer, and its end has its own time", () => {
    const dropping = changed(A, "A", "dropping", 1000);
    expect(shows(wiped(dropping, 1000 + RESULT_MS))).toEqual(["A"]);
    expect(remainingMs(dropping, 1000)).toBe(DROPPING_MS);
    expect(shows(wiped(dropping, 1000 + DROPPING_MS))).toEqual([null]);
    expect(shows(started(dropping, "B"))).toEqual(["B"]);
    const over = changed(changed(dropping, "A", "dropping", 50_000), "A", "over", 60_000);
    expect(remainingMs(over, 60_000)).toBe(RESULT_MS);
  });

  it("one that a program starts meanwhile waits for its turn, and gets it after the result", () => {
    const both = started(A, "B");
    expect(shows(both)).toEqual(["A", "B"]);
    const over = changed(both, "A", "over", 1000);
    expect(shows(over)).toEqual(["A", "B"]);
    expect(shows(wiped(over, 1000 + RESULT_MS))).toEqual(["B"]);
  });

  it("the next customer does not wait for a result to be wiped", () => {
    expect(shows(started(resultOfA, "B"))).toEqual(["B"]);
    expect(shows(presented(resultOfA, "B", null))).toEqual(["B"]);
  });

  it("a result stands for its time, and is then wiped", () => {
    expect(remainingMs(A, 1000)).toBeNull();
    expect(remainingMs(resultOfA, 1000)).toBe(RESULT_MS);
    expect(remainingMs(resultOfA, 1000 + RESULT_MS + 5)).toBe(0);
    expect(wiped(resultOfA, 999 + RESULT_MS)).toEqual(resultOfA);
    expect(wiped(resultOfA, 1000 + RESULT_MS)).toEqual(EMPTY_QUEUE);
    expect(changed(resultOfA, "A", "over", 5000)).toEqual(resultOfA);
  });

  it("what the counter presents comes first, and what a program had there waits", () => {
    expect(shows(presented(A, "B", null))).toEqual(["B", "A"]);
    expect(shows(presented(A, "A", null))).toEqual(["A"]);
  });

  it("what the counter presented until now is not shown any more", () => {
    expect(shows(presented(A, "B", "A"))).toEqual(["B"]);
    expect(shows(presented(started(A, "B"), "C", "B"))).toEqual(["C", "A"]);
    expect(shows(dismissed(A, "A"))).toEqual([null]);
    expect(shows(dismissed(started(A, "B"), "A"))).toEqual(["B"]);
    expect(shows(dismissed(A, null))).toEqual([null]);
  });

  it("a counter that moves on takes neither a result nor somebody else's payment away", () => {
    expect(dismissed(resultOfA, "A")).toEqual(resultOfA);
    expect(dismissed(resultOfA, null)).toEqual(resultOfA);
    expect(shows(dismissed(A, "B"))).toEqual(["A"]);
  });

  it("what is gone leaves at once, also from the queue", () => {
    expect(shows(changed(A, "A", "gone", 1000))).toEqual([null]);
    expect(shows(changed(started(A, "B"), "B", "over", 1000))).toEqual(["A"]);
    expect(shows(changed(started(A, "B"), "C", "over", 1000))).toEqual(["A", "B"]);
  });

  it("a result that turns out not to be one stays until it is", () => {
    const again = changed(resultOfA, "A", "under_way", 2000);
    expect(wiped(again, 1_000_000)).toEqual(A);
  });

  it("nobody is ever in it twice, whatever happens", () => {
    const posTid = fc.constantFrom("A", "B", "C");
    const step = fc.oneof(
      posTid.map((one) => (queue: DisplayQueue) => started(queue, one)),
      fc.tuple(posTid, fc.option(posTid)).map(
        ([one, instead]) =>
          (queue: DisplayQueue) =>
            presented(queue, one, instead),
      ),
      fc.option(posTid).map((instead) => (queue: DisplayQueue) => dismissed(queue, instead)),
      fc.tuple(posTid, fc.constantFrom("under_way" as const, "over" as const, "gone" as const), fc.nat(20_000)).map(
        ([one, is, now]) =>
          (queue: DisplayQueue) =>
            changed(queue, one, is, now),
      ),
      fc.nat(40_000).map((now) => (queue: DisplayQueue) => wiped(queue, now)),
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
