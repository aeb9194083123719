import { describe, expect, it } from "vitest";
import { createClock } from "../../../sandbox/clock.ts";

function clockAt(start: number, settled: () => Promise<void> = async () => {}) {
  const wall = { now: start };
  const moves: number[] = [];
  const clock = createClock(
    () => wall.now,
    0,
    settled,
    (offset) => moves.push(offset),
  );
  return { clock, wall, moves };
}

describe("a clock that is moved", () => {
  it("runs due tasks on the way, each at its own time, in order", async () => {
    const { clock, moves } = clockAt(1_000);
    const seen: [string, number][] = [];
    clock.at(5_000, () => seen.push(["b", clock.now()]));
    clock.at(2_000, () => {
      seen.push(["a", clock.now()]);
      clock.at(3_000, () => seen.push(["a2", clock.now()]));
    });
    clock.at(50_000, () => seen.push(["later", clock.now()]));
    await clock.advance(9_000);
    expect(seen).toEqual([
      ["a", 2_000],
      ["a2", 3_000],
      ["b", 5_000],
    ]);
    expect([clock.now(), clock.wall(), clock.offset(), moves]).toEqual([10_000, 1_000, 9_000, [9_000]]);
    clock.close();
  });

  it("waits for running tasks before it continues", async () => {
    const order: string[] = [];
    const { clock } = clockAt(0, async () => {
      await Promise.resolve();
      order.push("settled");
    });
    clock.at(10, () => order.push("one"));
    clock.at(20, () => order.push("two"));
    await clock.advance(30);
    expect(order).toEqual(["settled", "one", "settled", "two", "settled"]);
    clock.close();
  });

  it("moves back, too, and then runs nothing twice", async () => {
    const { clock } = clockAt(1_000);
    let runs = 0;
    clock.at(2_000, () => {
      runs += 1;
    });
    await clock.advance(5_000);
    await clock.set(500);
    expect([clock.now(), runs]).toEqual([500, 1]);
    await clock.advance(9_000);
    expect(runs).toBe(1);
    clock.close();
  });

  it("follows a test's wall clock when polled", () => {
    const { clock, wall } = clockAt(0);
    const seen: number[] = [];
    clock.at(100, () => seen.push(clock.now()));
    const takeBack = clock.at(150, () => seen.push(-1));
    takeBack();
    wall.now = 200;
    clock.runDue();
    expect(seen).toEqual([200]);
    clock.close();
  });
});

it("a closed clock runs no pending task", () => {
  let wall = 0;
  const clock = createClock(
    () => wall,
    0,
    async () => undefined,
    () => undefined,
  );
  const kept: string[] = [];
  clock.at(10, () => kept.push("before"));
  clock.close();
  clock.at(20, () => kept.push("after"));
  wall = 1000;
  clock.runDue();
  expect(kept).toEqual([]);
});
