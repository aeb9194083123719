import { describe, expect, it, vi } from "vitest";
import { done, type Result } from "../../../../contract/calls/errors.ts";
import type { Payment } from "../../../../contract/payments/views.ts";
import { stageOf } from "../../../../renderer/store/select.ts";
import { type Draft, EMPTY_DRAFT } from "../../../../renderer/store/state.ts";
import { WATER } from "../../../support/counter.ts";
import { listen, pass, paste, press, pressAll, scanAs, withKeyboard } from "../../../support/key-presses.ts";
import type { Layout } from "../../../support/keyboard-layouts.ts";

/** A code of no product in the shop. */
const UNKNOWN = "7038010055720";

const BEGUN = done({ posTid: "A-1", phase: "draft", operations: [], steps: ["abort"] });

withKeyboard();

describe("a scanned barcode", () => {
  it.each([
    ["60 ms a character", UNKNOWN, () => 60],
    ["100 ms a character", UNKNOWN, () => 100],
    ["5 ms, and a pause of 320 ms", UNKNOWN, (at: number) => (at === 5 ? 320 : 5)],
    ["5 ms, and a pause of 200 ms after the second", UNKNOWN, (at: number) => (at === 2 ? 200 : 5)],
    ["eight digits at 60 ms", "96385074", () => 60],
    ["5 ms, and its Enter 150 ms late", UNKNOWN, (at: number) => (at === 13 ? 150 : 5)],
    ["40 ms, and its Enter 600 ms late", UNKNOWN, (at: number) => (at === 13 ? 600 : 40)],
    ["100 ms, and its Enter a second late", UNKNOWN, (at: number) => (at === 13 ? 1000 : 100)],
  ])("is never charged, and leaves no amount: %s", async (_what, code, gap) => {
    const { started, total, state } = listen();
    for (const [index, digit] of [...code].entries()) await press(digit, gap(index));
    await press("Enter", gap(13));
    await pass(1000);
    expect([started(), total(), state().notice?.kind]).toEqual([[], 0, "unknownScan"]);
  });

  it("keeps the previous amount, and adds its product", async () => {
    const { total, state } = listen();
    await pressAll("1500", 150);
    await press("+", 150);
    await pressAll("7038010000065", 80);
    await press("Enter", 80);
    expect(total()).toBe(1500 + WATER.amount);
    expect(state().draft.entry.lines).toMatchObject([{ amount: 1500 }, { productId: "water" }]);
  });

  it("is removed from the amount also without an Enter", async () => {
    const { total } = listen();
    await pressAll("150", 150);
    await pass(600);
    await pressAll(UNKNOWN, 60);
    expect(total()).toBe(15_070_380);
    await pass(1010);
    expect(total()).toBe(150);
  });

  it("does not restore the sale that was charged during the scan", async () => {
    let answer: (begun: Result<unknown>) => void = () => undefined;
    const asked = new Promise<Result<unknown>>((resolve) => {
      answer = resolve;
    });
    const { actions, state, total } = listen({}, (name) => (name === "payment.start" ? (asked as never) : undefined));
    actions.addProduct(WATER);
    const charging = actions.charge();
    await pressAll("7038010", 40);
    answer(BEGUN);
    await charging;
    await pressAll("000065", 40);
    await press("Enter", 40);
    expect([state().currentId, total()]).toEqual(["A-1", 0]);
  });

  it("does not restore another user's draft", async () => {
    const { store, total } = listen();
    await pressAll("5000", 150);
    await pressAll("7038010", 40);
    store.setState({ draft: EMPTY_DRAFT });
    await pressAll("055720", 40);
    await press("Enter", 40);
    expect(total()).toBe(0);
  });
});

