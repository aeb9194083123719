import { describe, expect, it } from "vitest";
import { exportConfiguration, importConfiguration, nextOf } from "../../../../main/setup/configuration.ts";
import { DRAFT } from "./draft.ts";

describe("a configuration that is carried to the next till", () => {
  it("comes back as it was but for the point of sale, of which there can be only one", () => {
    const file = JSON.parse(JSON.stringify(exportConfiguration(DRAFT, Date.UTC(2026, 2, 1))));
    expect(file).toMatchObject({ format: "till-configuration", version: 1, madeAt: "2026-03-01T00:00:00.000Z" });
    expect(importConfiguration(file)).toEqual({
      ok: true,
      draft: { ...DRAFT, pos: { ...DRAFT.pos, id: "counter-2", name: "Counter 2" } },
    });
  });

  it("is refused with every field that is wrong, missing or unknown", () => {
    const good = exportConfiguration(DRAFT, 0);
    const problems = (value: unknown) => {
      const read = importConfiguration(value);
      return read.ok ? [] : read.problems.map(({ field }) => field);
    };
    expect(problems("text")).toEqual(["configuration"]);
    expect(problems({ ...good, format: "something" })).toEqual(["configuration.format"]);
    expect(problems({ ...good, version: 2 })).toEqual(["configuration.version"]);
    expect(problems({ ...good, colour: "red" })).toEqual(["configuration.colour"]);
    expect(problems({ ...good, draft: { ...DRAFT, privateKey: "x", pos: { ...DRAFT.pos, id: 7 } } })).toEqual(
      expect.arrayContaining(["configuration.draft.privateKey", "configuration.draft.pos.id"]),
    );
    const { currency: _, ...without } = DRAFT;
    expect(problems({ ...good, draft: without })).toEqual(["configuration.draft.currency"]);
  });

  it("says which version it knows", () => {
    expect(importConfiguration({ ...exportConfiguration(DRAFT, 0), version: 2 })).toMatchObject({
      problems: [{ expected: expect.stringContaining("version 1") }],
    });
  });

  it.each([
    ["counter-1", "counter-2"],
    ["counter-09", "counter-10"],
    ["counter", "counter-2"],
    ["99", "100"],
    ["shop 4 till", "shop 4 till-2"],
    ["x".repeat(100), "x".repeat(100)],
  ])("after %s comes %s", (id, next) => {
    expect(nextOf(id, "-")).toBe(next);
  });
});
