import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fieldScans } from "../../../../renderer/app/field-scans.ts";
import type { Actions } from "../../../../renderer/store/store.ts";
import { usKeys } from "../../../support/keyboard-layouts.ts";

/** A field that receives unhandled keys. */
class Field extends EventTarget {
  type = "text";
  inputMode = "";
  isForBarcode = false;
  #value = "";
  closest() {
    return this.isForBarcode ? this : null;
  }
  get value() {
    return this.#value;
  }
  set value(value: string) {
    this.#value = value;
  }
}

beforeEach(() => {
  vi.stubGlobal("HTMLInputElement", Field);
  vi.stubGlobal("HTMLTextAreaElement", class {});
});

afterEach(() => {
  vi.unstubAllGlobals();
});

function openField(how: Partial<Pick<Field, "inputMode" | "isForBarcode">> = {}) {
  const scanned = vi.fn();
  const field = Object.assign(new Field(), how);
  let now = 1000;
  let entered = 0;
  const listen = fieldScans({ scanned } as unknown as Actions, { at: Number.NEGATIVE_INFINITY, isLine: false });
  const press = (key: string, gapMs: number, more: Partial<KeyboardEventInit> = {}) => {
    now += gapMs;
    const event = Object.assign(new Event("keydown", { cancelable: true }), { key, code: key, ...more });
    Object.defineProperty(event, "timeStamp", { value: now });
    Object.defineProperty(event, "target", { value: field });
    if (listen(event as KeyboardEvent)) return;
    if (key === "Enter") entered += 1;
    else if (key !== "Tab") field.value += key;
  };
  const type = (text: string, gapMs: number) => {
    for (const key of text) press(key, gapMs);
  };
  return { field, scanned, press, type, entered: () => entered };
}

describe("a scan into a field", () => {
  it.each([
    ["7038010055720", 20, 120],
    ["4011", 50, 50],
    ["4011", 5, 90],
    ["123", 40, 40],
    ["12", 20, 20],
  ])("is removed from it, and its Enters do nothing: %s", (code, gapMs, enterMs) => {
    const { field, scanned, press, type, entered } = openField();
    type("912", 150);
    press(code[0] ?? "", 600);
    type(code.slice(1), gapMs);
    press("Enter", enterMs);
    press("Enter", 5);
    expect([field.value, entered()]).toEqual(["912", 0]);
    expect(scanned.mock.calls).toEqual([[code, code]]);
  });

  it("is read as a US keyboard layout, too", () => {
    const { scanned, press } = openField();
    for (const { key, ...more } of usKeys("K7-01", "fr")) press(key, 10, more);
    press("Enter", 10);
    expect(scanned.mock.calls).toEqual([["Kè)à&", "K7-01"]]);
  });
});

describe("a scan into a number field, where Enter may charge", () => {
  it.each([
    ["96385074", 5, 150],
    ["96385074", 10, 600],
    ["96385074", 60, 60],
    ["7038010055843", 60, 60],
    ["7038010055843", 110, 1000],
    ["7038010055843", 5, 1000],
    ["4011", 5, 100],
    ["4011", 15, 1000],
    ["K7Q2-0142", 30, 1000],
  ])("is removed from the field: %s at %i ms, Enter after %i ms", (code, gapMs, enterMs) => {
    for (const inputMode of ["none", "numeric", "decimal", "tel"]) {
      const { field, scanned, press, type, entered } = openField({ inputMode });
      press(code[0] ?? "", 700);
      type(code.slice(1), gapMs);
      press("Enter", enterMs);
      press("Enter", 5);
      expect([field.value, entered(), scanned.mock.calls]).toEqual(["", 0, [[code, code]]]);
      press("Enter", 400);
      expect(entered()).toBe(1);
    }
  });

  it.each([5, 16, 30, 50])("may have several lines, at %i ms a character", (gapMs) => {
    const { field, scanned, press, type, entered } = openField({ inputMode: "tel" });
    press("B", 700);
    type("CD", gapMs);
    for (const line of ["", "002", "1", "SCT", ""]) {
      type(line, gapMs);
      press("Enter", gapMs);
    }
    expect([field.value, entered(), scanned.mock.calls]).toEqual(["", 0, [["BCD", "BCD"]]]);
    type("912", 200);
    press("Enter", 200);
    expect([field.value, entered()]).toEqual(["912", 1]);
  });

  it.each([
    [310, 5],
    [400, 5],
    [1000, 5],
    [5, 60],
    [400, 200],
    [1000, 300],
  ])("may be followed by more scans: Enter after %i ms, pause of %i ms", (enterMs, pauseMs) => {
    for (const inputMode of ["none", "decimal"]) {
      const { field, scanned, press, type, entered } = openField({ inputMode });
      type("7038010055843", 5);
      press("Enter", enterMs);
      for (const code of ["7038010000065", "4011"]) {
        type(code.slice(0, 2), 5);
        press(code[2] ?? "", pauseMs);
        type(code.slice(3), 5);
        press("Enter", enterMs);
      }
      expect([field.value, entered(), scanned.mock.calls.length]).toEqual(["", 0, 1]);
      type("912", 310);
      press("Enter", 310);
      expect([field.value, entered()]).toEqual(["912", 1]);
    }
  });

  it("may be long", () => {
    const { field, press, type } = openField({ inputMode: "tel" });
    type("912", 200);
    press("h", 700);
    type("x".repeat(999), 5);
    press("Enter", 5);
    expect(field.value).toBe("912");
  });

  it.each([
    ["tel", ""],
    ["", "4011"],
  ])("may end with Tab, but not in a field for text: %s", (inputMode, value) => {
    const { field, scanned, type, press } = openField({ inputMode });
    type("4011", 5);
    press("Tab", 5);
    expect([field.value, scanned.mock.calls.length]).toEqual([value, value === "" ? 1 : 0]);
  });

  it("fills in a product's barcode, and expands UPC-E", () => {
    for (const [sent, barcode] of [
      ["]E004252614", "042100005264"],
      ["04252614", "042100005264"],
      ["96385074", "96385074"],
      // Both an EAN-8 and a UPC-E code.
      ["04567899", "04567899"],
      ["]E07038010055843", "7038010055843"],
      ["4011", "4011"],
    ] as const) {
      const { field, scanned, press, type, entered } = openField({ inputMode: "numeric", isForBarcode: true });
      type(sent, 5);
      press("Enter", 5);
      expect([field.value, entered(), scanned.mock.calls]).toEqual([barcode, 0, []]);
    }
  });
});

describe("a user in a field", () => {
  it.each(["", "none"])("may type letters and digits of any length and press Enter: %s", (inputMode) => {
    for (const text of ["carr", "91234567", "4011", "5", "004791234567", "+47 912 34 567"]) {
      const { field, scanned, press, type, entered } = openField({ inputMode });
      type(text, 60);
      press("Enter", 60);
      expect([field.value, entered(), scanned.mock.calls]).toEqual([text, 1, []]);
    }
  });

  it("may paste with a program that types into a text field", () => {
    const { field, scanned, press, type, entered } = openField();
    type("a long text", 5);
    press("Enter", 121);
    expect([field.value, entered(), scanned.mock.calls]).toEqual(["a long text", 1, []]);
  });

  it("may type a valid barcode number into a text field", () => {
    const { field, scanned, press, type, entered } = openField();
    type("96385074", 60);
    press("Enter", 60);
    expect([field.value, entered(), scanned.mock.calls]).toEqual(["96385074", 1, []]);
  });
});
