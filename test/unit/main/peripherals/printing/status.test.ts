import { describe, expect, it } from "vitest";
import { countDoneBytes, STATUS_REQUEST, statusOf } from "../../../../../main/peripherals/printing/status.ts";

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
    expect(statusOf([...bytes], 1)).toEqual({ fault, paperLow });
  });

  it("is not known before all of it is there, and other bytes are no part of it", () => {
    expect(statusOf([], 1)).toBeNull();
    expect(statusOf([0x12, 0x12], 1)).toBeNull();
    expect(statusOf([0x00, 0x12, 0x12, 0x0f, 0x12], 1)).toEqual({ fault: null, paperLow: false });
  });

  it("is unknown when each of three requests lost one byte", () => {
    expect(statusOf([0x16, 0x12, 0x16, 0x12, 0x16, 0x12], 3)).toBeNull();
  });
});

describe("the answer to a print's last command", () => {
  it("is not an answer about the printer's status", () => {
    expect(countDoneBytes([0x12, 0x1a, 0x72])).toBe(0);
    expect(countDoneBytes([0x12, 0x00])).toBe(1);
    expect(countDoneBytes([0x0f])).toBe(1);
  });

  it("is not one of the bytes of an automatic status", () => {
    expect(countDoneBytes([0x38, 0x00, 0x00, 0x0f])).toBe(0);
    expect(countDoneBytes([0x38, 0x00])).toBe(0);
    expect(countDoneBytes([0x38, 0x00, 0x00, 0x0f, 0x12, 0x00])).toBe(1);
  });
});
