import { describe, expect, it, vi } from "vitest";
import { WATER } from "../../../support/counter.ts";
import { listen, pass, press, pressAll, withKeyboard } from "../../../support/key-presses.ts";

withKeyboard();

/** A counter with a bottle of water in the basket, half a second after the last key. */
async function sellWater() {
  const counter = listen();
  counter.actions.addProduct(WATER);
  await pass(600);
  return counter;
}

describe("a scanned code", () => {
  it.each([
    ["*12345*", 60, 60],
    ["*12345*", 90, 90],
    ["*12*", 60, 60],
    ["+12345+", 60, 60],
    ["X12345", 60, 60],
    ["10.20.30", 60, 60],
    ["4011", 5, 100],
    ["4011", 15, 1000],
    ["4000", 5, 300],
    ["14900", 10, 150],
    ["14900", 1, 300],
  ])("never charges and never changes the amount: %s at %i ms, Enter after %i ms", async (code, gapMs, enterMs) => {
    const { started, total, state } = await sellWater();
    await pressAll(code, gapMs);
    await press("Enter", enterMs);
    await pass(1200);
    expect([started(), total(), state().notice?.kind]).toEqual([[], 3500, "unknownScan"]);
  });

  it.each([5, 12, 16, 20, 30, 40, 100])("may have several lines, at %i ms a character", async (gapMs) => {
    const { started, total, state } = await sellWater();
    // The QR code of an invoice (EPC069-12).
    for (const line of ["BCD", "002", "1", "SCT", "BFSWDE33", "Max Muster", "DE33100205", "EUR1", "", "", "Thanks"]) {
      await pressAll(line, gapMs);
      await press("Enter", gapMs);
    }
    await pass(1200);
    expect([started(), total(), state().notice?.kind]).toEqual([[], 3500, "unknownScan"]);
  });

  it.each([
    ["7038010000065", 6, 35, 5],
    ["7038010000065", 6, 300, 5],
    ["7038010000065", 1, 200, 1000],
    ["7038010000065", 12, 60, 1000],
    ["4011", 2, 40, 5],
    ["4011", 2, 200, 5],
    ["4011", 1, 300, 1000],
    ["12", 1, 300, 1000],
    ["1234567", 2, 60, 5],
    ["K7-01", 4, 100, 5],
  ])(
    "is read completely after another: %s with, after %i characters, a pause of %i ms",
    async (code, at, pauseMs, enterMs) => {
      const { started, total, state, actions } = await sellWater();
      const scanned = vi.spyOn(actions, "scanned");
      await pressAll("7038010055720", 5);
      await press("Enter", 5);
      await pressAll(code.slice(0, at), 5);
      await press(code[at] ?? "", pauseMs);
      await pressAll(code.slice(at + 1), 5);
      await press("Enter", enterMs);
      await pass(1200);
      const products = code.length === 13 ? 2 : 1;
      expect([started(), total()]).toEqual([[], 3500 * products]);
      expect(state().draft.entry.lines).toMatchObject([{ productId: "water", times: products }]);
      expect(scanned.mock.calls.map(([text]) => text)).toEqual(["7038010055720", code]);
    },
  );

  it("does not mix into an amount typed right after the scan", async () => {
    const { started } = listen();
    await pressAll("4011", 5);
    await press("Enter", 5);
    await press("7", 5);
    await press("1", 250);
    await pressAll("49", 120);
    await press("Enter", 120);
    expect(started()).toMatchObject([{ amount: 149 }]);
  });

  it("may be one of several sent in one burst", async () => {
    const { started, state } = await sellWater();
    for (const code of ["7038010055720", "7038010000065", "]C10107038010000065", "4011"]) {
      await pressAll(code, 5);
      await press("Enter", 5);
    }
    await pass(1);
    expect([started(), state().draft.entry.lines]).toMatchObject([[], [{ productId: "water", times: 3 }]]);
    expect(state().notice?.text).toBe("4011");
  });

  it.each([310, 400, 900, 1000])(
    "does not charge when each Enter of several codes comes after %i ms",
    async (enterMs) => {
      const { started, state } = await sellWater();
      for (const code of ["7038010055720", "7038010000065", "1", "4011"]) {
        await pressAll(code, 5);
        await press("Enter", enterMs);
      }
      await pass(1200);
      expect([started(), state().draft.entry.lines]).toMatchObject([[], [{ productId: "water", times: 2 }]]);
      expect(state().notice?.text).toBe("4011");
      await press("Enter", 600);
      expect(started()).toMatchObject([{ amount: 7000 }]);
    },
  );

  it.each([
    ["digits", "1234567890".repeat(40)],
    ["a URL", `https://x.example/7?d=${"Az5".repeat(140)}`],
    ["more characters than one check covers", "1234567".repeat(140)],
  ])(
    "may be long: %s",
    async (_what, code) => {
      const { started, total, state } = await sellWater();
      await pressAll(code, 5);
      await press("Enter", 5);
      await pass(1200);
      const { notice, route } = state();
      expect([started(), total(), notice?.kind, route]).toEqual([[], 3500, "unknownScan", "charge"]);
    },
    30_000,
  );

  it("may end with Tab, which moves the focus", async () => {
    const { started, total, state } = await sellWater();
    await pressAll("4011", 5);
    expect(await press("Tab", 5)).toBe(false);
    await pass(1200);
    expect([started(), total(), state().notice?.text]).toEqual([[], 3500, "4011"]);
    await pressAll("49", 120);
    expect(await press("Tab", 60)).toBe(true);
    expect(total()).toBe(3549);
  });

  it.each([
    [5, 5],
    [40, 40],
    [60, 60],
    [100, 100],
    [100, 1000],
  ])("may have F8 as a separator, at %i ms a character, Enter after %i ms", async (gapMs, enterMs) => {
    const { started, total, state } = await sellWater();
    await pressAll("10LOT7", gapMs);
    await press("F8", gapMs, { code: "F8" });
    await pressAll("0107038010000065", gapMs);
    await press("Enter", enterMs);
    expect([started(), total(), state().draft.tipOnPhone]).toEqual([[], 7000, false]);
  });

  it.each([5, 40, 60, 100])(
    "does not press the focused button with its spaces, at %i ms a character",
    async (gapMs) => {
      class Pressable {
        matches = (selector: string) => selector.includes("button");
      }
      vi.stubGlobal("Element", Pressable);
      const button = new Pressable();
      await sellWater();
      expect(await press(" ", 600, {}, button)).toBe(true);
      await press("I", 600, {}, button);
      for (const key of "D 4711 AB") expect(await press(key, gapMs, {}, button)).toBe(false);
      expect(await press("Enter", gapMs, {}, button)).toBe(false);
      // Further lines do not charge either.
      for (const key of " A B") expect(await press(key, Math.min(gapMs, 60), {}, button)).toBe(false);
    },
  );

  it.each([
    ["7038010055720", 60, 60],
    ["K7Q2-0142", 100, 1000],
    ["K7Q2 0142", 5, 5],
    ["K7Q2 0142", 100, 100],
    ["4011", 50, 50],
  ])("does not press the focused button of a dialog: %s at %i ms", async (code, gapMs, enterMs) => {
    const { store } = await sellWater();
    store.setState({ dialog: { kind: "confirmCharge" } });
    for (const key of code) expect(await press(key, gapMs)).toBe(key !== " ");
    expect(await press("Enter", enterMs)).toBe(false);
    // The same scan, after the dialog was closed.
    store.setState({ dialog: null });
    expect(await press("Enter", 5)).toBe(false);
    await pass(400);
    store.setState({ dialog: { kind: "confirmCharge" } });
    await pressAll("49", 120);
    expect([await press("Enter", 120), await press(" ", 600)]).toEqual([true, true]);
  });
});

