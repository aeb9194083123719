/** A sale that the cashier captured in part manually: the rest stays reserved until a user decides. */
import { describe, expect, it } from "vitest";
import type { ReservationRule } from "../../../contract/payments/reservations.ts";
import { reasonFor } from "../../../contract/reasons/reasons.ts";
import { backUp, createRestoringTill, restored } from "../../support/restoring.ts";
import { createTestTill, type TestTill } from "../../support/test-till.ts";

const HOUR = 3_600_000;
const RELEASE: ReservationRule = { enabled: true, beforeHours: 12, renewUntilHours: 0, atEnd: "release" };
const REST = reasonFor("payment_sale_rest_reserved", { rest: { amount: 6000, currency: "NOK" } });

/** The service refuses the till's own capture of 100.00; the cashier captures 40.00. */
async function capturedInPart(world: TestTill) {
  return captureInPart(world, await startSale(world));
}

async function startSale(world: TestTill) {
  await world.asManager();
  const { posTid } = await world.must("payment.start", {
    action: "SALE",
    amount: 10_000,
    customer: { kind: "phone", value: "4791234567" },
  });
  const { tid } = await world.waitForPayment(posTid, (payment) => payment.tid !== null);
  return { posTid, tid: tid ?? "" };
}

async function captureInPart(world: TestTill, { posTid, tid }: { posTid: string; tid: string }) {
  world.sandbox.faults.add({ effect: "answer", kind: "CAPTURE", status: 400, times: 1 });
  await world.phone.approve(tid);
  await world.waitForPhase(posTid, "attention");
  await world.must("payment.capture", { posTid, amount: 4000 });
  return world.waitForPhase(posTid, "partly_captured");
}

/** Moves the service's clock to `hours` before the rest expires, and lets the till learn of it. */
async function hoursBefore(world: TestTill, expiresAt: string | null, hours: number) {
  await world.sandbox.clock.advance(Date.parse(expiresAt ?? "") - hours * HOUR - world.sandbox.clock.now());
  const { posTid } = await world.pay("SALE", 100);
  await world.waitForPhase(posTid, "captured");
  await world.asManager();
}

describe("a sale that was captured in part manually", () => {
  it("shows that the rest is still reserved, and is listed with the possible actions", async () => {
    await using world = await createTestTill();
    const part = await capturedInPart(world);
    expect(part).toMatchObject({ attentionReason: REST, capturedTotal: 4000, authorisedLeft: 6000 });
    expect(part.steps).toEqual(expect.arrayContaining(["capture", "release", "reauthorise", "refund"]));
    const { items, total } = await world.must("reservation.list", {});
    expect(items).toMatchObject([{ posTid: part.posTid, authorisedLeft: 6000 }]);
    expect(total).toBe(6000);
    expect(await world.must("report.today", {})).toMatchObject({
      reserved: { count: 1, amount: 6000 },
    });
  });

  it("keeps its rest reserved after a restore of a backup from before the capture", async () => {
    await using world = await createRestoringTill({});
    const sale = await startSale(world);
    const backup = await backUp(world);
    await captureInPart(world, sale);
    await restored(world, backup);
    const sold = await world.waitForPayment(sale.posTid, ({ phase }) => phase !== "waiting");
    expect(sold).toMatchObject({ attentionReason: REST, capturedTotal: 4000, authorisedLeft: 6000 });
    expect(sold.operations.filter(({ kind }) => kind === "capture")).toEqual([]);
    expect(world.sandbox.captures(sale.tid)).toMatchObject([{ amount: 4000 }]);
  });

  it("is one required question at a close, with the reason", async () => {
    await using world = await createTestTill();
    const { posTid } = await capturedInPart(world);
    const { unresolved } = await world.must("report.preview", {});
    expect(unresolved).toMatchObject([
      {
        kind: "reserved",
        posTid,
        amount: 6000,
        required: true,
        detailReason: REST,
        decisions: ["carry_over", "release"],
      },
    ]);
  });

  it.each([
    ["release", 4000],
    ["capture", 10_000],
  ] as const)("is ended by the reservation rule (%s)", async (atEnd, capturedTotal) => {
    await using world = await createTestTill();
    const { posTid, expiresAt } = await capturedInPart(world);
    await world.must("reservation.setRule", { ...RELEASE, atEnd });
    await hoursBefore(world, expiresAt, 11);
    await world.must("reservation.setRule", { ...RELEASE, atEnd });
    expect(await world.waitForPhase(posTid, "captured")).toMatchObject({
      capturedTotal,
      attention: null,
      authorisedLeft: 0,
    });
  });

  it("is renewed by the reservation rule while it is new", async () => {
    await using world = await createTestTill();
    const { posTid, expiresAt } = await capturedInPart(world);
    await world.must("reservation.setRule", { ...RELEASE, renewUntilHours: 100 });
    await hoursBefore(world, expiresAt, 11);
    await world.must("reservation.setRule", { ...RELEASE, renewUntilHours: 100 });
    const renewed = await world.waitForPayment(posTid, (payment) => payment.expiresAt !== expiresAt);
    expect(renewed).toMatchObject({ phase: "partly_captured", authorisedLeft: 6000 });
  });

  it("raises no alarm while the rest is being captured", async () => {
    await using world = await createTestTill();
    const { posTid } = await capturedInPart(world);
    expect(await world.must("payment.capture", { posTid })).toMatchObject({ attention: null });
    expect(await world.waitForPhase(posTid, "captured")).toMatchObject({ capturedTotal: 10_000, attention: null });
  });
});

describe("a sale that the till captures automatically", () => {
  it("is ignored by the reservation rule, and raises no alarm", async () => {
    await using world = await createTestTill();
    await world.asManager();
    await world.must("reservation.setRule", { ...RELEASE, beforeHours: 48 });
    const { posTid } = await world.pay("SALE", 5000);
    expect(world.sandbox.captures((await world.must("payment.get", { posTid })).tid ?? "")).toHaveLength(1);
    const messages = world.events.flatMap((event) =>
      event.type === "payment.changed" ? [event.payment.attention] : [],
    );
    expect(new Set(messages)).toEqual(new Set([null]));
  });
});
