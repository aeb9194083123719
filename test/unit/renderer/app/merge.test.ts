import { expect, it } from "vitest";
import { merge } from "../../../../renderer/app/merge.ts";

it("puts groups together as they are", () => {
  const merged = merge({ one: 1 }, { two: () => 2 }, {});
  expect([merged.one, merged.two()]).toEqual([1, 2]);
});

it("refuses two of the same name, also when they are the same", () => {
  const readPeople = () => {};
  expect(() => merge({ readPeople }, { other: 1 }, { readPeople })).toThrow("readPeople");
});
