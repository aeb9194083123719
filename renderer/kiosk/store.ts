import { createStore, type StoreApi } from "zustand";
import type { DisplayView } from "../../contract/display.ts";
import type { TakeAway } from "../../contract/receipts.ts";
import { freshSession, type Session, type SessionEvent, step } from "./session.ts";

export interface KioskState {
  session: Session;
  /** The session's clock at the last tick, in ms */
  now: number;
  display: DisplayView | null;
  receipt: TakeAway | null;
  /** The shop's logo as a `data:` URL; null: none or not loaded */
  logo: string | null;
  /** True after a reload until an open payment is found or excluded: no other starts meanwhile */
  isLooking: boolean;
  isFresh: boolean;
  voices: readonly SpeechSynthesisVoice[];
  repeats: number;
}

export interface KioskStore extends StoreApi<KioskState> {
  tell(event: SessionEvent): void;
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
