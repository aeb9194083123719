import { createStore, type StoreApi } from "zustand";
import type { DisplayView } from "../../contract/receipts/display.ts";
import type { TakeAway } from "../../contract/receipts/receipts.ts";
import { freshSession, nextSession, type Session, type SessionEvent } from "./session.ts";

export interface KioskState {
  session: Session;
  /** The session's clock at the last tick, in ms */
  now: number;
  display: DisplayView | null;
  receipt: TakeAway | null;
  /** The shop's logo as a `data:` URL; null: none or not loaded */
  logo: string | null;
  /** True after a reload until an open payment is found or excluded: no other starts meanwhile */
  isRestoring: boolean;
  isFresh: boolean;
  voices: readonly SpeechSynthesisVoice[];
  repeats: number;
}

export interface KioskStore extends StoreApi<KioskState> {
  dispatch(event: SessionEvent): void;
  /** Starts or repeats reading aloud. Does nothing without a voice for the language. */
  readAloud(): void;
}

/** @param now monotonic clock in ms: a clock set back would prolong an abandoned visit */
export function createKioskStore(now: () => number): KioskStore {
  const store = createStore<KioskState>(() => ({
    session: freshSession(now()),
    now: now(),
    display: null,
    receipt: null,
    logo: null,
    isRestoring: true,
    isFresh: false,
    voices: [],
    repeats: 0,
  }));
  const dispatch = (event: SessionEvent) => {
    const { session } = store.getState();
    const at = now();
    const next = nextSession(session, event, at);
    if (next !== session || event.type === "tick") store.setState({ session: next, now: at });
  };
  return Object.assign(store, {
    dispatch,
    readAloud() {
      if (store.getState().session.accessibility.speech) store.setState(({ repeats }) => ({ repeats: repeats + 1 }));
      else dispatch({ type: "ease", ease: { speech: true } });
    },
  });
}
