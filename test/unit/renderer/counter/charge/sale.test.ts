/** Charging at the counter: products, scans, and a discount that needs approval. */
import { describe, expect, it } from "vitest";
import { done, failed, type Result } from "../../../../../contract/calls/errors.ts";
import { scannedLineName } from "../../../../../contract/catalogue/barcodes.ts";
import { localisedLineName } from "../../../../../contract/catalogue/catalogue.ts";
import type { Payment, Terminal } from "../../../../../contract/payments/views.ts";
import { shelfView, visibleProducts } from "../../../../../renderer/counter/charge/shelf-view.ts";
import { EMPTY_ENTRY, totalOf } from "../../../../../renderer/kit/amount/entry.ts";
import { operatorChange } from "../../../../../renderer/store/operator-change.ts";
import { EMPTY_DRAFT } from "../../../../../renderer/store/state.ts";
import { APPLES, CATALOGUE, openCounter, WATER } from "../../../../support/counter.ts";

/** The fields of a sale that are the same for every result. */
const SALE = {
  posTid: "A-1",
  action: "SALE",
  amount: 9900,
  additionalAmount: 0,
  currency: "NOK",
  lines: [],
  text: null,
  late: null,
};

describe("the search for a product", () => {
  it("is closed when the sale below it is charged", async () => {
    const { actions, state } = openCounter();
    actions.addProduct(WATER);
    actions.findProduct("cro");
    await actions.charge();
    expect([state().currentId, state().shelf.query]).toEqual(["A-1", null]);
  });

  it("keeps the new user's search when the previous user's sale starts late", async () => {
    const begun = Promise.withResolvers<Result<unknown>>();
    const { actions, state, store } = openCounter({}, (name) =>
      name === "payment.start" ? (begun.promise as never) : undefined,
    );
    const people = { requireSignIn: true };
    store.setState({ terminal: { ...state().terminal, people, staff: { name: "Ola" } } as Terminal });
    actions.addProduct(WATER);
    const charging = actions.charge();
    const terminal = { ...state().terminal, staff: { name: "Kari" } } as Terminal;
    store.setState((before) => ({ ...operatorChange(before, terminal), terminal }));
    actions.findProduct("cro");
    begun.resolve(done({ posTid: "A-1", operations: [], steps: [] }));
    await charging;
    expect([state().otherSales, state().shelf.query]).toEqual([["A-1"], "cro"]);
  });
});

describe("a scanned barcode", () => {
  it("adds its product to the basket on every scan, and charges nothing", async () => {
    const { actions, started, state, total } = openCounter();
    await actions.scanned("7038010000065");
    await actions.scanned("7038010000065");
    expect([total(), state().draft.entry.lines.map(({ times }) => times), started()]).toEqual([7000, [2], []]);
  });

  it("with a weight adds the product with that weight", async () => {
    const { actions, state } = openCounter();
    await actions.scanned("2000010005322");
    expect(state().notice?.kind).toBe("unknownScan");
    await actions.scanned("2000010005321");
    expect(state().draft.entry.lines).toMatchObject([{ productId: "apples", amount: 2123, times: 1 }]);
    expect(state().draft.entry.lines[0]?.name).toMatch(/^Epler 0,532.kg$/);
  });

  it("of an unknown product is reported as unknown", async () => {
    const { actions, state, total } = openCounter();
    await actions.scanned("4006381333931");
    expect([total(), state().notice]).toEqual([0, { kind: "unknownScan", text: "4006381333931", until: 6000 }]);
  });

  it("of a customer, while a number is typed, returns the keys to the amount", async () => {
    const { actions, state } = openCounter();
    await actions.setKeysFor("phone");
    await actions.scanned("token:abc-123");
    expect(state().draft).toMatchObject({ customer: { kind: "scan" }, keysFor: "amount" });
  });

  it("during a payment or a dialog changes nothing and shows a message", async () => {
    const { store, actions, state, total } = openCounter();
    actions.open({ kind: "sale" });
    await actions.scanned("7038010000065");
    expect([total(), state().notice?.kind]).toEqual([0, "productNotNow"]);
    actions.closeDialog();
    const waiting = { posTid: "A-1", phase: "draft", operations: [], asked: "no" } as unknown as Payment;
    store.setState({ payments: { "A-1": waiting }, currentId: "A-1" });
    await actions.scanned("7038010000065");
    expect([total(), state().currentId]).toEqual([0, "A-1"]);
  });

  it("on the result screen starts the next sale", async () => {
    const { store, actions, state, total } = openCounter();
    const paid = { posTid: "A-1", phase: "captured", operations: [], steps: [] } as unknown as Payment;
    store.setState({ payments: { "A-1": paid }, currentId: "A-1" });
    await actions.scanned("7038010000065");
    expect([total(), state().currentId]).toEqual([3500, null]);
  });
});

