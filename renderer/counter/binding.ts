/** Automatic behaviour of the counter: it survives a reload, and results are audible. */
import type { TillClient } from "../../contract/bridge/events.ts";
import { isPresent } from "../../contract/values/phases.ts";
import { totalOf } from "../kit/amount/entry.ts";
import { releaseAll } from "../kit/release-all.ts";
import { stageOf } from "../store/select.ts";
import { soundFor } from "../store/sound.ts";
import type { TillState } from "../store/state.ts";
import type { TillStore } from "../store/store.ts";

const KEY = "till.counter";

type SavedSales = Pick<TillState, "currentId" | "otherSales">;

export function followCounter(store: TillStore): () => void {
  store.setState(readOpenSales());
  return store.subscribe((state, before) => {
    const isSame = state.currentId === before.currentId && state.otherSales === before.otherSales;
    if (!isSame || hasSeenResult(state) !== hasSeenResult(before)) saveOpenSales(state);
  });
}

function hasSeenResult(state: TillState): boolean {
  return state.route === "charge" && stageOf(state).kind === "result";
}

function saveOpenSales(state: TillState): void {
  const { currentId, otherSales } = state;
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ currentId: hasSeenResult(state) ? null : currentId, otherSales }));
  } catch {
    // No storage: the main process lists the open payments.
  }
}

function readOpenSales(): Partial<SavedSales> {
  try {
    const { currentId, otherSales } = JSON.parse(sessionStorage.getItem(KEY) ?? "{}");
    return {
      currentId: typeof currentId === "string" ? currentId : null,
      otherSales: Array.isArray(otherSales) ? otherSales.filter((item) => typeof item === "string") : [],
    };
  } catch {
    return {};
  }
}

export function followResult(store: TillStore): () => void {
  return store.subscribe((state, before) => {
    const payment = state.currentId === null ? undefined : state.payments[state.currentId];
    const earlier = state.currentId === null ? undefined : before.payments[state.currentId];
    if (!payment || !earlier || payment.phase === earlier.phase || isPresent(payment.phase)) return;
    if (state.sound) soundFor(payment);
  });
}

/**
 * Closes the phone number dialog when its payment no longer needs a number.
 * @returns a function that stops it
 */
export function followPhoneDialog(store: TillStore): () => void {
  return store.subscribe(({ dialog, payments }) => {
    if (dialog?.kind !== "phone") return;
    if (!payments[dialog.posTid]?.steps.includes("identify")) store.setState({ dialog: null });
  });
}

function isAsking({ dialog }: TillState): boolean {
  return dialog?.kind === "tip";
}

/**
 * Withdraws a tip question asked before a reload. Its answer would be lost, and it would cover the next code.
 */
export function withdrawStaleTipQuestion(store: TillStore, client: Pick<TillClient, "call">): void {
  if (!isAsking(store.getState())) void client.call("display.withdrawTip", {});
}

/**
 * Asks for the tip on the customer display, too; the first answer counts.
 * @returns a function that stops it
 */
export function followTip(
  store: TillStore,
  client: TillClient,
  { chooseTip }: { chooseTip(tip: number): Promise<void> },
): () => void {
  const amount = () => totalOf(store.getState().draft.entry);
  let answered = false;
  return releaseAll([
    store.subscribe((state, before) => {
      if (isAsking(state) === isAsking(before)) return;
      const tips = state.terminal?.counter.tips;
      if (isAsking(state) && tips) {
        answered = false;
        const { where: _where, ...offer } = tips;
        void client.call("display.offerTip", { ...offer, amount: amount(), unitsFirst: state.unitsFirst });
      } else if (!answered) void client.call("display.withdrawTip", {});
    }),
    client.on((event) => {
      const offer = event.type === "display.changed" ? event.display.offer : null;
      if (offer === null || offer.chosen === null || offer.amount !== amount() || !isAsking(store.getState())) return;
      // The display keeps the answer until the code is shown.
      answered = true;
      void chooseTip(offer.chosen).then(() => {
        // The sale did not start or needs approval: withdraw the thanks.
        if (store.getState().draft.tip !== null) void client.call("display.withdrawTip", {});
      });
    }),
  ]);
}
