import { expect, it } from "vitest";
import { type Clock, systemClock } from "../../../main/lib/clock.ts";
import { composedTill } from "../../support/composed-till.ts";

/** On it, whoever waits for a service that does not answer waits for ever. */
const withoutPatience: Clock = {
  ...systemClock,
  sleep: (ms, signal) => (ms === 8000 ? new Promise(() => undefined) : systemClock.sleep(ms, signal)),
};

it("is ready at once where its service is away, if it was registered before", async () => {
  await using till = await composedTill({ clock: withoutPatience });
  await till.stop();
  await till.sandbox.close();
  await till.start();
  expect(await till.must("payment.start", { action: "SALE", amount: 4900 })).toMatchObject({ phase: "draft" });
});