describe("the product shelf", () => {
  it("shows a category, or search results in any language, without accents, by barcode", () => {
    const found = (category: string | null, query: string | null) =>
      visibleProducts(CATALOGUE, { category, query }).map(({ id }) => id);
    expect(found(null, null)).toEqual(["water", "apples", "creme"]);
    expect(found("cold", null)).toEqual(["water"]);
    expect(found("cold", "SPARK")).toEqual(["water", "creme"]);
    expect(found(null, "creme ")).toEqual(["creme"]);
    expect(found(null, "70380")).toEqual(["water"]);
    expect(found(null, "tea")).toEqual([]);
    const [product] = CATALOGUE.products;
    const buns = { ...CATALOGUE, products: product ? [{ ...product, name: "Skillingsbolle på brød med smør" }] : [] };
    for (const query of ["SMOR", "pa brod", "smør"])
      expect(visibleProducts(buns, { category: null, query }), query).toHaveLength(1);
  });

  it("is hidden without products, and starts with the counter's default", () => {
    const { store, actions, state } = openCounter({ first: "products" });
    const shown = { view: "products", first: "products", hasProducts: true, hasSearch: true };
    expect(shelfView(state())).toEqual(shown);
    // With few products and no categories there is no search.
    const few = { ...state(), shelf: { ...state().shelf, catalogue: { ...CATALOGUE, categories: [] } } };
    expect(shelfView(few)).toEqual({ ...shown, hasSearch: false });
    actions.showOnShelf("pad");
    expect(shelfView(state()).view).toBe("pad");
    store.setState({ shelf: { ...state().shelf, catalogue: { ...CATALOGUE, products: [] } } });
    expect(shelfView(state()).hasProducts).toBe(false);
  });

  it("names a line in the operator's language, with its weight", () => {
    expect(localisedLineName("Mineralvann", WATER, "en")).toBe("Sparkling water");
    expect(localisedLineName("Mineralvann 0,5 kg", WATER, "en")).toBe("Sparkling water 0,5 kg");
    expect(localisedLineName("Noe annet", undefined, "en")).toBe("Noe annet");
    // The till's format for the weight of a shortened name.
    const long = { name: "Økologiske ".repeat(6).trim(), names: { en: "Organic" } };
    expect(localisedLineName(scannedLineName(long.name, { grams: 345 }, "nb-NO"), long, "en")).toBe("Organic 0,345 kg");
    expect(localisedLineName(scannedLineName(long.name, { grams: 1250 }, "en-GB"), long, "en")).toBe(
      "Organic 1.250 kg",
    );
    // A renamed product keeps its old name in the sale.
    const coffee = { name: "Kaffe", names: { en: "Coffee" } };
    for (const then of ["Kaffe latte", "Iskaffe", "Kaffe.", "Is og Kaffe"])
      expect(localisedLineName(then, coffee, "en")).toBe(then);
    expect(localisedLineName("Kaffe…", coffee, "en")).toBe("Kaffe…");
  });

  it("asks for the weight of a product sold by weight", () => {
    const { actions, state, total } = openCounter();
    actions.addProduct(APPLES);
    expect(state().dialog).toEqual({ kind: "weigh", productId: "apples" });
    actions.addWeighed(APPLES, 250);
    expect([total(), state().dialog]).toEqual([998, null]);
  });
});

describe("a sale", () => {
  it("is sent with its products, its note and the VAT of keyed-in amounts", async () => {
    const { actions, started, type, state } = openCounter({ keyedVatRate: 2500 });
    actions.addProduct(WATER);
    type("1000");
    actions.changeSale({ preset: null, note: "Table 7", discount: null });
    await actions.charge();
    expect(started()).toEqual([
      {
        attempt: expect.stringMatching(/^[0-9a-f-]{36}$/),
        action: "SALE",
        amount: 4500,
        text: "Table 7",
        lines: [
          { name: "Mineralvann", quantity: 1, unitAmount: 3500, productId: "water", vatRate: 1500 },
          { quantity: 1, unitAmount: 1000, vatRate: 2500 },
        ],
      },
    ]);
    expect([state().draft.note, totalOf(state().draft.entry)]).toEqual(["", 0]);
  });
});

describe("an amount with one digit too many", () => {
  it("is not charged until it is corrected", async () => {
    const { actions, type, started } = openCounter();
    type("123456789");
    await actions.charge();
    expect(started()).toEqual([]);
    actions.enter({ type: "backspace" });
    await actions.charge();
    expect(started()).toMatchObject([{ amount: 1_234_567 }]);
  });

  it("includes a multiplier with one digit too many", async () => {
    const { actions, type, started } = openCounter();
    type("100");
    actions.enter({ type: "multiply" });
    type("1234");
    await actions.charge();
    expect(started()).toEqual([]);
  });
});

