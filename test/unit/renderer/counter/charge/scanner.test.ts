import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isGtin } from "../../../../../contract/catalogue/barcodes.ts";
import {
  passTime,
  pressKey,
  SCAN_GAP_MS,
  SCAN_LENGTH,
  SCANNER_IDLE,
  type ScannerOutput,
  STRAY_ENTER_MS,
} from "../../../../../renderer/counter/charge/scanner.ts";
import { keyText } from "../../../../../renderer/kit/amount/keys.ts";
import { routeScan } from "../../../../../renderer/payments/list/actions.ts";

/** Plays keys with the pause before each; the timer fires on time, as the binding's does. */
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
  it("is recognised as one code, and types and charges nothing", () => {
    expect(play([...burst("7038010055843"), ["Enter", 5]])).toEqual([
      { kind: "scan", text: "7038010055843", typed: 0 },
    ]);
  });

  it("is recognised at its slowest pace and its shortest length", () => {
    expect(play([...burst("123456", SCAN_GAP_MS), ["Enter", SCAN_GAP_MS]])).toEqual([
      { kind: "scan", text: "123456", typed: 0 },
    ]);
  });

  it("may end its code with two Enters, and neither charges the basket", () => {
    const scan = { kind: "scan", text: "7038010055843", typed: 0 };
    expect(play([...burst("7038010055843"), ["Enter", 5], ["Enter", 5]])).toEqual([scan]);
    const slow = play([...burst("7038010055843", 75), ["Enter", 75], ["Enter", 75]]);
    expect(slow.filter(({ kind }) => kind !== "typed")).toEqual([{ ...scan, typed: 12 }]);
  });

  it("leaves the next Enter to a user", () => {
    const out = play([...burst("7038010055843"), ["Enter", 5], ["Enter", 400]]);
    expect(out.map(({ kind }) => kind)).toEqual(["scan", "enter"]);
  });

  it("may pause before its Enter", () => {
    expect(play([...burst("7038010055843"), ["Enter", STRAY_ENTER_MS]])).toEqual([
      { kind: "scan", text: "7038010055843", typed: 0 },
    ]);
  });

  it("that is slow, or delayed by a busy window, is recognised at its Enter, and its characters are removed", () => {
    const slow = play([...burst("7038010055843", 45), ["Enter", 45]]);
    // Its last key is still buffered: by then the scanner is recognised.
    expect(slow.at(-1)).toEqual({ kind: "scan", text: "7038010055843", typed: 12 });
    const interrupted = play([...burst("7038010"), ["0", 204], ...burst("55843"), ["Enter", 5]]);
    expect(interrupted.at(-1)).toEqual({ kind: "scan", text: "7038010055843", typed: 7 });
    const late = play([...burst("7038010055843", 45), ["Enter", STRAY_ENTER_MS]]);
    expect(late.at(-1)).toEqual({ kind: "scan", text: "7038010055843", typed: 12 });
    expect(late.some(({ kind }) => kind === "enter")).toBe(false);
  });

  it.each([
    ["at 100 ms a character", burst("7038010055720", 100), 100],
    ["of eight digits at 100 ms a character", burst("96385074", 100), 100],
    ["with the number of a receipt at 100 ms a character", burst("K7Q2-0142", 100), 100],
    ["with a missing digit at 100 ms a character", burst("703801005572", 100), 100],
    ["with a second before its Enter", burst("7038010055720", 100), 1000],
    ["with a long pause in it", [...burst("703801"), ["0", 500] as const, ...burst("055720")], 5],
    ["at its slowest pace", burst("7038010055720", 110), 1000],
    ["with more digits than an amount at its slowest pace", burst("703801005", 110), 1000],
    [
      "when its last eight digits are faster and happen to be a barcode",
      [...burst("600357", 104), ...burst("8546875", 30)],
      992,
    ],
    [
      "when the last eight of too many digits for an amount are faster and happen to be a barcode",
      [...burst("500357", 104), ...burst("8546875", 30)],
      992,
    ],
    ["with a pause in a code that is no barcode", [...burst("7038011"), ["0", 300] as const, ...burst("5572")], 1000],
  ])("is recognised %s", (_what, keys, gapMs) => {
    const out = play([...keys, ["Enter", gapMs]]);
    const text = keys.map(([key]) => key).join("");
    expect(out.at(-1)).toMatchObject({ kind: "scan", text });
    expect(out.some(({ kind }) => kind === "enter")).toBe(false);
  });

  it.each([
    ["a fast one", burst("70380100")],
    ["a slow one", burst("7038010055720", 100)],
  ])("without a final key is %s after a second", (_what, keys) => {
    const text = keys.map(([key]) => key).join("");
    expect(play(keys).at(-1)).toMatchObject({ kind: "scan", text });
  });

  it("excludes the characters typed before it", () => {
    const out = play([["5", 400], ...burst("7038010055720", 100), ["Enter", 100]]);
    expect(out.at(-1)).toMatchObject({ kind: "scan", text: "7038010055720" });
  });

  it("is an EAN-8 when a user typed digits right before", () => {
    for (const gapMs of [5, 30, 45]) {
      const out = play([...burst("149", 120), ["9", 200], ...burst("6385074", gapMs), ["Enter", gapMs]]);
      expect(out.at(-1)).toMatchObject({ kind: "scan", text: "96385074" });
    }
  });

  it("charges nothing with an Enter that comes too late", () => {
    const out = play([...burst("12345678"), ["Enter", STRAY_ENTER_MS]]);
    expect(out.some(({ kind }) => kind === "enter")).toBe(false);
    expect(play([...burst("12345678"), ["Enter", STRAY_ENTER_MS + 2]]).at(-1)).toEqual({ kind: "enter" });
  });

  it("right after a user's digits excludes them", () => {
    const out = play([
      ["1", 200],
      ["4", 200],
      ...burst("7038010055843").map(([key], index) => [key, index === 0 ? 100 : 5] as const),
      ["Enter", 5],
    ]);
    expect(out).toEqual([
      { kind: "typed", text: "1" },
      { kind: "typed", text: "4" },
      { kind: "scan", text: "7038010055843", typed: 0 },
    ]);
  });
});

