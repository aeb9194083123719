/** The manager can change when a business day starts, and no closed period changes with it. */
import { describe, expect, it } from "vitest";
import { fastClock } from "../../support/fast-clock.ts";
import { createTestTill } from "../../support/test-till.ts";

describe("the business day", () => {
  it("starts when the manager chooses: the open period follows, no Z does, also after a restart", async () => {
    const clock = fastClock(1, Date.parse("2026-11-20T01:30:00Z"));
    await using world = await createTestTill({ clock, sandbox: { now: clock.now } });
    expect(await world.call("report.setDay", { cutOff: "02:00" })).toMatchObject({ error: { code: "not_allowed" } });
    await world.asManager();
    expect(await world.must("report.day", {})).toMatchObject({
      ...{ timeZone: "Europe/Oslo", cutOff: "04:00", businessDay: "2026-11-19" },
    });
    const z = await world.must("report.z", {});
    expect(z).toMatchObject({ businessDay: "2026-11-19", cutOff: "04:00" });
    const changed = await world.must("report.setDay", { cutOff: "02:00" });
    expect(changed).toMatchObject({ cutOff: "02:00", businessDay: "2026-11-20" });
    const shown = async () => [
      (await world.must("report.x", {})).businessDay,
      (await world.must("report.today", {})).businessDay,
      (await world.must("terminal.get", {})).cutOff,
    ];
    expect(await shown()).toEqual(["2026-11-20", "2026-11-20", "02:00"]);
    expect(await world.must("report.get", { number: 1 })).toEqual(z);
    expect((await world.must("report.list", {})).chain).toMatchObject({ ok: true });
    const { items } = await world.must("journal.list", { event: "settings.businessDay" });
    expect(items).toMatchObject([{ person: "Owner", values: { from: "04:00", to: "02:00" } }]);
    await world.restart();
    expect(await shown()).toEqual(["2026-11-20", "2026-11-20", "02:00"]);
    expect(world.events).toContainEqual(expect.objectContaining({ type: "terminal.changed" }));
  });

  it.each(["4:00", "04:30", "24:00"])("starts at a whole hour, not at %s", async (cutOff) => {
    await using world = await createTestTill();
    await world.asManager();
    expect(await world.call("report.setDay", { cutOff })).toMatchObject({ error: { code: "invalid_input" } });
  });
});
