import type { TillEvent } from "../../../contract/bridge/events.ts";
import type { ScreenHolder } from "../../../contract/integration/registers.ts";
import type { Payment } from "../../../contract/payments/views.ts";
import type { DisplayView } from "../../../contract/receipts/display.ts";
import type { TakeAway } from "../../../contract/receipts/receipts.ts";
import type { Clock } from "../../lib/clock.ts";
import { iso } from "../../lib/iso-time.ts";
import type { OperatorContext } from "../../people/context.ts";
import {
  applyPlace,
  type DisplayQueue,
  DROPPING_MS,
  dismiss,
  EMPTY_QUEUE,
  keepQueued,
  present,
  queueStarted,
  remainingMs,
  removeExpired,
  showNext,
} from "./display-queue.ts";
import type { CustomerLanguages } from "./languages.ts";
import { type ScreenPlace, type ShownMessage, screenMessages } from "./messages.ts";
import { openWhileLocked } from "./open-while-locked.ts";
import { shownQuestion } from "./question.ts";
import { type TipOffers, tipOffers } from "./tip-offer.ts";
import { counterTyping, type Typing } from "./typing.ts";
import { type DisplayTerminal, displayView, type NamedProduct, placeOf, type ViewContext } from "./view.ts";

export interface DisplayPorts extends Pick<OperatorContext, "clock" | "database" | "events" | "journal" | "log"> {
  terminal(): DisplayTerminal;
  payment(posTid: string): Payment | null;
  /** The user who started a payment; null: no user was signed in */
  startedBy(posTid: string): string | null;
  products(): readonly NamedProduct[];
  languages: CustomerLanguages;
  open(): Payment[];
  isLocked(): boolean;
  takeAway(posTid: string): TakeAway | null;
  isSeen(): boolean;
}

export type Display = ReturnType<typeof createDisplay>;

export function createDisplay(ports: DisplayPorts) {
  const { clock, events } = ports;
  const state = { queue: queueAtStart(ports.open(), clock) };
  const scanned = new Set<string>();
  const closing = new AbortController();
  const { question, tip, messages, refresh, shown } = createOverlays(ports, closing.signal, {
    queue: () => state.queue,
    typing: () => typing.now(),
    publish: () => publishIfChanged(),
  });
  const view = () => viewOf(ports, state.queue, { scanned, ...shown() });
  const publishIfChanged = createPublisher({
    view,
    isClosed: () => closing.signal.aborted,
    publish: (display) => events.publish({ type: "display.changed", display }),
  });
  const wipe = createWipeTimer(clock, closing.signal, {
    leftMs: () => remainingMs(state.queue, clock.monotonic()),
    onDue: () => setQueue(removeExpired(state.queue, clock.monotonic())),
  });
  const lock = openWhileLocked(ports.isLocked);
  const isHeld = (posTid: string) => typing.now() !== null && isFromRegister(ports.payment(posTid));
  const typing = counterTyping(clock, closing.signal, () => setQueue(showNext(state.queue)));
  const setQueue = (next: DisplayQueue, isChosen = false) => {
    const previous = state.queue;
    const queue = isChosen ? next : keepQueued(previous, next, isHeld);
    lock.follow(previous, queue);
    state.queue = queue;
    if (!isSameHead(queue, previous)) wipe.restart();
    forgetScans(scanned, queue);
    ports.languages.forget((posTid) => posTid === queue.head?.posTid || isUnderWay(ports.payment(posTid)));
    refresh();
  };
  const unsubscribe = events.subscribe(({ event }) => {
    if (event.type === "permission.changed") return question.follow(event.permission);
    if (event.type === "shell.changed") return refresh();
    const queue = queueAfter(event, state.queue, clock.monotonic());
    if (queue === null) return;
    if (event.type === "scan.received" && event.posTid !== null) scanned.add(event.posTid);
    // The window that offered the tip can no longer read the answer.
    if (event.type === "terminal.changed" && ports.isLocked()) tip.withdraw();
    setQueue(queue);
  });
  return {
    view,
    tip,
    messages,
    ...queueChanges(ports, lock, tip, isHeld, { queue: () => state.queue, setQueue }),
    typing,
    holder: (): ScreenHolder | null => holderOf(ports, typing.now(), state.queue),
    waiting: (): readonly string[] => state.queue.next,
    isOpen: (posTid: string): boolean => lock.isOpen(state.queue, posTid),
    mayShow: (posTid: string): boolean => lock.mayShow(state.queue, posTid),
    refresh,
    close() {
      unsubscribe();
      closing.abort();
    },
  };
}

