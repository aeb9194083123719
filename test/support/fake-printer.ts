/** A receipt printer on a local TCP port, with the usual faults of receipt printers. */
import { createServer, type Server, type Socket } from "node:net";
import type { EscPosPrinter } from "../../contract/receipts/receipts.ts";
import { type EscPosReader, escPosReader, type Paper } from "./escpos-reader.ts";

export interface PrinterFaults {
  /** Answers no status request, like most cheap printers */
  silent: boolean;
  /** Accepts connections and reads nothing */
  stalls: boolean;
  /** Breaks the connection after this many bytes of a print */
  cutAfter: number | null;
  /** The roll is empty: data is buffered until paper is loaded */
  paperOut: boolean;
  /** The roll ends after this many bytes of a print */
  paperEndsAfter: number | null;
  paperLow: boolean;
  coverOpen: boolean;
  /** Reads a few bytes at a time */
  slow: boolean;
  /** Unsolicited bytes before each of its responses */
  unsolicitedBytes: readonly number[];
}

export type NetworkPrinter = Extract<EscPosPrinter, { kind: "escpos-tcp" }>;

export interface FakePrinter extends AsyncDisposable {
  port: number;
  /** Printed papers, oldest first */
  papers: readonly Paper[];
  problems: readonly string[];
  faults: PrinterFaults;
  /** Number of connections */
  readonly connections: number;
  /** Number of received bytes, without status requests */
  readonly received: number;
  /** Received bytes of all prints */
  readonly bytes: Buffer;
  /** Switches the printer off: its port is closed. */
  switchOff(): Promise<void>;
  /** Switches it on again at the same port. */
  switchOn(): Promise<void>;
  /** Loads paper and closes the cover: buffered data is printed. */
  clearFaults(): void;
  /** Resolves when this many papers have been printed. */
  printed(count: number): Promise<readonly Paper[]>;
  /** Resolves when the condition holds; checked at every change of the printer. */
  until(holds: () => boolean): Promise<void>;
  /** Returns the till's settings for the printer. */
  settings(changes?: Partial<NetworkPrinter>): NetworkPrinter;
}

const NO_FAULTS: PrinterFaults = {
  silent: false,
  stalls: false,
  cutAfter: null,
  paperOut: false,
  paperEndsAfter: null,
  paperLow: false,
  coverOpen: false,
  slow: false,
  unsolicitedBytes: [],
};

