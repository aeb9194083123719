/** Commands about vends: repeated, too frequent, at a kiosk, and too late. */
import { describe, expect, it } from "vitest";
import { vendRows } from "../../../main/kiosk/vends/rows.ts";
import { canonicalBody } from "../../../main/payments/bodies.ts";
import { operations } from "../../../main/payments/queue/operations.ts";
import { transact } from "../../../main/storage/database/database.ts";
import { BY_PHONE, ORDER, type Shop, shop } from "../../support/vend-shop.ts";

const WATER = [{ productId: "water", quantity: 1 }];

/** A kiosk that its operator has left. */
async function kiosk(options: Parameters<typeof shop>[0] = {}): Promise<Shop> {
  const kept = await shop({ mode: "kiosk", ...options });
  await kept.world.must("staff.signOut", {});
  return kept;
}

/** An approved deposit of the kiosk's customer, without a choice yet. */
async function approvedDeposit({ world, approved }: Shop): Promise<string> {
  const { posTid } = await world.must("vend.start", {});
  await world.must("payment.identify", { posTid, customer: BY_PHONE });
  await approved(posTid);
  await world.waitForPhase(posTid, "authorised");
  return posTid;
}

describe("an approved deposit without a choice", () => {
  it.each([
    ["another deposit", undefined],
    ["chosen products", ORDER],
  ])("is released as soon as a second vend starts with %s", async (_, items) => {
    await using kept = await kiosk({ kiosk: { deposit: 20_000 } });
    const { clock, world } = kept;
    const posTid = await approvedDeposit(kept);
    const before = clock.monotonic();
    const second = await world.must("vend.start", { items });
    expect(vendRows(world.database).find(posTid)?.state).toBe("cancelled");
    await world.asManager();
    const released = await world.waitForPhase(posTid, "released");
    expect(clock.monotonic() - before).toBeLessThan(60_000);
    expect(released).toMatchObject({ capturedTotal: 0, authorisedLeft: 0 });
    expect(vendRows(world.database).find(second.posTid)?.state).toBe("authorising");
  });

  it("is released once, when a third vend starts before the service has answered", async () => {
    await using kept = await kiosk({ kiosk: { deposit: 20_000 } });
    const { world } = kept;
    const posTid = await approvedDeposit(kept);
    const held = world.sandbox.faults.hold("RELEASE");
    await world.must("vend.start", {});
    await world.must("vend.start", {});
    held.release();
    await world.asManager();
    const { operations: asked } = await world.waitForPhase(posTid, "released");
    expect(asked.map(({ kind }) => kind)).toEqual(["create", "release"]);
  });

  it("is released after a restart when the till stops before the release is sent", async () => {
    await using kept = await kiosk({ kiosk: { deposit: 20_000 } });
    const { world } = kept;
    const posTid = await approvedDeposit(kept);
    const held = world.sandbox.faults.hold("RELEASE");
    const second = await world.must("vend.start", {});
    await world.restart(() => held.release());
    await world.asManager();
    await world.waitForPhase(posTid, "released");
    expect(vendRows(world.database).find(second.posTid)?.state).toBe("authorising");
  });

  it("stays, and creates no second vend, when the start is rolled back", async () => {
    await using kept = await kiosk({ kiosk: { deposit: 20_000 } });
    const { world } = kept;
    const posTid = await approvedDeposit(kept);
    world.database.exec(
      "CREATE TEMP TRIGGER stop BEFORE INSERT ON main.vend BEGIN SELECT RAISE(ABORT, 'the disk is full'); END",
    );
    await world.call("vend.start", {}).catch(() => undefined);
    expect(world.database.prepare("SELECT pos_tid, state FROM vend").all()).toEqual([
      { pos_tid: posTid, state: "authorising" },
    ]);
    await world.asManager();
    const { operations: asked } = await world.must("payment.get", { posTid });
    expect(asked.map(({ kind }) => kind)).toEqual(["create"]);
  });
});

