import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  passTime,
  pressKey,
  SCAN_GAP_MS,
  SCAN_LENGTH,
  SCANNER_IDLE,
  type ScannerOutput,
  STRAY_ENTER_MS,
  SUFFIX_GAP_MS,
} from "../../../../../renderer/counter/charge/scanner.ts";
import { keyText } from "../../../../../renderer/kit/amount/keys.ts";
import { routeScan } from "../../../../../renderer/payments/list/scan-route.ts";

/** Plays keys with the pause before each; the timer fires when it is due, as the binding's does. */
function play(keys: readonly (readonly [key: string, gapMs: number])[]): ScannerOutput[] {
  let state = SCANNER_IDLE;
  let now = 1000;
  let wakeAt: number | null = null;
  const out: ScannerOutput[] = [];
  const take = (step: ReturnType<typeof pressKey>) => {
    state = step.state;
    wakeAt = step.wakeAt;
    out.push(...step.out);
  };
  const runTo = (time: number) => {
    while (wakeAt !== null && wakeAt < time) take(passTime(state, wakeAt));
    now = time;
  };
  for (const [key, gapMs] of keys) {
    runTo(now + gapMs);
    take(pressKey(state, key, now));
  }
  runTo(now + 10_000);
  return out;
}

const burst = (text: string, gapMs = 5) => [...text].map((key) => [key, gapMs] as const);
const typedText = (out: ScannerOutput[]) => out.map((output) => (output.kind === "typed" ? output.text : "")).join("");

describe("a scanner", () => {
  it("is heard as one code, and types and charges nothing", () => {
    expect(play([...burst("7038010055843"), ["Enter", 5]])).toEqual([{ kind: "scan", text: "7038010055843" }]);
  });

  it("is still one at its slowest pace and its shortest length", () => {
    expect(play([...burst("123456", SCAN_GAP_MS), ["Enter", SCAN_GAP_MS]])).toEqual([{ kind: "scan", text: "123456" }]);
  });

  it("may pause before its Enter", () => {
    expect(play([...burst("7038010055843"), ["Enter", SUFFIX_GAP_MS]])).toEqual([
      { kind: "scan", text: "7038010055843" },
    ]);
  });

  it("charges nobody with an Enter that comes too late", () => {
    const out = play([...burst("12345678"), ["Enter", SUFFIX_GAP_MS + 50]]);
    expect(out.some(({ kind }) => kind === "enter")).toBe(false);
    expect(play([...burst("12345678"), ["Enter", STRAY_ENTER_MS + SUFFIX_GAP_MS + 50]]).at(-1)).toEqual({
      kind: "enter",
    });
  });

  it("right after a person's digits takes none of them along", () => {
    const out = play([
      ["1", 200],
      ["4", 200],
      ...burst("7038010055843").map(([key], index) => [key, index === 0 ? 100 : 5] as const),
      ["Enter", 5],
    ]);
    expect(out).toEqual([
      { kind: "typed", text: "1" },
      { kind: "typed", text: "4" },
      { kind: "scan", text: "7038010055843" },
    ]);
  });
});

describe("a person", () => {
  it("types digits that come through in order, and an Enter that charges", () => {
    const out = play([
      ["1", 120],
      ["4", 120],
      ["9", 120],
      [",", 120],
      ["Enter", 200],
    ]);
    expect(typedText(out)).toBe("149,");
    expect(out.at(-1)).toEqual({ kind: "enter" });
  });

  it("may press five keys at once, and Enter with them", () => {
    const out = play([...burst("14900", 4), ["Enter", 4]]);
    expect(out).toEqual([{ kind: "typed", text: "14900" }, { kind: "enter" }]);
  });

  it("waits for a digit no longer than a scanner's pause", () => {
    const { wakeAt } = pressKey(SCANNER_IDLE, "1", 1000);
    expect(wakeAt).toBe(1000 + SCAN_GAP_MS + 1);
  });
});

describe("any keys at any pace", () => {
  const key = fc.constantFrom("0", "1", "5", "9", ",", "+", "Enter");
  const keys = fc.array(fc.tuple(key, fc.integer({ min: 0, max: 200 })), { maxLength: 40 });

  it("come out once each, in order, and nothing stays behind", () => {
    fc.assert(
      fc.property(keys, (pressed) => {
        const out = play(pressed);
        const text = out.map((output) => (output.kind === "enter" ? "" : output.text)).join("");
        expect(text).toBe(pressed.map(([pressedKey]) => (pressedKey === "Enter" ? "" : pressedKey)).join(""));
      }),
    );
  });

  it("charge only by an Enter that no code ends in", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{6,13}$/), fc.integer({ min: 1, max: SCAN_GAP_MS }), (code, gapMs) => {
        const out = play([...burst(code, gapMs), ["Enter", gapMs]]);
        expect(code.length).toBeGreaterThanOrEqual(SCAN_LENGTH);
        expect(out).toEqual([{ kind: "scan", text: code }]);
      }),
    );
  });
});

describe("keys of the numeric pad", () => {
  it("are read by where they are", () => {
    expect(keyText({ key: "Home", code: "Numpad7" })).toBe("7");
    expect(keyText({ key: ".", code: "NumpadDecimal" })).toBe(",");
    expect(keyText({ key: "Enter", code: "NumpadEnter" })).toBe("Enter");
    expect(keyText({ key: "7", code: "Digit7" })).toBe("7");
  });
});

describe("a scanned code", () => {
  it.each([
    ["token:abc-123", { kind: "customer", token: "token:abc-123" }],
    ["K7Q2-0142", { kind: "lookup", reference: "K7Q2-0142" }],
    ["https://pay.example/q/9fK2/K7Q2-0142-ab12cd34", { kind: "lookup", reference: "K7Q2-0142-ab12cd34" }],
    ["7038010055843", { kind: "lookup", reference: "7038010055843" }],
    ["token:", { kind: "unknown" }],
    ["hello world", { kind: "unknown" }],
    ["x".repeat(65), { kind: "unknown" }],
  ])("%s goes where it belongs", (text, route) => {
    expect(routeScan(text)).toEqual(route);
  });
});
