/** Health's requests to main about vends, and the effect of an operator's report on the money. */
import { describe, expect, it } from "vitest";
import type { CommandName } from "../../../../../contract/bridge/commands.ts";
import { done, failed, type Result } from "../../../../../contract/calls/errors.ts";
import type { VendToReview } from "../../../../../contract/kiosk/vend.ts";
import type { Terminal } from "../../../../../contract/payments/views.ts";
import { droppedOf, moneyOfDrop } from "../../../../../renderer/settings/health/vends/drop.ts";
import { openCounter } from "../../../../support/counter.ts";

const ITEMS = [
  { productId: "water", name: "Water", slot: "A1", quantity: 2, unitAmount: 2500, vatRate: 1500 },
  { productId: "beer", name: "Beer", slot: "B2", quantity: 1, unitAmount: 6000, vatRate: 2500 },
];

describe("an operator's report of a drop", () => {
  it("is captured at the sale's prices, and the rest of the approved amount is released", () => {
    expect(moneyOfDrop(ITEMS, {}, { amount: 11_000 })).toEqual({ captured: 0, back: 11_000 });
    expect(moneyOfDrop(ITEMS, { A1: 1, B2: 1 }, { amount: 11_000 })).toEqual({ captured: 8500, back: 2500 });
    // A deposit approves more than the ordered amount.
    expect(moneyOfDrop(ITEMS, { A1: 2, B2: 1 }, { amount: 20_000 })).toEqual({ captured: 11_000, back: 9000 });
    expect(droppedOf(ITEMS, { A1: 0, B2: 1 })).toEqual([{ slot: "B2", quantity: 1 }]);
  });
});

const OFF_SALE = { slot: "A1", productId: "water", state: "blocked", stock: null, reason: null, since: null };

/** A window over a main with this many vends that need attention, and one open dialog. */
function health(count: number, answer?: (name: CommandName) => Result<unknown> | undefined) {
  const all = Array.from({ length: count }, (_, index) => ({ posTid: `v${index}` }) as VendToReview);
  const asked: { cursor?: string; limit: number }[] = [];
  const opened = openCounter({}, (name) => {
    const result = answer?.(name);
    if (name === "vend.slots")
      return result ?? done({ slots: [OFF_SALE, { ...OFF_SALE, slot: "B2", state: "on_sale" }] });
    if (result !== undefined || name !== "vend.list") return result;
    const input = opened.called.at(-1)?.[1] as { cursor?: string; limit: number };
    asked.push(input);
    const from = Number(input.cursor ?? 0);
    const to = from + input.limit;
    return done({ items: all.slice(from, to), next: to < count ? String(to) : null });
  });
  const { terminal } = opened.store.getState();
  opened.store.setState({
    terminal: { ...terminal, staff: { role: "owner", name: "Owner" }, people: { roles: [] } } as unknown as Terminal,
  });
  return { ...opened, asked, vends: () => opened.store.getState().diagnostics.vends };
}

describe("the list of vends", () => {
  it("shows 25 at a time, and loads as many responses as needed", async () => {
    const { actions, asked, vends } = health(500);
    await actions.readVends();
    expect(vends()).toMatchObject({ next: true, wanted: 25 });
    expect(vends().items).toHaveLength(25);
    expect(vends().offSale).toEqual([OFF_SALE]);
    for (let shown = 25; shown < 250; shown += 25) await actions.showMoreVends();
    expect(vends().items?.map(({ posTid }) => posTid)).toEqual(Array.from({ length: 250 }, (_, index) => `v${index}`));
    expect(asked.slice(-2)).toEqual([
      { cursor: undefined, limit: 200 },
      { cursor: "200", limit: 50 },
    ]);
  });

  it("is not requested when the signed-in user may not see it", async () => {
    const { actions, asked, store, vends } = health(3);
    const { terminal } = store.getState();
    store.setState({ terminal: { ...terminal, staff: null } as Terminal });
    await actions.readVends();
    expect([asked, vends().items]).toEqual([[], null]);
  });

  it.each(["vend.list", "vend.slots"])("shows that it could not be read when %s fails", async (command) => {
    const { actions, vends } = health(3, (name) => (name === command ? failed("internal") : undefined));
    await actions.readVends();
    expect(vends()).toMatchObject({ items: null, hasFailed: true });
  });

  it("is reloaded with a message after a decision; a refusal stays in its dialog", async () => {
    const item = { posTid: "v0" } as VendToReview;
    let answer: Result<unknown> = failed("illegal_state");
    const { actions, asked, called, store, vends } = health(1, (name) =>
      name === "vend.resolve" ? answer : undefined,
    );
    store.setState({ dialog: { kind: "resolveVend", item } });
    await actions.resolveVend("v0", [{ slot: "A1", quantity: 1 }], null);
    expect(store.getState()).toMatchObject({
      dialog: { kind: "resolveVend" },
      managerProblem: { code: "illegal_state" },
    });
    expect([asked, vends().done]).toEqual([[], null]);
    answer = done({ posTid: "v0", number: "K-1", operations: [], steps: [] });
    await actions.resolveVend("v0", [{ slot: "A1", quantity: 1 }], null);
    expect(called).toContainEqual(["vend.resolve", { posTid: "v0", dropped: [{ slot: "A1", quantity: 1 }] }]);
    expect(store.getState()).toMatchObject({ dialog: null, managerProblem: null });
    expect(vends()).toMatchObject({ done: { number: "K-1", said: "resolved" } });
    expect(asked).toHaveLength(1);
  });
});
