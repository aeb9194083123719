import { describe, expect, it } from "vitest";
import type { PrintJob } from "../../../contract/receipts/receipts.ts";
import { readReceipt } from "../../../main/peripherals/receipts/issued.ts";
import { createTestTill, type TestTill, type TestTillOptions } from "../../support/test-till.ts";

/** A till that attaches receipts, without a printer. */
function world(options: TestTillOptions = {}): Promise<TestTill> {
  return createTestTill({ ...options, provisioning: { receipt: { electronic: true, print: "ask" } } });
}

/** Resolves with the upload of a payment's receipt as soon as the condition holds. */
async function untilUpload(at: TestTill, posTid: string, holds: (job: PrintJob) => boolean): Promise<PrintJob> {
  const { promise, resolve } = Promise.withResolvers<PrintJob>();
  const look = async () => {
    const { electronic } = await at.must("receipt.get", { posTid });
    if (electronic && holds(electronic)) resolve(electronic);
  };
  const unsubscribe = at.till.events.subscribe(({ event }) => {
    if (event.type === "printer.changed") void look();
  });
  await look();
  return await promise.finally(unsubscribe);
}

const sent = ({ state }: PrintJob) => state === "done";

function attached(at: TestTill, tid: string | null) {
  return at.sandbox.attachments(tid ?? "");
}

describe("an electronic receipt", () => {
  it("is attached to the payment at the service once, with its own type", async () => {
    await using at = await world();
    const { posTid, tid, number } = await at.pay("SALE", 14_900);
    const job = await untilUpload(at, posTid, sent);
    expect(job).toMatchObject({ kind: "electronic", automatic: true, receipt: { kind: "sale", part: 0 } });
    const [attachment, ...more] = attached(at, tid);
    expect(more).toEqual([]);
    expect(attachment?.mediaType).toBe(`application/vnd.${at.sandbox.settings.mediaType}.receipt.v1+json`);
    const receipt = readReceipt(attachment?.content.toString() ?? "");
    expect(receipt).toMatchObject({ kind: "sale", total: 14_900, payment: { number, tid }, copy: null });
    expect(receipt.number).toBe(job.receipt?.number);
    await at.asManager();
    await at.must("payment.refund", { posTid, amount: 5000, reason: "Returned" });
    await at.waitForPhase(posTid, "partly_refunded");
    await at.restart();
    expect(attached(at, tid)).toHaveLength(1);
    expect(at.events.filter(({ type }) => type === "payment.changed")).not.toEqual([]);
  });

  it("is uploaded only after the whole reservation is captured", async () => {
    await using at = await world();
    const { posTid, tid } = await at.pay("AUTH", 30_000);
    await at.must("payment.capture", { posTid, amount: 10_000 });
    await at.waitForPayment(
      posTid,
      ({ capturedTotal, steps }) => capturedTotal === 10_000 && steps.includes("capture"),
    );
    expect((await at.must("receipt.get", { posTid })).electronic).toBeNull();
    await at.must("payment.capture", { posTid, amount: 5000 });
    await at.waitForPayment(
      posTid,
      ({ capturedTotal, steps }) => capturedTotal === 15_000 && steps.includes("release"),
    );
    await at.must("payment.release", { posTid });
    await untilUpload(at, posTid, sent);
    const receipt = readReceipt(attached(at, tid)[0]?.content.toString() ?? "");
    expect(receipt).toMatchObject({ kind: "capture", part: 0, total: 15_000 });
    expect(receipt.lines.map(({ amount }) => amount)).toEqual([10_000, 5000]);
  });

  it("is retried with the same bytes after service failures, and delays no sale", async () => {
    await using at = await world();
    at.sandbox.faults.breakDown("ATTACHMENT", 503, 1);
    const { posTid, tid, phase } = await at.pay("SALE", 14_900);
    expect(phase).toBe("captured");
    const waiting = await untilUpload(at, posTid, ({ problem }) => problem === "no_service");
    expect(waiting).toMatchObject({ state: "queued", attempts: 1 });
    const { bytes } = at.database.prepare<[], { bytes: Buffer }>("SELECT bytes FROM print_job").get() ?? {};
    await untilUpload(at, posTid, sent);
    expect(attached(at, tid).map(({ content }) => content)).toEqual([bytes]);
  });

  it("gets a new address when the old one has expired", async () => {
    await using at = await world();
    at.sandbox.faults.refuse("ATTACHMENT", 410, 1);
    const { posTid, tid } = await at.pay("SALE", 14_900);
    await untilUpload(at, posTid, sent);
    expect(attached(at, tid)).toHaveLength(1);
  });

  it("that the service rejects is abandoned and reported", async () => {
    await using at = await world();
    at.sandbox.faults.refuse("ATTACHMENT", 422, 1);
    const { posTid, tid } = await at.pay("SALE", 14_900);
    const job = await untilUpload(at, posTid, ({ state }) => state === "failed");
    expect(job.problem).toBe("refused");
    expect(attached(at, tid)).toEqual([]);
    const { entries } = await at.must("payment.timeline", { posTid });
    expect(entries.at(-1)).toMatchObject({ event: "receipt.notSent", values: { problem: "refused" } });
  });

  it("is uploaded after a restart when the till stopped before the upload", async () => {
    await using at = await world();
    at.sandbox.faults.breakDown("ATTACHMENT", 503, 1);
    const { posTid, tid } = await at.pay("SALE", 14_900);
    await untilUpload(at, posTid, ({ problem }) => problem === "no_service");
    await at.restart();
    await untilUpload(at, posTid, sent);
    expect(attached(at, tid)).toHaveLength(1);
  });

  it("is not created unless it is enabled", async () => {
    await using at = await createTestTill();
    const { posTid, tid } = await at.pay("SALE", 14_900);
    expect((await at.must("receipt.get", { posTid })).electronic).toBeNull();
    expect(attached(at, tid)).toEqual([]);
  });
});
