/** The wizard's smallest payment, its findings about the service's key, and ids that are invalid in a payment. */
import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { SetupDraft } from "../../../contract/configuration/setup.ts";
import { fastClock } from "../../support/fast-clock.ts";
import { createTestTill } from "../../support/test-till.ts";
import { startWizard, type Wizard } from "../../support/wizard.ts";

const POLLING = { listen: null, publicUrl: null, tls: false };

/** The service refuses the next creation and names fields as it does (G18). */
function refuseCreation({ sandbox }: Wizard, status: number, error: object): void {
  sandbox.faults.add({ effect: "answer", kind: "CREATE", status, body: JSON.stringify(error), times: 1 });
}

function expectNothingMoved({ sandbox }: Wizard): void {
  expect(sandbox.payments().filter(({ status }) => status !== "fail")).toEqual([]);
  expect(sandbox.payments().flatMap(({ captures, refunds }) => [...captures, ...refunds])).toEqual([]);
}

describe("the payment test", () => {
  it("creates the smallest payment without a customer, and cancels it", async () => {
    await using world = await startWizard();
    expect(await world.find("payment")).toMatchObject({ outcome: "ok", finding: "payment.ok" });
    expect(world.sandbox.payments()).toMatchObject([{ amount: 1, customer: null, posId: "shop-1", statusCode: 4019 }]);
    expect(world.sandbox.callbacks()).toEqual([]);
    expectNothingMoved(world);
  });

  it("explains what the service rejected", async () => {
    await using world = await startWizard();
    const refusals: [number, object, object][] = [
      [400, { error_details: { pos_id: ["too long"] } }, { finding: "payment.pos_id", values: { id: "shop-1" } }],
      [400, { error_description: "pos_id: unknown" }, { finding: "payment.pos_id", values: { id: "shop-1" } }],
      [400, { error_details: { currency: "?" } }, { finding: "payment.currency", values: { currency: "NOK" } }],
      [415, {}, { finding: "service.media_type", values: { status: 415 } }],
      [406, {}, { finding: "service.media_type", values: { status: 406 } }],
      [403, {}, { finding: "credentials.not_allowed", values: { status: 403 } }],
      [409, {}, { finding: "payment.refused", values: { status: 409 } }],
      [
        400,
        { error_details: { text: "?" } },
        { finding: "payment.refused_saying", values: { status: 400, said: "text" } },
      ],
      [
        400,
        { error_description: "Ask\nyour bank\u0007 first." },
        { finding: "payment.refused_saying", values: { status: 400, said: "Ask your bank first." } },
      ],
      [201, { unknown: true }, { finding: "payment.unreadable", values: { status: 201 } }],
    ];
    for (const [status, body, found] of refusals) {
      if (status === 201) world.sandbox.faults.add({ effect: "answer", kind: "CREATE", status, body: "{}", times: 3 });
      else refuseCreation(world, status, body);
      expect(await world.find("payment")).toMatchObject({ outcome: "failed", ...found });
    }
    expectNothingMoved(world);
  });

  it("tries one whole unit when the service rejects less", async () => {
    await using world = await startWizard();
    refuseCreation(world, 400, { error_details: { amount: ["below the minimum"] } });
    expect(await world.find("payment")).toMatchObject({ outcome: "ok", finding: "payment.ok" });
    expect(world.sandbox.payments()).toMatchObject([{ amount: 100, statusCode: 4019 }]);
    expectNothingMoved(world);
  });

  it("reports a failed cancellation, after which the payment expires", async () => {
    await using world = await startWizard({ clock: fastClock(40) });
    world.sandbox.faults.loseAnswerTo("CREATE");
    world.sandbox.faults.breakDown("ABORT", 503, 3);
    expect(await world.find("payment")).toMatchObject({
      outcome: "failed",
      finding: "payment.not_aborted",
      values: { posTid: expect.stringMatching(/^SETUP-/) },
    });
    expect(world.sandbox.payments()).toHaveLength(1);
    await world.sandbox.clock.advance(61_000);
    expectNothingMoved(world);
  });
});