describe("a second code while a dialog opens", () => {
  it.each([310, 1000])("does not press the dialog's focused button with an Enter after %i ms", async (enterMs) => {
    const { store } = await sellWater();
    for (const code of ["7038010055720", "4011"]) {
      await pressAll(code, 5);
      if (code === "4011") store.setState({ dialog: { kind: "confirmCharge" } });
      expect(await press("Enter", enterMs)).toBe(false);
    }
  });
});

describe("a scanner that sends ALT codes", () => {
  it.each([
    [20, 40],
    [40, 80],
    [40, 1000],
  ])("charges nothing at %i ms a key, Enter after %i ms", async (gapMs, enterMs) => {
    const { started, total, state } = await sellWater();
    for (const code of ["052", "048"]) {
      await press("Alt", gapMs, { altKey: true });
      for (const digit of code) await press(digit, gapMs, { code: `Numpad${digit}`, altKey: true });
      await pass(gapMs);
    }
    await press("Enter", enterMs - gapMs);
    await pass(1);
    expect([started(), total(), state().notice?.text]).toEqual([[], 3500, "052048"]);
    await press("Enter", 400);
    expect(started()).toMatchObject([{ amount: 3500 }]);
  });

  it("does not swallow the Enter of a user who types next", async () => {
    const { started } = listen();
    for (const digit of "052048") await press(digit, 20, { code: `Numpad${digit}`, altKey: true });
    await pressAll("149", 120);
    await press("Enter", 120);
    expect(started()).toMatchObject([{ amount: 149 }]);
  });
});

