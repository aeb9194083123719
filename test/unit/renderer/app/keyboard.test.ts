import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { done, type Result } from "../../../../contract/errors.ts";
import type { Payment } from "../../../../contract/views.ts";
import { bindKeyboard } from "../../../../renderer/app/keyboard.ts";
import { stageOf } from "../../../../renderer/store/select.ts";
import { type Draft, EMPTY_DRAFT } from "../../../../renderer/store/state.ts";
import { openCounter, WATER } from "../../../support/counter.ts";

/** None of the shop's products. */
const UNKNOWN = "7038010055720";

const BEGUN = done({ posTid: "A-1", phase: "draft", operations: [], steps: ["abort"] });

let now: number;
let release: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  now = 1000;
  class None {}
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("document", { activeElement: null, querySelector: () => null });
  for (const name of ["HTMLElement", "HTMLInputElement", "HTMLTextAreaElement", "Element"]) vi.stubGlobal(name, None);
  vi.stubGlobal("requestAnimationFrame", (draw: () => void) => setTimeout(draw, 16));
  vi.spyOn(performance, "now").mockImplementation(() => now);
});

afterEach(() => {
  release();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function pass(ms: number): Promise<void> {
  for (const until = now + ms; now < until; ) {
    now++;
    await vi.advanceTimersByTimeAsync(1);
  }
}

/** Presses a key so many ms after the one before. @param held what is held meanwhile */
async function press(key: string, afterMs: number, held: { ctrlKey?: true; altKey?: true } = {}): Promise<void> {
  await pass(afterMs);
  const event = Object.assign(new Event("keydown", { cancelable: true }), { key, code: key, repeat: false, ...held });
  Object.defineProperty(event, "timeStamp", { value: now });
  window.dispatchEvent(event);
}

async function pressAll(text: string, gapMs: number): Promise<void> {
  for (const key of text) await press(key, gapMs);
}

/** A counter whose keys are heard. */
function listen(...how: Parameters<typeof openCounter>) {
  const counter = openCounter(...how);
  release = bindKeyboard(counter.store, counter.actions);
  return counter;
}

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

  it("leaves what was keyed in before it, and puts its product beside it", async () => {
    const { total, state } = listen();
    await pressAll("1500", 150);
    await press("+", 150);
    await pressAll("7038010000065", 80);
    await press("Enter", 80);
    expect(total()).toBe(1500 + WATER.amount);
    expect(state().draft.entry.lines).toMatchObject([{ amount: 1500 }, { productId: "water" }]);
  });

  it("that no Enter ends is taken out of the amount, too", async () => {
    const { total } = listen();
    await pressAll("150", 150);
    await pass(600);
    await pressAll(UNKNOWN, 60);
    expect(total()).toBe(15_070_380);
    await pass(1010);
    expect(total()).toBe(150);
  });

  it("does not bring back the sale that was charged while it was read", async () => {
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

  it("does not bring back what another person had keyed in", async () => {
    const { store, total } = listen();
    await pressAll("5000", 150);
    await pressAll("7038010", 40);
    store.setState({ draft: EMPTY_DRAFT });
    await pressAll("055720", 40);
    await press("Enter", 40);
    expect(total()).toBe(0);
  });
});

describe("a person's keys", () => {
  it("are charged by the Enter after them", async () => {
    const { started } = listen();
    await pressAll("14900", 90);
    await press("Enter", 90);
    expect(started()).toMatchObject([{ amount: 14_900 }]);
  });
});

describe("on a result, a key that says something of the next sale", () => {
  const paid = { posTid: "A-1", phase: "captured", operations: [], steps: [] } as unknown as Payment;
  /** A result on the screen, and behind it what the next sale is so far. */
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
  ])("begins it: %s", async (key, next) => {
    const { state } = result();
    await press(key, 0);
    expect([stageOf(state()).kind, state().draft]).toEqual(["charge", { ...EMPTY_DRAFT, ...next }]);
  });

  it("leads to the number as soon as that is drawn: F10", async () => {
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
  ])("turns nothing off that was chosen already, and not in sight: %s", async (key, chosen) => {
    const { state } = result(chosen);
    await press(key, 0);
    expect(state().draft).toEqual({ ...EMPTY_DRAFT, ...chosen });
  });

  it("does nothing in the moment in which the result appears, and with another key", async () => {
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