function holderOf(
  { startedBy, payment }: DisplayPorts,
  typing: ReturnType<Typing["now"]>,
  { head }: DisplayQueue,
): ScreenHolder | null {
  if (typing !== null) return { holder: typing.name ?? DEFAULT_HOLDER, since: iso(typing.since) };
  if (head === null || head.endedAt !== null) return null;
  const shown = payment(head.posTid);
  return shown && { holder: startedBy(head.posTid) ?? DEFAULT_HOLDER, since: shown.createdAt };
}

/** Everything on the display except payments: tip, permission question, messages of registers. */
function createOverlays(
  ports: DisplayPorts,
  closing: AbortSignal,
  { queue, typing, publish }: { queue(): DisplayQueue; typing: Typing["now"]; publish(): void },
) {
  const refresh = () => {
    messages.follow();
    publish();
  };
  const question = shownQuestion(ports.clock, closing, refresh);
  // The tip question before a payment; a shown payment ends it.
  const tip = tipOffers(() => {
    if (tip.now()?.chosen == null) ports.languages.onCustomerLeft();
    refresh();
  });
  const prompts = () => ({ offer: tip.now(), question: question.now() });
  // Messages and questions of registers, shown while the display is otherwise free.
  const messages = screenMessages({
    ...ports,
    closing,
    place: () => (ports.isSeen() ? messagePlace(queue(), { ...prompts(), typing: typing() }) : "away"),
    onChange: publish,
  });
  return { question, tip, messages, refresh, shown: () => ({ ...prompts(), said: messages.now() }) };
}

/** A payment, a tip or a permission question takes precedence over a register's message. */
function messagePlace(
  { head }: DisplayQueue,
  { offer, question, typing }: Pick<ViewContext, "offer" | "question"> & { typing: ReturnType<Typing["now"]> },
): ScreenPlace {
  if (head !== null || offer !== null || question !== null) return "taken";
  return typing === null ? "free" : "held";
}

const DEFAULT_HOLDER = "cashier";

function isFromRegister(payment: Payment | null): boolean {
  return payment?.register != null;
}

function viewOf(
  ports: DisplayPorts,
  { head }: DisplayQueue,
  shown: Pick<ViewContext, "offer" | "question"> & { scanned: ReadonlySet<string>; said: ShownMessage | null },
): DisplayView {
  const { scanned, said, ...asked } = shown;
  return displayView(head === null ? null : ports.payment(head.posTid), {
    terminal: ports.terminal(),
    products: ports.products(),
    language: said?.language ?? ports.languages.of(asked.offer === null && head !== null ? head.posTid : null),
    usualLanguage: ports.languages.usual(),
    scanned: head !== null && scanned.has(head.posTid),
    ...asked,
    message: said?.message ?? null,
    takeAway: ports.takeAway,
  });
}

function queueAfter(event: TillEvent, queue: DisplayQueue, now: number): DisplayQueue | null {
  if (event.type === "payment.changed") return applyPlace(queue, event.payment.posTid, placeOf(event.payment), now);
  const isSeen = event.type === "terminal.changed" || (event.type === "scan.received" && event.posTid !== null);
  return isSeen ? queue : null;
}

