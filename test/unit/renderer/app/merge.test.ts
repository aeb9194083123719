import { expect, it } from "vitest";
import { merge } from "../../../../renderer/app/merge.ts";

it("merging keeps groups unchanged", () => {
  const merged = merge({ one: 1 }, { two: () => 2 }, {});
  expect([merged.one, merged.two()]).toEqual([1, 2]);
});

it("merging refuses two groups of the same name, even if they are equal", () => {
  const readPeople = () => {};
  expect(() => merge({ readPeople }, { other: 1 }, { readPeople })).toThrow("readPeople");
});