describe("a basket", () => {
  it("keeps a line unchanged when its change makes the sale too large, and shows a message", () => {
    const { actions, store, state } = openCounter();
    const lines = [{ amount: 5_000_000, times: 1 }];
    store.setState({
      draft: { ...state().draft, entry: { ...EMPTY_ENTRY, lines } },
      dialog: { kind: "line", index: 0 },
    });
    actions.changeLine(0, { times: 900, name: "Sofa", discount: null });
    expect(state()).toMatchObject({ draft: { entry: { lines, problem: "too_large" } }, dialog: { kind: "line" } });
    actions.changeLine(0, { times: 2, name: "Sofa", discount: null });
    expect(state()).toMatchObject({ draft: { entry: { lines: [{ times: 2, name: "Sofa" }] } }, dialog: null });
  });

  it("accepts nothing while it is being charged: a scan shows that it has to wait", async () => {
    const { actions, started, state, total } = openCounter();
    actions.addProduct(WATER);
    const charging = actions.charge();
    actions.addProduct(WATER);
    await actions.scanned("7038010000065");
    expect(state().notice?.kind).toBe("productNotNow");
    await charging;
    expect([started().map(({ amount }) => amount), total()]).toEqual([[3500], 0]);
  });
});

describe("a sale with an open request", () => {
  type Counter = ReturnType<typeof openCounter>;

  it.each<[what: string, change: (counter: Counter) => void]>([
    ["a digit", ({ type }) => type("1")],
    ["a product", ({ actions }) => actions.addProduct(WATER)],
    ["a line's quantity", ({ actions }) => actions.changeLine(0, { times: 3, name: null, discount: null })],
    ["a removed line", ({ actions }) => actions.removeLine(0)],
    ["a note", ({ actions }) => actions.changeSale({ preset: null, note: "Table 5", discount: null })],
    ["a removed note", ({ actions }) => actions.removeNote()],
    ["restored content", ({ actions }) => actions.bringBack()],
    ["an entry restored after a scan", ({ actions }) => actions.restoreEntry(EMPTY_ENTRY)],
    ["another kind of payment", ({ actions }) => actions.setAction("AUTH")],
    ["a number", ({ actions }) => actions.setPhone("91234567")],
  ])("stays unchanged and shows a message: %s", async (_what, change) => {
    const counter = openCounter();
    const { actions, state, type } = counter;
    actions.addProduct(WATER);
    type("100");
    actions.enter({ type: "add" });
    actions.changeSale({ preset: null, note: "Table 4", discount: null });
    actions.removeLine(1);
    const { draft } = state();
    const charging = actions.charge();
    change(counter);
    expect([state().draft, state().notice?.kind]).toEqual([draft, "notTaken"]);
    await charging;
    expect([state().currentId, state().draft]).toEqual(["A-1", EMPTY_DRAFT]);
  });

  it("belongs to the requested customer: another customer's code has to wait", async () => {
    const { actions, state } = openCounter();
    actions.addProduct(WATER);
    const charging = actions.charge();
    await actions.scanned("token:abc-123");
    expect([state().draft.customer, state().notice?.kind]).toEqual([null, "customerNotNow"]);
    await charging;
  });
});

describe("a discount above the operator's limit", () => {
  const refusing = () =>
    openCounter({}, (name) => {
      if (name === "payment.start") return failed("not_allowed");
      return name === "staff.approve" ? done({ value: { posTid: "A-1" } }) : undefined;
    });

  it("is approved in place, by a PIN for this sale", async () => {
    const { actions, called, started, state } = refusing();
    actions.addProduct(WATER);
    actions.changeSale({ preset: null, note: "", discount: { kind: "percent", rate: 1000 } });
    await actions.charge();
    expect(state().dialog).toMatchObject({ kind: "approveDiscount", isDrafted: true });
    await actions.chargeApproved("274951");
    const [name, input] = called.at(-1) ?? [];
    expect(name).toBe("staff.approve");
    expect(input).toEqual({
      pin: "274951",
      command: "payment.start",
      input: { ...started()[0], attempt: expect.any(String) },
    });
    expect(started()).toHaveLength(1);
    expect(state()).toMatchObject({ dialog: null, currentId: "A-1", draft: { entry: { lines: [] } } });
  });

  it("stays unapproved when the PIN is wrong: no customer is asked to pay", async () => {
    const { actions, state, total } = openCounter({}, (name) =>
      name === "payment.start" || name === "staff.approve" ? failed("not_allowed") : undefined,
    );
    actions.addProduct(WATER);
    actions.changeSale({ preset: null, note: "", discount: { kind: "amount", amount: 500 } });
    await actions.charge();
    await actions.chargeApproved("111111");
    expect([state().managerProblem?.code, state().dialog?.kind, total()]).toEqual([
      "not_allowed",
      "approveDiscount",
      3000,
    ]);
  });

  it("is not affected by another sale's refusal", async () => {
    const { actions, state } = refusing();
    actions.addProduct(WATER);
    await actions.charge();
    expect([state().dialog, state().failure?.code]).toEqual([null, "not_allowed"]);
  });
});

