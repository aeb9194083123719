import { describe, expect, it } from "vitest";
import { type Piece, spokenControl, spokenScreen } from "../../../../../renderer/kiosk/speech/spoken.ts";

const WORDS = {
  choose: "You can choose:",
  chosen: "chosen",
  unavailable: "not available now",
  at: (at: number, count: number) => `${at} of ${count}`,
  more: (count: number) => `and ${count} more`,
};
type Control = Extract<Piece, { kind: "control" }>;
const control = (name: string, changes: Partial<Control> = {}): Control => ({
  kind: "control",
  name,
  isChosen: false,
  isDisabled: false,
  isAlways: false,
  at: null,
  ...changes,
});
const goods = (count: number) =>
  Array.from({ length: count }, (_, index) => control(`Bun ${index + 1}`, { at: { index: index + 1, count } }));

describe("the spoken text of a screen", () => {
  it("is its heading, its text and its choices, one sentence each", () => {
    const screen: Piece[] = [
      control("Back"),
      { kind: "text", text: "Your basket" },
      { kind: "text", text: "Total 98.00 kr." },
      control("Pay 98.00 kr"),
    ];
    expect(spokenScreen(screen, WORDS)).toEqual([
      "Your basket.",
      "Total 98.00 kr.",
      "You can choose: Back; Pay 98.00 kr.",
    ]);
  });

  it("names permanent controls last, in any screen order", () => {
    const screen = [control("Help", { isAlways: true }), control("Pay"), control("Language", { isAlways: true })];
    expect(spokenScreen(screen, WORDS)).toEqual(["You can choose: Pay; Help; Language."]);
  });

  it("is limited with hundreds of products, and always names the next step", () => {
    const screen = [...goods(500), control("Basket 0", { isDisabled: true })];
    const [choices = ""] = spokenScreen(screen, WORDS);
    expect(choices).toContain("Bun 10; and 490 more; Basket 0, not available now.");
    expect(choices).not.toContain("Bun 11");
  });

  it("is empty for an empty screen", () => {
    expect(spokenScreen([], WORDS)).toEqual([]);
    expect(spokenScreen([{ kind: "text", text: "  " }], WORDS)).toEqual([]);
  });

  it("keeps a sentence's own punctuation", () => {
    const texts = ["Are you still there?", "One moment…", "Choose:"].map((text) => ({ kind: "text" as const, text }));
    expect(spokenScreen(texts, WORDS)).toEqual(["Are you still there?", "One moment…", "Choose:"]);
  });
});

describe("the spoken text of the focus", () => {
  it.each([
    ["a key", control("Pay"), "Pay."],
    ["a control within a group", control("Filter coffee", { at: { index: 2, count: 4 } }), "Filter coffee, 2 of 4."],
    ["a chosen control", control("Norsk", { isChosen: true, at: { index: 1, count: 10 } }), "Norsk, chosen, 1 of 10."],
    ["a disabled control", control("Basket 0", { isDisabled: true }), "Basket 0, not available now."],
  ])("is %s", (_, given, expected) => {
    expect(spokenControl(given, WORDS)).toBe(expected);
  });
});
