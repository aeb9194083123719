import { describe, expect, it } from "vitest";
import { failed } from "../../../../contract/calls/errors.ts";
import type { VendView } from "../../../../contract/kiosk/vend.ts";
import type { Payment, Terminal } from "../../../../contract/payments/views.ts";
import { reasonFor } from "../../../../contract/reasons/reasons.ts";
import {
  chargeStatusOf,
  isFreeAmount,
  isSoldOut,
  outcomeOf,
  outOfService,
  paymentProgressOf,
  planOf,
  productsForSale,
  refusalText,
  sharesSlot,
} from "../../../../renderer/kiosk/select.ts";
import type { Session } from "../../../../renderer/kiosk/session.ts";
import type { TillState } from "../../../../renderer/store/state.ts";

type Shop = Pick<TillState, "shelf" | "terminal">;
const VEND: VendView = {
  id: "v",
  state: "authorising",
  isDeposit: false,
  items: [],
  dropped: [],
  payable: null,
  short: false,
  unknownDrop: null,
};
const item = { productId: "bun", name: "Bun", slot: "A1", quantity: 2, unitAmount: 2000, vatRate: 1500 };

const payment = (changes: Partial<Payment>): Payment =>
  ({
    posTid: "p",
    action: "SALE",
    phase: "draft",
    late: null,
    undoing: false,
    abortRequested: false,
    codeRanOut: false,
    capturedTotal: 0,
    vend: null,
    ...changes,
  }) as Payment;

const shop = (products: object[], terminal: Partial<Terminal> = {}): Shop =>
  ({
    shelf: { catalogue: { version: 1, categories: [], products } },
    terminal: { vending: null, outOfService: [], soldOutSlots: [], ...terminal },
  }) as unknown as Shop;

const bun = { id: "bun", name: "Bun", amount: 2000, vatRate: 1500, slot: "A1" };
const apple = { id: "apple", name: "Apple", amount: 900, vatRate: 1500 };
const cheese = { id: "cheese", name: "Cheese", amount: 9000, vatRate: 1500, scale: "weight" };

describe("the products for sale", () => {
  it("are those not sold by weight, and with a dispenser those with a slot", () => {
    expect(productsForSale(shop([bun, apple, cheese])).map(({ id }) => id)).toEqual(["bun", "apple"]);
    expect(
      productsForSale(shop([bun, apple], { vending: { deposit: null, unknownDrop: "release" } })).map(({ id }) => id),
    ).toEqual(["bun"]);
  });

  it("exclude a slot that is off sale", () => {
    const machine = shop([bun], { vending: { deposit: null, unknownDrop: "release" }, soldOutSlots: ["A1"] });
    expect(isSoldOut(bun, machine)).toBe(true);
    expect(isSoldOut({ slot: "A2" }, machine)).toBe(false);
    expect(isSoldOut(bun, shop([bun], { soldOutSlots: ["A1"] }))).toBe(false);
  });

  it("are a fixed amount for one product, and a free amount without products or a dispenser", () => {
    expect(planOf(shop([bun]))).toEqual({ deposit: false, only: "bun" });
    expect(planOf(shop([bun], { vending: { deposit: 5000, unknownDrop: "release" } }))).toEqual({
      deposit: true,
      only: null,
    });
    expect(isFreeAmount(shop([]))).toBe(true);
    expect(isFreeAmount(shop([], { vending: { deposit: null, unknownDrop: "release" } }))).toBe(false);
  });

  it("never include two products of one slot", () => {
    const chosen = [{ product: bun, quantity: 1, sum: 2000 }];
    expect(sharesSlot({ ...apple, slot: "A1" }, chosen)).toBe(true);
    expect(sharesSlot(bun, chosen)).toBe(false);
    expect(sharesSlot(apple, chosen)).toBe(false);
  });
});

