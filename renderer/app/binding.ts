/**
 * Connects the store to its inputs: events, clock, keyboard, scanner, clipboard and theme. Screens have no timers or
 * listeners of their own.
 */
import type { TillEvent } from "../../contract/bridge/events.ts";
import type { Payment, Terminal } from "../../contract/payments/views.ts";
import { isPresent } from "../../contract/values/phases.ts";
import {
  followCounter,
  followPhoneDialog,
  followResult,
  followTip,
  withdrawStaleTipQuestion,
} from "../counter/binding.ts";
import { followScanFirst } from "../counter/charge/scan-first.ts";
import { followRegisters, followTyping } from "../counter/registers.ts";
import { followDraft } from "../counter/saved-drafts.ts";
import { findUnconfirmedStart } from "../counter/start-payment.ts";
import { followCustomerData } from "../customer-data/binding.ts";
import type { ConnectedClient } from "../kit/client/connection.ts";
import { changeLanguage } from "../kit/i18n/index.ts";
import { hasFailedLoad } from "../kit/lazy-module.ts";
import { releaseAll } from "../kit/release-all.ts";
import { followJournal } from "../office/journal/binding.ts";
import { followReports } from "../office/reports/binding.ts";
import {
  followLength,
  followRefundRequests,
  followRoute,
  followSearch,
  followSelection,
  followTotals,
} from "../payments/binding.ts";
import { followSettings } from "../settings/binding.ts";
import { followDiagnostics, isHealthNews } from "../settings/health/binding.ts";
import { followKeys } from "../settings/keys/binding.ts";
import { followReceipts } from "../settings/receipts/binding.ts";
import { followStickers } from "../settings/stickers/binding.ts";
import { awaitsRestart, followSetup, resetWindow } from "../setup/binding.ts";
import { drainAt, nextDrain } from "../store/drain.ts";
import { operatorChange } from "../store/operator-change.ts";
import { hasActiveFilter } from "../store/payments-filter.ts";
import { isDraftEmpty, mergePayment } from "../store/ports.ts";
import { requiresStaff, restoredSales } from "../store/select.ts";
import type { TillState } from "../store/state.ts";
import type { Actions, TillStore } from "../store/store.ts";
import { followEnds } from "./ended-payments.ts";
import { followScreens } from "./fresh-binding.ts";
import { bindKeyboard } from "./keyboard.ts";
import { followShell } from "./shell-binding.ts";

const TICK_MS = 1000;

export function bind(store: TillStore, client: ConnectedClient, actions: Actions): () => void {
  return releaseAll([
    client.onConnection((connection) => {
      const before = store.getState().connection;
      store.setState({ connection });
      if (connection !== "ready" || before === "ready") return;
      if (hasFailedLoad() && canReload(store.getState())) location.reload();
      else void readEverything(store, client, actions);
    }),
    client.on(
      (event) => {
        if (event.type === "catalogue.changed") return void actions.readCatalogue();
        if (isHealthNews(store, event)) return void actions.readHealth();
        if (event.type === "payment.moved") return void readOne(store, client, event.posTid);
        if (event.type !== "terminal.restarted") return takeEvent(store, event);
        resetWindow(store);
        void readEverything(store, client, actions);
      },
      (missed) => {
        if (missed === "events" && awaitsRestart(store.getState())) resetWindow(store);
        void readEverything(store, client, actions);
      },
    ),
    tick(store),
    followSearch(store, actions),
    followTotals(store, client, actions),
    followLength(store, actions),
    followSelection(store, client, actions),
    followAppearance(store),
    followScreens(store),
    followCounter(store),
    followScanFirst(store, client),
    followDraft(store),
    followResult(store),
    followPhoneDialog(store),
    followRegisters(store),
    followTyping(store, client),
    followRefundRequests(store, client, actions),
    followTip(store, client, actions),
    followEnds(store),
    followRoute(store, actions),
    followDiagnostics(store, actions),
    followShell(store, client, actions),
    followReceipts(store, client, actions),
    followStickers(store, client, actions),
    followCustomerData(store, client, actions),
    followReports(store, client),
    followLock(store, () => readEverything(store, client, actions)),
    followKeys(store, client, actions),
    followJournal(store, client, actions),
    followSetup(store, actions),
    followSettings(store, actions),
    bindKeyboard(store, actions),
    followTouches(actions),
  ]);
}

export function canReload({ draft, hasVisit, unconfirmedStart }: TillState): boolean {
  return isDraftEmpty(draft) && draft.customer === null && !hasVisit && unconfirmedStart === null;
}

async function readEverything(store: TillStore, client: ConnectedClient, actions: Actions): Promise<void> {
  const terminal = await readTerminal(store, client);
  if (terminal === null) return;
  withdrawStaleTipQuestion(store, client);
  void actions.readCatalogue();
  void findUnconfirmedStart({ store, client });
  // Read at once: payments started elsewhere from now on do not belong to this counter.
  const open = await actions.readOpen();
  await adopt(store, client, open);
  if (terminal.inbox > 0) await actions.readInbox();
  await readMissed(store, client, open);
  await actions.readList();
}

async function adopt(store: TillStore, client: ConnectedClient, open: readonly Payment[]): Promise<void> {
  const { currentId, otherSales, payments } = store.getState();
  const unknown = [currentId, ...otherSales].filter((posTid) => posTid !== null && payments[posTid] === undefined);
  const answers = await Promise.all(unknown.map((posTid) => client.call("payment.get", { posTid: posTid ?? "" })));
  const found = answers.flatMap((answer) => (answer.ok ? [answer.value] : []));
  store.setState((state) => ({
    ...restoredSales(state, open, found),
    payments: Object.assign(Object.fromEntries(found.map((payment) => [payment.posTid, payment])), state.payments),
  }));
}

