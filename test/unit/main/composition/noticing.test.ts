import { expect, it } from "vitest";
import { noticing } from "../../../../main/composition/diagnostics.ts";

it("takes a command for a sign that somebody is at the till, unless a window calls it by itself", () => {
  const touched: string[] = [];
  const names = [
    "payment.start",
    "staff.touch",
    "payment.capture",
    "terminal.get",
    "payment.list",
    "diagnostics.health",
  ];
  const handlers = Object.fromEntries(names.map((name) => [name, (input: string) => `${name} ${input}`]));
  const noticed = noticing(handlers, () => touched.push("x"));
  const answers = names.map((name) => noticed[name]?.("in"));
  expect(answers).toEqual(names.map((name) => `${name} in`));
  expect(touched).toHaveLength(3);
});
