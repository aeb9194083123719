import { expect, it } from "vitest";
import { createManualClock } from "../../support/clock.ts";
import { composedTill } from "../../support/composed-till.ts";

it("a till that was registered in an earlier run is ready before the service was asked anything, and shows its code", async () => {
  // Nothing that waits for a time ends: only what needs neither the service nor a while is done.
  await using world = await composedTill({ clock: createManualClock() });
  await world.stop();
  await world.sandbox.close();
  const asked = world.said.filter((line) => line.includes('"method"')).length;
  await world.start();
  expect(world.said.filter((line) => line.includes('"method"'))).toHaveLength(asked);
  const { qr } = await world.must("payment.start", { action: "SALE", amount: 1000 });
  expect(qr?.kind).toBe("shortlink");
});
