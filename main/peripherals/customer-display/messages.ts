/**
 * What registers show on the customer's screen, and ask there: one of each register, in the order in which they came, while
 * nothing else is on it.
 */
import type { DisplayMessage } from "../../../contract/display.ts";
import { done, type ErrorCode, failed, type Result } from "../../../contract/errors.ts";
import { type Reason, reasonFor } from "../../../contract/reasons.ts";
import type { ScreenAnswer, ScreenView } from "../../../contract/registers.ts";
import type { ScreenContent } from "../../../contract/registers-api.ts";
import type { StorageContext } from "../../storage/context.ts";
import { afterCommit } from "../../storage/database/database.ts";
import { randomIdentifier } from "../../storage/database/identifiers.ts";
import { type EndState, messageRows } from "./message-rows.ts";

/** How long one waits for the screen: later it would be another customer's. */
const WAIT_MS = 120_000;
/** How long the thanks for an answer stand there. */
const THANKS_MS = 4000;
/** How many of all registers' may wait for the screen. */
const MOST_WAITING = 10;
const ID_LENGTH = 12;

/**
 * How the screen is to a message: `away`: nobody sees one · `taken`: something goes first that the customer looks at · `held`:
 * none comes up now, and the one that stands there stays · `free`
 */
export type ScreenPlace = "away" | "taken" | "held" | "free";

/** `language`: what its customer reads meanwhile; none: as usual */
export interface ShownMessage extends Pick<ScreenContent, "language"> {
  message: DisplayMessage;
}

export interface ScreenMessages {
  /** What stands on the screen; null: nothing of a register's */
  now(): ShownMessage | null;
  /** Inside a transaction: a register's next message, in place of its last one. */
  ask(register: string, content: ScreenContent): Result<ScreenView>;
  /** Null: this register has none of this id, or it is long over */
  find(register: string, screenId: string): ScreenView | null;
  /** Inside a transaction: takes one back that is not over. @returns what became of it; null as in `find` */
  withdraw(register: string, screenId: string): ScreenView | null;
  /** A register has no right to the screen any more: what it has there goes. */
  forgetRegister(register: string): void;
  /** The customer's answer. @returns false where that question does not stand there */
  answer(screenId: string, answer: ScreenAnswer): boolean;
  /** The screen is another's, or nobody's any more. */
  follow(): void;
}

interface Ports extends Pick<StorageContext, "clock" | "database" | "journal" | "log"> {
  place(): ScreenPlace;
  /** The till stops */
  closing: AbortSignal;
  /** Told whenever the screen shows something else */
  onChange(): void;
}

interface Live {
  screenId: string;
  register: string;
  content: ScreenContent;
  state: "waiting" | "shown" | "answered";
  answer: ScreenAnswer | null;
  /** By the monotonic clock, ms: when it has waited, stood there, or been thanked for, long enough */
  until: number;
  /** The same, whatever happens to the screen meanwhile */
  end: number;
}