describe("a user", () => {
  it("types digits that arrive in order, and an Enter that charges", () => {
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

  it("who types an amount at human speed charges it", () => {
    expect(play([...burst("12345678", 65), ["Enter", 65]]).at(-1)).toEqual({ kind: "enter" });
    expect(play([...burst("000", 20), ...burst("14900", 120), ["Enter", 120]]).at(-1)).toEqual({ kind: "enter" });
  });

  it("may press two keys in one movement, also with the Enter", () => {
    for (const gaps of [
      [120, 20, 60, 80, 25],
      [400, 20, 60, 20, 60],
    ]) {
      const out = play([...[..."4011"].map((key, index) => [key, gaps[index] ?? 0] as const), ["Enter", gaps[4] ?? 0]]);
      expect([typedText(out), out.at(-1)]).toEqual(["4011", { kind: "enter" }]);
    }
  });

  it("may have a key for two or three zeros", () => {
    const out = play([...burst("149", 100), ["0", 100], ["0", 2], ["0", 2], ["Enter", 25]]);
    expect([typedText(out), out.at(-1)]).toEqual(["149000", { kind: "enter" }]);
  });

  it.each([
    ["a barcode slower than any scanner", burst("7038010055720", 111), 111],
    [
      "a barcode with two pauses",
      [...burst("703801", 100), ["0", 111], ...burst("0557", 100), ["2", 111], ["0", 100]],
      100,
    ],
    ["a barcode with a longer pause", [...burst("70380", 100), ["1", 501], ...burst("0055720", 100)], 100],
    ["eight digits in two bursts with a pause", [...burst("1490", 45), ["0", 301], ...burst("000", 45)], 200],
    ["eight digits with a longer pause in them", [...burst("14905"), ["6", 301], ...burst("78")], 200],
    ["four digits at 16 ms, and Enter late", burst("4016", 16), 91],
    ["letters slower than any scanner", burst("4k11", 111), 60],
    ["letters, and Enter later than any scanner", burst("4k1", 100), 111],
    ["letters of a code a second before Enter", burst("K7Q2-0142", 110), 1001],
  ] as const)("who types %s is not mistaken for a scanner", (_what, keys, enterMs) => {
    expect(play([...keys, ["Enter", enterMs]]).at(-1)).toEqual({ kind: "enter" });
  });

  it("whose finger slips to a letter before the Enter still charges", () => {
    const out = play([...burst("149", 100), ["ø", 100], ["Enter", 10]]);
    expect(out.at(-1)).toEqual({ kind: "enter" });
  });

  it("waits for a digit at most as long as a scanner's pause", () => {
    const { wakeAt } = pressKey(SCANNER_IDLE, "1", 1000);
    expect(wakeAt).toBe(1000 + SCAN_GAP_MS + 1);
  });
});

describe("any keys at any pace", () => {
  const key = fc.constantFrom("0", "1", "5", "9", ",", ".", "+", "*", "X", "k", " ", "Enter");
  const gap = fc.integer({ min: 0, max: 200 });
  /** Not right after Enter, where a key may belong to the finished scan. */
  const keys = fc
    .array(fc.tuple(key, gap), { maxLength: 40 })
    .map((all) => all.map(([each, ms], index) => [each, all[index - 1]?.[0] === "Enter" ? ms + 111 : ms] as const));

  it("are delivered once each, in order, and none is left in the buffer", () => {
    fc.assert(
      fc.property(keys, (pressed) => {
        const out = play(pressed);
        const text = out.reduce((before, output) => {
          if (output.kind === "enter") return before;
          return (output.kind === "scan" ? before.slice(0, before.length - output.typed) : before) + output.text;
        }, "");
        expect(text).toBe(pressed.map(([pressedKey]) => (pressedKey === "Enter" ? "" : pressedKey)).join(""));
      }),
    );
  });

  /** A user's gaps, the Enter's last: no two in a row belong to one movement. */
  const personal = (count: number) =>
    fc
      .array(fc.tuple(fc.integer({ min: 60, max: 480 }), fc.integer({ min: 20, max: 40 }), fc.boolean()), {
        minLength: count + 1,
        maxLength: count + 1,
      })
      .map((all) => all.map(([gap, short, isShort], index) => (isShort && !all[index - 1]?.[2] ? short : gap)));
  const amounts = fc
    .stringMatching(/^[1-9]\d{0,5}([,.]\d?\d?)?([*x]\d{1,3})?(\+[1-9]\d{0,5}([,.]\d?\d?)?)?\+?$|^[1-9]\d{6,7}$/)
    .filter((text) => !isGtin(text));
  const ofPerson = amounts.chain((text) => fc.tuple(fc.constant(text), personal(text.length)));

  it("charge with the Enter after an amount, at human speed", () => {
    fc.assert(
      fc.property(ofPerson, ([text, gaps]) => {
        const out = play([...text, "Enter"].map((key, index) => [key, gaps[index] ?? 0]));
        expect([typedText(out), out.at(-1), out.some(({ kind }) => kind === "scan")]).toEqual([
          text,
          { kind: "enter" },
          false,
        ]);
      }),
      { numRuns: 2000 },
    );
  });

  it("are delayed at most as long as a scanner's pause when a user types them", () => {
    fc.assert(
      fc.property(ofPerson, ([text, gaps]) => {
        let state = SCANNER_IDLE;
        let at = 1000;
        for (const [index, key] of [...text].entries()) {
          at += gaps[index] ?? 0;
          const step = pressKey(state, key, at);
          expect(step.wakeAt).toBe(at + SCAN_GAP_MS + 1);
          state = step.state;
        }
      }),
    );
  });

  /** A code, its longest inner gap, and the longest gap before its Enter: the limits in docs/using.md. */
  const limits: fc.Arbitrary<readonly [code: string, gapMs: number, enterMs: number]> = fc.oneof(
    fc.tuple(fc.stringMatching(/^\d$/), fc.constant(15), fc.constant(15)),
    fc.tuple(fc.stringMatching(/^\d{2}$/), fc.constant(30), fc.constant(30)),
    fc.tuple(fc.stringMatching(/^\d{3}$/), fc.constant(50), fc.constant(50)),
    fc.tuple(fc.stringMatching(/^\d{4,7}$/), fc.constant(50), fc.constant(50)),
    fc.tuple(fc.stringMatching(/^\d{4,5}$/), fc.constant(30), fc.constant(90)),
    fc.tuple(fc.stringMatching(/^\d{4,20}$|^[\d*+.X]{4,20}$/), fc.constant(15), fc.constant(1000)),
    fc.tuple(fc.stringMatching(/^\d{6,20}$/), fc.constant(30), fc.constant(1000)),
    fc.tuple(fc.stringMatching(/^\d{8,20}$/), fc.constant(50), fc.constant(1000)),
    fc.tuple(fc.stringMatching(/^\d{9,20}$/), fc.constant(110), fc.constant(1000)),
    fc.tuple(fc.stringMatching(/^[A-W&é"'(]\d{2,4}$/), fc.constant(110), fc.constant(110)),
    fc.tuple(fc.stringMatching(/^[A-W&é"'(]\d{5,12}$/), fc.constant(110), fc.constant(1000)),
    fc.tuple(fc.stringMatching(/^\*\d{1,12}\*$|^\+\d{1,12}\+$/), fc.constant(110), fc.constant(1000)),
    fc.tuple(fc.stringMatching(/^[*X]\d{4}$|^\d\.\d\.\d$/), fc.constant(110), fc.constant(110)),
    fc.tuple(fc.stringMatching(/^[*X]\d{5,12}$|^\d\d\.\d{1,6}\.\d\d$/), fc.constant(110), fc.constant(1000)),
  );
  const ofScanner = limits
    .chain(([code, gapMs, enterMs]) => {
      const gaps = fc.array(fc.integer({ min: 1, max: gapMs }), { minLength: code.length, maxLength: code.length });
      return fc.tuple(fc.constant(code), gaps, fc.integer({ min: 1, max: enterMs }), fc.constant(gapMs));
    })
    // The same character within 10 ms may come from one press, as on a key for 000.
    .filter(([code, gaps, , gapMs]) => {
      const isRepeat = (text: string, index: number) =>
        index > 0 && text === code[index - 1] && (gaps[index] ?? 0) <= 10;
      return (gapMs <= 15 && code.length > 3) || ![...code].some(isRepeat);
    });

  it("never charge when a scanner sends them, however short its code, and form one code", () => {
    fc.assert(
      fc.property(ofScanner, fc.boolean(), ([code, gaps, enterMs], isCrLf) => {
        const keys = [...code].map((key, index) => [key, index === 0 ? 600 : (gaps[index] ?? 1)] as const);
        const out = play([["7", 600], ...keys, ["Enter", enterMs], ...(isCrLf ? [["Enter", 5] as const] : [])]);
        expect(out.some(({ kind }) => kind === "enter")).toBe(false);
        expect(out.at(-1)).toMatchObject({ kind: "scan" });
        // A longer text that is no barcode may contain one by chance.
        if (code.length > 7) return;
        expect(out.at(-1)).toMatchObject({ text: code });
        const typed = typedText(out);
        expect(typed.slice(0, typed.length - (out.at(-1) as { typed: number }).typed)).toBe("7");
      }),
      { numRuns: 2000 },
    );
  });

  it("are read as one EAN-13 at up to 110 ms a character", () => {
    const checkDigits = [..."0123456789"];
    const codes = fc
      .stringMatching(/^[1-9]\d{11}$/)
      .map((digits) => digits + checkDigits.find((digit) => isGtin(digits + digit)));
    const gaps = fc.array(fc.integer({ min: 1, max: 110 }), { minLength: 13, maxLength: 13 });
    fc.assert(
      fc.property(codes, gaps, fc.integer({ min: 1, max: 1000 }), (code, gapsMs, enterMs) => {
        const keys = [...code].map((digit, index) => [digit, index === 0 ? 600 : (gapsMs[index] ?? 1)] as const);
        expect(play([["7", 600], ...keys, ["Enter", enterMs]]).at(-1)).toMatchObject({ kind: "scan", text: code });
      }),
      { numRuns: 5000 },
    );
  });

  it("are read as two complete codes when the second one has a pause", () => {
    const code = fc.stringMatching(/^[0-9A-W]\d{1,12}$/);
    const enter = fc.integer({ min: 1, max: 1000 });
    fc.assert(
      fc.property(code, fc.nat(12), fc.integer({ min: 1, max: 300 }), enter, (text, place, pauseMs, enterMs) => {
        const pauseAt = 1 + (place % (text.length - 1));
        const keys = [...text].map((key, index) => [key, index === pauseAt ? pauseMs : 11] as const);
        const out = play([...burst("7038010055843"), ["Enter", 5], ...keys, ["Enter", enterMs]]);
        const scans = out.flatMap((output) => (output.kind === "typed" ? [] : [output]));
        expect(scans).toMatchObject([{ text: "7038010055843" }, { kind: "scan", text }]);
        expect(typedText(out)).toHaveLength((scans[1] as { typed: number }).typed);
      }),
      { numRuns: 3000 },
    );
  });

  it("are a scanner's short code also right after a user's digits", () => {
    const out = play([...burst("12", 120), ["4", 100], ...burst("011"), ["Enter", 5]]);
    expect(out.at(-1)).toEqual({ kind: "scan", text: "4011", typed: 0 });
    expect(typedText(out)).toBe("12");
  });

  it("charge only with an Enter that ends no code", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{6,13}$/), fc.integer({ min: 1, max: SCAN_GAP_MS }), (code, gapMs) => {
        const out = play([...burst(code, gapMs), ["Enter", gapMs]]);
        expect(code.length).toBeGreaterThanOrEqual(SCAN_LENGTH);
        expect(out).toEqual([{ kind: "scan", text: code, typed: 0 }]);
      }),
    );
  });
});

describe("keys of the numeric pad", () => {
  it("are read by position", () => {
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
  ])("%s is routed correctly", (text, route) => {
    expect(routeScan(text)).toEqual(route);
  });
});
