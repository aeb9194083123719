/** The number of requests per payment, which all share the rate limit. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { RequestKind } from "../../../sandbox/faults.ts";
import { createTestTill, type TestTill } from "../../support/test-till.ts";

/** Only the payment's own requests: scheduled polls are minutes away. */
const polling = { activeMs: 60_000, idleMs: 600_000 };

function listen({ sandbox: { faults } }: TestTill): () => RequestKind[] {
  const asked: RequestKind[] = [];
  const { strike } = faults;
  faults.strike = (kind) => {
    asked.push(kind);
    return strike(kind);
  };
  return () => asked.filter((kind) => kind !== "POS" && kind !== "MERCHANT" && kind !== "LAST_SCAN").sort();
}

/** The customer approves seconds after the request: of two messages in one second the till polls for the later one. */
async function paid(world: TestTill, action: "SALE" | "AUTH"): Promise<string> {
  const { posTid, tid } = await world.startWaiting(action, 10_000);
  await world.waitForPayment(posTid, ({ expiresAt }) => expiresAt !== null);
  await world.sandbox.clock.advance(3000);
  await world.phone.approve(tid);
  await world.waitForPhase(posTid, action === "SALE" ? "captured" : "authorised");
  return posTid;
}

/** Counts requests by kind. */
function counted(asked: readonly RequestKind[]): Partial<Record<RequestKind, number>> {
  return Object.fromEntries(
    Object.entries(Object.groupBy(asked, (kind) => kind)).map(([kind, all]) => [kind, all.length]),
  );
}

describe("a sale with callbacks", () => {
  // A callback over http only says that something happened (section 6, rule 5): the till polls for the outcome.
  it("is created and captured once, and read when new, approved and captured", async () => {
    await using world = await createTestTill({ provisioning: { polling } });
    const asked = listen(world);
    await paid(world, "SALE");
    const { OUTCOME = 0, ...changes } = counted(asked());
    expect(changes).toEqual({ CREATE: 1, CAPTURE: 1 });
    // An optional fourth read follows the capture's callback.
    expect(OUTCOME).toBeLessThanOrEqual(4);
  });
});

describe("a sale with callbacks over HTTPS", () => {
  const TLS = join(import.meta.dirname, "../../support/tls");
  const [certFile, keyFile] = [join(TLS, "localhost.pem"), join(TLS, "localhost-key.pem")];
  const callbacks = { listen: "127.0.0.1:0", tls: { certFile, keyFile } };

  /** A till that knows that callbacks arrive. */
  async function tillWithCallbacks(): Promise<TestTill> {
    const sandbox = { callbackCa: readFileSync(certFile, "utf8") };
    const world = await createTestTill({ provisioning: { polling, callbacks }, sandbox });
    await paid(world, "SALE");
    return world;
  }

  it("is read only when it is new", async () => {
    await using world = await tillWithCallbacks();
    const asked = listen(world);
    await paid(world, "SALE");
    expect(counted(asked())).toEqual({ CREATE: 1, CAPTURE: 1, OUTCOME: 1 });
  });

  it("is read once more when the callback for the capture is lost", async () => {
    await using world = await tillWithCallbacks();
    const asked = listen(world);
    const { strike } = world.sandbox.faults;
    world.sandbox.faults.strike = (kind) => {
      if (kind === "CAPTURE") world.sandbox.faults.callbacks = false;
      return strike(kind);
    };
    await paid(world, "SALE");
    expect(counted(asked())).toEqual({ CREATE: 1, CAPTURE: 1, OUTCOME: 2 });
  });
});

describe("a reservation with callbacks", () => {
  it("is created once, and read when new and approved", async () => {
    await using world = await createTestTill({ provisioning: { polling } });
    const asked = listen(world);
    await paid(world, "AUTH");
    expect(counted(asked())).toEqual({ CREATE: 1, OUTCOME: 2 });
  });
});