describe("a service that speaks a dialect", () => {
  it.each(["strict", "family", "hostile"] as const)("accepts the till and its payment: %s", async (dialect) => {
    await using world = await startWizard({ sandbox: { dialect } });
    const { mediaType } = world.credentials;
    const service = { ...world.draft.service, mediaType };
    for (const test of ["credentials", "pos", "payment"] as const)
      expect(await world.find(test, { service })).toMatchObject({ outcome: "ok" });
    expectNothingMoved(world);
  });

  it("reports that its media type has another vendor token", async () => {
    await using world = await startWizard({ sandbox: { dialect: "family" } });
    for (const test of ["credentials", "pos", "payment"] as const) {
      expect(await world.find(test)).toMatchObject({
        outcome: "failed",
        finding: "service.media_type",
        values: { status: 406 },
      });
    }
  });
});

describe("a service key that proves nothing", () => {
  const weak = generateKeyPairSync("rsa", {
    modulusLength: 1024,
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  }).publicKey;
  const having = (world: Wizard, publicKey: string | null, more: Partial<SetupDraft> = {}): Partial<SetupDraft> => ({
    service: { ...world.draft.service, publicKey },
    ...more,
  });

  it("is reported with its effect on scans: the till polls, or shows claim links", async () => {
    await using world = await startWizard();
    const messageFor = async (publicKey: string | null, more: Partial<SetupDraft> = {}) => {
      const { outcome, finding, values } = await world.find("shortlink", having(world, publicKey, more));
      return { outcome, finding, values };
    };
    expect(await messageFor(world.draft.service.publicKey)).toMatchObject({ outcome: "ok" });
    const warning = (finding: string, values = {}) => ({ outcome: "warning", finding, values });
    expect(await messageFor(weak)).toEqual(warning("shortlink.weak_key_asks", { bits: 1024 }));
    expect(await messageFor(weak, { callbacks: POLLING })).toEqual(warning("shortlink.weak_key_asks", { bits: 1024 }));
    expect(await messageFor(null)).toEqual(warning("shortlink.no_key_asks"));
    // A till that polls for everything does not need it.
    expect(await messageFor(null, { callbacks: POLLING })).toMatchObject({ outcome: "ok" });
    world.sandbox.faults.lastScan = 404;
    expect(await messageFor(weak)).toEqual(warning("shortlink.weak_key_claims", { bits: 1024 }));
    expect(await messageFor(null)).toEqual(warning("shortlink.no_key_claims"));
  });
});

describe("a till whose service signs with a weak key", () => {
  it.each([
    ["last_scan", "callbacks_weak_key"],
    ["claim", "callbacks_weak_key_claims"],
  ] as const)("does not wait for unverifiable callbacks (%s), and Health reports it", async (scans, code) => {
    await using world = await createTestTill({ sandbox: { serviceKeyBits: 1024 } });
    world.sandbox.faults.lastScan = scans === "claim" ? 404 : "supported";
    await world.restart();
    const health = await world.must("diagnostics.health", {});
    expect(health.callbacks).toMatchObject({ key: "weak", scans });
    expect(health.findings.callbacks).toMatchObject({ code });
    await world.pay("SALE", 4900);
  });
});

describe("an id that is invalid in a payment", () => {
  it.each(["x".repeat(65), "Kasse 1", "kø-1"])("is refused by the wizard: %s", async (id) => {
    await using world = await startWizard();
    const draft = { ...world.draft, pos: { ...world.draft.pos, id } };
    expect(await world.till.must("setup.check", { draft })).toMatchObject({
      problems: [{ field: "pos.id", because: { code: "field_pos_id" } }],
    });
    for (const test of ["pos", "payment"] as const)
      expect(await world.till.call("setup.test", { draft, test })).toMatchObject({ error: { code: "invalid_input" } });
    expect(await world.till.call("setup.finish", { draft, pin: "481516" })).toMatchObject({
      error: { code: "invalid_input", details: { fields: [{ field: "pos.id" }] } },
    });
  });

  it("is accepted up to 64 characters of the alphabet", async () => {
    await using world = await startWizard();
    const draft = { ...world.draft, pos: { ...world.draft.pos, id: "a_B.9-".padEnd(64, "x") } };
    expect(await world.till.must("setup.check", { draft })).toEqual({ problems: [] });
    expect(await world.till.must("setup.test", { draft, test: "payment" })).toMatchObject({ finding: "payment.ok" });
  });
});
