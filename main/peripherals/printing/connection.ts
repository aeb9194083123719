/**
 * A connection to a receipt printer, over TCP or another stream: its status is asked before anything is printed, and afterwards whether it
 * is through. Knows bytes and time, nothing of receipts and queues.
 */
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import type { PrinterFault } from "../../../contract/receipts.ts";
import type { Clock } from "../../lib/clock.ts";
import {
  AUTOMATIC_STATUS_OFF,
  DONE_REQUEST,
  type PrinterConversation,
  type PrinterStatus,
  STATUS_REQUEST,
  startConversation,
} from "./status.ts";

/** Milliseconds each. */
export interface PrinterTimeouts {
  /** How long the connection may take to open, and to close */
  connectMs: number;
  /** How long the answer to a question about its state may take */
  statusMs: number;
  /** How long it may be silent while it prints */
  silenceMs: number;
  /** How long a printer that is well may leave open whether it is through; it is believed then */
  doneMs: number;
  /** How long a print waits for an operator to see to the paper or the cover */
  holdMs: number;
}

export const PRINTER_TIMEOUTS: PrinterTimeouts = {
  connectMs: 3000,
  statusMs: 800,
  silenceMs: 10_000,
  doneMs: 8000,
  holdMs: 180_000,
};

/** How often a printer that is printing is asked how it is. */
const LOOK_MS = 1000;

/**
 * - `printed`: the printer has it; `confirmed` by its own word, or believed
 * - `unknown`: its bytes were on their way when the connection broke or the printer fell silent
 */
export type Printed = { outcome: "printed"; confirmed: boolean } | { outcome: "unknown"; fault: PrinterFault };

/** Disposed once its stream is closed, or takes too long to close. */
export interface PrinterConnection extends AsyncDisposable {
  /** Asks how the printer is. @returns null when it does not answer such questions, or not now */
  ask(): Promise<PrinterStatus | null>;
  /**
   * Sends all bytes, once.
   * @param answers whether this printer answers questions
   * @param onFault told what the printer says while it waits for somebody, and null when it goes on
   */
  print(bytes: Uint8Array, answers: boolean, onFault: (fault: PrinterFault | null) => void): Promise<Printed>;
}

export interface ConnectionPorts {
  clock: Clock;
  timeouts?: Partial<PrinterTimeouts>;
  /** Ends every wait: the till is being closed */
  closing: AbortSignal;
  /** The number of requests that the device has not answered; its late answers are for the oldest of these */
  unanswered?: { count: number };
}

/** Connects to a printer over TCP. @returns null when no printer accepts the connection; nothing was sent then */
export async function connectPrinter(
  { host, port }: { host: string; port: number },
  ports: ConnectionPorts,
): Promise<PrinterConnection | null> {
  return await connectStream(connect({ host, port, noDelay: true }), ports);
}

/** Uses a stream that emits `connect` once it is open. @returns null when it does not open in time; nothing was sent then */
export async function connectStream(
  socket: Duplex,
  { clock, timeouts: given, closing, unanswered }: ConnectionPorts,
): Promise<PrinterConnection | null> {
  const timeouts = { ...PRINTER_TIMEOUTS, ...given };
  const link = watchSocket(socket, startConversation(unanswered), clock, closing);
  const close = async () => {
    if (socket.destroy().closed) return;
    const closed = new AbortController();
    socket.once("close", () => closed.abort());
    await clock.sleep(timeouts.connectMs, AbortSignal.any([closed.signal, closing]));
  };
  const connected = await link.until(() => link.isOpen(), timeouts.connectMs);
  if (!connected || closing.aborted) {
    await close();
    return null;
  }
  return {
    ask: () => ask(socket, link, timeouts.statusMs),
    print(bytes, answers, onFault) {
      return answers || link.conversation.isReporting()
        ? printAnswering(socket, link, bytes, { clock, timeouts, closing, onFault })
        : printSilent(socket, link, bytes, { timeouts, closing });
    },
    [Symbol.asyncDispose]: close,
  };
}

/** What came over the connection, and how it stands. */
interface PrinterLink {
  conversation: PrinterConversation;
  isOpen(): boolean;
  /** Broken, or closed by the printer */
  isOver(): boolean;
  /** Everything was handed to the network, the end included */
  isFlushed(): boolean;
  /** Ended by the printer in order, after it was told that nothing more comes */
  isClosedInOrder(): boolean;
  /** Waits until something holds. @returns false when the time is up, the line is over or the till closes */
  until(holds: () => boolean, ms: number): Promise<boolean>;
}

function watchSocket(
  socket: Duplex,
  conversation: PrinterConversation,
  clock: Clock,
  closing: AbortSignal,
): PrinterLink {
  const state = { open: false, over: false, broken: false, ended: false, flushed: false };
  const link: PrinterLink = {
    conversation,
    isOpen: () => state.open,
    isOver: () => state.over,
    isFlushed: () => state.flushed,
    isClosedInOrder: () => state.ended && state.flushed && !state.broken,
    async until(holds, ms) {
      const timeout = new AbortController();
      let late = false;
      void clock.sleep(ms, AbortSignal.any([timeout.signal, closing])).then(() => {
        late = true;
        news();
      });
      while (!holds() && !state.over && !late) await next;
      timeout.abort();
      return holds();
    },
  };
  let { promise: next, resolve } = Promise.withResolvers<void>();
  const news = () => {
    resolve();
    ({ promise: next, resolve } = Promise.withResolvers<void>());
  };
  const when = (event: string, change: () => void) =>
    socket.on(event, () => {
      change();
      news();
    });
  socket.on("data", (chunk: Buffer) => {
    conversation.receive(chunk);
    news();
  });
  when("connect", () => Object.assign(state, { open: true }));
  when("finish", () => Object.assign(state, { flushed: true }));
  when("end", () => Object.assign(state, { ended: true, over: true }));
  when("error", () => Object.assign(state, { broken: true, over: true }));
  when("close", () => Object.assign(state, { over: true }));
  return link;
}