/** @param columns characters of font A per line; a longer line is a problem */
export async function fakePrinter({ columns = 42, ...faults }: Partial<PrinterFaults> & { columns?: number } = {}) {
  const reader = escPosReader(columns);
  const watchers = new Set<() => void>();
  const sockets = new Set<Socket>();
  const state = {
    faults: { ...NO_FAULTS, ...faults },
    connections: 0,
    bytes: [] as Uint8Array[],
    held: [] as (() => void)[],
  };
  const notifyWatchers = () => {
    for (const look of [...watchers]) look();
  };
  const printer: FakePrinter = {
    port: 0,
    papers: reader.papers,
    problems: reader.problems,
    faults: state.faults,
    get connections() {
      return state.connections;
    },
    get received() {
      return printer.bytes.length;
    },
    get bytes() {
      return Buffer.concat(state.bytes);
    },
    async switchOff() {
      for (const socket of sockets) socket.resetAndDestroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
    async switchOn() {
      server = await listen(printer.port, accept);
    },
    clearFaults() {
      Object.assign(state.faults, { paperOut: false, coverOpen: false, paperEndsAfter: null, stalls: false });
      for (const socket of sockets) socket.resume();
      for (const print of state.held.splice(0)) print();
      notifyWatchers();
    },
    async printed(count) {
      await printer.until(() => reader.papers.length >= count);
      return reader.papers;
    },
    until: (holds) =>
      new Promise((resolve) => {
        const look = () => {
          if (!holds()) return;
          watchers.delete(look);
          resolve();
        };
        watchers.add(look);
        look();
      }),
    settings: (changes = {}) => ({
      kind: "escpos-tcp",
      host: "127.0.0.1",
      port: printer.port,
      width: columns === 32 ? 58 : 80,
      columns: columns === 48 ? 48 : null,
      codePage: "cp858",
      codePageNumber: null,
      cut: true,
      drawer: false,
      ...changes,
    }),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      if (server.listening) await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  const accept = (socket: Socket) => {
    state.connections += 1;
    sockets.add(socket);
    serve(socket, reader, state, notifyWatchers);
    socket.on("close", () => {
      sockets.delete(socket);
      notifyWatchers();
    });
    notifyWatchers();
  };
  let server = await listen(0, accept);
  const address = server.address();
  printer.port = typeof address === "object" && address !== null ? address.port : 0;
  return printer;
}

async function listen(port: number, accept: (socket: Socket) => void): Promise<Server> {
  const server = createServer({ allowHalfOpen: true }, accept);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return server;
}

interface State {
  faults: PrinterFaults;
  bytes: Uint8Array[];
  held: (() => void)[];
}

/** Serves one connection. */
function serve(socket: Socket, reader: EscPosReader, state: State, news: () => void): void {
  const { faults } = state;
  let printBytes = 0;
  // Sends each response byte at once: Nagle's algorithm would delay the second until the first is acknowledged.
  socket.setNoDelay(true);
  if (faults.stalls) socket.pause();
  const answer = (byte: number) => {
    if (!faults.silent && !socket.destroyed) socket.write(Uint8Array.of(...faults.unsolicitedBytes, byte));
  };
  const print = (bytes: Uint8Array) => {
    const isHeld = faults.paperOut || faults.coverOpen || state.held.length > 0;
    if (isHeld) state.held.push(() => print(bytes));
    else reader.read(bytes, () => answer(faults.paperLow ? 0x03 : 0x00));
    news();
  };
  const take = (bytes: Uint8Array) => {
    state.bytes.push(bytes);
    printBytes += bytes.length;
    if (faults.cutAfter !== null && printBytes >= faults.cutAfter) {
      reader.read(bytes.subarray(0, Math.max(0, bytes.length - (printBytes - faults.cutAfter))), () => undefined);
      reader.tearOff();
      return socket.resetAndDestroy();
    }
    if (faults.paperEndsAfter !== null && printBytes >= faults.paperEndsAfter) {
      const before = bytes.subarray(0, Math.max(0, bytes.length - (printBytes - faults.paperEndsAfter)));
      print(before);
      faults.paperOut = true;
      return print(bytes.subarray(before.length));
    }
    print(bytes);
  };
  socket.on("data", (chunk: Buffer) => {
    const { questions, rest } = withoutQuestions(chunk);
    for (const question of questions) answer(statusByte(question, faults));
    if (rest.length === 0) return;
    if (!faults.slow) return take(rest);
    socket.pause();
    slowly(rest, take, () => socket.resume());
  });
  socket.on("error", () => undefined);
  socket.on("end", () => {
    reader.tearOff();
    socket.end();
    news();
  });
}

/** Processes a few bytes per turn of the event loop. */
function slowly(bytes: Uint8Array, take: (part: Uint8Array) => void, done: () => void): void {
  if (bytes.length === 0) {
    done();
    return;
  }
  take(bytes.subarray(0, 16));
  setImmediate(() => slowly(bytes.subarray(16), take, done));
}

/** Extracts `DLE EOT n`, which is answered on arrival and is not part of the print. */
function withoutQuestions(chunk: Buffer): { questions: number[]; rest: Uint8Array } {
  const questions: number[] = [];
  const rest: number[] = [];
  for (let at = 0; at < chunk.length; at++) {
    if (chunk[at] === 0x10 && chunk[at + 1] === 0x04) {
      questions.push(chunk[at + 2] ?? 0);
      at += 2;
    } else rest.push(chunk[at] ?? 0);
  }
  return { questions, rest: Uint8Array.from(rest) };
}

function statusByte(question: number, { paperOut, paperLow, coverOpen }: PrinterFaults): number {
  const fixed = 0b0001_0010;
  if (question === 1) return fixed | (paperOut || coverOpen ? 0x08 : 0);
  if (question === 2) return fixed | (coverOpen ? 0x04 : 0) | (paperOut ? 0x20 : 0);
  return fixed | (paperLow || paperOut ? 0x0c : 0) | (paperOut ? 0x60 : 0);
}
