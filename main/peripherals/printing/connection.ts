/** A connection to a receipt printer: checks the status before printing, and completion afterwards. */
// biome-ignore lint/plugin/connections: receipt printers have no TLS
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import type { PrinterFault } from "../../../contract/receipts/receipts.ts";
import type { Clock } from "../../lib/clock.ts";
import {
  AUTOMATIC_STATUS_OFF,
  DONE_REQUEST,
  type PrinterConversation,
  type PrinterStatus,
  STATUS_REQUEST,
  startConversation,
} from "./status.ts";

export interface PrinterTimeouts {
  /** To open or close the connection */
  connectMs: number;
  /** To answer a status request */
  statusMs: number;
  /** Maximum silence while printing */
  silenceMs: number;
  /** Maximum wait for a healthy printer to confirm; the print then counts as done */
  doneMs: number;
  /** Maximum wait for paper or the cover */
  holdMs: number;
}

export const PRINTER_TIMEOUTS: PrinterTimeouts = {
  connectMs: 3000,
  statusMs: 800,
  silenceMs: 10_000,
  doneMs: 8000,
  holdMs: 180_000,
};

/** Status interval while printing. */
const STATUS_INTERVAL_MS = 1000;

/** `unknown`: the connection broke, or the printer fell silent, during the transmission. */
export type Printed = { outcome: "printed"; confirmed: boolean } | { outcome: "unknown"; fault: PrinterFault };

/** Disposal waits for the stream to close, within a time limit. */
export interface PrinterConnection extends AsyncDisposable {
  ask(): Promise<PrinterStatus | null>;
  /**
   * Sends all bytes once. `answers`: the printer answers status requests. `onFault` gets null when printing continues
   */
  print(bytes: Uint8Array, answers: boolean, onFault: (fault: PrinterFault | null) => void): Promise<Printed>;
}

export interface ConnectionPorts {
  clock: Clock;
  timeouts?: Partial<PrinterTimeouts>;
  closing: AbortSignal;
  /** Number of unanswered requests. Late responses belong to the oldest ones */
  unanswered?: { count: number };
}

/** Connects over TCP. Returns null when no printer accepts the connection; nothing was sent then. */
export async function connectPrinter(
  { host, port }: { host: string; port: number },
  ports: ConnectionPorts,
): Promise<PrinterConnection | null> {
  return await connectStream(connect({ host, port, noDelay: true }), ports);
}

/** Uses a stream that emits `connect` once open. Returns null after the timeout; nothing was sent then. */
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

interface PrinterLink {
  conversation: PrinterConversation;
  isOpen(): boolean;
  /** Broken, or closed by the printer */
  isOver(): boolean;
  /** All bytes were passed to the network, including the end */
  isFlushed(): boolean;
  /** Closed by the printer after all bytes were sent */
  isClosedInOrder(): boolean;
  /** Waits for a condition. Returns false on timeout, when the connection ends or the till closes */
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
      let isTimedOut = false;
      void clock.sleep(ms, AbortSignal.any([timeout.signal, closing])).then(() => {
        isTimedOut = true;
        notifyChange();
      });
      while (!holds() && !state.over && !isTimedOut) await next;
      timeout.abort();
      return holds();
    },
  };
  let { promise: next, resolve } = Promise.withResolvers<void>();
  const notifyChange = () => {
    resolve();
    ({ promise: next, resolve } = Promise.withResolvers<void>());
  };
  const when = (event: string, change: () => void) =>
    socket.on(event, () => {
      change();
      notifyChange();
    });
  socket.on("data", (chunk: Buffer) => {
    conversation.receive(chunk);
    notifyChange();
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

/** Prints to a printer that reports its status and confirms completion. */
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
  while (!(await link.until(isDone, STATUS_INTERVAL_MS))) {
    if (link.isOver() || closing.aborted) return { outcome: "unknown", fault: "interrupted" };
    const status = await ask(socket, link, timeouts.statusMs);
    // The confirmation may arrive during the status request.
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
 * Sends one more request. Responses are in order: once it was answered and no more follow, none is pending. A printer
 * that still prints does not answer, and the count stays.
 */
async function forgetLostAnswers(socket: Duplex, link: PrinterLink, ms: number): Promise<void> {
  const { conversation } = link;
  const answersBefore = conversation.doneAnswers();
  if (answersBefore === 0) return;
  socket.write(DONE_REQUEST);
  conversation.expectDone();
  let answers = answersBefore;
  while (await link.until(() => conversation.doneAnswers() > answers, ms)) answers = conversation.doneAnswers();
  const isResponsive = answers > answersBefore && (await ask(socket, link, ms)) !== null;
  if (isResponsive && conversation.doneAnswers() === answers) conversation.forgetLost();
}

interface Answering {
  clock: Clock;
  timeouts: PrinterTimeouts;
  closing: AbortSignal;
  onFault(fault: PrinterFault | null): void;
}

/** The last status, the start of that state, and the time of the last response. */
interface LastStatus {
  fault: PrinterFault | null;
  since: number;
  at: number;
  /** Number of responses to {@link DONE_REQUEST} */
  answers: number;
}

/** Adds a status. Silence, or a response to an earlier print, restarts the wait for the confirmation. */
function withRound(before: LastStatus, status: PrinterStatus | null, now: number, answers: number): LastStatus {
  const fault = status === null ? before.fault : status.fault;
  const isSame = fault === before.fault && (fault !== null || (status !== null && answers === before.answers));
  return { fault, since: isSame ? before.since : now, at: status === null ? before.at : now, answers };
}

/** Returns the result without a confirmation, or null to keep waiting. */
function resultSoFar(
  { fault, since, at }: LastStatus,
  now: number,
  timeouts: PrinterTimeouts,
  isSwitchingOff: boolean,
): Printed | null {
  if (now - at >= timeouts.silenceMs) return { outcome: "unknown", fault: "no_answer" };
  if (fault !== null) return now - since >= timeouts.holdMs ? { outcome: "unknown", fault } : null;
  // Some healthy printers never answer this request.
  if (now - since < timeouts.doneMs) return null;
  return isSwitchingOff ? { outcome: "unknown", fault: "interrupted" } : { outcome: "printed", confirmed: false };
}

/** Prints to a printer without status. An accepted transmission and an orderly close count as printed. */
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
  // Many printers keep the connection open. A failure would have appeared by now.
  const isKeptOpen = !link.isOver() && !closing.aborted;
  const fine = (link.isClosedInOrder() || isKeptOpen) && !link.conversation.isSwitchingOff();
  return fine ? { outcome: "printed", confirmed: false } : { outcome: "unknown", fault: "interrupted" };
}