async function ask(socket: Duplex, link: PrinterLink, ms: number): Promise<PrinterStatus | null> {
  socket.write(STATUS_REQUEST);
  const status = link.conversation.expectStatus();
  await link.until(() => status() !== null, ms);
  return status();
}

/** A printer that tells how it is: it has printed when it says so. */
async function printAnswering(
  socket: Duplex,
  link: PrinterLink,
  bytes: Uint8Array,
  { clock, timeouts, closing, onFault }: Answering,
): Promise<Printed> {
  socket.write(AUTOMATIC_STATUS_OFF);
  socket.write(bytes);
  socket.write(DONE_REQUEST);
  const { conversation } = link;
  const isDone = conversation.expectDone();
  let last: LastStatus = { fault: null, since: clock.monotonic(), at: clock.monotonic(), answers: 0 };
  while (!(await link.until(isDone, LOOK_MS))) {
    if (link.isOver() || closing.aborted) return { outcome: "unknown", fault: "interrupted" };
    const status = await ask(socket, link, timeouts.statusMs);
    // The answer may have come while its state was being asked for.
    if (isDone()) break;
    const now = clock.monotonic();
    last = withRound(last, status, now, conversation.doneAnswers());
    if (status !== null) onFault(status.fault);
    const result = resultSoFar(last, now, timeouts, conversation.isSwitchingOff());
    if (result?.outcome === "printed") await forgetLostAnswers(socket, link, timeouts.statusMs);
    if (result !== null) return result;
  }
  return { outcome: "printed", confirmed: true };
}

/**
 * Sends one more request to a printer that has answered one. The printer answers in order, so once it answers this request and
 * then sends no more, no earlier answer is due. A printer that still prints does not answer yet, and the count stays.
 */
async function forgetLostAnswers(socket: Duplex, link: PrinterLink, ms: number): Promise<void> {
  const { conversation } = link;
  const before = conversation.doneAnswers();
  if (before === 0) return;
  socket.write(DONE_REQUEST);
  conversation.expectDone();
  let answers = before;
  while (await link.until(() => conversation.doneAnswers() > answers, ms)) answers = conversation.doneAnswers();
  // The status shows that the connection still works.
  const isWell = answers > before && (await ask(socket, link, ms)) !== null;
  if (isWell && conversation.doneAnswers() === answers) conversation.forgetLost();
}

interface Answering {
  clock: Clock;
  timeouts: PrinterTimeouts;
  closing: AbortSignal;
  onFault(fault: PrinterFault | null): void;
}

/** What a printer said of itself last: since when it has said so, and when it last said anything. */
interface LastStatus {
  fault: PrinterFault | null;
  since: number;
  at: number;
  /** The number of its answers to {@link DONE_REQUEST} */
  answers: number;
}

/** Adds one round of questions. Silence, or an answer to an earlier print, starts the wait of a printer that is well again. */
function withRound(before: LastStatus, status: PrinterStatus | null, now: number, answers: number): LastStatus {
  const fault = status === null ? before.fault : status.fault;
  const isSame = fault === before.fault && (fault !== null || (status !== null && answers === before.answers));
  return { fault, since: isSame ? before.since : now, at: status === null ? before.at : now, answers };
}

/** What to make of a printer that has not said yet that it is through; null: wait on. */
function resultSoFar(
  { fault, since, at }: LastStatus,
  now: number,
  timeouts: PrinterTimeouts,
  isSwitchingOff: boolean,
): Printed | null {
  if (now - at >= timeouts.silenceMs) return { outcome: "unknown", fault: "no_answer" };
  if (fault !== null) return now - since >= timeouts.holdMs ? { outcome: "unknown", fault } : null;
  // It is well, and does not say: some never answer this question.
  if (now - since < timeouts.doneMs) return null;
  return isSwitchingOff ? { outcome: "unknown", fault: "interrupted" } : { outcome: "printed", confirmed: false };
}

/** A printer that says nothing: it has the bytes when the network has taken them and the connection ended in order. */
async function printSilent(
  socket: Duplex,
  link: PrinterLink,
  bytes: Uint8Array,
  { timeouts, closing }: Pick<Answering, "timeouts" | "closing">,
): Promise<Printed> {
  socket.end(bytes);
  await link.until(() => link.isFlushed(), timeouts.silenceMs);
  if (!link.isFlushed())
    return { outcome: "unknown", fault: link.isOver() || closing.aborted ? "interrupted" : "no_answer" };
  await link.until(() => link.isOver(), timeouts.doneMs);
  // Many keep the connection open for a while: what broke, broke before this.
  const isHeld = !link.isOver() && !closing.aborted;
  const fine = (link.isClosedInOrder() || isHeld) && !link.conversation.isSwitchingOff();
  return fine ? { outcome: "printed", confirmed: false } : { outcome: "unknown", fault: "interrupted" };
}
