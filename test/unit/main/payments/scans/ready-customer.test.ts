import { pino } from "pino";
import { expect, it } from "vitest";
import { createSignals } from "../../../../../main/lib/signals.ts";
import { openReadyCustomer } from "../../../../../main/payments/scans/ready-customer.ts";
import { createManualClock } from "../../../../support/clock.ts";

it("a customer is requested by one sale only, unless that sale is rolled back", async () => {
  const payments = new Set<string>();
  const clock = createManualClock();
  const ports = { clock, signals: createSignals(), log: pino({ level: "silent" }) };
  const ready = openReadyCustomer(ports, (posTid) => payments.has(posTid));
  ready.store("a scan token", 0);
  const begin = (posTid: string) => {
    payments.add(posTid);
    ready.assignTo(posTid);
  };
  begin("theirs");
  expect(ready.now()).toBeNull();
  // A nested sale that is rolled back alone.
  begin("another");
  payments.delete("another");
  expect(ready.now()).toBeNull();
  payments.delete("theirs");
  expect(ready.now()?.scanToken).toBe("a scan token");
  begin("the next");
  expect(ready.now()).toBeNull();
  await ready.close();
});