/** Restores the customer of the last run: in progress, or waiting for products. */
function queueAtStart(open: readonly Payment[], clock: Clock): DisplayQueue {
  const age = ({ modifiedAt }: Payment) => clock.now() - Date.parse(modifiedAt);
  // After the clock was set back, the customer may have left: the purchase is not shown.
  const isThere = (payment: Payment) => age(payment) >= 0 && age(payment) < DROPPING_MS;
  const waiting = open.find(isUnderWay) ?? open.find((payment) => placeOf(payment) === "dropping" && isThere(payment));
  if (waiting === undefined) return EMPTY_QUEUE;
  const since = clock.monotonic() - age(waiting);
  const shown = applyPlace(queueStarted(EMPTY_QUEUE, waiting.posTid), waiting.posTid, placeOf(waiting), since);
  const others = open.filter((payment) => payment !== waiting && isUnderWay(payment) && isFromRegister(payment));
  return { ...shown, next: others.map(({ posTid }) => posTid).reverse() };
}

function queueChanges(
  ports: DisplayPorts,
  lock: ReturnType<typeof openWhileLocked>,
  tip: TipOffers,
  isHeld: (posTid: string) => boolean,
  { queue, setQueue }: { queue(): DisplayQueue; setQueue(queue: DisplayQueue, isChosen?: boolean): void },
) {
  return {
    /** Shows a started payment. `isAgain`: an existing one was requested again by its reference */
    started(posTid: string, isAgain = false) {
      const payment = ports.payment(posTid);
      if (!lock.mayBegin(queue(), posTid, isAgain)) return;
      const waits = isHeld(posTid);
      if (!isAgain && !waits && tip.now()?.chosen != null) tip.withdraw();
      // A repeated request may concern a finished payment, which the next customer must not see.
      if (isUnderWay(payment)) setQueue(queueStarted(queue(), posTid, waits));
    },
    show(posTid: string | null, replacedPosTid: string | null): boolean {
      if (posTid === null) {
        if (tip.now() === null) ports.languages.onCustomerLeft();
        setQueue(dismiss(queue(), replacedPosTid));
        return true;
      }
      const payment = ports.payment(posTid);
      if (payment === null) return false;
      tip.withdraw();
      // The counter may open a finished payment, but the next customer must not see it.
      if (isUnderWay(payment)) setQueue(present(queue(), posTid, replacedPosTid), true);
      return true;
    },
  };
}

function createWipeTimer(
  clock: Clock,
  closing: AbortSignal,
  { leftMs, onDue }: { leftMs(): number | null; onDue(): void },
): { restart(): void } {
  let restarted = new AbortController();
  const run = async (signal: AbortSignal) => {
    const ended = AbortSignal.any([signal, closing]);
    for (;;) {
      const left = leftMs();
      if (left === null || ended.aborted) return;
      if (left === 0) return onDue();
      // A timer may fire slightly early, so the loop sleeps again.
      await clock.sleep(Math.ceil(left), ended);
    }
  };
  return {
    restart() {
      restarted.abort();
      restarted = new AbortController();
      void run(restarted.signal);
    },
  };
}

/** Publishes the view once per tick, and only when it changed. */
function createPublisher({
  view,
  publish,
  isClosed,
}: {
  view(): DisplayView;
  publish(display: DisplayView): void;
  isClosed(): boolean;
}): () => void {
  let published = JSON.stringify(view());
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    // Deferred, because publishing in a listener would deliver this event before the one being handled.
    queueMicrotask(() => {
      isDue = false;
      if (isClosed()) return;
      const display = view();
      const now = JSON.stringify(display);
      if (now === published) return;
      published = now;
      publish(display);
    });
  };
}

function isSameHead({ head: one }: DisplayQueue, { head: other }: DisplayQueue): boolean {
  return one?.endedAt === other?.endedAt && one?.posTid === other?.posTid;
}

function isUnderWay(payment: Payment | null): boolean {
  return payment !== null && placeOf(payment) === "under_way";
}

function forgetScans(scanned: Set<string>, { head, next }: DisplayQueue): void {
  for (const posTid of scanned) {
    if (posTid !== head?.posTid && !next.includes(posTid)) scanned.delete(posTid);
  }
}
