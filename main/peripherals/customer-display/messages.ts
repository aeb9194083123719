/** Messages and questions of registers on the customer display: one per register, in order of arrival. */

import { done, type ErrorCode, failed, type Result } from "../../../contract/calls/errors.ts";
import type { ScreenAnswer, ScreenView } from "../../../contract/integration/registers.ts";
import type { ScreenContent } from "../../../contract/integration/registers-api.ts";
import { type Reason, reasonFor } from "../../../contract/reasons/reasons.ts";
import type { DisplayMessage } from "../../../contract/receipts/display.ts";
import type { StorageContext } from "../../storage/context.ts";
import { afterCommit } from "../../storage/database/database.ts";
import { randomIdentifier } from "../../storage/database/identifiers.ts";
import { type EndState, messageRows } from "./message-rows.ts";

/** Maximum wait of a message for the display. Later it would reach another customer. */
const WAIT_MS = 120_000;
/** Display time of the thanks for an answer. */
const THANKS_MS = 4000;
const MAX_WAITING = 10;
const ID_LENGTH = 12;

/** `away`: no page open · `taken`: something else has precedence · `held`: only the current message stays · `free` */
export type ScreenPlace = "away" | "taken" | "held" | "free";

export interface ShownMessage extends Pick<ScreenContent, "language"> {
  message: DisplayMessage;
}

export interface ScreenMessages {
  now(): ShownMessage | null;
  /** Replaces the register's previous message, inside the caller's transaction */
  ask(register: string, content: ScreenContent): Result<ScreenView>;
  /** Null: not this register's message, or too old */
  find(register: string, screenId: string): ScreenView | null;
  /** Withdraws an unfinished message inside the caller's transaction; null as in `find` */
  withdraw(register: string, screenId: string): ScreenView | null;
  /** Removes the messages of a register that lost its right to the display */
  forgetRegister(register: string): void;
  answer(screenId: string, answer: ScreenAnswer): boolean;
  /** Reacts to a change of the display's availability */
  follow(): void;
}

interface Ports extends Pick<StorageContext, "clock" | "database" | "journal" | "log"> {
  place(): ScreenPlace;
  closing: AbortSignal;
  onChange(): void;
}

interface LiveMessage {
  screenId: string;
  register: string;
  content: ScreenContent;
  state: "waiting" | "shown" | "answered";
  answer: ScreenAnswer | null;
  /** Monotonic end of the current state, in ms */
  until: number;
  end: number;
}

export function screenMessages(ports: Ports): ScreenMessages {
  const { clock, database, journal, onChange, place } = ports;
  const rows = messageRows(ports);
  const liveQueue = liveMessages(ports, rows.end);
  const messagesOf = (register: string) =>
    liveQueue.all().filter((one) => one.register === register && one.state !== "answered");
  const dropAfterCommit = (register: string, next?: () => LiveMessage) =>
    afterCommit(database, () => {
      liveQueue.set([...liveQueue.all().filter((one) => one.register !== register), ...(next ? [next()] : [])]);
      onChange();
    });
  const endOwn = (register: string, state: EndState) => {
    for (const { screenId } of messagesOf(register)) rows.end(screenId, state);
  };
  return {
    now: () => shownOf(liveQueue.onScreen()),
    ask(register, content) {
      if (place() === "away") return refused("illegal_state", reasonFor("screen_none_open"));
      const waiting = liveQueue.all().filter((one) => one.state === "waiting" && one.register !== register);
      if (waiting.length >= MAX_WAITING) return refused("limit", reasonFor("screen_many_waiting"));
      const screenId = randomIdentifier(ID_LENGTH);
      endOwn(register, "replaced");
      rows.add(screenId, register, clock.now());
      // Questions and codes are journaled with their register; a text asks nothing of the customer.
      if (content.kind !== "text")
        journal.append({ event: "screen.asked", actor: register, data: { kind: content.kind } }, clock.now());
      dropAfterCommit(register, () => newMessage({ screenId, register, content }, clock.monotonic()));
      return done({ screenId, state: "waiting", answer: null });
    },
    find(register, screenId) {
      const live = messagesOf(register).find((one) => one.screenId === screenId);
      return live === undefined ? rows.find(register, screenId) : { screenId, state: live.state, answer: null };
    },
    withdraw(register, screenId) {
      if (!messagesOf(register).some((one) => one.screenId === screenId)) return rows.find(register, screenId);
      rows.end(screenId, "withdrawn");
      dropAfterCommit(register);
      return { screenId, state: "withdrawn", answer: null };
    },
    forgetRegister(register) {
      endOwn(register, "withdrawn");
      dropAfterCommit(register);
    },
    answer(screenId, answer) {
      liveQueue.follow();
      onChange();
      const shown = liveQueue.onScreen();
      if (shown?.screenId !== screenId || shown.state !== "shown" || shown.content.kind !== "question") return false;
      rows.end(screenId, "answered", answer);
      const answered: LiveMessage = { ...shown, state: "answered", answer, until: clock.monotonic() + THANKS_MS };
      liveQueue.set(liveQueue.all().map((one) => (one === shown ? answered : one)));
      onChange();
      return true;
    },
    follow: liveQueue.follow,
  };
}

/** @param now monotonic, in ms */
function newMessage(message: Pick<LiveMessage, "screenId" | "register" | "content">, now: number): LiveMessage {
  const until = now + WAIT_MS;
  return { ...message, answer: null, state: "waiting", until, end: until + message.content.seconds * 1000 };
}

function refused(code: ErrorCode, because: Reason) {
  return failed(code, { because });
}

function shownOf(live: LiveMessage | null): ShownMessage | null {
  if (live === null) return null;
  const { content, screenId, answer } = live;
  const { kind, title = null, text, language } = content;
  return { message: { screenId, kind, title, text, answer }, language };
}

function liveMessages(
  { clock, closing, log, onChange, place }: Ports,
  storeEnd: (screenId: string, state: EndState) => void,
) {
  let all: readonly LiveMessage[] = [];
  let timer = new AbortController();
  const onScreen = () => all.find(({ state }) => state !== "waiting") ?? null;
  const end = (live: LiveMessage, state: EndState) => {
    all = all.filter((other) => other !== live);
    if (live.state === "answered") return;
    try {
      storeEnd(live.screenId, state);
    } catch (err) {
      // If the result cannot be stored, the message still leaves the screen.
      log.error({ err }, "the result of a message on the customer screen could not be recorded");
    }
  };
  const setState = (live: LiveMessage, state: "waiting" | "shown", ms: number) => {
    const next = { ...live, state, until: Math.min(clock.monotonic() + ms, live.end) };
    all = all.map((other) => (other === live ? next : other));
  };
  const updateMessages = () => {
    for (const live of all) if (live.until <= clock.monotonic()) end(live, "expired");
    const is = place();
    const head = onScreen();
    if (head !== null && (is === "taken" || (is === "away" && head.state === "answered"))) end(head, "replaced");
    else if (head !== null && is === "away") setState(head, "waiting", WAIT_MS);
    const [first] = all;
    if (first !== undefined && is === "free" && onScreen() === null) {
      setState(first, "shown", first.content.seconds * 1000);
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
    updateMessages();
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
    set(next: readonly LiveMessage[]) {
      all = next;
      timer.abort();
      follow();
    },
  };
}
