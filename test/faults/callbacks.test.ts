/**
 * Callbacks of the service are repeated, reordered, lost or not stored, and the till still reaches the service's state.
 */
import { describe, expect } from "vitest";
import type { Payment } from "../../contract/payments/views.ts";
import { settled } from "../support/balance.ts";
import { callbackUri, deliver, deliverMany, signedCallback } from "../support/callback-requests.ts";
import { merchantClient } from "../support/sandbox.ts";
import type { TestTill } from "../support/test-till.ts";
import { createTillBehindProxy, PATIENT, type TillBehindProxy } from "../support/till-behind-proxy.ts";
import { falsePaidMessage, outcomeEvent, toPhone, waitingSale } from "./callback-messages.ts";
import { faultCase } from "./case.ts";

const DAY_MS = 86_400_000;

describe("service callbacks", () => {
  faultCase("change nothing when replayed at once, after minutes, after a restart or after a year", async (tally) => {
    await using behindProxy = await createTillBehindProxy(PATIENT);
    const { world, clock } = behindProxy;
    const { posTid, tid, url } = await reserved(behindProxy);
    const authorised = signedCallback(url, await outcomeEvent(world, tid, "payment_authorized"), { at: clock.now() });
    await world.must("payment.release", { posTid });
    await world.waitForPhase(posTid, "released");
    const replay = async () => {
      expect(await deliver(authorised)).toBe(200);
      await settled(world);
      expect(await world.must("payment.get", { posTid })).toMatchObject({
        phase: "released",
        authorisedLeft: 0,
        attention: null,
      });
      tally.runs += 1;
    };
    await replay();
    clock.pass(4 * 60_000);
    await replay();
    await world.restart();
    // After a restart the receiver may use another port, so the old address is not accepted.
    const moved = { ...authorised, url: url.replace(/:\d+\//, `:${portNow(world)}/`) };
    expect([0, 200, 401]).toContain(await deliver(moved));
    clock.pass(365 * DAY_MS);
    expect([0, 200, 401]).toContain(await deliver(moved));
    await settled(world);
    expect(await world.must("payment.get", { posTid })).toMatchObject({ phase: "released" });
    tally.runs += 2;
  });

  faultCase("do not change a payment when they repeat an id with another body", async (tally) => {
    await using behindProxy = await createTillBehindProxy(PATIENT);
    const { world, clock, proxy } = behindProxy;
    proxy.chooseFault = (kind) => (kind === "outcome" ? { status: 503 } : "pass");
    const { posTid, tid, url } = await reserved(behindProxy, { blind: true });
    const first = (await outcomeEvent(world, tid, "payment_authorized")) as { meta: object; object: object };
    expect(await deliver(signedCallback(url, first, { at: clock.now() }))).toBe(200);
    await world.waitForPhase(posTid, "authorised");
    const { object } = falsePaidMessage(posTid, tid) as { object: object };
    expect([200, 401, 409]).toContain(
      await deliver(signedCallback(url, { meta: first.meta, object }, { at: clock.now() })),
    );
    expect(await world.must("payment.get", { posTid })).toMatchObject({ phase: "authorised", capturedTotal: 0 });
    proxy.chooseFault = () => "pass";
    await settled(world);
    tally.runs = 1;
  });

  faultCase("are quarantined until the till has polled, in any order and each delivered twice", async (tally) => {
    for (const order of permutations([0, 1, 2])) {
      await using behindProxy = await createTillBehindProxy(PATIENT);
      const { world, clock, proxy } = behindProxy;
      world.sandbox.faults.callbacks = false;
      proxy.chooseFault = (kind) => (kind === "outcome" ? { status: 503 } : "pass");
      const { posTid, tid, url } = await reserved(behindProxy, { blind: true });
      const client = merchantClient(world.sandbox.provision());
      const take = (id: string, amount: number) =>
        client.put(`/payment_request/${tid}/`, {
          action: "CAPTURE",
          capture_id: id,
          amount,
          additional_amount: 0,
          currency: "NOK",
        });
      const events = [await outcomeEvent(world, tid, "payment_authorized")];
      for (const [id, amount] of [
        ["one", 4000],
        ["two", 6000],
      ] as const) {
        expect(await take(id, amount)).toMatchObject({ status: 204 });
        events.push(await outcomeEvent(world, tid, "payment_captured"));
      }
      for (const at of [...order, ...order]) {
        expect(await deliver(signedCallback(url, events[at] ?? {}, { at: clock.now() }))).toBe(200);
        tally.runs += 1;
      }
      // No operation of this till took the money, so it is quarantined until the till can poll the service.
      expect(await world.must("payment.get", { posTid })).toMatchObject({ phase: "authorised", capturedTotal: 0 });
      proxy.chooseFault = () => "pass";
      const payment = await world.waitForPhase(posTid, "captured");
      expect(payment).toMatchObject({ capturedTotal: 10_000, authorisedLeft: 0, attention: null });
      expect(payment.captures.map(({ id, amount }) => [id, amount])).toEqual([
        ["one", 4000],
        ["two", 6000],
      ]);
    }
  });

  faultCase("are acknowledged and add at most one row, a thousand duplicates at once", async (tally) => {
    await using behindProxy = await createTillBehindProxy(PATIENT);
    const { world, clock } = behindProxy;
    const { posTid, tid, url } = await reserved(behindProxy);
    const rows = async () => (await world.must("payment.timeline", { posTid })).entries.length;
    const before = await rows();
    const message = signedCallback(url, await outcomeEvent(world, tid, "payment_authorized"), { at: clock.now() });
    const statuses = await deliverMany(message, 1000);
    expect(new Set(statuses)).toEqual(new Set([200]));
    await settled(world);
    expect((await rows()) - before).toBeLessThanOrEqual(1);
    tally.runs = statuses.length;
  });

  faultCase("get an error when the insert fails, and are accepted at the next delivery", async (tally) => {
    await using behindProxy = await createTillBehindProxy(PATIENT);
    const { world, clock, proxy } = behindProxy;
    proxy.chooseFault = (kind) => (kind === "outcome" ? { status: 503 } : "pass");
    const { posTid, tid, url } = await reserved(behindProxy, { blind: true });
    const message = signedCallback(url, await outcomeEvent(world, tid, "payment_authorized"), { at: clock.now() });
    world.database.exec(
      "CREATE TEMP TRIGGER full BEFORE INSERT ON main.callback BEGIN SELECT RAISE(ABORT, 'no room'); END",
    );
    expect(await deliver(message)).toBeGreaterThanOrEqual(500);
    world.database.exec("DROP TRIGGER full");
    expect(await deliver(message)).toBe(200);
    await world.waitForPhase(posTid, "authorised");
    proxy.chooseFault = () => "pass";
    await settled(world);
    tally.runs = 2;
  });

  faultCase("that are lost for a day are replaced by polls", async (tally) => {
    await using behindProxy = await createTillBehindProxy(PATIENT);
    const { world, clock } = behindProxy;
    world.sandbox.faults.callbacks = false;
    const open = [await reserved(behindProxy), await reserved(behindProxy), await waitingSale(behindProxy)];
    await world.must("payment.release", { posTid: open[0]?.posTid ?? "" });
    await world.waitForPhase(open[0]?.posTid ?? "", "released");
    clock.pass(DAY_MS);
    await world.pay("SALE", 900);
    await settled(world);
    const phases = await Promise.all(open.map(({ posTid }) => world.must("payment.get", { posTid })));
    expect(phases.map(({ phase }: Payment) => phase)).toEqual(["released", "authorised", "expired"]);
    tally.runs = open.length + 1;
  });
});

/** Creates a reservation. Blind: the till has not seen it, and does not poll it. */
async function reserved({ world }: TillBehindProxy, { blind = false } = {}) {
  if (blind) world.sandbox.faults.callbacks = false;
  const { posTid } = await world.must("payment.start", { action: "AUTH", amount: 10_000, customer: toPhone });
  const { tid } = await world.waitForPayment(posTid, (payment) => payment.tid !== null);
  await world.phone.approve(tid ?? "");
  if (!blind) await world.waitForPhase(posTid, "authorised");
  return { posTid, tid: tid ?? "", url: callbackUri(world) };
}

/** Returns the till's current port, as registered with its shortlink. */
function portNow({ sandbox }: TestTill): string {
  const target = sandbox.callbacks().at(-1)?.target ?? "";
  return new URL(target).port;
}

function permutations(list: readonly number[]): number[][] {
  if (list.length === 0) return [[]];
  return list.flatMap((first) => permutations(list.filter((one) => one !== first)).map((rest) => [first, ...rest]));
}
