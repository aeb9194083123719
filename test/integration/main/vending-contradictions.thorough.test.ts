/** Machines whose reports cannot be right: money goes by the rule for unknown drops, and a person is told. */
import { describe, expect, it } from "vitest";
import { captured, shop, told } from "../../support/vend-shop.ts";

const LESS = JSON.stringify({ state: "done", dropped: [{ slot: "A1", quantity: 2 }] });
const NOTHING = JSON.stringify({ state: "done", dropped: [] });

describe("a machine that says that everything dropped, and counts less than was ordered", () => {
  it.each([
    ["nothing", NOTHING, "release", 0],
    ["a part", LESS, "release", 0],
    ["a part, where the rule is the shop's", LESS, "capture", 11_000],
  ] as const)("is not believed: it counts %s", async (_, says, unknownDrop, amount) => {
    await using kept = await shop({ faults: { says }, kiosk: { unknownDrop } });
    const { posTid, tid } = await kept.bought();
    expect(await kept.over(posTid)).toMatchObject({ capturedTotal: amount, vend: { state: "unknown" } });
    expect(captured(kept, tid)).toEqual(amount > 0 ? [amount] : []);
    const { items } = await kept.world.must("vend.list", {});
    expect(items).toMatchObject([{ posTid, rule: unknownDrop, becauseReason: { code: "vend_contradiction" } }]);
    expect(told(kept)).toContain("vend.doubted");
  });
});
