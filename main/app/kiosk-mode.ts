/** Whether the till's window is a kiosk's: by the option, or by the settings of the till that runs now. */
import type { Terminal } from "../../contract/views.ts";
import type { EventStream } from "../bridge/events.ts";

export interface KioskModePorts {
  /** The till that runs now */
  till(): { terminal(): Pick<Terminal, "mode"> };
  events: Pick<EventStream, "subscribe">;
}

export interface KioskMode {
  isOn(): boolean;
  /** Whether somebody took the window out of kiosk mode, until the till starts again */
  isLeft(): boolean;
  /** Takes the window out of kiosk mode, or back into it; nothing at a till that is no kiosk. */
  setLeft(left: boolean): void;
  /** Listens until the returned function is called; the mode changes when somebody leaves it, and when the till starts again. */
  onChange(listener: (isOn: boolean) => void): () => void;
  close(): void;
}

/**
 * Follows a till's mode. What is asked is what was so when the till last started: while it starts again there is none to
 * ask, and the window stays as locked as it was. A kiosk that somebody left is one again after every start.
 */
export function kioskMode({ till, events }: KioskModePorts): KioskMode {
  const read = () => till().terminal().mode === "kiosk";
  const listeners = new Set<(isOn: boolean) => void>();
  const state = { isKiosk: read(), isLeft: false };
  const isOn = () => state.isKiosk && !state.isLeft;
  const becomes = (next: typeof state) => {
    const before = isOn();
    Object.assign(state, next);
    if (isOn() === before) return;
    for (const listener of listeners) listener(isOn());
  };
  const close = events.subscribe(({ event }) => {
    if (event.type === "terminal.restarted") becomes({ isKiosk: read(), isLeft: false });
  });
  return {
    isOn,
    isLeft: () => state.isLeft,
    setLeft: (left) => becomes({ ...state, isLeft: left && state.isKiosk }),
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close,
  };
}