/** Makes them; none is left of a till that stopped. */
export function screenMessages(ports: Ports): ScreenMessages {
  const { clock, database, journal, onChange, place } = ports;
  const rows = messageRows(ports);
  const lives = liveMessages(ports, rows.end);
  const own = (register: string) => lives.all().filter((one) => one.register === register && one.state !== "answered");
  const dropAfterCommit = (register: string, next?: () => Live) =>
    afterCommit(database, () => {
      lives.set([...lives.all().filter((one) => one.register !== register), ...(next ? [next()] : [])]);
      onChange();
    });
  const endOwn = (register: string, state: EndState) => {
    for (const { screenId } of own(register)) rows.end(screenId, state);
  };
  return {
    now: () => shownOf(lives.onScreen()),
    ask(register, content) {
      if (place() === "away") return refused("illegal_state", reasonFor("screen_none_open"));
      const waiting = lives.all().filter((one) => one.state === "waiting" && one.register !== register);
      if (waiting.length >= MOST_WAITING) return refused("limit", reasonFor("screen_many_waiting"));
      const screenId = randomIdentifier(ID_LENGTH);
      endOwn(register, "replaced");
      rows.add(screenId, register, clock.now());
      // A text asks nothing of anybody; of what a customer is to scan or to answer it is known who put it there.
      if (content.kind !== "text")
        journal.append({ event: "screen.asked", actor: register, data: { kind: content.kind } }, clock.now());
      dropAfterCommit(register, () => asked({ screenId, register, content }, clock.monotonic()));
      return done({ screenId, state: "waiting", answer: null });
    },
    find(register, screenId) {
      const live = own(register).find((one) => one.screenId === screenId);
      return live === undefined ? rows.find(register, screenId) : { screenId, state: live.state, answer: null };
    },
    withdraw(register, screenId) {
      if (!own(register).some((one) => one.screenId === screenId)) return rows.find(register, screenId);
      rows.end(screenId, "withdrawn");
      dropAfterCommit(register);
      return { screenId, state: "withdrawn", answer: null };
    },
    forgetRegister(register) {
      endOwn(register, "withdrawn");
      dropAfterCommit(register);
    },
    answer(screenId, answer) {
      lives.follow();
      onChange();
      const shown = lives.onScreen();
      if (shown?.screenId !== screenId || shown.state !== "shown" || shown.content.kind !== "question") return false;
      rows.end(screenId, "answered", answer);
      const answered: Live = { ...shown, state: "answered", answer, until: clock.monotonic() + THANKS_MS };
      lives.set(lives.all().map((one) => (one === shown ? answered : one)));
      onChange();
      return true;
    },
    follow: lives.follow,
  };
}

/** @param now by the monotonic clock, ms */
function asked(message: Pick<Live, "screenId" | "register" | "content">, now: number): Live {
  const until = now + WAIT_MS;
  return { ...message, answer: null, state: "waiting", until, end: until + message.content.seconds * 1000 };
}

function refused(code: ErrorCode, because: Reason) {
  return failed(code, { because });
}

function shownOf(live: Live | null): ShownMessage | null {
  if (live === null) return null;
  const { content, screenId, answer } = live;
  const { kind, title = null, text, language } = content;
  return { message: { screenId, kind, title, text, answer }, language };
}

/** Those that wait for the screen or stand on it, the next one first, and the timer of whichever's time ends first. */
function liveMessages(
  { clock, closing, log, onChange, place }: Ports,
  keepEnd: (screenId: string, state: EndState) => void,
) {
  let all: readonly Live[] = [];
  let timer = new AbortController();
  const onScreen = () => all.find(({ state }) => state !== "waiting") ?? null;
  const end = (live: Live, state: EndState) => {
    all = all.filter((other) => other !== live);
    if (live.state === "answered") return;
    try {
      keepEnd(live.screenId, state);
    } catch (err) {
      // A disk that does not take it keeps nothing on the screen.
      log.error({ err }, "what became of a message on the customer's screen could not be written down");
    }
  };
  const become = (live: Live, state: "waiting" | "shown", ms: number) => {
    const next = { ...live, state, until: Math.min(clock.monotonic() + ms, live.end) };
    all = all.map((other) => (other === live ? next : other));
  };
  const arrange = () => {
    for (const live of all) if (live.until <= clock.monotonic()) end(live, "expired");
    const is = place();
    const head = onScreen();
    if (head !== null && (is === "taken" || (is === "away" && head.state === "answered"))) end(head, "replaced");
    else if (head !== null && is === "away") become(head, "waiting", WAIT_MS);
    const [first] = all;
    if (first !== undefined && is === "free" && onScreen() === null) {
      become(first, "shown", first.content.seconds * 1000);
    }
  };
  const wait = async (ms: number, signal: AbortSignal) => {
    await clock.sleep(Math.ceil(ms), AbortSignal.any([signal, closing]));
    if (signal.aborted || closing.aborted) return;
    follow();
    onChange();
  };
  const follow = () => {
    if (all.length === 0) return;
    arrange();
    timer.abort();
    timer = new AbortController();
    if (all.length === 0) return;
    const until = Math.min(...all.map((live) => live.until));
    void wait(Math.max(0, until - clock.monotonic()), timer.signal);
  };
  return {
    all: () => all,
    onScreen,
    follow,
    set(next: readonly Live[]) {
      all = next;
      timer.abort();
      follow();
    },
  };
}