describe("the state of a payment", () => {
  it.each([
    ["a code", { phase: "draft" }, "under_way"],
    ["a sale that is being captured", { phase: "authorised" }, "under_way"],
    ["a paid sale", { phase: "captured" }, "over"],
    ["a sale that was partly captured manually", { phase: "partly_captured" }, "over"],
    ["an approval after a cancel", { phase: "authorised", undoing: true }, "over"],
    ["late money", { phase: "authorised", late: { because: "after_end", since: "" } }, "over"],
    [
      "a dropping vend",
      { action: "AUTH", phase: "authorised", vend: { ...VEND, state: "dispensing", items: [item] } },
      "dropping",
    ],
    [
      "an approved deposit",
      { action: "AUTH", phase: "authorised", vend: { ...VEND, isDeposit: true } },
      "awaits_choice",
    ],
    [
      "a deposit whose code is shown",
      { action: "AUTH", phase: "draft", vend: { ...VEND, isDeposit: true } },
      "under_way",
    ],
    ["a completed vend", { action: "AUTH", phase: "authorised", vend: { ...VEND, state: "cancelled" } }, "over"],
    [
      "a cancelled vend with a pending abort",
      { action: "AUTH", phase: "waiting", vend: { ...VEND, state: "cancelled" } },
      "under_way",
    ],
  ] as const)("%s", (_, changes, standing) => {
    expect(paymentProgressOf(payment(changes as Partial<Payment>))).toBe(standing);
  });
});

describe("the outcome of a vend", () => {
  const vended = (dropped: number, phase: Payment["phase"], state: VendView["state"] = "done") =>
    payment({
      action: "AUTH",
      phase,
      capturedTotal: phase === "captured" ? dropped * 2000 : 0,
      vend: { ...VEND, state, items: [item], dropped: [{ slot: "A1", quantity: dropped }] },
    });

  it("is the number of dropped items: all, a part or none", () => {
    expect(outcomeOf(vended(2, "captured"))).toEqual({ kind: "paid", amount: 4000 });
    expect(outcomeOf(vended(1, "captured"))).toEqual({ kind: "part", amount: 2000, dropped: 1, ordered: 2 });
    // Also during another query to the dispenser.
    expect(outcomeOf(vended(1, "captured", "settling"))).toMatchObject({ kind: "part", dropped: 1 });
    expect(outcomeOf(vended(0, "released"))).toEqual({ kind: "nothing" });
    expect(outcomeOf({ ...vended(0, "released"), vend: { ...VEND, state: "unknown" } })).toEqual({ kind: "unsure" });
  });

  it("is partial when one slot dropped more than ordered and another dropped nothing", () => {
    // As in a locked kiosk: without prices.
    const items = [
      { ...item, unitAmount: 0 },
      { ...item, slot: "B2", quantity: 1, unitAmount: 0 },
    ];
    const vend: VendView = { ...VEND, state: "unknown", items, dropped: [{ slot: "A1", quantity: 3 }] };
    const amount = 10_000;
    const captured = (capturedTotal: number) =>
      payment({ action: "AUTH", phase: "captured", amount, capturedTotal, vend });
    expect(outcomeOf(captured(4000))).toEqual({ kind: "part", amount: 4000, dropped: 2, ordered: 3 });
    // The rule captured the whole order.
    expect(outcomeOf(captured(10_000))).toEqual({ kind: "paid", amount: 10_000 });
  });

  it("follows the money when the drop is unknown", () => {
    expect(outcomeOf({ ...vended(0, "captured", "unknown"), capturedTotal: 4000 })).toEqual({
      kind: "paid",
      amount: 4000,
    });
  });

  it("is not paid with its reason, and cancelled when an approval crossed with a cancel", () => {
    expect(outcomeOf(payment({ phase: "rejected" }))).toEqual({ kind: "not_paid", because: "declined" });
    expect(outcomeOf(payment({ phase: "aborted" }))).toEqual({ kind: "cancelled" });
    expect(outcomeOf(payment({ phase: "aborted", codeRanOut: true }))).toEqual({
      kind: "not_paid",
      because: "expired",
    });
    expect(outcomeOf(payment({ phase: "authorised", undoing: true }))).toEqual({ kind: "undone" });
  });

  it("is cancelled when a vend was cancelled and its refund is pending", () => {
    const left = payment({ action: "AUTH", phase: "authorised", vend: { ...VEND, state: "cancelled" } });
    expect(outcomeOf(left)).toEqual({ kind: "undone" });
  });

  it("is `checking` when the payment needs attention or has late money", () => {
    expect(outcomeOf(payment({ phase: "attention" }))).toEqual({ kind: "checking" });
    expect(outcomeOf(payment({ phase: "captured", late: { because: "after_end", since: "" } }))).toEqual({
      kind: "checking",
    });
  });
});

