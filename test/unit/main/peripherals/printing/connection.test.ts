import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { connectPrinter } from "../../../../../main/peripherals/printing/connection.ts";
import { AUTOMATIC_STATUS_OFF, DONE_REQUEST, STATUS_REQUEST } from "../../../../../main/peripherals/printing/status.ts";
import { createManualClock } from "../../../../support/clock.ts";
import { watchSockets } from "../../../../support/quiet-sockets.ts";

/** Answers to `DLE EOT` 1, 2 and 4 of a printer without paper: its roll is empty, and the near-end sensor says so too. */
const WITHOUT_PAPER = [0x1a, 0x32, 0x7e] as const;

const open: Disposable[] = [];
afterEach(() => {
  for (const connection of open.splice(0)) connection[Symbol.dispose]();
});

/** A printer whose answers the test sends, byte by byte, and a connection to it. */
async function scriptedPrinter() {
  const sockets = watchSockets();
  open.push(sockets);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const accepted = once(server, "connection") as Promise<[Socket]>;
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const clock = createManualClock();
  const connection = await connectPrinter(
    { host: "127.0.0.1", port },
    { clock, closing: new AbortController().signal },
  );
  if (connection === null) throw new Error("the printer did not accept the connection");
  const [socket] = await accepted;
  socket.setNoDelay(true);
  open.push(connection, { [Symbol.dispose]: () => void socket.destroy() });
  server.close();
  /** Resolves once a whole status request has arrived, or as many bytes of something else. */
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
  return { connection, clock, asked, answer };
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
  /** Starts a print of one byte, after the printer has answered the status request with these bytes. */
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
    await asked(AUTOMATIC_STATUS_OFF.length + 1 + DONE_REQUEST.length);
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
});
