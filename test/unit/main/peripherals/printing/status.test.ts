import { describe, expect, it } from "vitest";
import { STATUS_REQUEST, saysDone, statusOf } from "../../../../../main/peripherals/printing/status.ts";

describe("what a printer says of itself", () => {
  it("is asked with three questions", () => {
    expect([...STATUS_REQUEST]).toEqual([0x10, 4, 1, 0x10, 4, 2, 0x10, 4, 4]);
  });

  it.each([
    ["well", [0x12, 0x12, 0x12], null, false],
    ["well, with another drawer", [0x16, 0x12, 0x12], null, false],
    ["the end of the roll is near", [0x12, 0x12, 0x1e], null, true],
    ["no paper", [0x1a, 0x32, 0x72], "paper_out", false],
    ["no paper, near the end too", [0x1a, 0x32, 0x7e], "paper_out", true],
    ["cover open", [0x1a, 0x16, 0x12], "cover_open", false],
    ["an error", [0x1a, 0x52, 0x12], "printer_error", false],
    ["offline for a reason of its own", [0x1a, 0x12, 0x12], "printer_error", false],
  ] as const)("%s", (_name, bytes, fault, paperLow) => {
    expect(statusOf([...bytes])).toEqual({ fault, paperLow });
  });

  it("is not known before all of it is there, and other bytes are no part of it", () => {
    expect(statusOf([])).toBeNull();
    expect(statusOf([0x12, 0x12])).toBeNull();
    expect(statusOf([0x00, 0x12, 0x12, 0x0f, 0x12])).toEqual({ fault: null, paperLow: false });
  });

  it("that it is through is told from how it is", () => {
    expect(saysDone([0x12, 0x1a, 0x72])).toBe(false);
    expect(saysDone([0x12, 0x00])).toBe(true);
    expect(saysDone([0x0f])).toBe(true);
  });
});
