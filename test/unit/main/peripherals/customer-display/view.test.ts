import { describe, expect, it } from "vitest";
import { DEFAULT_COUNTER } from "../../../../../contract/catalogue/counter.ts";
import type { VendItem, VendState, VendView } from "../../../../../contract/kiosk/vend.ts";
import type { Operation, Payment } from "../../../../../contract/payments/views.ts";
import type { CustomerLanguage } from "../../../../../contract/values/customer-language.ts";
import type { PaymentLine } from "../../../../../contract/values/lines.ts";
import { type DisplayTerminal, displayView, placeOf } from "../../../../../main/peripherals/customer-display/view.ts";

const TERMINAL: DisplayTerminal = {
  merchant: { id: "M1", name: "Kaffe & Kake" },
  pos: { id: "counter-1", name: "Counter 1", type: "store" },
  environment: "live",
  locale: "nb-NO",
  currency: "NOK",
  connectivity: "online",
  clockSkewMs: 0,
  counter: DEFAULT_COUNTER,
  vending: { deposit: null, unknownDrop: "release" },
};
const PRODUCTS = [
  { id: "bun", name: "Kanelbolle", names: { en: "Cinnamon bun" } },
  { id: "tea", name: "Te" },
];
const CREATE = { kind: "create" } as Operation;

function payment(changes: Partial<Payment> = {}): Payment {
  return {
    posTid: "A1B2-0001-ABCDEFGH",
    number: "A1B2-0001",
    tid: "tid-of-the-service",
    action: "SALE",
    phase: "draft",
    currency: "NOK",
    amount: 14_900,
    additionalAmount: 0,
    additionalEdit: false,
    capturedTotal: 0,
    text: "two coffees",
    lines: [],
    customer: null,
    qr: { text: "https://qr.example/s/1/A1B2-0001-ABCDEFGH", kind: "shortlink" },
    expiresAt: null,
    codeUntil: null,
    abortRequested: false,
    undoing: false,
    late: null,
    steps: ["abort", "leave"],
    operations: [],
    wordsIn: null,
    vend: null,
    ...changes,
  } as Payment;
}

const show = (
  changes: Partial<Payment>,
  {
    scanned = false,
    language = "nb",
    ...terminal
  }: Partial<DisplayTerminal> & { scanned?: boolean; language?: CustomerLanguage } = {},
) =>
  displayView(payment(changes), {
    terminal: { ...TERMINAL, ...terminal },
    products: PRODUCTS,
    language,
    usualLanguage: "nb",
    scanned,
    offer: null,
    question: null,
    message: null,
    takeAway: () => null,
  });
const ITEM = { productId: "water", name: "Vann", slot: "A1", quantity: 1, unitAmount: 2500, vatRate: 1500 };
const vend = (state: VendState, items: VendItem[] = []): VendView => ({
  id: "v1",
  state,
  isDeposit: items.length === 0,
  items,
  dropped: [],
  payable: null,
  short: false,
  unknownDrop: null,
});
const asked: Partial<Payment> = { qr: null, operations: [CREATE], wordsIn: "nb" };

