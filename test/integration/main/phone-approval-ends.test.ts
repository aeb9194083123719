/** A phone approval is for one use: its nonce, its deadline, and what remains of it. */
import { describe, expect, it } from "vitest";
import type { Permission as Held } from "../../../sandbox/state/permissions.ts";
import { checkUntil, scanned } from "../../support/phones.ts";
import { OLA, phone } from "../../support/sandbox.ts";
import { createTestTill, type TestTill } from "../../support/test-till.ts";

/** The owner's phone is being linked: its code was scanned, and it has the request. */
async function openRequest(world: TestTill) {
  await world.asManager();
  const { items } = await world.must("staff.list", {});
  const check = await world.must("staff.phone.link", { id: items[0]?.id ?? "" });
  const { rid } = await scanned(world, check, OLA);
  await checkUntil(world, check.id, "asked");
  return { id: check.id, rid };
}

const rowOf = ({ database }: TestTill, id: string) =>
  database
    .prepare<[string], object>("SELECT phase, customer, claims, sealed, deadline FROM permission WHERE pos_tid = ?")
    .get(id);

const OVER = { phase: "aborted", customer: null, claims: "{}", sealed: null, deadline: null };

it("has its own nonce, and expires after two minutes at the service", async () => {
  await using world = await createTestTill();
  await openRequest(world);
  await openRequest(world);
  const response = await fetch(`${world.sandbox.url}/control/permissions`);
  const { permissions } = (await response.json()) as { permissions: Held[] };
  expect(permissions.map((one) => one.expires_at - one.created_at)).toEqual([120_000, 120_000]);
  const nonces = permissions.map(({ request }) => (JSON.parse(request) as { nonce: string }).nonce);
  for (const nonce of nonces) expect(nonce).toMatch(/^\w{32}$/);
  expect(new Set(nonces).size).toBe(2);
});

describe("an approval request to a phone", () => {
  it.each([
    ["is cancelled", (world: TestTill, check: string) => world.must("staff.phone.cancel", { check })],
    ["is open when the till restarts", (world: TestTill) => world.restart()],
  ])("ends when it %s, and reveals no phone, even when the phone responds", async (_how, end) => {
    await using world = await createTestTill({ callbacks: false });
    const { id, rid } = await openRequest(world);
    expect(rowOf(world, id)).toMatchObject({ phase: "waiting", customer: expect.any(String) });
    await end(world, id);
    expect(rowOf(world, id)).toEqual(OVER);
    await phone(world.sandbox, OLA).grant(rid);
    const isHeard = world.database.prepare<[string], number>("SELECT answered_at FROM permission WHERE pos_tid = ?");
    await expect.poll(() => isHeard.pluck().get(id)).not.toBeNull();
    expect(rowOf(world, id)).toEqual(OVER);
  });
});
