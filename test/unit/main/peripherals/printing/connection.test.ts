import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { Duplex } from "node:stream";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { connectPrinter, connectStream } from "../../../../../main/peripherals/printing/connection.ts";
import { AUTOMATIC_STATUS_OFF, DONE_REQUEST, STATUS_REQUEST } from "../../../../../main/peripherals/printing/status.ts";
import { createManualClock } from "../../../../support/clock.ts";
import { watchSockets } from "../../../../support/quiet-sockets.ts";
import { runs } from "../../../../support/random-runs.ts";

/** Answers to `DLE EOT` 1, 2 and 4 of a printer without paper: the roll is empty, and the near-end sensor agrees. */
const WITHOUT_PAPER = [0x1a, 0x32, 0x7e] as const;

/** The same answers of a ready printer. */
const WELL = [0x12, 0x12, 0x12] as const;
/** The length of a one-byte print, with the till's commands around it. */
const PRINT_LENGTH = AUTOMATIC_STATUS_OFF.length + 1 + DONE_REQUEST.length;

let open = new AsyncDisposableStack();
async function closeAll() {
  await open.disposeAsync();
  open = new AsyncDisposableStack();
}
afterEach(closeAll);

/** A printer whose answers the test sends byte by byte, and a connection to it. */
async function scriptedPrinter() {
  const sockets = watchSockets();
  open.use(sockets);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const accepted = once(server, "connection") as Promise<[Socket]>;
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const clock = createManualClock();
  const closing = new AbortController();
  const connection = await connectPrinter({ host: "127.0.0.1", port }, { clock, closing: closing.signal });
  if (connection === null) throw new Error("the printer did not accept the connection");
  const [socket] = await accepted;
  socket.setNoDelay(true);
  open.use(connection);
  open.defer(() => void socket.destroy());
  server.close();
  /** Resolves once a whole status request has arrived, or this number of other bytes. */
  const asked = async (bytes = STATUS_REQUEST.length) => {
    for (let read = 0; read < bytes; ) {
      const chunk = socket.read() as Buffer | null;
      if (chunk === null) await once(socket, "readable");
      else read += chunk.length;
    }
  };
  /** Resolves once the till has read the answer. */
  const answer = (...bytes: number[]) => {
    socket.write(Uint8Array.from(bytes));
    return sockets.quiet();
  };
  return { connection, clock, closing, asked, answer };
}

describe("a printer's status", () => {
  it("is read in order when bytes of an earlier answer arrive late", async () => {
    const { connection, clock, asked, answer } = await scriptedPrinter();
    const first = connection.ask();
    await asked();
    const [printer, offline, paper] = WITHOUT_PAPER;
    await answer(printer);
    await clock.advance(800);
    expect(await first).toBeNull();
    const second = connection.ask();
    await asked();
    await answer(offline, paper, printer);
    await answer(offline, paper);
    expect(await second).toEqual({ fault: "paper_out", paperLow: true });
  });

  it("is unknown when a byte of an earlier answer was lost", async () => {
    const { connection, clock, asked, answer } = await scriptedPrinter();
    const first = connection.ask();
    await asked();
    await answer(WITHOUT_PAPER[0], WITHOUT_PAPER[1]);
    await clock.advance(800);
    expect(await first).toBeNull();
    const second = connection.ask();
    await asked();
    await answer(...WITHOUT_PAPER);
    await clock.advance(800);
    expect(await second).toBeNull();
    const third = connection.ask();
    await asked();
    await answer(...WITHOUT_PAPER.slice(1), ...WITHOUT_PAPER.slice(0, 1));
    await clock.advance(800);
    expect(await third).toBeNull();
  });
});

