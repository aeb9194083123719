/** The customer's window: fills the second display, and never covers the till's window. */

import type {
  BrowserWindow,
  BrowserWindowConstructorOptions,
  Display,
  Rectangle,
  Screen,
  WebPreferences,
} from "electron";
import type { Dispatch } from "../../bridge/dispatch.ts";
import type { EventStream } from "../../bridge/events.ts";
import type { StorageContext } from "../../storage/context.ts";
import { CUSTOMER_PAGE } from "./app-files.ts";
import type { DesktopFile } from "./desktop-file.ts";
import { type CarriedWindow, carryDisplay } from "./ipc.ts";
import { customerWindowOptions } from "./window.ts";
import { type BreakableWindow, watchWindow } from "./window-crash.ts";

export type ShownWindow = BreakableWindow &
  CarriedWindow &
  Pick<BrowserWindow, "once" | "showInactive" | "destroy" | "focus"> & {
    webContents: BreakableWindow["webContents"] & CarriedWindow["webContents"];
  };

export interface CustomerWindowPorts extends Pick<StorageContext, "clock" | "log"> {
  create(options: BrowserWindowConstructorOptions): ShownWindow;
  webPreferences: WebPreferences;
  /** True if customers also use the till's own window */
  kiosk(): boolean;
  icon?: string;
  screen: Pick<Screen, "getAllDisplays" | "on" | "off">;
  tillOn(): number;
  file: DesktopFile;
  dispatch: Dispatch;
  events: EventStream;
  stopping(): boolean;
  onChange(): void;
}

export type CustomerWindow = ReturnType<typeof customerWindow>;

/** Opens the window if it is enabled and a second display exists, and follows display changes. */
export function customerWindow(ports: CustomerWindowPorts) {
  const { screen, file } = ports;
  const state: { shown: Shown | null } = { shown: null };
  const place = () => customerDisplayBounds(screen.getAllDisplays(), ports.tillOn());
  const hide = () => {
    const { shown } = state;
    state.shown = null;
    shown?.remove();
  };
  const show = (on: Rectangle | null) => {
    hide();
    state.shown = openOne(ports, on, (self) => {
      if (state.shown !== self) return;
      state.shown = null;
      // Only a person's close disables the window, not the shutdown of the till.
      if (!ports.stopping()) file.update({ customerScreen: false });
      ports.onChange();
    });
  };
  const arrange = () => {
    const on = place();
    if (file.read().customerScreen && on !== null && !isOn(state.shown, on)) show(on);
    // The display is gone: the system would move the window over the till's own.
    if (on === null && state.shown?.on) hide();
    ports.onChange();
  };
  const changes = ["display-added", "display-removed", "display-metrics-changed"] as const;
  for (const change of changes) screen.on(change as "display-added", arrange);
  arrange();
  return {
    isOpen: () => state.shown !== null,
    /** True if a person opened and has not closed the window, even if no display is connected */
    isWanted: () => file.read().customerScreen,
    /** Opens the window now and at each start. */
    open() {
      file.update({ customerScreen: true });
      if (state.shown === null || !isOn(state.shown, place())) show(place());
      ports.onChange();
    },
    /** Closes the window and stops opening it at starts. */
    close() {
      file.update({ customerScreen: false });
      hide();
      ports.onChange();
    },
    /** Closes the window when the till ends, and keeps the setting. */
    dispose() {
      for (const change of changes) screen.off(change as "display-added", arrange);
      hide();
    },
  };
}

interface Shown {
  /** Bounds of the display that it fills; null for a movable window */
  on: Rectangle | null;
  remove(): void;
}

function openOne(ports: CustomerWindowPorts, on: Rectangle | null, onClosed: (self: Shown) => void): Shown {
  const { webPreferences, kiosk, icon, dispatch, events, log } = ports;
  const window = ports.create(customerWindowOptions(webPreferences, { kiosk: kiosk(), on, icon }));
  watchWindow(window, { ...ports, page: CUSTOMER_PAGE });
  const stopCarrying = carryDisplay(window, dispatch, events, log);
  const shown: Shown = {
    on,
    remove() {
      if (!window.isDestroyed()) window.destroy();
    },
  };
  // Show without focus: the till keeps the keyboard.
  window.once("ready-to-show", () => window.showInactive());
  window.once("closed", () => {
    stopCarrying();
    onClosed(shown);
  });
  window
    .loadURL(CUSTOMER_PAGE)
    .catch((error: unknown) => log.error({ err: error }, "the customer's page did not load"));
  return shown;
}

function isOn(shown: Shown | null, on: Rectangle | null): boolean {
  return shown !== null && JSON.stringify(shown.on) === JSON.stringify(on);
}

export type Placed = Pick<Display, "id" | "bounds">;

/**
 * Finds a display other than the till's.
 * @param tillOn id of the display that shows the till's window
 * @returns the display to fill, or null if there is no second one
 */
export function customerDisplayBounds(displays: readonly Placed[], tillOn: number): Rectangle | null {
  const others = displays.filter(({ id }) => id !== tillOn);
  // Sort by id: the system may change the order, but not the ids.
  const [first] = others.sort((left, right) => left.id - right.id);
  return first === undefined || others.length === displays.length ? null : first.bounds;
}
