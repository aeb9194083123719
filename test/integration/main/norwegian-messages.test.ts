import { describe, expect, it } from "vitest";
import type { TillError } from "../../../contract/calls/errors.ts";
import { unpackReason } from "../../../contract/reasons/reasons.ts";
import { createReasonFormatter } from "../../../renderer/kit/format/reason-text.ts";
import { CUSTOMER, createTestTill, MANAGER_PIN, type TestTill } from "../../support/test-till.ts";
import { startAllTexts } from "../../support/texts.ts";

/** English words that no Norwegian sentence contains. */
const ENGLISH =
  /(?<![\p{L}-])(the|was|were|not|with|of|is|are|has|have|been|and|or|this|that|it|its|from|nothing|cannot|which)(?![\p{L}-])/iu;

await startAllTexts("nb");
const say = createReasonFormatter("nb", {
  money: (amount) => `${amount / 100} kr`,
  time: (at) => new Date(at).toISOString(),
});

/** Everything that a Norwegian window shows of an error next to its own text for the error's code. */
function saidOf({ details }: TillError): string {
  const fields = (details.fields ?? []).map(({ because, expected }) => say(because, expected));
  return [say(details.because, details.reason) ?? "", ...fields].join(" ");
}

async function refused(
  world: TestTill,
  call: (world: TestTill) => Promise<{ ok: true } | { ok: false; error: TillError }>,
) {
  const result = await call(world);
  if (result.ok) throw new Error("the command succeeded");
  return result.error;
}

describe("messages from main to a Norwegian window", () => {
  it("are Norwegian for errors of every kind", async () => {
    await using world = await createTestTill();
    const { posTid } = await world.pay("SALE", 5000);
    await world.asManager();
    const open = await world.must("payment.start", { action: "SALE", amount: 100 });
    const errors = [
      await refused(world, () => world.call("payment.capture", { posTid })),
      await refused(world, () => world.call("payment.refund", { posTid, amount: 9000, reason: "Feil" })),
      await refused(world, () => world.call("payment.start", { action: "SALE", amount: 1.5 })),
      await refused(world, () =>
        world.call("payment.start", {
          action: "SALE",
          amount: 100,
          lines: [{ name: "Kaffe", quantity: 1, unitAmount: 99 }],
        }),
      ),
      await refused(world, () => world.call("staff.signIn", { pin: "592037" })),
      await refused(world, () => world.call("staff.add", { name: "Kari", role: "manager", pin: "170587" })),
      await refused(world, () => world.call("staff.changePin", { pin: MANAGER_PIN, newPin: "123456" })),
      await refused(world, () => world.call("report.z", {})),
      await refused(world, () => world.call("report.get", { number: 9 })),
      await refused(world, () => world.call("export.make", { kind: "csv", from: "2026-11-20", to: "2026-11-01" })),
      await refused(world, () => world.call("keys.activate", { force: true, reason: "Fordi" })),
      await refused(world, () => world.call("settlement.get", { id: "a" })),
      await refused(world, () => world.call("printer.test", {})),
      await refused(world, () => world.call("shell.leaveKiosk", {})),
    ];
    await world.must("payment.abort", { posTid: open.posTid });
    for (const error of errors) {
      expect(saidOf(error), error.message).not.toMatch(ENGLISH);
      // Programs receive English.
      expect(error.message).not.toMatch(/\{\{|\[object|undefined/);
    }
    expect(errors.filter((error) => saidOf(error).trim() === "").map(({ message }) => message)).toEqual([]);
  });

  it("are Norwegian in a payment that needs an operator, and in its timeline", async () => {
    await using world = await createTestTill();
    const customer = { kind: "phone", value: CUSTOMER } as const;
    world.sandbox.faults.add({
      effect: "answer",
      kind: "CREATE",
      times: 1,
      status: 422,
      contentType: "application/json",
      body: '{"error_type":"invalid","error_description":"Ukjent kunde"}',
    });
    const { posTid } = await world.must("payment.start", { action: "SALE", amount: 5000, customer });
    const payment = await world.waitForPhase(posTid, "attention");
    expect(payment.attention).toContain("Message: “Ukjent kunde”");
    expect(say(payment.attentionReason, payment.attention)).toBe(
      "Tjenesten godtok ikke innholdet i forespørselen (422). Melding: «Ukjent kunde»",
    );
    const { entries } = await world.must("payment.story", { posTid });
    const reasonTexts = entries.flatMap(({ values: { because, attention } }) => [because, attention]);
    const shownTexts = reasonTexts.flatMap((why) => (typeof why === "string" ? [say(unpackReason(why), why)] : []));
    expect(shownTexts.length).toBeGreaterThan(0);
    expect(shownTexts.filter((text) => ENGLISH.test(text))).toEqual([]);
  });
});
