import { Duplex } from "node:stream";
import { describe, expect, it } from "vitest";
import { connectStream } from "../../../../../main/peripherals/printing/connection.ts";
import { DONE_REQUEST, STATUS_REQUEST } from "../../../../../main/peripherals/printing/status.ts";
import { createManualClock } from "../../../../support/clock.ts";

/** Answers to `DLE EOT` 1, 2 and 4 of a printer without paper. */
const WITHOUT_PAPER = [0x1a, 0x32, 0x7e] as const;

/** The same answers of a ready printer. */
const WELL = [0x12, 0x12, 0x12] as const;

describe("successive connections to one device", () => {
  /** A device that answers only the latest connection, from the test. An idle device answers each request at once. */
  function device() {
    const clock = createManualClock();
    const unanswered = { count: 0 };
    const state = { stream: new Duplex(), status: WELL as readonly number[], isIdle: false, requests: 0 };
    const connectAndPrint = async () => {
      const stream: Duplex = new Duplex({
        read: () => undefined,
        write(bytes: Buffer, _encoding, callback) {
          callback();
          if (bytes.equals(STATUS_REQUEST)) queueMicrotask(() => stream.push(Uint8Array.from(state.status)));
          if (!bytes.equals(DONE_REQUEST)) return;
          state.requests += 1;
          if (state.isIdle) queueMicrotask(() => stream.push(Uint8Array.of(0x00)));
        },
      });
      Object.assign(state, { stream, requests: 0 });
      const connecting = connectStream(stream, { clock, unanswered, closing: new AbortController().signal });
      stream.emit("connect");
      const connection = await connecting;
      if (connection === null) throw new Error("the device is not open");
      await connection.ask();
      const outcomes: object[] = [];
      void connection.print(Uint8Array.of(0x41), true, () => undefined).then((printed) => outcomes.push(printed));
      await clock.advance(0);
      return {
        outcomes,
        async outcome() {
          await clock.advanceUntil(() => outcomes.length > 0);
          await connection[Symbol.asyncDispose]();
          return outcomes[0];
        },
      };
    };
    const answer = () => {
      state.stream.push(Uint8Array.of(0x00));
      return clock.advance(0);
    };
    /** A print that fails on the empty roll: the device answers it once paper is loaded. */
    const printWithoutPaper = async () => {
      const print = await connectAndPrint();
      state.status = WITHOUT_PAPER;
      expect(await print.outcome()).toEqual({ outcome: "unknown", fault: "paper_out" });
      state.status = WELL;
    };
    return { state, clock, connectAndPrint, answer, printWithoutPaper };
  }

  it("do not confirm a print with the late answer to an earlier print", async () => {
    const { state, connectAndPrint, answer, printWithoutPaper } = device();
    await printWithoutPaper();
    const second = await connectAndPrint();
    await answer();
    state.status = WITHOUT_PAPER;
    expect(await second.outcome()).toEqual({ outcome: "unknown", fault: "paper_out" });
  });

  it("confirm a print with its own answer after a late one", async () => {
    const { connectAndPrint, answer, printWithoutPaper } = device();
    await printWithoutPaper();
    const second = await connectAndPrint();
    await answer();
    await answer();
    expect(await second.outcome()).toEqual({ outcome: "printed", confirmed: true });
  });

  it("confirm prints again after a device that lost an answer has been idle", async () => {
    const { state, clock, connectAndPrint, answer, printWithoutPaper } = device();
    await printWithoutPaper();
    const second = await connectAndPrint();
    await clock.advance(5000);
    await answer();
    state.isIdle = true;
    const answeredAt = clock.monotonic();
    expect(await second.outcome()).toEqual({ outcome: "printed", confirmed: false });
    expect(clock.monotonic() - answeredAt).toBeGreaterThanOrEqual(8000);
    expect(await (await connectAndPrint()).outcome()).toEqual({ outcome: "printed", confirmed: true });
  });

  it("do not confirm a print with the late answer to a print that was assumed done", async () => {
    const { connectAndPrint, answer, printWithoutPaper } = device();
    await printWithoutPaper();
    const second = await connectAndPrint();
    await answer();
    // The second print takes longer than the timeout of a ready printer.
    expect(await second.outcome()).toEqual({ outcome: "printed", confirmed: false });
    const third = await connectAndPrint();
    // The answers to the second print and to the request after it
    await answer();
    await answer();
    expect(third.outcomes).toEqual([]);
    await answer();
    expect(await third.outcome()).toEqual({ outcome: "printed", confirmed: true });
  });

  it("still expect the late answer to an assumed print when the connection breaks", async () => {
    const { state, clock, connectAndPrint, answer, printWithoutPaper } = device();
    await printWithoutPaper();
    const second = await connectAndPrint();
    await answer();
    await clock.advanceUntil(() => state.requests === 2);
    // The answer to the second print arrives, and nothing after it.
    state.status = [];
    await answer();
    expect(await second.outcome()).toEqual({ outcome: "printed", confirmed: false });
    state.status = WELL;
    const third = await connectAndPrint();
    await answer();
    expect(third.outcomes).toEqual([]);
  });
});
