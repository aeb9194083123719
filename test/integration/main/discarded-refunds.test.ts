/** A refund that a manager discarded and the service carried out: two refunds were sent, and a user is notified. */
import { describe, expect, it } from "vitest";
import type { Payment } from "../../../contract/payments/views.ts";
import { createTestTill, type TestTill } from "../../support/test-till.ts";

const refundOf = (payment: Payment, id: string) => payment.operations.find((operation) => operation.id === id);

/** A refund of 40.00 that the service still processes, discarded here, and another one in its place. */
async function refundedTwice(world: TestTill): Promise<{ posTid: string; givenUp: string }> {
  const { posTid } = await world.pay("SALE", 10_000);
  await world.asManager();
  const held = world.sandbox.faults.hold("REFUND");
  const asked = await world.must("payment.refund", { posTid, amount: 4000, reason: "returned" });
  const givenUp = asked.operations.findLast(({ kind }) => kind === "refund")?.id ?? "";
  await held.arrived;
  await world.waitForPayment(posTid, (payment) => {
    const refund = refundOf(payment, givenUp);
    return refund?.state === "queued" && refund.unknownSince !== null;
  });
  // Half a minute later, and not due again yet.
  const dueAt = Date.now() + 600_000;
  world.database.prepare("UPDATE operation SET sent_at = 0, due_at = ? WHERE id = ?").run(dueAt, givenUp);
  expect(await world.must("queue.discard", { operationId: givenUp, reason: "stuck" })).toMatchObject({
    state: "refused",
  });
  await world.must("payment.refund", { posTid, amount: 4000, reason: "returned, again" });
  await world.waitForPayment(posTid, ({ refundedTotal }) => refundedTotal === 4000);
  expect(await world.must("payment.get", { posTid })).toMatchObject({ phase: "partly_refunded", attention: null });
  held.release();
  return { posTid, givenUp };
}

describe("a discarded refund that the service carried out", () => {
  it.each(["retry", "discard"] as const)(
    "is shown with its replacement to a user, and in the queue, until acknowledged (%s)",
    async (seen) => {
      await using world = await createTestTill({ timeouts: { headersMs: 2000, totalMs: 2500 } });
      const { posTid, givenUp } = await refundedTwice(world);
      // The till does not poll a finished payment; a comparison with the service does.
      const { tid } = await world.must("payment.get", { posTid });
      await expect.poll(() => world.sandbox.refunds(tid ?? "")).toHaveLength(2);
      await world.must("report.reconcile", {});
      const late = await world.waitForPhase(posTid, "attention");
      expect(late).toMatchObject({ refundedTotal: 8000, refundable: 2000 });
      expect(late.attention).toContain("You discarded the refund of kr\u00a040.00, but the service completed it");
      expect((await world.must("queue.list", {})).items).toMatchObject([
        { id: givenUp, state: "attention", lastError: late.attention },
      ]);
      expect((await world.must("terminal.get", {})).queue.depth).toBe(1);
      const { blockers, unresolved } = await world.must("report.preview", {});
      expect([blockers.length, unresolved.map(({ subject }) => subject)]).toEqual([0, [`operation:${givenUp}`]]);
      const sent = world.sandbox.refunds(late.tid ?? "").length;
      const operation = { operationId: givenUp };
      const settled =
        seen === "retry"
          ? await world.must("queue.retry", operation)
          : await world.must("queue.discard", { ...operation, reason: "seen" });
      expect(settled.state).toBe("done");
      expect(await world.must("payment.get", { posTid })).toMatchObject({
        phase: "partly_refunded",
        attention: null,
        refundable: 2000,
      });
      expect(world.sandbox.refunds(late.tid ?? "")).toHaveLength(sent);
      expect((await world.must("journal.verify", {})).ok).toBe(true);
    },
  );
});