describe("the customer's view", () => {
  it("is only the shop's name while there is no payment", () => {
    expect(
      displayView(null, {
        products: [],
        terminal: TERMINAL,
        language: "en",
        usualLanguage: "nb",
        scanned: false,
        offer: null,
        question: null,
        message: null,
        takeAway: () => null,
      }),
    ).toEqual({
      state: "idle",
      text: "welcome",
      shop: "Kaffe & Kake",
      environment: "live",
      language: "en",
      usualLanguage: "nb",
      locale: "en-GB",
      currency: "NOK",
      amount: null,
      reserves: false,
      tip: false,
      code: null,
      until: null,
      words: null,
      lines: [],
      additionalAmount: 0,
      takeAway: null,
      offer: null,
      question: null,
      message: null,
      look: { appName: null, accent: null, logo: null },
    });
  });

  it("is a tip to choose before the payment, with the resulting total", () => {
    const offer = { amount: 14_900, kind: "percent" as const, presets: [1000], chosen: 1490 };
    const view = displayView(payment({}), {
      products: [],
      terminal: TERMINAL,
      language: "nb",
      usualLanguage: "nb",
      scanned: false,
      offer,
      question: null,
      message: null,
      takeAway: () => null,
    });
    expect(view).toMatchObject({ state: "tip", amount: 16_390, code: null, offer });
  });

  it("names the products in the customer's language when translated", () => {
    const sold = (productId: string | null, name: string | null) => ({ productId, name }) as PaymentLine;
    const lines = [sold("bun", "Kanelbolle"), sold("tea", "Te"), sold("gone", "Kringle"), sold(null, null)];
    const names = (language: CustomerLanguage) => show({ lines }, { language }).lines.map(({ name }) => name);
    expect(names("en")).toEqual(["Cinnamon bun", "Te", "Kringle", null]);
    expect(names("nb")).toEqual(["Kanelbolle", "Te", "Kringle", null]);
  });

  it("is the till's name until the service has returned the shop's", () => {
    expect(show({}, { merchant: { id: "M1", name: null } }).shop).toBe("Counter 1");
  });

  it.each<[string, Partial<Payment>, string, string]>([
    ["a code", {}, "pay", "scan"],
    ["a code that is being created", { qr: null }, "wait", "moment"],
    [
      "a request that is being sent",
      { ...asked, asked: "unknown", phase: "queued", customer: "•••4567" },
      "wait",
      "sending",
    ],
    ["a queued request", { ...asked, asked: "no", phase: "queued", customer: "•••4567" }, "wait", "moment"],
    ["a claim link that is being sent", { ...asked, phase: "queued" }, "wait", "moment"],
    ["a request on the customer's phone", { ...asked, phase: "waiting" }, "approve", "approve"],
    [
      "an approved deposit before the choice",
      { ...asked, action: "AUTH", phase: "authorised", vend: vend("authorising") },
      "wait",
      "choose",
    ],
    [
      "dropping products",
      { ...asked, action: "AUTH", phase: "authorised", vend: vend("dispensing", [ITEM]) },
      "wait",
      "dispensing",
    ],
    [
      "partly dropped products",
      { ...asked, phase: "partly_captured", vend: vend("settling", [ITEM]) },
      "wait",
      "dispensing",
    ],
    [
      "a cancelled vend with a pending refund",
      { ...asked, action: "AUTH", phase: "authorised", vend: vend("cancelled") },
      "wait",
      "undoing",
    ],
    [
      "a vend that needs attention, with money still reserved",
      { ...asked, action: "AUTH", phase: "authorised", vend: vend("unknown", [ITEM]) },
      "wait",
      "staff",
    ],
    [
      "a vend that needs attention, with a part captured",
      { ...asked, action: "AUTH", phase: "partly_captured", vend: vend("unknown", [ITEM]) },
      "wait",
      "staff",
    ],
    ["paid products", { ...asked, phase: "captured", vend: vend("done", [ITEM]) }, "paid", "paid"],
    ["an approved sale that is being captured", { ...asked, phase: "authorised" }, "wait", "finishing"],
    ["a reservation", { ...asked, phase: "authorised", action: "AUTH" }, "reserved", "reserved"],
    ["a captured payment", { ...asked, phase: "captured", capturedTotal: 14_900 }, "paid", "paid"],
    ["a refusal", { ...asked, phase: "rejected" }, "not_paid", "declined"],
    ["an expired payment", { ...asked, phase: "expired" }, "not_paid", "expired"],
    ["a cancelled payment", { ...asked, phase: "aborted", abortRequested: true }, "not_paid", "cancelled"],
    ["a payment being cancelled", { ...asked, phase: "waiting", abortRequested: true }, "wait", "cancelling"],
    ["a code being cancelled", { abortRequested: true }, "wait", "cancelling"],
    ["an approval after the cancel", { ...asked, phase: "authorised", undoing: true }, "wait", "undoing"],
    [
      "a reservation after the cancel",
      { ...asked, phase: "authorised", action: "AUTH", undoing: true },
      "wait",
      "undoing",
    ],
    ["a payment that needs attention", { ...asked, phase: "attention" }, "wait", "staff"],
    [
      "late money",
      { ...asked, phase: "captured", late: { because: "after_end", since: "2026-03-02T10:00:00Z" } },
      "wait",
      "staff",
    ],
  ])("of %s", (_what, changes, state, text) => {
    const view = show(changes);
    expect([view.state, view.text]).toEqual([state, text]);
  });

  it("promises no refund that the machine's rule captures", () => {
    const vending = { deposit: null, unknownDrop: "capture" as const };
    const reserved = { ...asked, action: "AUTH", phase: "authorised" } as const;
    expect(show({ ...reserved, vend: vend("authorising") }, { vending }).text).toBe("chooseByOrder");
    expect(show({ ...reserved, vend: vend("dispensing", [ITEM]) }, { vending }).text).toBe("dispensingByOrder");
    const vendView: VendView = { ...vend("dispensing", [ITEM]), unknownDrop: "release" };
    expect(show({ ...reserved, vend: vendView }, { vending }).text).toBe("dispensing");
  });

  it("does not ask for another approval while offline, and keeps the text and the time", () => {
    const waiting = { ...asked, phase: "waiting" } as const;
    const online = show(waiting);
    expect(online).toMatchObject({ state: "approve", text: "approve" });
    for (const connectivity of ["offline", "auth_failed"] as const)
      expect(show(waiting, { connectivity })).toEqual({ ...online, text: "unheard" });
  });

  it("has a code exactly while the code can be scanned and paid", () => {
    expect(show({}).code).toBe("https://qr.example/s/1/A1B2-0001-ABCDEFGH");
    expect(show({}, { scanned: true })).toMatchObject({ state: "wait", text: "sending", code: null });
    expect(show({}, { connectivity: "offline" })).toMatchObject({ state: "wait", text: "moment", code: null });
    expect(show({}, { connectivity: "auth_failed" }).code).toBeNull();
    expect(show({ abortRequested: true }).code).toBeNull();
  });

  it("has the requested amount, and the captured amount after the capture", () => {
    expect(show({ additionalAmount: 1000 }).amount).toBe(15_900);
    expect(show({ ...asked, phase: "captured", additionalAmount: 0, capturedTotal: 16_400 }).amount).toBe(16_400);
  });

  it("offers a tip while the phone still asks", () => {
    expect(show({ additionalEdit: true }).tip).toBe(true);
    expect(show({ ...asked, additionalEdit: true, phase: "waiting" }).tip).toBe(true);
    expect(show({ ...asked, additionalEdit: true, phase: "captured" }).tip).toBe(false);
  });

  it("counts down to the service's deadline, by this machine's clock", () => {
    const expiresAt = "2026-03-02T10:05:00.000Z";
    expect(show({ ...asked, phase: "waiting", expiresAt }).until).toBe(expiresAt);
    expect(show({ ...asked, phase: "waiting", expiresAt }, { clockSkewMs: 2000 }).until).toBe(expiresAt);
    expect(show({ ...asked, phase: "waiting", expiresAt }, { clockSkewMs: 3_600_000 }).until).toBe(
      "2026-03-02T09:05:00.000Z",
    );
    expect(show({ ...asked, phase: "captured", expiresAt }).until).toBeNull();
    // A code may expire before its request.
    const codeUntil = "2026-03-02T10:03:00.000Z";
    const qr = { text: "https://s.example/1", kind: "shortlink" } as const;
    expect(show({ ...asked, phase: "draft", qr, expiresAt, codeUntil }).until).toBe(codeUntil);
    expect(show({ ...asked, phase: "draft", qr, expiresAt: null, codeUntil }).until).toBe(codeUntil);
  });

  it("never contains the payer or the payment's reference", () => {
    const everything = { ...asked, customer: "•••4567", phase: "waiting" as const };
    const text = JSON.stringify(show(everything));
    for (const secret of ["4567", "A1B2", "tid-of-the-service", "two coffees", "M1", "counter-1"]) {
      expect(text).not.toContain(secret);
    }
  });
});