describe("a vend", () => {
  it("is refused for two products of one slot, because the dropped one would be unknown", async () => {
    await using kept = await shop();
    const items = [...WATER, { productId: "ice", quantity: 1 }];
    expect(await kept.world.call("vend.start", { items })).toMatchObject({
      error: { code: "invalid_input", details: { fields: [{ field: "items[1].productId" }] } },
    });
  });

  it("starts once per reference, also while the machine is unreachable, and not for other products", async () => {
    await using kept = await shop();
    const input = { items: ORDER, customer: BY_PHONE, reference: "kiosk 1" };
    const { posTid, vend } = await kept.world.must("vend.start", input);
    kept.machine.faults.isOff = true;
    expect(await kept.world.must("vend.start", input)).toMatchObject({ posTid, vend: { id: vend?.id } });
    expect(await kept.world.call("vend.start", { ...input, items: WATER })).toMatchObject({
      error: { code: "conflict" },
    });
    expect(kept.world.database.prepare("SELECT count(*) FROM vend").pluck().get()).toBe(1);
  });

  it("is refused for a reference of a payment that is no vend", async () => {
    await using kept = await shop({ faults: { healthStatus: 503 } });
    const lines = [{ name: "Water", quantity: 1, unitAmount: 2500, productId: "water", vatRate: 1500 }];
    const input = { customer: BY_PHONE, reference: "kiosk 1" };
    const { posTid } = await kept.world.must("payment.start", { ...input, action: "AUTH", amount: 2500, lines });
    expect(await kept.world.call("vend.start", { ...input, items: WATER })).toMatchObject({
      error: { code: "conflict", details: { posTid } },
    });
    expect(await kept.world.must("payment.get", { posTid })).toMatchObject({ vend: null });
  });

  it("does not start a second payment while the dispenser is being checked", async () => {
    await using kept = await shop();
    const lines = [{ name: "Water", quantity: 1, unitAmount: 2500, productId: "water", vatRate: 1500 }];
    const input = { customer: BY_PHONE, reference: "kiosk 1" };
    const [vend, payment] = await Promise.all([
      kept.world.call("vend.start", { ...input, items: WATER }),
      kept.world.must("payment.start", { ...input, action: "AUTH", amount: 2500, lines }),
    ]);
    expect(vend).toMatchObject({ error: { code: "conflict", details: { posTid: payment.posTid } } });
  });

  it("starts once per reference, even when its product has a new price or is no longer sold", async () => {
    await using kept = await shop({ kiosk: { deposit: 20_000 } });
    const vend = { items: ORDER, customer: BY_PHONE, reference: "kiosk 1" };
    const deposit = { customer: BY_PHONE, reference: "kiosk 2" };
    const first = await kept.world.must("vend.start", vend);
    const second = await kept.world.must("vend.start", deposit);
    const { categories, products } = await kept.world.must("catalogue.get", {});
    const dearer = products.filter(({ id }) => id === "water").map((water) => ({ ...water, amount: 9900 }));
    await kept.world.must("catalogue.set", { categories, products: dearer });
    expect(await kept.world.must("vend.start", vend)).toMatchObject({ posTid: first.posTid, amount: 11_000 });
    expect(await kept.world.must("vend.start", deposit)).toMatchObject({ posTid: second.posTid, amount: 20_000 });
  });

  it("starts completely or not at all: a payment whose vend cannot be written is shown nowhere", async () => {
    await using kept = await kiosk();
    const refusing = "CREATE TEMP TRIGGER refusing BEFORE INSERT ON vend BEGIN SELECT RAISE(ABORT, 'no'); END";
    kept.world.database.exec(refusing);
    expect(await kept.world.call("vend.start", { items: ORDER })).toMatchObject({ error: { code: "internal" } });
    kept.world.database.exec("DROP TRIGGER refusing");
    expect(await kept.world.must("display.get", {})).toMatchObject({ state: "idle" });
    expect(kept.world.database.prepare("SELECT count(*) FROM payment").pluck().get()).toBe(0);
    // Nor does it block the next customer's.
    const { posTid } = await kept.world.must("vend.start", { items: ORDER });
    expect(await kept.world.must("payment.get", { posTid })).toMatchObject({ vend: { state: "authorising" } });
  });
});

