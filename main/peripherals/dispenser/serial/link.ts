/** The connection to a serial dispenser: sends a question until it is answered, and reopens a lost port. */
import type { Clock } from "../../../lib/clock.ts";
import type { Log } from "../../../lib/log.ts";
import { startLoop } from "../../../lib/loop.ts";
import { cutLines, encodeLine, LINE_LIMIT, readLine } from "./line.ts";
import { type Answer, type Question, questionWords, readAnswer } from "./messages.ts";

export interface Wire {
  write(bytes: string): void;
  close(): Promise<void>;
}

/** Events of an open port. `lost` is the last one. */
export interface WireListener {
  received(bytes: Uint8Array): void;
  lost(): void;
}

export type OpenWire = (listener: WireListener) => Promise<Wire>;

export interface LinkPorts {
  clock: Pick<Clock, "sleep" | "monotonic">;
  log: Log;
  open: OpenWire;
  baudRate: number;
  /** The first sequence number, 0…255, for tests; otherwise random */
  firstSequence?: number;
}

export type SerialLink = ReturnType<typeof startSerialLink>;

/** Maximum processing time of the machine, in addition to the transmission. */
const PROCESSING_MS = 500;
/** Attempts per question: two consecutive lines may be lost. */
const TRIES = 3;
/** Delays before reopening the port. They are short, because the cable may just have been plugged in. */
const PAUSES_MS = [250, 500, 1000, 2000, 5000];

/** Ten bits per byte, in both directions. */
export function answerMs(baudRate: number): number {
  return PROCESSING_MS + Math.ceil((2 * LINE_LIMIT * 10 * 1000) / baudRate);
}

export function startSerialLink(ports: LinkPorts) {
  const port = maintainPort(ports);
  let sequence = ports.firstSequence ?? Math.floor(Math.random() * 256);
  let last: Promise<unknown> = Promise.resolve();
  const ask = async (question: Question, signal: AbortSignal): Promise<Answer | null> => {
    const ended = AbortSignal.any([signal, port.closed]);
    await port.tried(ended);
    sequence = (sequence + 1) % 256;
    const sent: SentQuestion = { question, sequence };
    const line = encodeLine(">", { sequence, words: questionWords(question) });
    for (let tries = 0; line !== null && tries < TRIES && !ended.aborted; tries++) {
      const answer = await port.send(line, sent, answerMs(ports.baudRate), ended);
      if (answer !== "silence") return answer;
    }
    return null;
  };
  return {
    /** Sends one question at a time. Returns null without an answer or a port */
    exchange(question: Question, signal: AbortSignal): Promise<Answer | null> {
      const answer = last.then(() => ask(question, signal));
      last = answer;
      return answer;
    },
    close: port.close,
  };
}

interface SentQuestion {
  question: Question;
  sequence: number;
}

type Waiting = SentQuestion & { settle(answer: Answer | null): void };

interface PortState {
  wire: Wire | null;
  waiting: Waiting | null;
  /** Received bytes of an incomplete line */
  pending: string;
  /** Attempts to open the port since the last answer */
  failures: number;
  retryAt: number;
}

function maintainPort(ports: LinkPorts) {
  const { clock, log } = ports;
  const state: PortState = { wire: null, waiting: null, pending: "", failures: 0, retryAt: clock.monotonic() };
  let attempt = Promise.withResolvers<void>();
  const loop = startLoop({ clock, log }, async () => {
    if (state.wire === null && state.retryAt <= clock.monotonic()) {
      const previousAttempt = attempt;
      attempt = Promise.withResolvers();
      await tryToOpen(ports, state, () => loop.wake());
      // A question before the first attempt waits for it, too.
      previousAttempt.resolve();
      attempt.resolve();
    }
    return state.wire === null ? Math.max(1, state.retryAt - clock.monotonic()) : null;
  });
  return {
    closed: loop.closed,
    /** Resolves when the current attempt to open ended, successfully or not */
    tried: (signal: AbortSignal) => endOrAbort(attempt.promise, signal),
    send: (line: string, sent: SentQuestion, ms: number, signal: AbortSignal) =>
      send({ state, clock }, { line, sent, ms, signal }),
    async close() {
      await loop.close();
      await state.wire?.close();
      state.wire = null;
    },
  };
}

/** @param wake called when the port is lost and must be reopened */
async function tryToOpen({ clock, log, open }: LinkPorts, state: PortState, wake: () => void): Promise<void> {
  state.retryAt = clock.monotonic() + (PAUSES_MS[Math.min(state.failures, PAUSES_MS.length - 1)] ?? 0);
  state.failures++;
  state.pending = "";
  let isLost = false;
  const lost = () => {
    isLost = true;
    state.wire = null;
    state.waiting?.settle(null);
    log.warn("the dispenser's serial port was disconnected");
    wake();
  };
  try {
    const wire = await open({ received: (bytes) => receiveBytes(state, bytes), lost });
    if (!isLost) state.wire = wire;
    log.info("the dispenser's serial port is open");
  } catch (err) {
    // Once for each time that it is away.
    if (state.failures === 1) log.warn({ err }, "the dispenser's serial port cannot be opened: retrying");
  }
}

function receiveBytes(state: PortState, bytes: Uint8Array): void {
  const { lines, pending } = cutLines("<", state.pending, bytes);
  state.pending = pending;
  for (const text of lines) {
    const line = readLine(text);
    const { waiting } = state;
    if (line === null || waiting === null || line.sequence !== waiting.sequence) continue;
    const answer = readAnswer(waiting.question, line.words);
    if (answer === null) continue;
    // Only an answer resets the delays: a port that closes immediately after opening is not usable.
    state.failures = 0;
    waiting.settle(answer);
  }
}

function endOrAbort(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      signal.removeEventListener("abort", finish);
      resolve();
    };
    if (signal.aborted) return resolve();
    signal.addEventListener("abort", finish, { once: true });
    void promise.then(finish);
  });
}

/** Sends a line once. Returns null when the port is lost, and `silence` after the timeout. */
async function send(
  { state, clock }: { state: Pick<PortState, "wire" | "waiting">; clock: Pick<Clock, "sleep"> },
  { line, sent, ms, signal }: { line: string; sent: SentQuestion; ms: number; signal: AbortSignal },
): Promise<Answer | null | "silence"> {
  if (state.wire === null) return null;
  const answered = new AbortController();
  let answer: Answer | null | "silence" = "silence";
  state.waiting = {
    question: sent.question,
    sequence: sent.sequence,
    settle(what) {
      answer = what;
      answered.abort();
    },
  };
  state.wire.write(line);
  await clock.sleep(ms, AbortSignal.any([answered.signal, signal]));
  state.waiting = null;
  return answer;
}
