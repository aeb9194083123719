import { describe, expect, it } from "vitest";
import { type Clock, systemClock } from "../../../main/lib/clock.ts";
import { composedTill } from "../../support/composed-till.ts";

/** With this clock, waiting for a silent service never ends. */
const endlessClock: Clock = {
  ...systemClock,
  sleep: (ms, signal) => (ms === 8000 ? new Promise(() => undefined) : systemClock.sleep(ms, signal)),
};

describe("a till that was registered before", () => {
  it("starts at once when its service is unreachable", async () => {
    await using till = await composedTill({ clock: endlessClock });
    await till.stop();
    await till.sandbox.close();
    await till.start();
    expect(await till.must("payment.start", { action: "SALE", amount: 4900 })).toMatchObject({ phase: "draft" });
  });

  it("starts at once when its key is refused, and reports it", async () => {
    await using till = await composedTill({ clock: endlessClock });
    await till.stop();
    till.sandbox.faults.breakDown("ANY", 401, 1_000_000);
    await till.start();
    expect((await till.must("terminal.get", {})).connectivity).toBe("auth_failed");
    expect(await till.must("payment.start", { action: "SALE", amount: 4900 })).toMatchObject({ phase: "draft" });
  });
});
