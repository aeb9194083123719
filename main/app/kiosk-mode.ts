import type { Terminal } from "../../contract/payments/views.ts";
import type { EventStream } from "../bridge/events.ts";

export interface KioskModePorts {
  till(): { terminal(): Pick<Terminal, "mode"> };
  events: Pick<EventStream, "subscribe">;
}

export interface KioskMode {
  isOn(): boolean;
  /** True if a user left kiosk mode, until the till restarts */
  isLeft(): boolean;
  setLeft(left: boolean): void;
  onChange(listener: (isOn: boolean) => void): () => void;
  close(): void;
}

/**
 * Tracks the mode of the last started till, so that the window stays locked during a restart. Each restart re-enters
 * kiosk mode.
 */
export function kioskMode({ till, events }: KioskModePorts): KioskMode {
  const read = () => till().terminal().mode === "kiosk";
  const listeners = new Set<(isOn: boolean) => void>();
  const state = { isKiosk: read(), isLeft: false };
  const isOn = () => state.isKiosk && !state.isLeft;
  const becomes = (next: typeof state) => {
    const wasOn = isOn();
    Object.assign(state, next);
    if (isOn() === wasOn) return;
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
