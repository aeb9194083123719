/**
 * A till at services of each dialect, also with a service key that proves nothing: a sale with its refund, and customer
 * data.
 */
import { describe, expect, it } from "vitest";
import type { DialectName } from "../../../sandbox/dialect/dialect.ts";
import { grantedTo } from "../../support/permissions.ts";
import { createTestTill } from "../../support/test-till.ts";

const SERVICES: [DialectName, dialectSeed: number, serviceKeyBits: 1024 | 2048][] = [
  ["strict", 0, 2048],
  ["family", 0, 2048],
  ["family", 0, 1024],
  ["hostile", 21, 2048],
  ["hostile", 22, 1024],
  ["hostile", 23, 2048],
];

describe.each(SERVICES)(
  "at a service of the dialect %s (%i, a key of %i bits)",
  (dialect, dialectSeed, serviceKeyBits) => {
    const open = () => createTestTill({ sandbox: { dialect, dialectSeed, serviceKeyBits } });

    it("scans, pays and refunds a sale", async () => {
      await using world = await open();
      const { posTid } = await world.pay("SALE", 12_500);
      await world.asManager();
      await world.must("payment.refund", { posTid, amount: 2_500, reason: "Cold" });
      expect(await world.waitForPhase(posTid, "partly_refunded")).toMatchObject({
        capturedTotal: 12_500,
        refundedTotal: 2_500,
      });
    });

    it("reads the granted data, including a partial grant", async () => {
      await using world = await open();
      const scopes = ["shipping_address", "profile"];
      const granted = await grantedTo(world, { preset: "ship-to-home" }, { scopes });
      expect(Object.keys(granted.claims).toSorted()).toEqual(scopes.toSorted());
    });
  },
);