describe("a short scanned code", () => {
  it.each([
    ["4011", 5, 5],
    ["4011", 30, 90],
    ["4011", 50, 50],
    ["14900", 20, 20],
    ["123", 50, 50],
    ["12", 30, 30],
    ["1", 15, 15],
  ])("is never charged, and keeps the draft: %s at %i ms", async (code, gapMs, enterMs) => {
    const { actions, started, total, state } = listen();
    actions.addProduct(WATER);
    await pass(600);
    await pressAll(code, gapMs);
    await press("Enter", enterMs);
    await press("Enter", gapMs);
    await pass(1000);
    expect([started(), total(), state().notice]).toMatchObject([[], 3500, { kind: "unknownScan", text: code }]);
  });

  it("may end with ETX as a key, and begin with STX", async () => {
    const { started, total, state } = listen();
    await press("b", 100, { code: "KeyB", ctrlKey: true });
    await pressAll("4011", 10);
    await press("c", 10, { code: "KeyC", ctrlKey: true });
    await press("Enter", 10);
    await pass(1000);
    expect([started(), total(), state().notice?.text]).toEqual([[], 0, "4011"]);
  });

  it("is not charged when a program pastes it and presses Enter immediately", async () => {
    const { actions, started, total, state } = listen();
    actions.addProduct(WATER);
    await paste("4011\n");
    expect(total()).toBe(3500 + 401_100);
    await press("Enter", 50);
    await press("Enter", 5);
    expect([started(), total(), state().notice?.text]).toEqual([[], 3500, "4011"]);
  });
});

describe("a scanner that sends ALT codes", () => {
  it("charges nothing, and is reported as unknown", async () => {
    const { actions, started, total, state } = listen();
    actions.addProduct(WATER);
    for (const digit of "052048049049") await press(digit, 10, { code: `Numpad${digit}`, altKey: true });
    await press("Enter", 20);
    await pass(1000);
    expect([started(), total(), state().notice?.text]).toEqual([[], 3500, "052048049049"]);
  });
});

describe("a scanner set to a US keyboard", () => {
  const layouts: Layout[] = ["us", "nb", "de", "fr"];
  const FOUND = [{ productId: "water" }];

  it.each(layouts)("finds its product on another layout: %s", async (layout) => {
    for (const text of [
      "7038010000065",
      "]E07038010000065",
      "]C1010703801000006510A-Z/1",
      "(01)07038010000065(17)261231",
      "https://id.example/01/07038010000065/10/A%2Fb_1?17=261231&x=Yz",
    ])
      for (const gapMs of [5, 30, 50, 100]) {
        const { started, state } = listen();
        await scanAs(layout, text, gapMs);
        await pass(1000);
        const { route, draft, notice } = state();
        expect([route, started(), draft.entry.lines, notice], `${text} at ${gapMs} ms`).toMatchObject([
          "charge",
          [],
          FOUND,
          null,
        ]);
      }
  });

  it.each(layouts)("finds its receipt and its customer, and reports unknown codes: %s", async (layout) => {
    const payment = { posTid: "YZ7Q2-0142", number: "YZ7Q2-0142", phase: "captured", operations: [], steps: [] };
    const { called, started, state, total } = listen({}, (name) => {
      const [, input] = called.at(-1) ?? [];
      return name === "payment.get" && input?.posTid === payment.posTid ? (done(payment) as never) : undefined;
    });
    await scanAs(layout, "4011");
    await pass(1000);
    expect([started(), total(), state().notice?.text]).toEqual([[], 0, "4011"]);
    await scanAs(layout, "*YZ7Q2-0142*");
    await pass(1000);
    expect([state().route, state().selectedId]).toEqual(["payments", payment.posTid]);
    await scanAs(layout, "token:abc_Y-z");
    await pass(1000);
    expect(state().draft.customer).toEqual({ kind: "scan", value: "token:abc_Y-z" });
  });

  it("may send GS1 separators as Ctrl and a bracket, F8 or two characters, without side effects", async () => {
    for (const key of ["]", "$", "F8"]) {
      const { started, state } = listen();
      await pressAll("10LOT7", 10);
      await press(key, 10, key === "F8" ? { code: "F8" } : { code: "BracketRight", ctrlKey: true });
      await pressAll("0107038010000065", 10);
      await press("Enter", 10);
      expect([started(), state().draft.tipOnPhone, state().draft.entry.lines]).toMatchObject([[], false, FOUND]);
    }
    const { state } = listen();
    await pressAll("10LOT7^]0107038010000065", 10);
    await press("Enter", 10);
    expect(state().draft.entry.lines).toMatchObject(FOUND);
  });
});