it("the counter keeps the next draft until the previous sale was corrected or abandoned", async () => {
  const { store, actions, type, total } = openCounter();
  const declined = { ...SALE, phase: "rejected", operations: [], steps: [] } as unknown as Payment;
  store.setState({ payments: { "A-1": declined }, currentId: "A-1" });
  type("4200");
  // A second press does not put the sale behind itself.
  await Promise.all([actions.askAnotherNumber(declined), actions.askAnotherNumber(declined)]);
  expect(total()).toBe(9900);
  actions.enter({ type: "clear" });
  expect(total()).toBe(4200);
  store.setState({ currentId: "A-1" });
  await actions.askAnotherNumber(declined);
  await actions.charge();
  expect(total()).toBe(4200);
});

describe("a new code", () => {
  it("is started once the old one has ended, and not for the next user", async () => {
    const waiting = {
      ...SALE,
      phase: "presented",
      operations: [],
      steps: ["abort"],
      modifiedAt: 1,
    } as unknown as Payment;
    for (const isHandedOver of [false, true]) {
      const aborted = Promise.withResolvers<Result<unknown>>();
      const { actions, store, state, started } = openCounter({}, (name) =>
        name === "payment.abort" ? (aborted.promise as never) : undefined,
      );
      const people = { requireSignIn: true };
      const terminal = { ...state().terminal, people, staff: { name: "Ola" } } as Terminal;
      store.setState({ terminal, payments: { "A-1": waiting }, currentId: "A-1" });
      const showing = actions.showNewCode(waiting);
      const next = { ...terminal, staff: { name: "Kari" } } as Terminal;
      if (isHandedOver) store.setState((before) => ({ ...operatorChange(before, next), terminal: next }));
      aborted.resolve(done({ ...waiting, phase: "aborted", steps: [], modifiedAt: 2 }));
      await showing;
      expect(started()).toHaveLength(isHandedOver ? 0 : 1);
    }
  });
});

describe("a request that the service refused", () => {
  const refused = {
    ...SALE,
    phase: "attention",
    tid: null,
    asked: "no",
    operations: [{ kind: "create", state: "refused" }],
    steps: ["abort"],
    modifiedAt: 1,
  } as unknown as Payment;
  /** Its result is at the counter while main closes it. */
  const closing = () => {
    const closed = Promise.withResolvers<Result<unknown>>();
    const counter = openCounter({}, (name) => {
      if (name === "payment.abort") return closed.promise as never;
      return name === "payment.start" ? done({ ...refused, posTid: "A-2", steps: [] }) : undefined;
    });
    counter.store.setState({ payments: { "A-1": refused }, currentId: "A-1" });
    return { ...counter, close: () => closed.resolve(done({ ...refused, steps: [], modifiedAt: 2 })) };
  };

  it("is charged again or opened for another number, by the first press only", async () => {
    for (const isAnotherFirst of [true, false]) {
      const { actions, state, started, total, close } = closing();
      const again = () => actions.chargeAgain(refused);
      const another = () => actions.askAnotherNumber(refused);
      const pressed = (isAnotherFirst ? [another, again, another] : [again, another, again]).map((press) => press());
      close();
      await Promise.all(pressed);
      const keyedIn = [0, 9900, null];
      expect([started().length, total(), state().currentId]).toEqual(isAnotherFirst ? keyedIn : [1, 0, "A-2"]);
    }
  });

  it("is not started again once its result was left, nor keyed in for the next user", async () => {
    const { actions, state, started, close } = closing();
    const again = actions.chargeAgain(refused);
    actions.newSale();
    close();
    await again;
    expect([started(), state().draft, state().currentId]).toEqual([[], EMPTY_DRAFT, null]);
    const handed = closing();
    const people = { requireSignIn: true };
    handed.store.setState({ terminal: { ...handed.state().terminal, people, staff: { name: "Ola" } } as Terminal });
    const another = handed.actions.askAnotherNumber(refused);
    const terminal = { ...handed.state().terminal, staff: { name: "Kari" } } as Terminal;
    handed.store.setState((before) => ({ ...operatorChange(before, terminal), terminal }));
    handed.close();
    await another;
    expect(handed.state().draft).toEqual(EMPTY_DRAFT);
  });
});
