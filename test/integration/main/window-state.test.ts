/** What a window shows when clocks and connections fail, over the real bridge. */
import { describe, expect, it } from "vitest";
import { fastClock } from "../../support/fast-clock.ts";
import { createTestTill } from "../../support/test-till.ts";
import { openTestWindow } from "../../support/window.ts";

describe("a window whose machine's clock is set back while a payment waits", () => {
  it.each([
    ["20 s", 20_000],
    ["an hour", 3_600_000],
  ])("shows the payment as captured as soon as main has captured it (%s)", async (_, ms) => {
    const clock = fastClock(1);
    await using world = await createTestTill({ clock });
    await using window = await openTestWindow(world);
    const { posTid, tid } = await world.startWaiting("SALE", 14_900);
    await window.until(() => window.shown(posTid)?.phase === "waiting");
    clock.setBy(-ms);
    await world.phone.approve(tid);
    await world.waitForPhase(posTid, "captured");
    await window.until(() => window.shown(posTid)?.phase === "captured");
  });
});

describe("the revision of a payment", () => {
  it("increases after a change, both for one payment and in a list", async () => {
    await using world = await createTestTill();
    const { posTid, tid } = await world.startWaiting("SALE", 14_900);
    const waiting = await world.must("payment.get", { posTid });
    await world.phone.approve(tid);
    const captured = await world.waitForPhase(posTid, "captured");
    expect(captured.revision).toBeGreaterThan(waiting.revision);
    const [listed] = (await world.must("payment.list", {})).items;
    expect(listed?.revision).toBeGreaterThanOrEqual(captured.revision);
  });

  it("never decreases at a restart, even with the clock set back", async () => {
    const clock = fastClock(1);
    await using world = await createTestTill({ clock });
    const { posTid } = await world.pay("SALE", 14_900);
    for (const _ of [1, 2, 3]) {
      const before = await world.must("payment.get", { posTid });
      clock.setBy(-3_600_000);
      await world.restart();
      const after = await world.must("payment.get", { posTid });
      expect(after.revision).toBeGreaterThan(before.revision);
      expect(Number.isSafeInteger(after.revision)).toBe(true);
    }
  });
});

describe("a window of a running till", () => {
  it("continues after one failed request, and receives the next payment", async () => {
    await using world = await createTestTill();
    await using window = await openTestWindow(world);
    window.network.before = async (path) => {
      if (path === "/bridge/terminal.get") throw new TypeError("aborted");
    };
    expect(await window.client.call("terminal.get", {})).toMatchObject({ ok: false });
    const { posTid } = await world.startWaiting("SALE", 14_900);
    await window.until(() => window.shown(posTid)?.phase === "waiting");
    expect(window.connections).toEqual(["connecting", "ready"]);
  });

  it("shows four payments that main captured while the window was offline, as soon as it is back", async () => {
    await using world = await createTestTill();
    await using window = await openTestWindow(world);
    window.network.before = () => Promise.reject(new TypeError("offline"));
    await window.client.call("terminal.get", {});
    await window.until(() => window.connections.at(-1) === "away");
    const paid: string[] = [];
    for (const amount of [100, 200, 300, 400]) paid.push((await world.pay("SALE", amount)).posTid);
    expect(paid.filter((posTid) => window.shown(posTid))).toEqual([]);
    window.network.before = async () => undefined;
    await window.until(() => paid.every((posTid) => window.shown(posTid)?.phase === "captured"));
    expect(window.connections).toEqual(["connecting", "ready", "away", "ready"]);
  });
});