describe("a user", () => {
  it.each([110, 120, 130, 140])("may press a key for three zeros twice, %i ms apart", async (gapMs) => {
    const { started, total } = listen();
    await press("1", 600);
    for (let key = 0; key < 2; key += 1) {
      await press("0", gapMs);
      await pressAll("00", 2);
    }
    await pass(1200);
    expect(total()).toBe(1_000_000);
    await press("Enter", 100);
    expect(started()).toMatchObject([{ amount: 1_000_000 }]);
  });

  it.each([
    ["two zeros after a pause", "12", 700, "00", 40],
    ["three zeros after a pause", "12", 700, "000", 45],
    ["three zeros at once", "1", 45, "000", 45],
    ["three zeros, and three more at once", "1000", 60, "000", 45],
  ])("may press Enter with the other hand after a key for %s", async (_what, digits, gapMs, zeros, enterMs) => {
    const { started } = listen();
    await press(digits[0] ?? "", 600);
    await pressAll(digits.slice(1), digits.length > 2 ? 4 : 120);
    await press("0", gapMs);
    await pressAll(zeros.slice(1), 4);
    await press("Enter", enterMs);
    expect(started()).toMatchObject([{ amount: Number(digits + zeros) }]);
  });

  it.each(["14900", "149"])("may hit the key next to Enter first and still charge %s", async (digits) => {
    const { started } = listen();
    await pressAll(digits, 100);
    await press("ø", 100, { code: "Semicolon" });
    await press("Enter", 60);
    expect(started()).toMatchObject([{ amount: Number(digits) }]);
  });

  it("sees a notice when a typed amount was taken for a code", async () => {
    const { started, total, state } = listen();
    await pressAll("14900k", 100);
    await press("Enter", 60);
    await pass(1);
    expect([started(), total(), state().notice?.text]).toEqual([[], 0, "14900k"]);
  });

  it("may correct an amount right before Enter", async () => {
    const { started } = listen();
    await pressAll("1498", 120);
    await press("Backspace", 100);
    await press("9", 100);
    await press("Enter", 40);
    expect(started()).toMatchObject([{ amount: 1499 }]);
  });

  it.each([
    ["149+250*3", 149 + 3 * 250],
    ["149,,", 14_900],
    ["3500*2+", 7000],
    ["12,5+,5", 1300],
  ])("may type a sum at human speed: %s", async (keys, amount) => {
    const { started } = listen();
    await pressAll(keys, 100);
    await press("Enter", 100);
    expect(started()).toMatchObject([{ amount }]);
  });

  it("may type over a remote desktop that sends digits in bursts", async () => {
    const { total } = listen();
    for (const [index, digit] of [..."149000"].entries()) await press(digit, index === 0 ? 600 : index === 3 ? 150 : 1);
    await pass(1200);
    expect(total()).toBe(149_000);
  });
});