describe("a print", () => {
  /** Starts a one-byte print after the printer has answered the status request with these bytes. */
  async function startPrint(...bytes: number[]) {
    const printer = await scriptedPrinter();
    const { connection, asked, answer } = printer;
    const status = connection.ask();
    await asked();
    await answer(...bytes);
    expect(await status).toEqual({ fault: null, paperLow: false });
    const outcomes: object[] = [];
    const print = connection.print(Uint8Array.of(0x41), true, () => undefined);
    void print.then((printed) => outcomes.push(printed));
    await asked(PRINT_LENGTH);
    return { ...printer, print, outcomes };
  }

  it("is not confirmed by the answer of an earlier one that comes with the status", async () => {
    const { print, outcomes, clock, answer } = await startPrint(0x00, 0x12, 0x12, 0x12);
    await clock.advance(0);
    expect(outcomes).toEqual([]);
    await answer(0x00);
    expect(await print).toEqual({ outcome: "printed", confirmed: true });
  });

  it("is not confirmed by an automatic status, of which a part arrives with the status", async () => {
    const { print, outcomes, clock, answer } = await startPrint(0x12, 0x12, 0x12, 0x38);
    await answer(0x00, 0x00, 0x0f);
    await clock.advance(0);
    expect(outcomes).toEqual([]);
    await answer(0x00);
    expect(await print).toEqual({ outcome: "printed", confirmed: true });
  });

  it("is unknown when the printer stops responding", async () => {
    const { print, clock } = await startPrint(...WELL);
    await clock.advance(20_000);
    expect(await print).toEqual({ outcome: "unknown", fault: "no_answer" });
  });

  it("is not confirmed until the printer has reported no fault for 8 seconds in a row", async () => {
    const { print, outcomes, clock, asked, answer } = await startPrint(...WELL);
    const round = async () => {
      await clock.advance(1000);
      await asked();
      await answer(...WELL);
    };
    for (let second = 0; second < 5; second++) await round();
    // One status request stays unanswered until the next one: the printer may have been switched off and on.
    await clock.advance(1000);
    await asked();
    await clock.advance(1800);
    await asked();
    await answer(...WELL, ...WELL);
    for (let second = 0; second < 6; second++) await round();
    expect(outcomes).toEqual([]);
    await round();
    expect(await print).toEqual({ outcome: "printed", confirmed: false });
  });

  it("is not confirmed when the status response has one byte too many", async () => {
    const { connection, clock, asked, answer } = await scriptedPrinter();
    const status = connection.ask();
    await asked();
    await answer(WELL[0], ...WITHOUT_PAPER);
    await clock.advance(800);
    expect(await status).toBeNull();
    const print = connection.print(Uint8Array.of(0x41), false, () => undefined);
    await asked(PRINT_LENGTH);
    await clock.advance(20_000);
    expect(await print).toEqual({ outcome: "unknown", fault: "no_answer" });
  });

  it("is unknown when the till closes first, for a printer that answers no status request", async () => {
    const { connection, closing, asked } = await scriptedPrinter();
    const print = connection.print(Uint8Array.of(0x41), false, () => undefined);
    await asked(1);
    closing.abort();
    expect(await print).toEqual({ outcome: "unknown", fault: "interrupted" });
  });

  it("is confirmed when the printer answers only one of the three status requests", async () => {
    const { connection, clock, asked, answer } = await scriptedPrinter();
    const status = connection.ask();
    await asked();
    await answer(WELL[0]);
    await clock.advance(800);
    expect(await status).toBeNull();
    const print = connection.print(Uint8Array.of(0x41), false, () => undefined);
    await asked(1);
    await clock.advance(60_000);
    expect(await print).toEqual({ outcome: "printed", confirmed: false });
  });

  it("waits for a printer whose complete status is late", async () => {
    const { connection, clock, asked, answer } = await scriptedPrinter();
    const status = connection.ask();
    await asked();
    await clock.advance(800);
    expect(await status).toBeNull();
    await answer(...WELL);
    const print = connection.print(Uint8Array.of(0x41), false, () => undefined);
    await asked(PRINT_LENGTH);
    await answer(0x00);
    expect(await print).toEqual({ outcome: "printed", confirmed: true });
  });

  it("is not trusted after a power-off notice", async () => {
    const { print, clock, asked, answer } = await startPrint(...WELL);
    await answer(0x3b, 0x30, 0x00);
    for (let second = 0; second < 8; second++) {
      await clock.advance(1000);
      await asked();
      await answer(...WELL);
    }
    expect(await print).toEqual({ outcome: "unknown", fault: "interrupted" });
  });

  it("is not trusted after a power-off notice of a printer that answers no status requests", async () => {
    const { connection, clock, asked, answer } = await scriptedPrinter();
    const print = connection.print(Uint8Array.of(0x41), false, () => undefined);
    await asked(1);
    await answer(0x3b, 0x30, 0x00);
    await clock.advance(8000);
    expect(await print).toEqual({ outcome: "unknown", fault: "interrupted" });
  });

  it("is confirmed by its own answer when the earlier print was answered late", async () => {
    const { connection, print, outcomes, clock, asked, answer } = await startPrint(...WELL);
    for (let second = 0; second < 8; second++) {
      await clock.advance(1000);
      await asked();
      await answer(...WELL);
    }
    expect(await print).toEqual({ outcome: "printed", confirmed: false });
    outcomes.length = 0;
    const next = connection.print(Uint8Array.of(0x42), true, () => undefined);
    void next.then((printed) => outcomes.push(printed));
    await asked(PRINT_LENGTH);
    await answer(0x00);
    await clock.advance(0);
    expect(outcomes).toEqual([]);
    await answer(0x00);
    expect(await next).toEqual({ outcome: "printed", confirmed: true });
  });

  it("is confirmed by the answer to its request and by no other bytes", async () => {
    const conversation = fc.record({
      before: fc.array(unasked(), { maxLength: 3 }),
      during: fc.array(unasked(), { maxLength: 5 }),
      done: fc.constantFrom(0x00, 0x03, 0x0f),
      late: fc.nat({ max: WELL.length }),
      cuts: fc.array(fc.nat({ max: 40 }), { maxLength: 6 }),
    });
    await fc.assert(
      fc.asyncProperty(conversation, async ({ before, during, done, late, cuts }) => {
        const { connection, clock, asked, answer } = await scriptedPrinter();
        const inChunks = async (bytes: readonly number[]) => {
          const ends = [...cuts.filter((cut) => cut < bytes.length), bytes.length].sort((a, b) => a - b);
          for (const [index, end] of ends.entries()) await answer(...bytes.slice(ends[index - 1] ?? 0, end));
        };
        // The last bytes of the first answer arrive with the second one.
        const first = connection.ask();
        await asked();
        await inChunks([...before.flat(), ...WELL.slice(late)]);
        await clock.advance(800);
        expect(await first).toEqual(late > 0 ? null : { fault: null, paperLow: false });
        const second = connection.ask();
        await asked();
        await inChunks([...interleaved(before.flat(), WELL.slice(0, late)), ...WITHOUT_PAPER]);
        await clock.advance(800);
        expect(await second).toEqual({ fault: "paper_out", paperLow: true });
        const outcomes: object[] = [];
        const print = connection.print(Uint8Array.of(0x41), true, () => undefined);
        void print.then((printed) => outcomes.push(printed));
        await asked(PRINT_LENGTH);
        await inChunks(during.flat());
        expect(outcomes).toEqual([]);
        await clock.advance(1000);
        await asked();
        await inChunks(interleaved(during.flat(), WELL));
        await clock.advance(0);
        expect(outcomes).toEqual([]);
        await inChunks([done, ...during.flat()]);
        await clock.advance(0);
        expect(outcomes).toEqual([{ outcome: "printed", confirmed: true }]);
        await closeAll();
      }),
      { numRuns: runs(200) },
    );
  });
});

