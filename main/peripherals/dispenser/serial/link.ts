/**
 * The line to a serial dispenser: asks and repeats until it is answered, and opens the port again by itself when it is
 * gone. Knows lines and time, nothing of vends.
 */
import type { Clock } from "../../../lib/clock.ts";
import type { Log } from "../../../lib/log.ts";
import { startLoop } from "../../../lib/loop.ts";
import { cutLines, encodeLine, LINE_LIMIT, readLine } from "./line.ts";
import { type Answer, type Question, questionWords, readAnswer } from "./messages.ts";

/** An open port. */
export interface Wire {
  write(bytes: string): void;
  /** Never throws, also when the port is gone. */
  close(): Promise<void>;
}

/** What an open port tells. After `lost` it tells nothing more. */
export interface WireListener {
  received(bytes: Uint8Array): void;
  /** It is gone: unplugged, switched off */
  lost(): void;
}

/** @throws what the system says when the port cannot be opened */
export type OpenWire = (listener: WireListener) => Promise<Wire>;

export interface LinkPorts {
  clock: Pick<Clock, "sleep" | "monotonic">;
  log: Log;
  open: OpenWire;
  baudRate: number;
  /** The first line's sequence number, 0…255, so that tests choose it; else any */
  firstSequence?: number;
}

export interface SerialLink {
  /** Asks one question at a time. @returns null when no answer came, or the port is not there */
  exchange(question: Question, signal: AbortSignal): Promise<Answer | null>;
  close(): Promise<void>;
}

/** How long a machine may think about an answer, besides the time that the two lines take on the wire. */
const THINKING_MS = 500;
/** How often a question is sent before it counts as unanswered: two lines in a row may be lost. */
const TRIES = 3;
/** When a port is opened again. It costs little, and the plug may just have been put in. */
const PAUSES_MS = [250, 500, 1000, 2000, 5000];

/** A start bit, eight bits and a stop bit for each byte, there and back. */
export function answerMs(baudRate: number): number {
  return THINKING_MS + Math.ceil((2 * LINE_LIMIT * 10 * 1000) / baudRate);
}

/** Begins to open the port, and keeps it open. */
export function startSerialLink(ports: LinkPorts): SerialLink {
  const port = keepOpen(ports);
  let sequence = ports.firstSequence ?? Math.floor(Math.random() * 256);
  let last: Promise<unknown> = Promise.resolve();
  const ask = async (question: Question, signal: AbortSignal): Promise<Answer | null> => {
    const ended = AbortSignal.any([signal, port.closed]);
    await port.tried(ended);
    sequence = (sequence + 1) % 256;
    const asked: Asked = { question, sequence };
    const line = encodeLine(">", { sequence, words: questionWords(question) });
    for (let tries = 0; line !== null && tries < TRIES && !ended.aborted; tries++) {
      const answer = await port.send(line, asked, answerMs(ports.baudRate), ended);
      if (answer !== "silence") return answer;
    }
    return null;
  };
  return {
    exchange(question, signal) {
      const answer = last.then(() => ask(question, signal));
      last = answer;
      return answer;
    },
    close: port.close,
  };
}

interface Asked {
  question: Question;
  sequence: number;
}

/** A question that is out: `tell` ends its wait. */
interface Waiting extends Asked {
  tell(answer: Answer | null): void;
}

interface PortState {
  /** Null while the port is not there */
  wire: Wire | null;
  waiting: Waiting | null;
  /** What came of a line that has no end yet */
  pending: string;
  /** Attempts to open it since the last answer */
  failures: number;
  /** By the monotonic clock */
  retryAt: number;
}

function keepOpen(ports: LinkPorts) {
  const { clock, log } = ports;
  const state: PortState = { wire: null, waiting: null, pending: "", failures: 0, retryAt: clock.monotonic() };
  let trying = Promise.withResolvers<void>();
  const loop = startLoop({ clock, log }, async () => {
    if (state.wire === null && state.retryAt <= clock.monotonic()) {
      const before = trying;
      trying = Promise.withResolvers();
      await tryToOpen(ports, state, () => loop.wake());
      // Before the first try, too, there is one to wait for.
      before.resolve();
      trying.resolve();
    }
    return state.wire === null ? Math.max(1, state.retryAt - clock.monotonic()) : null;
  });
  return {
    closed: loop.closed,
    /** Resolves when the opening that is under way has ended, however it ended. */
    tried: (signal: AbortSignal) => endOrAbort(trying.promise, signal),
    send: (line: string, asked: Asked, ms: number, signal: AbortSignal) =>
      send({ state, clock }, { line, asked, ms, signal }),
    async close() {
      await loop.close();
      await state.wire?.close();
      state.wire = null;
    },
  };
}

/** @param wake the port is gone: it is to be opened again */
async function tryToOpen({ clock, log, open }: LinkPorts, state: PortState, wake: () => void): Promise<void> {
  state.retryAt = clock.monotonic() + (PAUSES_MS[Math.min(state.failures, PAUSES_MS.length - 1)] ?? 0);
  state.failures++;
  state.pending = "";
  let gone = false;
  const lost = () => {
    gone = true;
    state.wire = null;
    state.waiting?.tell(null);
    log.warn("the dispenser's serial port is gone");
    wake();
  };
  try {
    const wire = await open({ received: (bytes) => takeIn(state, bytes), lost });
    if (!gone) state.wire = wire;
    log.info("the dispenser's serial port is open");
  } catch (err) {
    // Once for each time that it is away.
    if (state.failures === 1) log.warn({ err }, "the dispenser's serial port cannot be opened: trying on");
  }
}

/** Takes in what came, and tells who waits for it. */
function takeIn(state: PortState, bytes: Uint8Array): void {
  const { lines, pending } = cutLines("<", state.pending, bytes);
  state.pending = pending;
  for (const text of lines) {
    const line = readLine(text);
    const { waiting } = state;
    if (line === null || waiting === null || line.sequence !== waiting.sequence) continue;
    const answer = readAnswer(waiting.question, line.words);
    if (answer === null) continue;
    // A port that opens and goes at once is no port: only an answer ends the growing pauses.
    state.failures = 0;
    waiting.tell(answer);
  }
}

/** Resolves when a promise does, or when the signal is aborted. */
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

/** Sends a line once and waits for its answer. @returns null when the port is not there; `silence` when the time is up */
async function send(
  { state, clock }: { state: Pick<PortState, "wire" | "waiting">; clock: Pick<Clock, "sleep"> },
  { line, asked, ms, signal }: { line: string; asked: Asked; ms: number; signal: AbortSignal },
): Promise<Answer | null | "silence"> {
  if (state.wire === null) return null;
  const answered = new AbortController();
  let answer: Answer | null | "silence" = "silence";
  state.waiting = {
    question: asked.question,
    sequence: asked.sequence,
    tell(what) {
      answer = what;
      answered.abort();
    },
  };
  state.wire.write(line);
  await clock.sleep(ms, AbortSignal.any([answered.signal, signal]));
  state.waiting = null;
  return answer;
}
