/** The customer's window: on the second display while there is one, and never over the till's own. */

import type { BrowserWindow, BrowserWindowConstructorOptions, Rectangle, Screen, WebPreferences } from "electron";
import type { Dispatch } from "../../bridge/dispatch.ts";
import type { EventStream } from "../../bridge/events.ts";
import type { StorageContext } from "../../storage/context.ts";
import { CUSTOMER_PAGE } from "./app-files.ts";
import type { DesktopFile } from "./desktop-file.ts";
import { customerPlace } from "./displays.ts";
import { type CarriedWindow, carryDisplay } from "./ipc.ts";
import { customerWindowOptions } from "./window.ts";
import { type BreakableWindow, watchWindow } from "./window-crash.ts";

/** What of a window is used for the customer's. */
export type ShownWindow = BreakableWindow &
  CarriedWindow &
  Pick<BrowserWindow, "once" | "showInactive" | "destroy" | "focus"> & {
    webContents: BreakableWindow["webContents"] & CarriedWindow["webContents"];
  };

export interface CustomerWindowPorts extends Pick<StorageContext, "clock" | "log"> {
  create(options: BrowserWindowConstructorOptions): ShownWindow;
  webPreferences: WebPreferences;
  /** Whether customers stand at the till's own window, too */
  kiosk(): boolean;
  icon?: string;
  screen: Pick<Screen, "getAllDisplays" | "on" | "off">;
  /** The display that the till's own window is on */
  tillOn(): number;
  file: DesktopFile;
  dispatch: Dispatch;
  events: EventStream;
  stopping(): boolean;
  /** It was opened or closed, or a display came or went */
  onChange(): void;
}

export interface CustomerWindow {
  isOpen(): boolean;
  /** Whether a person opened it and has not closed it, also where there is no display for it now */
  isWanted(): boolean;
  /** Somebody wants it: it is opened now, and whenever the till starts. */
  open(): void;
  /** Nobody wants it any more. */
  close(): void;
  /** The till ends: it goes, and is wanted as much as before. */
  dispose(): void;
}

/** Opens it where it is wanted and there is a second display, and follows the displays as they come and go. */
export function customerWindow(ports: CustomerWindowPorts): CustomerWindow {
  const { screen, file } = ports;
  const state: { shown: Shown | null } = { shown: null };
  const place = () => customerPlace(screen.getAllDisplays(), ports.tillOn());
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
      // A person closed it by hand, or the system closes everything: that is no wish.
      if (!ports.stopping()) file.keep({ customerScreen: false });
      ports.onChange();
    });
  };
  const arrange = () => {
    const on = place();
    if (file.read().customerScreen && on !== null && !isOn(state.shown, on)) show(on);
    // Without the display that it filled, the system moves it over the till's own window.
    if (on === null && state.shown?.on) hide();
    ports.onChange();
  };
  const changes = ["display-added", "display-removed", "display-metrics-changed"] as const;
  for (const change of changes) screen.on(change as "display-added", arrange);
  arrange();
  return {
    isOpen: () => state.shown !== null,
    isWanted: () => file.read().customerScreen,
    open() {
      file.keep({ customerScreen: true });
      if (state.shown === null || !isOn(state.shown, place())) show(place());
      ports.onChange();
    },
    close() {
      file.keep({ customerScreen: false });
      hide();
      ports.onChange();
    },
    dispose() {
      for (const change of changes) screen.off(change as "display-added", arrange);
      hide();
    },
  };
}

interface Shown {
  /** The display that it fills; null: a window that a person can move */
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
  // The till keeps the keyboard: nobody types here.
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
