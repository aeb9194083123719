/** What people ask about vends: twice, too often, at a kiosk, and when it is too late. */
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

describe("a vend is begun", () => {
  it("never for two products of one slot: which of them dropped could not be told", async () => {
    await using kept = await shop();
    const items = [...WATER, { productId: "ice", quantity: 1 }];
    expect(await kept.world.call("vend.start", { items })).toMatchObject({
      error: { code: "invalid_input", details: { fields: [{ field: "items[1].productId" }] } },
    });
  });

  it("once under a reference, also while the machine is away, and not for other goods", async () => {
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

  it("never for a payment under its reference that is no vend", async () => {
    await using kept = await shop({ faults: { fitness: 503 } });
    const lines = [{ name: "Water", quantity: 1, unitAmount: 2500, productId: "water", vatRate: 1500 }];
    const input = { customer: BY_PHONE, reference: "kiosk 1" };
    const { posTid } = await kept.world.must("payment.start", { ...input, action: "AUTH", amount: 2500, lines });
    expect(await kept.world.call("vend.start", { ...input, items: WATER })).toMatchObject({
      error: { code: "conflict", details: { posTid } },
    });
    expect(await kept.world.must("payment.get", { posTid })).toMatchObject({ vend: null });
  });

  it("never for a payment that was begun under its reference while the machine was asked", async () => {
    await using kept = await shop();
    const lines = [{ name: "Water", quantity: 1, unitAmount: 2500, productId: "water", vatRate: 1500 }];
    const input = { customer: BY_PHONE, reference: "kiosk 1" };
    const [vend, payment] = await Promise.all([
      kept.world.call("vend.start", { ...input, items: WATER }),
      kept.world.must("payment.start", { ...input, action: "AUTH", amount: 2500, lines }),
    ]);
    expect(vend).toMatchObject({ error: { code: "conflict", details: { posTid: payment.posTid } } });
  });

  it("once under a reference, also when its product has another price since, or is sold no more", async () => {
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

  it("wholly or not at all: a payment whose vend cannot be written is shown nowhere", async () => {
    await using kept = await kiosk();
    const refusing = "CREATE TEMP TRIGGER refusing BEFORE INSERT ON vend BEGIN SELECT RAISE(ABORT, 'no'); END";
    kept.world.database.exec(refusing);
    expect(await kept.world.call("vend.start", { items: ORDER })).toMatchObject({ error: { code: "internal" } });
    kept.world.database.exec("DROP TRIGGER refusing");
    expect(await kept.world.must("display.get", {})).toMatchObject({ state: "idle" });
    expect(kept.world.database.prepare("SELECT count(*) FROM payment").pluck().get()).toBe(0);
    // Nor does it stand in the way of the next customer's.
    const { posTid } = await kept.world.must("vend.start", { items: ORDER });
    expect(await kept.world.must("payment.get", { posTid })).toMatchObject({ vend: { state: "authorising" } });
  });
});

describe("at a kiosk", () => {
  it("the answer shows nothing by which the sale is found elsewhere", async () => {
    await using kept = await kiosk();
    const answer = await kept.world.must("vend.start", { items: ORDER });
    expect(answer).toMatchObject({ lines: [], tid: null, vend: { id: "", state: "authorising" } });
    expect(answer.vend?.items[0]).toMatchObject({ name: "Water", productId: "water", unitAmount: 0 });
  });

  it("the next vend cancels the one before that is not approved, and no other", async () => {
    await using kept = await kiosk({ kiosk: { deposit: 20_000 } });
    const { world } = kept;
    const stateOf = (posTid: string) => vendRows(world.database).find(posTid)?.state;
    const deposit = await world.must("vend.start", {});
    await world.must("payment.identify", { posTid: deposit.posTid, customer: BY_PHONE });
    await kept.approved(deposit.posTid);
    await world.phase(deposit.posTid, "authorised");
    await world.asManager();
    const staffs = await world.must("vend.start", { items: WATER, customer: BY_PHONE });
    await world.must("staff.signOut", {});
    const former = await world.must("vend.start", { items: ORDER });
    const last = await world.must("vend.start", { items: ORDER });
    const states = [staffs, deposit, former, last].map(({ posTid }) => stateOf(posTid));
    expect(states).toEqual(["authorising", "authorising", "cancelled", "authorising"]);
    await world.asManager();
    expect(await world.phase(former.posTid, "aborted")).toMatchObject({ capturedTotal: 0 });
  });

  it("the next vend cancels none from before a restore: it may have dropped", async () => {
    await using kept = await kiosk();
    const { world } = kept;
    const { posTid } = await world.must("vend.start", { items: ORDER });
    world.database.prepare("UPDATE vend SET restored_at = 1").run();
    await world.must("vend.start", { items: ORDER });
    expect(vendRows(world.database).find(posTid)?.state).toBe("authorising");
    await world.asManager();
    expect(await world.must("payment.get", { posTid })).toMatchObject({ abortRequested: false });
  });

  it.each(["the next vend", "a cancel"] as const)("%s asks for no second cancel of a request", async (way) => {
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

  it("however often it is asked, one is open", async () => {
    await using kept = await kiosk();
    await Promise.all(Array.from({ length: 20 }, () => kept.world.call("vend.start", { items: ORDER })));
    const open = kept.world.database.prepare("SELECT count(*) FROM vend WHERE state = 'authorising'").pluck().get();
    expect(open).toBe(1);
  });
});

describe("a cancel", () => {
  it("that is asked for again is the same one, and of a vend that is over says so", async () => {
    await using kept = await shop();
    const { posTid } = await kept.world.must("vend.start", { items: ORDER, customer: BY_PHONE });
    for (const command of ["vend.cancel", "vend.cancel"] as const)
      expect(await kept.world.must(command, { posTid })).toMatchObject({ vend: { state: "cancelled" } });
    const bought = await kept.bought();
    await kept.over(bought.posTid);
    expect(await kept.world.call("vend.cancel", { posTid: bought.posTid })).toMatchObject({
      error: { code: "illegal_state", details: { because: { code: "vend_over" } } },
    });
  });
});

describe("the list of vends to look at", () => {
  it("has pages, the oldest first", async () => {
    await using kept = await shop({ faults: { isUnsure: true } });
    const bought: string[] = [];
    for (let vend = 0; vend < 3; vend += 1) {
      const { posTid } = await kept.bought(WATER);
      await kept.over(posTid);
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
