import { describe, expect, it } from "vitest";
import { STATUS_REQUEST, startConversation } from "../../../../../main/peripherals/printing/status.ts";

/** The status after the answers to one request and to a number of earlier ones. */
function statusAfter(bytes: readonly number[], earlier = 0) {
  const conversation = startConversation();
  for (let request = 0; request < earlier; request++) conversation.expectStatus();
  const status = conversation.expectStatus();
  conversation.receive(bytes);
  return status();
}

describe("a printer's status", () => {
  it("is requested with three questions", () => {
    expect([...STATUS_REQUEST]).toEqual([0x10, 4, 1, 0x10, 4, 2, 0x10, 4, 4]);
  });

  it.each([
    ["ready", [0x12, 0x12, 0x12], null, false],
    ["ready, with another drawer", [0x16, 0x12, 0x12], null, false],
    ["the end of the roll is near", [0x12, 0x12, 0x1e], null, true],
    ["no paper", [0x1a, 0x32, 0x72], "paper_out", false],
    ["no paper, with both sensors", [0x1a, 0x32, 0x7e], "paper_out", true],
    ["cover open", [0x1a, 0x16, 0x12], "cover_open", false],
    ["an error", [0x1a, 0x52, 0x12], "printer_error", false],
    ["offline for another reason", [0x1a, 0x12, 0x12], "printer_error", false],
  ] as const)("is read: %s", (_name, bytes, fault, paperLow) => {
    expect(statusAfter(bytes)).toEqual({ fault, paperLow });
  });

  it("is unknown while bytes are missing, and ignores other bytes", () => {
    expect(statusAfter([])).toBeNull();
    expect(statusAfter([0x12, 0x12])).toBeNull();
    expect(statusAfter([0x00, 0x12, 0x12, 0x0f, 0x12])).toEqual({ fault: null, paperLow: false });
  });

  it("is unknown when each of three requests lost one byte", () => {
    expect(statusAfter([0x16, 0x12, 0x16, 0x12, 0x16, 0x12], 2)).toBeNull();
  });

  it("is unknown when the previous answer had a byte too many and this one has a byte too few", () => {
    const conversation = startConversation();
    conversation.expectStatus();
    conversation.receive([0x12, 0x12, 0x12, 0x12]);
    const status = conversation.expectStatus();
    conversation.receive([0x12, 0x12, 0x12]);
    expect(status()).toBeNull();
  });

  it("is read between the bytes of an automatic status and of a notice", () => {
    expect(statusAfter([0x38, 0x12, 0x00, 0x12, 0x00, 0x0f, 0x3b, 0x12, 0x31, 0x00])).not.toBeNull();
  });
});

describe("the answer to a print's last command", () => {
  /** Returns whether these bytes, in portions, answer one request. */
  const isDoneAfter = (...portions: number[][]) => {
    const conversation = startConversation();
    const isDone = conversation.expectDone();
    for (const bytes of portions) conversation.receive(bytes);
    return isDone();
  };

  it("is one byte of its kind", () => {
    expect(isDoneAfter([0x12, 0x1a, 0x72])).toBe(false);
    expect(isDoneAfter([0x12, 0x00])).toBe(true);
    expect(isDoneAfter([0x0f])).toBe(true);
  });

  it("is not a byte that came before the request", () => {
    const conversation = startConversation();
    conversation.receive([0x00]);
    const isDone = conversation.expectDone();
    expect(isDone()).toBe(false);
    conversation.receive([0x00]);
    expect(isDone()).toBe(true);
  });

  it("is matched to the requests in their order", () => {
    const conversation = startConversation();
    const [first, second] = [conversation.expectDone(), conversation.expectDone()];
    conversation.receive([0x00]);
    expect([first(), second()]).toEqual([true, false]);
  });

  it.each([
    ["an automatic status", [0x38, 0x00, 0x00, 0x0f]],
    ["an automatic status with XOFF in it", [0x38, 0x13, 0x00, 0x00, 0x0f]],
    ["an automatic status with an answer in it", [0x38, 0x00, 0x12, 0x00, 0x0f]],
    ["a partial automatic status, and a complete one", [0x38, 0x00, 0x38, 0x00, 0x00, 0x0f]],
    ["a power-off notice", [0x3b, 0x30, 0x00]],
    ["the other power-off notice", [0x3b, 0x31, 0x00]],
    ["an automatic status in a power-off notice", [0x3b, 0x14, 0x00, 0x00, 0x0f, 0x31, 0x00]],
    ["a response of another command", [0x37, 0x22, 0x41, 0x30, 0x42, 0x20, 0x00]],
    ["the printer's name", [0x5f, 0x54, 0x4d, 0x2d, 0x54, 0x38, 0x38, 0x00]],
    ["XON and XOFF", [0x11, 0x13]],
  ])("is not part of %s, in any portions", (_name, bytes) => {
    for (let cut = 0; cut <= bytes.length; cut++)
      expect(isDoneAfter(bytes.slice(0, cut), bytes.slice(cut))).toBe(false);
    expect(isDoneAfter(bytes.slice(0, 1))).toBe(false);
  });

  it("is read after whole groups of other bytes", () => {
    expect(isDoneAfter([0x38, 0x00, 0x00, 0x0f, 0x00])).toBe(true);
    expect(isDoneAfter([0x3b, 0x31, 0x00, 0x00])).toBe(true);
  });
});
