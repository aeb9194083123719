import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fieldScans } from "../../../../renderer/app/field-scans.ts";
import type { Actions } from "../../../../renderer/store/store.tsx";
import { usKeys } from "../../../support/keyboard-layouts.ts";

/** A field whose keys are typed into it unless they are taken. */
class Field extends EventTarget {
  type = "text";
  #value = "";
  closest() {
    return null;
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

function openField() {
  const scanned = vi.fn();
  const field = new Field();
  let now = 1000;
  let entered = 0;
  const listen = fieldScans({ scanned } as unknown as Actions);
  const press = (key: string, gapMs: number, more: Partial<KeyboardEventInit> = {}) => {
    now += gapMs;
    const event = Object.assign(new Event("keydown", { cancelable: true }), { key, code: key, ...more });
    Object.defineProperty(event, "timeStamp", { value: now });
    Object.defineProperty(event, "target", { value: field });
    if (listen(event as KeyboardEvent)) return;
    if (key === "Enter") entered += 1;
    else field.value += key;
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
  ])("is taken out of it, and its Enters are no one's: %s", (code, gapMs, enterMs) => {
    const { field, scanned, press, type, entered } = openField();
    type("912", 150);
    press(code[0] ?? "", 600);
    type(code.slice(1), gapMs);
    press("Enter", enterMs);
    press("Enter", 5);
    expect([field.value, entered()]).toEqual(["912", 0]);
    expect(scanned.mock.calls).toEqual([[code, code]]);
  });

  it("is read as a US keyboard types it, too", () => {
    const { scanned, press } = openField();
    for (const { key, ...more } of usKeys("K7-01", "fr")) press(key, 10, more);
    press("Enter", 10);
    expect(scanned.mock.calls).toEqual([["Kè)à&", "K7-01"]]);
  });
});

describe("a person in a field", () => {
  it("types letters and digits of any length, and the Enter is theirs", () => {
    for (const text of ["carr", "91234567", "4011", "5"]) {
      const { field, scanned, press, type, entered } = openField();
      type(text, 60);
      press("Enter", 60);
      expect([field.value, entered(), scanned.mock.calls]).toEqual([text, 1, []]);
    }
  });
});
