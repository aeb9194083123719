/** What a kiosk's window knows beside the till: its customer's session, and the customer's screen as main shows it. */
import { createStore, type StoreApi } from "zustand";
import type { DisplayView } from "../../contract/display.ts";
import { freshSession, type Session, type SessionEvent, step } from "./session.ts";

export interface KioskState {
  session: Session;
  /** The shop's name and look, and how a receipt is taken away; null: main has not said yet */
  display: DisplayView | null;
  /** The shop's logo as a `data:` address; null: it has none, or it has not come yet */
  logo: string | null;
  /** A window that was opened anew does not know yet whether a payment is open: no other one is begun meanwhile */
  isLooking: boolean;
  /** Whether the screen changed just now: what ends something does not answer yet */
  isFresh: boolean;
}

export interface KioskStore extends StoreApi<KioskState> {
  /** Tells the session what happened. */
  tell(event: SessionEvent): void;
}

/** An empty store. @param now the time, ms since the epoch */
export function createKioskStore(now: () => number): KioskStore {
  const store = createStore<KioskState>(() => ({
    session: freshSession(now()),
    display: null,
    logo: null,
    isLooking: true,
    isFresh: false,
  }));
  return Object.assign(store, {
    tell(event: SessionEvent) {
      const { session } = store.getState();
      const next = step(session, event, now());
      if (next !== session) store.setState({ session: next });
    },
  });
}