describe("a user's keys", () => {
  it("are charged by the Enter after them", async () => {
    const { started } = listen();
    await pressAll("14900", 90);
    await press("Enter", 90);
    expect(started()).toMatchObject([{ amount: 14_900 }]);
  });

  it("are charged by four digits and an Enter at 60 ms each", async () => {
    const { started } = listen();
    await pressAll("4011", 60);
    await press("Enter", 60);
    expect(started()).toMatchObject([{ amount: 4011 }]);
  });

  it("repeat while one is held down", async () => {
    const { started, total } = listen();
    await press("1", 200);
    await press("0", 200);
    await pass(470);
    for (let repeats = 0; repeats < 3; repeats += 1) await press("0", 30, { repeat: true });
    expect(total()).toBe(10_000);
    await press("Enter", 20);
    expect(started()).toMatchObject([{ amount: 10_000 }]);
  });

  it("are charged by an Enter after a pasted amount", async () => {
    const { started } = listen();
    await paste("149,00");
    await press("Enter", 100);
    expect(started()).toMatchObject([{ amount: 14_900 }]);
  });

  it("open the search with a slash, and choose a tip with F8 right after an amount", async () => {
    const { state } = listen();
    await pressAll("4011", 100);
    await press("F8", 100);
    expect(state().draft.tipOnPhone).toBe(true);
    await press("/", 100);
    await pass(100);
    expect(state().route).toBe("payments");
  });
});

describe("a key of the next sale on the result screen", () => {
  const paid = { posTid: "A-1", phase: "captured", operations: [], steps: [] } as unknown as Payment;
  /** A result on the screen, with the next draft behind it. */
  const result = (draft: Partial<Draft> = {}) => {
    const counter = listen();
    const sale = { payments: { "A-1": paid }, currentId: "A-1", draft: { ...EMPTY_DRAFT, ...draft } };
    counter.store.setState(sale);
    expect(stageOf(counter.state()).kind).toBe("result");
    return counter;
  };

  it.each([
    ["F7", { action: "AUTH", tipOnPhone: false }],
    ["F8", { action: "SALE", tipOnPhone: true }],
    ["F10", { action: "SALE", tipOnPhone: false }],
  ])("starts the next sale: %s", async (key, next) => {
    const { state } = result();
    await press(key, 0);
    expect([stageOf(state()).kind, state().draft]).toEqual(["charge", { ...EMPTY_DRAFT, ...next }]);
  });

  it("focuses the phone number as soon as it is drawn: F10", async () => {
    const focus = vi.fn();
    let drawn: { focus: typeof focus } | null = null;
    vi.stubGlobal("document", { activeElement: null, querySelector: () => drawn });
    result();
    await press("F10", 0);
    await pass(20);
    expect(focus).not.toHaveBeenCalled();
    drawn = { focus };
    await pass(20);
    expect(focus).toHaveBeenCalledOnce();
  });

  it.each([
    ["F7", { action: "AUTH" } as const],
    ["F8", { tipOnPhone: true }],
  ])("keeps a choice that was already made out of sight: %s", async (key, chosen) => {
    const { state } = result(chosen);
    await press(key, 0);
    expect(state().draft).toEqual({ ...EMPTY_DRAFT, ...chosen });
  });

  it("does nothing right after the result appears, or with another key", async () => {
    const { store, state } = result();
    store.setState({ isFresh: true });
    for (const key of ["F7", "F8", "F10"]) await press(key, 10);
    store.setState({ isFresh: false });
    for (const key of ["F7", "F8", "F10"]) {
      await press(key, 10, { ctrlKey: true });
      await press(key, 10, { altKey: true });
    }
    expect([stageOf(state()).kind, state().draft]).toEqual(["result", EMPTY_DRAFT]);
  });
});
