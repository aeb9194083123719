/** Manufacturers build from docs/vending.md: its numbers and its example must be correct. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { crc16, cutLines, LINE_LIMIT, readLine } from "../../../../../main/peripherals/dispenser/serial/line.ts";
import { answerMs } from "../../../../../main/peripherals/dispenser/serial/link.ts";
import { createVendingMachine } from "../../../../dispenser/machine.ts";
import { serialSide } from "../../../../dispenser/serial-side.ts";
import { createManualClock } from "../../../../support/clock.ts";

const PAGE = readFileSync(join(import.meta.dirname, "../../../../../docs/vending.md"), "utf8");

describe("the page for machine manufacturers", () => {
  it("has correct checksums", () => {
    const vectors = [...PAGE.matchAll(/^\| (?:`(.+)`|\(nothing\)) \| `([0-9A-F]{4})` \|$/gm)];
    expect(vectors.length).toBeGreaterThan(4);
    for (const [, text = "", sum] of vectors)
      expect([text, crc16(text)]).toEqual([text, Number.parseInt(sum ?? "", 16)]);
    const lines = PAGE.match(/^[<>][0-9A-F]{2} .*\*[0-9A-F]{4}/gm) ?? [];
    expect(lines.length).toBeGreaterThan(20);
    expect(lines.filter((line) => readLine(line) === null)).toEqual([]);
  });

  it("has an example that a machine follows line by line", async () => {
    const clock = createManualClock();
    const side = serialSide(createVendingMachine({ clock }));
    const example = /## Example[\s\S]*?```\n([\s\S]*?)\n```/.exec(PAGE)?.[1]?.split("\n") ?? [];
    const played: string[] = [];
    for (const line of example) {
      const later = /^\((\d+(?:\.\d)?) s later\)$/.exec(line)?.[1];
      if (later !== undefined) await clock.advance(Number(later) * 1000);
      if (later !== undefined || line.startsWith(">")) played.push(line);
      if (line.startsWith(">")) played.push(side.received(Buffer.from(`${line}\r\n`, "latin1")).trimEnd());
    }
    expect(played).toEqual(example);
    expect(example.at(-1)).toContain("ENDED");
  });

  it("names the limits and timeouts of the till", () => {
    expect(PAGE).toContain(`A line is at most ${LINE_LIMIT} bytes`);
    expect(cutLines("<", "<".padEnd(LINE_LIMIT - 1, "A"), Buffer.from("A")).pending).toBe("");
    expect(PAGE).toContain(`${answerMs(9600)} ms at 9600 baud, ${answerMs(1200) / 1000} s at 1200`);
  });
});
