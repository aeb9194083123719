import { describe, expect, it } from "vitest";
import { scanKeyOf } from "../../../../../renderer/counter/charge/scan-keys.ts";

/** A key press. @param held pressed modifiers, `AltGraph` or Ctrl with others */
function key(text: string, code: string, held: readonly string[] = []) {
  return {
    key: text,
    code,
    shiftKey: held.includes("Shift"),
    ctrlKey: held.includes("Ctrl") || held.includes("AltGraph"),
    altKey: held.includes("Alt") || held.includes("AltGraph"),
    metaKey: held.includes("Meta"),
    getModifierState: (modifier: string) => held.includes(modifier),
  };
}

describe("a key of a scan", () => {
  it.each([
    ["a digit", key("7", "Digit7"), "7", "7"],
    ["a digit of a French keyboard", key("è", "Digit7"), "è", "7"],
    ["a sign of a shifted digit", key("/", "Digit7", ["Shift"]), "/", "&"],
    ["a letter of a German keyboard", key("z", "KeyY"), "z", "y"],
    ["a capital of a German keyboard", key("Z", "KeyY", ["Shift"]), "Z", "Y"],
    ["the key right of P", key("å", "BracketLeft"), "å", "["],
    ["the key right of P, with Shift", key("Å", "BracketLeft", ["Shift"]), "Å", "{"],
    ["the second key right of P", key("Dead", "BracketRight"), "\ufffd", "]"],
    ["the key left of 1", key("|", "Backquote"), "|", "`"],
    ["the key left of Enter", key("'", "Backslash"), "'", "\\"],
    ["the key right of 0", key("+", "Minus"), "+", "-"],
    ["a key of the numeric pad", key("Home", "Numpad7"), "7", "7"],
    ["a sign with AltGr", key("@", "KeyQ", ["AltGraph"]), "@", "q"],
    ["Enter of the numeric pad", key("Enter", "NumpadEnter"), "Enter", "Enter"],
  ])("has two readings: %s", (_what, pressed, text, us) => {
    expect(scanKeyOf(pressed)).toEqual({ text, us, isControl: false });
  });

  it.each([
    ["STX", key("b", "KeyB", ["Ctrl"]), "\u0002"],
    ["ETX", key("c", "KeyC", ["Ctrl"]), "\u0003"],
    ["GS", key("]", "BracketRight", ["Ctrl"]), "\u001d"],
    ["GS of a German keyboard", key("+", "BracketRight", ["Ctrl"]), "\u001d"],
    ["GS by its character", key("]", "Digit9", ["Ctrl"]), "\u001d"],
    ["GS as F8", key("F8", "F8"), "\u001d"],
  ])("is read as a control character: %s", (_what, pressed, text) => {
    expect(scanKeyOf(pressed)).toEqual({ text, us: text, isControl: true });
  });

  it.each([
    ["another command", key("f", "KeyF", ["Ctrl"])],
    ["the key right of P with Ctrl", key("å", "BracketLeft", ["Ctrl"])],
    ["F8 with Ctrl", key("F8", "F8", ["Ctrl"])],
    ["a digit of an ALT code", key("7", "Numpad7", ["Alt"])],
    ["a sign with Ctrl and Alt that is not AltGr", key("q", "KeyQ", ["Ctrl", "Alt"])],
    ["a command of macOS", key("c", "KeyC", ["Meta"])],
    ["Tab", key("Tab", "Tab")],
  ])("is ignored: %s", (_what, pressed) => {
    expect(scanKeyOf(pressed)).toBeNull();
  });
});
