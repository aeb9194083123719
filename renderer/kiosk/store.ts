/** What a kiosk's window knows beside the till: its customer's session, and the customer's screen as main shows it. */
import { createStore, type StoreApi } from "zustand";
import type { DisplayView } from "../../contract/display.ts";
import type { TakeAway } from "../../contract/receipts.ts";
import { freshSession, type Session, type SessionEvent, step } from "./session.ts";

export interface KioskState {
  session: Session;
  /** The session's own time at the last tick, in ms */
  now: number;
  /** The shop's name and look, and how a receipt is taken away; null: main has not said yet */
  display: DisplayView | null;
  /** How what was paid is taken along: this customer's until they are gone, longer than the customer's screen shows it */
  receipt: TakeAway | null;
  /** The shop's logo as a `data:` address; null: it has none, or it has not come yet */
  logo: string | null;
  /** A window that was opened anew does not know yet whether a payment is open: no other one is begun meanwhile */
  isLooking: boolean;
  /** Whether the screen changed just now: what ends something does not answer yet */
  isFresh: boolean;
  /** The system's voices that read aloud; they may come late */
  voices: readonly SpeechSynthesisVoice[];
  /** How often a customer has asked to hear the screen again */
  repeats: number;
}

export interface KioskStore extends StoreApi<KioskState> {
  /** Tells the session what happened. */
  tell(event: SessionEvent): void;
  /** Has the screen read aloud: from now on, or once more. Without a voice for the customer's language nothing is. */
  readAloud(): void;
}

/** An empty store. @param now ms by a clock that cannot be set: one that is set back would keep a customer who is gone */
export function createKioskStore(now: () => number): KioskStore {
  const store = createStore<KioskState>(() => ({
    session: freshSession(now()),
    now: now(),
    display: null,
    receipt: null,
    logo: null,
    isLooking: true,
    isFresh: false,
    voices: [],
    repeats: 0,
  }));
  const tell = (event: SessionEvent) => {
    const { session } = store.getState();
    const at = now();
    const next = step(session, event, at);
    if (next !== session || event.type === "tick") store.setState({ session: next, now: at });
  };
  return Object.assign(store, {
    tell,
    readAloud() {
      if (store.getState().session.ease.speech) store.setState(({ repeats }) => ({ repeats: repeats + 1 }));
      else tell({ type: "ease", ease: { speech: true } });
    },
  });
}