describe("a kiosk vend", () => {
  it("returns no identifier that finds the sale elsewhere", async () => {
    await using kept = await kiosk();
    const answer = await kept.world.must("vend.start", { items: ORDER });
    expect(answer).toMatchObject({ lines: [], tid: null, vend: { id: "", state: "authorising" } });
    expect(answer.vend?.items[0]).toMatchObject({ name: "Water", productId: "water", unitAmount: 0 });
  });

  it("cancels the previous vend of the kiosk's own customers, and no other", async () => {
    await using kept = await kiosk();
    const { world } = kept;
    const stateOf = (posTid: string) => vendRows(world.database).find(posTid)?.state;
    await world.asManager();
    const staffs = await world.must("vend.start", { items: WATER, customer: BY_PHONE });
    await world.must("staff.signOut", {});
    const former = await world.must("vend.start", { items: ORDER });
    const last = await world.must("vend.start", { items: ORDER });
    const states = [staffs, former, last].map(({ posTid }) => stateOf(posTid));
    expect(states).toEqual(["authorising", "cancelled", "authorising"]);
    await world.asManager();
    expect(await world.waitForPhase(former.posTid, "aborted")).toMatchObject({ capturedTotal: 0 });
  });

  it("cancels none from before a restore, which may have dropped", async () => {
    await using kept = await kiosk();
    const { world } = kept;
    const { posTid } = await world.must("vend.start", { items: ORDER });
    world.database.prepare("UPDATE vend SET restored_at = 1").run();
    await world.must("vend.start", { items: ORDER });
    expect(vendRows(world.database).find(posTid)?.state).toBe("authorising");
    await world.asManager();
    expect(await world.must("payment.get", { posTid })).toMatchObject({ abortRequested: false });
  });

  it.each(["the next vend", "a cancel"] as const)("%s sends no second cancel of a request", async (way) => {
    await using kept = await kiosk();
    const { clock, world } = kept;
    const held = world.sandbox.faults.hold("ABORT");
    const { posTid } = await world.must("vend.start", { items: ORDER });
    transact(world.database, () => {
      const body = canonicalBody({ kind: "abort", id: "earlier", currency: "NOK" });
      operations(world.database).enqueue({ id: "earlier", posTid, kind: "abort", body }, clock.now());
    });
    await (way === "a cancel" ? world.must("vend.cancel", { posTid }) : world.must("vend.start", { items: ORDER }));
    const line = world.database.prepare(
      "SELECT json_extract(data, '$.money') FROM journal WHERE event = 'vend.cancelled'",
    );
    expect(line.pluck().all()).toEqual(["none"]);
    held.release();
  });

  it("keeps an approved deposit whose customer has chosen, because its products are about to drop", async () => {
    await using kept = await kiosk({ kiosk: { deposit: 20_000 }, faults: { delaysOrders: true } });
    const { world } = kept;
    const posTid = await approvedDeposit(kept);
    await world.must("vend.choose", { posTid, items: WATER });
    await world.must("vend.start", { items: ORDER });
    await world.asManager();
    const { operations: asked, vend } = await world.must("payment.get", { posTid });
    expect(vend?.state).toBe("dispensing");
    expect(asked.map(({ kind }) => kind)).toEqual(["create"]);
  });

  it("is open once, however often it is requested", async () => {
    await using kept = await kiosk();
    await Promise.all(Array.from({ length: 20 }, () => kept.world.call("vend.start", { items: ORDER })));
    const open = kept.world.database.prepare("SELECT count(*) FROM vend WHERE state = 'authorising'").pluck().get();
    expect(open).toBe(1);
  });
});

describe("a cancel", () => {
  it("that is repeated is the same one, and reports that a finished vend is over", async () => {
    await using kept = await shop();
    const { posTid } = await kept.world.must("vend.start", { items: ORDER, customer: BY_PHONE });
    for (const command of ["vend.cancel", "vend.cancel"] as const)
      expect(await kept.world.must(command, { posTid })).toMatchObject({ vend: { state: "cancelled" } });
    const bought = await kept.bought();
    await kept.waitForEnd(bought.posTid);
    expect(await kept.world.call("vend.cancel", { posTid: bought.posTid })).toMatchObject({
      error: { code: "illegal_state", details: { because: { code: "vend_over" } } },
    });
  });
});

describe("the list of vends that need attention", () => {
  it("is paged, oldest first", async () => {
    await using kept = await shop({ faults: { reportsUnknownDrop: true } });
    const bought: string[] = [];
    for (let vend = 0; vend < 3; vend += 1) {
      const { posTid } = await kept.bought(WATER);
      await kept.waitForEnd(posTid);
      await kept.world.must("vend.unblock", { slot: "A1" });
      bought.push(posTid);
    }
    const first = await kept.world.must("vend.list", { limit: 2 });
    expect(first.items.map(({ posTid }) => posTid)).toEqual(bought.slice(0, 2));
    const second = await kept.world.must("vend.list", { limit: 2, cursor: first.next ?? "" });
    expect(second).toMatchObject({ items: [{ posTid: bought[2] }], next: null });
    expect(await kept.world.call("vend.list", { cursor: "behind" })).toMatchObject({
      error: { code: "invalid_input" },
    });
  });
});
