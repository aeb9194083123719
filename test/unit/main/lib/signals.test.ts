import { describe, expect, it } from "vitest";
import { createSignals } from "../../../../main/lib/signals.ts";

describe("a signal", () => {
  it("calls every listener even when one throws, and then reports the error to the caller", () => {
    const signals = createSignals();
    const received: string[] = [];
    const fails = (message: string) => () => {
      throw new Error(message);
    };
    signals.on("outcome.pollRequested", fails("first"));
    signals.on("outcome.pollRequested", (posTid) => received.push(posTid));
    expect(() => signals.emit("outcome.pollRequested", "P-1")).toThrow("first");
    signals.on("outcome.pollRequested", fails("third"));
    expect(() => signals.emit("outcome.pollRequested", "P-2")).toThrow("several listeners of outcome.pollRequested");
    expect(received).toEqual(["P-1", "P-2"]);
  });
});
