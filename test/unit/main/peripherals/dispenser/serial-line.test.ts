import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  crc16,
  cutLines,
  encodeLine,
  isWord,
  LINE_LIMIT,
  readLine,
} from "../../../../../main/peripherals/dispenser/serial/line.ts";
import { checksum } from "../../../../dispenser/serial-side.ts";

/** Returns the lines found in consecutive chunks, and the largest buffer. */
function received(chunks: readonly Uint8Array[]) {
  const lines: string[] = [];
  let pending = "";
  let longest = 0;
  for (const chunk of chunks) {
    const cut = cutLines("<", pending, chunk);
    pending = cut.pending;
    lines.push(...cut.lines);
    longest = Math.max(longest, pending.length, ...cut.lines.map(({ length }) => length));
  }
  return { lines: lines.map(readLine).filter((line) => line !== null), longest };
}

const bytes = (text: string) => Buffer.from(text, "latin1");
const noise = () => fc.uint8Array({ maxLength: 300 });
const anyWord = () => fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map(String.fromCharCode), maxLength: 20 });
const anyLine = () =>
  fc.record({
    sequence: fc.integer({ min: 0, max: 255 }),
    words: fc.array(anyWord().filter(isWord), { minLength: 1, maxLength: 4 }),
  });

/** Cuts a text at some places. */
function pieces(text: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const places = [0, ...cuts.map((cut) => cut % (text.length + 1)), text.length].sort((one, other) => one - other);
  return places.slice(1).map((place, index) => text.subarray(places[index], place));
}

describe("the checksum", () => {
  it.each([
    ["", 0xffff],
    ["A", 0xb915],
    ["123456789", 0x29b1],
    [">01 HELLO 1", 0x7c55],
    ["<01 READY 1 8", 0xeeee],
  ])("of %j equals the documented one", (text, sum) => {
    expect(crc16(text).toString(16)).toBe(sum.toString(16));
  });

  it("equals the machine's independent implementation", () => {
    fc.assert(
      fc.property(fc.uint8Array(), (text) => {
        expect(crc16(Buffer.from(text).toString("latin1"))).toBe(checksum(text));
      }),
    );
  });
});

describe("a line", () => {
  it("is parsed as written, at any chunk boundaries", () => {
    fc.assert(
      fc.property(fc.array(anyLine(), { maxLength: 5 }), fc.array(fc.nat(), { maxLength: 9 }), (lines, cuts) => {
        const sent = lines.map((line) => ({ line, text: encodeLine("<", line) })).filter(({ text }) => text !== null);
        const text = bytes(sent.map((each) => each.text).join(""));
        expect(received(pieces(text, cuts)).lines).toEqual(sent.map(({ line }) => line));
      }),
    );
  });

  it("is found after noise, and after a truncated line", () => {
    fc.assert(
      fc.property(fc.array(noise()), fc.boolean(), (before, cutOff) => {
        const line = { sequence: 7, words: ["READY", "1", "8"] };
        const text = encodeLine("<", line) ?? "";
        const lost = cutOff ? [bytes(text.slice(0, 9))] : [];
        expect(received([...before, ...lost, bytes(text)]).lines.at(-1)).toEqual(line);
      }),
    );
  });

  it("is not found in noise without a valid checksum, and the buffer stays within the limit", () => {
    fc.assert(
      fc.property(fc.array(noise()), (chunks) => {
        const text = chunks.map((chunk) => Buffer.from(chunk).toString("latin1").replaceAll("*", "<")).map(bytes);
        const { lines, longest } = received(text);
        expect(lines).toEqual([]);
        expect(longest).toBeLessThan(LINE_LIMIT);
      }),
    );
    const endless = received(Array.from({ length: 100 }, () => bytes(`<${"A".repeat(4096)}`)));
    expect(endless.longest).toBeLessThan(LINE_LIMIT);
  });

  it("is rejected with any one character changed", () => {
    fc.assert(
      fc.property(anyLine(), fc.nat(), fc.integer({ min: 1, max: 127 }), (line, place, change) => {
        const text = encodeLine("<", line);
        fc.pre(text !== null);
        const at = place % (text.length - 2);
        const changed = bytes(text);
        changed[at] = (changed[at] ?? 0) ^ change;
        expect(received([changed]).lines).toEqual([]);
      }),
    );
  });

  it.each([
    ["a carriage return within", "<01 READY 1\r 8*0000\n"],
    ["a NUL within", "<01 READY\0 1 8*0000\n"],
    ["lower-case letters in its checksum", `<01 READY 1 8*${crc16("<01 READY 1 8").toString(16).toLowerCase()}\n`],
    ["an empty word", `<01 READY  8*${crc16("<01 READY  8").toString(16).toUpperCase()}\n`],
    ["the till's own prefix, an echo", encodeLine(">", { sequence: 1, words: ["HELLO", "1"] }) ?? ""],
  ])("is rejected with %s", (_what, text) => {
    expect(received([bytes(text)]).lines).toEqual([]);
  });

  it("ends with a line feed, with or without a preceding carriage return", () => {
    const text = encodeLine("<", { sequence: 255, words: ["ENDED", "a"] }) ?? "";
    expect(text.startsWith("<FF ENDED a*")).toBe(true);
    expect(received([bytes(text.replace("\r", ""))]).lines).toEqual([{ sequence: 255, words: ["ENDED", "a"] }]);
  });

  it.each([[["A B"]], [["A*"]], [["<A"]], [[""]], [["Å"]], [[]], [["A".repeat(90)]]])(
    "cannot be built from %j",
    (words) => {
      expect(encodeLine(">", { sequence: 1, words })).toBeNull();
    },
  );
});