const MACHINE = { vending: { deposit: null, unknownDrop: "release" } } as const;

describe("out of service", () => {
  it.each([
    ["no fault", {}, "ready", null],
    ["the service", { outOfService: ["service_offline"] }, "ready", "service"],
    ["its credentials", { outOfService: ["service_refused"] }, "ready", "credentials"],
    ["the disk", { outOfService: ["disk_full", "dispenser_unfit"] }, "ready", "disk"],
    ["the database", { outOfService: ["database_damaged"] }, "ready", "database"],
    ["the clock", { outOfService: ["clock_too_far"] }, "ready", "clock"],
    ["an unreachable dispenser", { outOfService: ["dispenser_unreached"] }, "ready", "dispenser"],
    ["a required printer", { outOfService: ["printer_required"] }, "ready", "printer"],
    ["the till", {}, "away", "till"],
    ["a dispenser after two unknown vends", { outOfService: ["dispenser"] }, "ready", "dispenser"],
    ["a dispenser with all slots off sale", { ...MACHINE, soldOutSlots: ["A1"] }, "ready", "goods"],
    ["no fault with one slot on sale", { ...MACHINE, soldOutSlots: ["A2"] }, "ready", null],
    ["an empty dispenser", { vending: { deposit: null, unknownDrop: "release" } }, "ready", "goods"],
  ] as const)("because of %s", (_, terminal, connection, cause) => {
    const products = "soldOutSlots" in terminal ? [bun] : [apple];
    expect(outOfService(shop(products, terminal as unknown as Partial<Terminal>), connection)).toBe(cause);
  });
});

it("a refusal is attributed to the dispenser or to the products", () => {
  const because = (code: "vend_machine_unfit" | "vend_machine_stopped" | "vend_offline") =>
    failed("illegal_state", { because: reasonFor(code) }).error;
  expect(refusalText(because("vend_machine_unfit"))).toBe("machine");
  expect(refusalText(because("vend_offline"))).toBe("text");
  expect(refusalText(because("vend_machine_stopped"))).toBe("machine");
  expect(refusalText(failed("invalid_input").error)).toBe("goods");
  const soldOut = reasonFor("vend_slot_off_sale", { name: "Bun", slot: "A1" });
  expect(refusalText(failed("illegal_state", { because: soldOut }).error)).toBe("goods");
});

describe('the answer to "Was I charged?"', () => {
  const asked = payment({ phase: "waiting", asked: "yes", checkingSince: null, operations: [], authorisedLeft: 0 });
  const answer = (connectivity: Terminal["connectivity"]) => {
    const state = { now: 0, scanned: {}, payments: { p: asked }, terminal: { connectivity } } as unknown as TillState;
    const request = { state: "open", posTid: "p" };
    return chargeStatusOf(state, { request } as unknown as Session, asked).answer;
  };

  it("a lost connection after the customer was asked is reported as uncertain", () => {
    expect(answer("online")).toBe("notYet");
    expect(answer("offline")).toBe("checking");
    expect(answer("auth_failed")).toBe("checking");
  });
});