async function readMissed(store: TillStore, client: ConnectedClient, open: readonly Payment[]): Promise<void> {
  const isOpen = new Set(open.map(({ posTid }) => posTid));
  const missed = Object.values(store.getState().payments).filter(
    ({ posTid, phase }) => isPresent(phase) && !isOpen.has(posTid),
  );
  await Promise.all(missed.map(({ posTid }) => readOne(store, client, posTid)));
}

/** An event newer than the response may have arrived first: read again. */
async function readTerminal(store: TillStore, client: ConnectedClient): Promise<Terminal | null> {
  for (;;) {
    const before = store.getState().terminal;
    const answer = await client.call("terminal.get", {});
    if (!answer.ok) return null;
    if (store.getState().terminal !== before) continue;
    takeTerminal(store, answer.value);
    return answer.value;
  }
}

async function readOne(store: TillStore, client: ConnectedClient, posTid: string): Promise<void> {
  const result = await client.call("payment.get", { posTid });
  if (result.ok) store.setState(({ payments }) => mergePayment(payments, result.value));
}

export function takeEvent(store: TillStore, event: TillEvent): void {
  switch (event.type) {
    case "payment.changed":
      store.setState((state) => ({
        ...withLateNews(state, event.payment),
        ...mergePayment(state.payments, event.payment),
        list: withNewPayment(state, event.payment),
      }));
      break;
    case "phone.changed":
      store.setState(({ phoneCheck }) => (phoneCheck?.id === event.check.id ? { phoneCheck: event.check } : {}));
      break;
    case "queue.changed":
      takeQueue(store, event.depth, event.paused);
      break;
    case "terminal.changed":
      takeTerminal(store, event.terminal);
      break;
    case "scan.received":
      if (event.posTid !== null) markScanned(store, event.posTid);
  }
}

/** The main process repeats the state; an equal one must not re-render. */
function takeTerminal(store: TillStore, told: Terminal): void {
  const known = store.getState().terminal;
  const terminal = JSON.stringify(told) === JSON.stringify(known) ? (known ?? told) : told;
  store.setState((state) => ({
    terminal,
    drain: nextDrain(state.drain, state.terminal, terminal, Date.now()),
    ...operatorChange(state, terminal),
  }));
}

function takeQueue(store: TillStore, depth: number, paused: boolean): void {
  const { terminal } = store.getState();
  if (terminal !== null) takeTerminal(store, { ...terminal, queue: { ...terminal.queue, depth, paused } });
}

/** Notifies once of late money, unless the inbox is open. */
function withLateNews({ payments, route }: TillState, { posTid, late }: Payment): Partial<TillState> {
  const isNews = late !== null && (payments[posTid]?.late ?? null) === null;
  return isNews && route !== "inbox" ? { lateMoneyUnseen: posTid } : {};
}

function markScanned(store: TillStore, posTid: string): void {
  store.setState(({ scanned }) => ({ scanned: { ...scanned, [posTid]: true } }));
}

/** Adds a new payment to the top of an unfiltered list; filtered lists stay as loaded. */
function withNewPayment({ list, payments }: TillState, { posTid, createdAt, phase }: Payment): TillState["list"] {
  const { days } = list.filter;
  const isOpen = days.kind === "today" || days.kind === "week" || days.kind === "all";
  if (!list.read || !isOpen || hasActiveFilter(list.filter) || list.ids.includes(posTid)) return list;
  const newest = payments[list.ids[0] ?? ""]?.createdAt ?? "";
  // After the clock was set back, a new payment may have an earlier time.
  const isNew = phase === "draft" || phase === "queued" || createdAt >= newest;
  return isNew ? { ...list, ids: [posTid, ...list.ids] } : list;
}

function tick(store: TillStore): () => void {
  const timer = setInterval(() => {
    const now = Date.now();
    store.setState(({ notice, drain }) => ({
      now,
      notice: notice && notice.until <= now ? null : notice,
      drain: drainAt(drain, now),
    }));
  }, TICK_MS);
  return () => clearInterval(timer);
}

/** Reports user activity, which postpones the automatic sign-out. */
function followTouches(actions: Actions): () => void {
  const reportActivity = () => actions.touch();
  for (const event of ["pointerdown", "keydown"])
    window.addEventListener(event, reportActivity, { capture: true, passive: true });
  return () => {
    for (const event of ["pointerdown", "keydown"])
      window.removeEventListener(event, reportActivity, { capture: true });
  };
}

function followAppearance(store: TillStore): () => void {
  const apply = ({ theme, language }: TillState) => {
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    document.documentElement.lang = language;
    changeLanguage(language);
  };
  apply(store.getState());
  return store.subscribe((state, before) => {
    if (state.theme !== before.theme || state.language !== before.language) apply(state);
  });
}

/**
 * A locked till and a kiosk receive only the current payment: reloads everything after a sign-in.
 * @returns a function that stops it
 */
export function followLock(store: TillStore, readEverything: () => Promise<void>): () => void {
  return store.subscribe((state, before) => {
    if (state.terminal === before.terminal || !requiresStaff(before) || requiresStaff(state)) return;
    void readEverything();
  });
}
