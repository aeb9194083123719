/** A register repeats its request at a till whose database was replaced by an older backup. */
import { describe, expect, it } from "vitest";
import { maintain } from "../../../main/operations/maintenance/main.ts";
import { fastClock } from "../../support/fast-clock.ts";
import { keyOf, registerAt } from "../../support/register-client.ts";
import { createTillWithRegisters } from "../../support/registers.ts";
import { backUp } from "../../support/restoring.ts";
import { CUSTOMER, type TestTill } from "../../support/test-till.ts";
import { testVault } from "../../support/vault.ts";

async function restore(world: TestTill, backup: string): Promise<void> {
  const stream = { write: () => undefined };
  const openVault = async (path: string) => testVault(path);
  const env = { TILL_DATA: world.folder };
  expect(
    await maintain(["restore", backup], {
      stdout: stream,
      stderr: stream,
      env,
      now: Date.now(),
      openVault,
    }),
  ).toBe(0);
}

describe("a till with registers", () => {
  it("captures once per Idempotency-Key, also after an older backup was restored", async () => {
    await using world = await createTillWithRegisters({ clock: fastClock(2) });
    const sale = { reference: "r1", action: "AUTH", amount: 14_900, customer: { kind: "phone", value: CUSTOMER } };
    const { posTid } = (await registerAt(world, keyOf("a")).post("/payments", sale)).body;
    const { tid } = await world.waitForPayment(posTid, (payment) => payment.tid !== null);
    await world.phone.approve(tid ?? "");
    await world.waitForPhase(posTid, "authorised");
    const backup = await backUp(world);
    const key = { "idempotency-key": "capture 1" };
    const capture = () => registerAt(world, keyOf("a")).post("/payments/r1/capture", { amount: 4900 }, key);
    expect(await capture()).toMatchObject({ status: 200 });
    await world.waitForPayment(posTid, ({ capturedTotal }) => capturedTotal === 4900);
    const before = world.sandbox.captures(tid ?? "");
    await world.restart(() => restore(world, backup));
    await world.waitForPayment(posTid, ({ capturedTotal }) => capturedTotal === 4900);
    expect(await capture()).toMatchObject({ status: 200 });
    await world.waitForPayment(posTid, ({ steps }) => steps.includes("capture"));
    await world.waitForPhase(posTid, "partly_captured");
    expect(world.sandbox.captures(tid ?? "")).toEqual(before);
  });
});
