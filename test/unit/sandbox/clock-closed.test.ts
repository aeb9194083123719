import { expect, it } from "vitest";
import { createClock } from "../../../sandbox/clock.ts";

it("a closed clock keeps no appointment that is made after it", () => {
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
