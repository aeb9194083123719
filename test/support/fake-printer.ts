/** A receipt printer on a TCP port of this machine, with the faults that receipt printers have. */
import { createServer, type Server, type Socket } from "node:net";
import type { EscPosPrinter } from "../../contract/receipts.ts";
import { type EscPosReader, escPosReader, type Paper } from "./escpos-reader.ts";

export interface PrinterFaults {
  /** Answers no question; most cheap printers do not */
  silent: boolean;
  /** Takes connections and reads nothing */
  stalls: boolean;
  /** Breaks the connection after so many bytes of a print */
  cutAfter: number | null;
  /** The roll is empty: what comes is held until there is paper again */
  paperOut: boolean;
  /** The roll ends after so many bytes of a print */
  paperEndsAfter: number | null;
  paperLow: boolean;
  coverOpen: boolean;
  /** Reads a few bytes at a time */
  slow: boolean;
  /** Bytes that it sends without a question, before each of its answers */
  unasked: readonly number[];
}

export type NetworkPrinter = Extract<EscPosPrinter, { kind: "escpos-tcp" }>;

export interface FakePrinter extends AsyncDisposable {
  port: number;
  /** What came out, the oldest first */
  papers: readonly Paper[];
  problems: readonly string[];
  faults: PrinterFaults;
  /** How many connections there were */
  readonly connections: number;
  /** How many bytes came that are no question about its state */
  readonly received: number;
  /** Those bytes, of all prints */
  readonly bytes: Buffer;
  /** Switches it off: nobody answers at its port. */
  off(): Promise<void>;
  /** Switches it on, at the same port as before. */
  on(): Promise<void>;
  /** Somebody puts paper in and closes the cover: what was held is printed. */
  mend(): void;
  /** Resolves as soon as so many papers came out. */
  printed(count: number): Promise<readonly Paper[]>;
  /** Resolves as soon as something of it holds; looked at whenever anything happens to it. */
  until(holds: () => boolean): Promise<void>;
  /** The till's settings for it. */
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
  unasked: [],
};

/** @param columns characters of font A that fit in a line: a line that is longer is a problem */
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
  const news = () => {
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
    async off() {
      for (const socket of sockets) socket.resetAndDestroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
    async on() {
      server = await listen(printer.port, accept);
    },
    mend() {
      Object.assign(state.faults, { paperOut: false, coverOpen: false, paperEndsAfter: null, stalls: false });
      for (const socket of sockets) socket.resume();
      for (const print of state.held.splice(0)) print();
      news();
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
    serve(socket, reader, state, news);
    socket.on("close", () => {
      sockets.delete(socket);
      news();
    });
    news();
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

/** One connection. */
function serve(socket: Socket, reader: EscPosReader, state: State, news: () => void): void {
  const { faults } = state;
  let ofThisPrint = 0;
  // Each answer is a byte of its own: Nagle's algorithm would hold the second one back until the first is acknowledged.
  socket.setNoDelay(true);
  if (faults.stalls) socket.pause();
  const answer = (byte: number) => {
    if (!faults.silent && !socket.destroyed) socket.write(Uint8Array.of(...faults.unasked, byte));
  };
  const print = (bytes: Uint8Array) => {
    const isHeld = faults.paperOut || faults.coverOpen || state.held.length > 0;
    if (isHeld) state.held.push(() => print(bytes));
    else reader.read(bytes, () => answer(faults.paperLow ? 0x03 : 0x00));
    news();
  };
  const take = (bytes: Uint8Array) => {
    state.bytes.push(bytes);
    ofThisPrint += bytes.length;
    if (faults.cutAfter !== null && ofThisPrint >= faults.cutAfter) {
      reader.read(bytes.subarray(0, Math.max(0, bytes.length - (ofThisPrint - faults.cutAfter))), () => undefined);
      reader.tearOff();
      return socket.resetAndDestroy();
    }
    if (faults.paperEndsAfter !== null && ofThisPrint >= faults.paperEndsAfter) {
      const before = bytes.subarray(0, Math.max(0, bytes.length - (ofThisPrint - faults.paperEndsAfter)));
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

/** A few bytes in each turn of the event loop. */
function slowly(bytes: Uint8Array, take: (part: Uint8Array) => void, done: () => void): void {
  if (bytes.length === 0) {
    done();
    return;
  }
  take(bytes.subarray(0, 16));
  setImmediate(() => slowly(bytes.subarray(16), take, done));
}

/** `DLE EOT n` is answered as soon as it arrives, and is no part of what is printed. */
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