describe("a device that does not finish opening", () => {
  function connectToIt() {
    const clock = createManualClock();
    const closing = new AbortController();
    const stream = new Duplex({ construct: () => undefined, read: () => undefined });
    const results: unknown[] = [];
    void connectStream(stream, { clock, closing: closing.signal }).then((result) => results.push(result));
    return { clock, closing, results };
  }

  it("fails after the timeouts for opening and closing", async () => {
    const { clock, results } = connectToIt();
    await clock.advance(5999);
    expect(results).toEqual([]);
    await clock.advance(1);
    expect(results).toEqual([null]);
  });

  it("fails immediately when the till closes", async () => {
    const { clock, closing, results } = connectToIt();
    await clock.advance(4000);
    closing.abort();
    await clock.advance(0);
    expect(results).toEqual([null]);
  });
});

/** Whole groups of bytes that a printer sends without a request. */
function unasked(): fc.Arbitrary<number[]> {
  const inLine = fc.nat({ max: 255 }).map((byte) => byte & 0b0110_1111);
  const text = fc.array(fc.integer({ min: 0x20, max: 0x7e }), { maxLength: 5 });
  const automatic = fc.tuple(fc.nat({ max: 255 }), inLine, inLine, inLine);
  return fc.oneof(
    automatic.map(([first, ...rest]) => [(first & 0b0110_1100) | 0b0001_0000, ...rest]),
    automatic.map(([first, second, ...rest]) => [(first & 0b0110_1100) | 0b0001_0000, second, 0x13, ...rest]),
    fc.constantFrom(0x30, 0x31).map((kind) => [0x3b, kind, 0x00]),
    fc
      .tuple(fc.constantFrom(0x37, 0x39, 0x3d, 0x53, 0x5f), text)
      .map(([header, letters]) => [header, ...letters, 0x00]),
    fc.constantFrom<number[]>([0x11], [0x13], [0xff]),
  );
}

/** Inserts the second bytes between the first ones: a printer answers `DLE EOT` at once. */
function interleaved(bytes: readonly number[], answers: readonly number[]): number[] {
  const merged = Array.from({ length: Math.max(bytes.length, answers.length) }, (_, index) => [
    ...bytes.slice(index, index + 1),
    ...answers.slice(index, index + 1),
  ]);
  return merged.flat();
}
