/** A service with wrong responses, and the till's reaction. */
import { expect } from "vitest";
import { CUSTOMER, createTestTill, type TestTill } from "../../support/test-till.ts";

export const toPhone = { action: "AUTH", amount: 30_000, customer: { kind: "phone", value: CUSTOMER } } as const;

/** An invalid response to the creation of a payment. */
export function responseFault(status: number, contentType: string, body: string) {
  return (world: TestTill) => world.sandbox.faults.add({ effect: "answer", kind: "CREATE", status, contentType, body });
}

/** A sale whose creation fails at first: it is retried and continues. */
export async function expectSaleContinues(trouble: (world: TestTill) => void): Promise<void> {
  await using world = await createTestTill();
  trouble(world);
  const { posTid } = await world.must("payment.start", { ...toPhone, action: "SALE" });
  const waiting = await world.waitForPayment(posTid, (payment) => payment.tid !== null);
  await world.phone.approve(waiting.tid ?? "");
  await world.waitForPhase(posTid, "captured");
  expect(world.sandbox.payments()).toHaveLength(1);
}

/** A payment whose outcome is first one of these invalid bodies: no phase changes before a valid one. */
export async function expectNoPhaseChange(bodies: readonly string[]): Promise<void> {
  await using world = await createTestTill({ callbacks: false });
  const { posTid } = await world.must("payment.start", toPhone);
  const { tid } = await world.waitForPayment(posTid, (payment) => payment.tid !== null);
  for (const body of bodies)
    world.sandbox.faults.add({
      effect: "answer",
      kind: "OUTCOME",
      status: 200,
      contentType: "application/json",
      body,
    });
  await world.phone.approve(tid ?? "");
  const phases = new Set(
    world.events.flatMap((event) => (event.type === "payment.changed" ? [event.payment.phase] : [])),
  );
  expect([...phases].every((phase) => ["queued", "waiting"].includes(phase))).toBe(true);
  await world.waitForPhase(posTid, "authorised");
}