describe("a payment's place", () => {
  it.each<[Partial<Payment>, string]>([
    [{}, "under_way"],
    [{ ...asked, phase: "waiting" }, "under_way"],
    [{ ...asked, phase: "authorised" }, "under_way"],
    [{ ...asked, phase: "authorised", action: "AUTH" }, "over"],
    [{ ...asked, phase: "authorised", action: "AUTH", undoing: true }, "under_way"],
    [{ ...asked, phase: "authorised", action: "AUTH", vend: vend("authorising") }, "under_way"],
    [{ ...asked, phase: "authorised", action: "AUTH", vend: vend("dispensing", [ITEM]) }, "dropping"],
    [{ ...asked, phase: "partly_captured", action: "AUTH", vend: vend("settling", [ITEM]) }, "dropping"],
    [{ ...asked, phase: "authorised", action: "AUTH", vend: vend("unknown", [ITEM]) }, "over"],
    [{ ...asked, phase: "captured" }, "over"],
    [{ ...asked, phase: "attention" }, "over"],
    [{ ...asked, phase: "waiting", abortRequested: true, steps: [] }, "under_way"],
    // The cashier moved on to the next customer.
    [{ ...asked, phase: "waiting", steps: ["abort"] }, "gone"],
    [{ ...asked, phase: "refunded" }, "gone"],
  ])("%o is %s", (changes, place) => {
    expect(placeOf(payment(changes))).toBe(place);
  });
});
