/** What the counter does by itself: it is kept while the page is loaded anew, and a result is heard. */
import { isPresent } from "../../contract/phases.ts";
import { soundFor } from "../store/sound.ts";
import type { TillStore } from "../store/till-store.ts";

const KEY = "till.counter";

/** Keeps what the counter showed last, and what it covered. @returns a function that stops it */
export function followCounter(store: TillStore): () => void {
  const kept = keptIds();
  if (kept.length > 0) store.setState({ covered: kept });
  return store.subscribe((state, before) => {
    if (state.currentId !== before.currentId || state.covered !== before.covered) keepIds(state);
  });
}

function keepIds({ currentId, covered }: { currentId: string | null; covered: readonly string[] }): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(currentId === null ? covered : [currentId, ...covered]));
  } catch {
    // A browser that keeps nothing: main tells what is open.
  }
}

function keptIds(): string[] {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
  } catch {
    return [];
  }
}

/** The result of the payment at the counter is heard as well as seen. @returns a function that stops it */
export function followResult(store: TillStore): () => void {
  return store.subscribe((state, before) => {
    const payment = state.currentId === null ? undefined : state.payments[state.currentId];
    const earlier = state.currentId === null ? undefined : before.payments[state.currentId];
    if (!payment || !earlier || payment.phase === earlier.phase || isPresent(payment.phase)) return;
    if (state.sound) soundFor(payment);
  });
}
