/** The desktop of a running till: its window, the customer's window and system services. */

import type { App, BrowserWindow, BrowserWindowConstructorOptions, PowerSaveBlocker, Screen, Session } from "electron";
import { done, failed } from "../../../contract/calls/errors.ts";
import type { ShellView } from "../../../contract/operations/shell.ts";
import { reasonFor } from "../../../contract/reasons/reasons.ts";
import { contactOf } from "../../app/breakdowns.ts";
import type { KioskMode } from "../../app/kiosk-mode.ts";
import type { Launched, TillWindow } from "../../app/launch.ts";
import { kioskView } from "../../app/plain-host.ts";
import type { Clock } from "../../lib/clock.ts";
import type { ShellHost } from "../../peripherals/customer-display/shell-host.ts";
import { helpPage } from "../breakdowns/help-page.ts";
import { makeProfile, removeSignInPages, writeSignInPage } from "../browser/ticket-page.ts";
import { APP_PAGE } from "./app-files.ts";
import { serveApp } from "./app-protocol.ts";
import type { AutoStarter } from "./auto-starter.ts";
import { type CustomerWindow, customerWindow, type ShownWindow } from "./customer-window.ts";
import { type DesktopFile, openDesktopFile } from "./desktop-file.ts";
import { preventDisplaySleep } from "./display-sleep.ts";
import { carryOverIpc } from "./ipc.ts";
import { type LockedSession, lockSession } from "./lock-down.ts";
import { DEFAULT_SIZE, pagePreferences, tillWindowOptions } from "./window.ts";
import { watchWindow } from "./window-crash.ts";
import { firstBounds, type RestoredWindow, restoreWindow } from "./window-state.ts";

export type ShellSession = LockedSession & { protocol: Pick<Session["protocol"], "handle"> };

export type MainWindow = ShownWindow &
  Pick<
    BrowserWindow,
    "show" | "setKiosk" | "maximize" | "isMaximized" | "getNormalBounds" | "getBounds" | "isMinimized" | "restore"
  >;

export interface Electron {
  app: Pick<App, "on" | "off" | "isPackaged">;
  createWindow(options: BrowserWindowConstructorOptions): MainWindow;
  screen: Pick<Screen, "getAllDisplays" | "getPrimaryDisplay" | "getDisplayMatching" | "on" | "off">;
  powerSaveBlocker: Pick<PowerSaveBlocker, "start" | "stop">;
  /** Session of the till's window */
  session: ShellSession;
  /** Session of the customer's window: isolated and never written to disk */
  customerSession: ShellSession;
}

export interface DesktopPorts {
  electron: Electron;
  clock: Clock;
  rendererDir: string;
  preloads: { till: string; customer: string };
  icon?: string;
  host: DesktopHost;
  kiosk: KioskMode;
  stopping(): boolean;
}

/** Desktop services for the till, available once its window exists. */
export interface DesktopHost extends ShellHost {
  connect(windows: DesktopWindows): void;
}

interface DesktopWindows {
  customer: CustomerWindow;
  kiosk: KioskMode;
}

const NO_WINDOW_YET = reasonFor("shell_no_window_yet");

/**
 * Creates the host before the window exists.
 * @param browse opens the machine's browser
 */
export function desktopHost(
  starter: AutoStarter,
  screen: Pick<Screen, "getAllDisplays">,
  browse: (url: string) => void,
  dataDir: string,
): DesktopHost {
  const state: { windows: DesktopWindows | null } = { windows: null };
  const kiosk = () => kioskView(state.windows?.kiosk ?? null, NO_WINDOW_YET);
  const view = (): ShellView => ({
    autoStart: starter.view(),
    displays: screen.getAllDisplays().length,
    customerDisplay: {
      way: "window",
      open: state.windows?.customer.isOpen() ?? false,
      wanted: state.windows?.customer.isWanted() ?? false,
    },
    kiosk: kiosk(),
  });
  return {
    view,
    kiosk,
    connect(windows) {
      removeSignInPages(dataDir);
      state.windows = windows;
    },
    setAutoStart(enabled) {
      const set = starter.set(enabled);
      return set.ok ? done(view()) : set;
    },
    async openDisplay() {
      if (state.windows === null) return failed("illegal_state", { because: NO_WINDOW_YET });
      state.windows.customer.open();
      return done({ way: "window" });
    },
    closeDisplay: async () => state.windows?.customer.close(),
    openInBrowser(url) {
      makeProfile(dataDir);
      const page = writeSignInPage(dataDir, url);
      browse(page.url);
      return page.remove;
    },
    setKioskLeft: (left) => state.windows?.kiosk.setLeft(left),
  };
}

export async function openDesktop(launched: Launched, ports: DesktopPorts): Promise<TillWindow> {
  const { electron, rendererDir, clock, kiosk, stopping } = ports;
  const { options, dispatch, events, log } = launched;
  const refused = (what: "copy" | "save") => events.publish({ type: "shell.refused", what });
  lockSession(electron.session, { allowed: () => !kiosk.isOn(), refused }, log);
  lockSession(electron.customerSession, { allowed: () => false }, log);
  const help = () => (kiosk.isOn() ? helpPage("kiosk", contactOf(options.dataDir)) : helpPage("staff"));
  serveApp(electron.session, { rendererDir, help }, log);
  const customers = { rendererDir, allowed: isCustomersFile, help: () => helpPage("customer") };
  serveApp(electron.customerSession, customers, log);
  await using opened = new AsyncDisposableStack();
  const file = openDesktopFile(options.dataDir, { clock, log });
  opened.defer(() => file.close());
  const window = openTillWindow(ports, file);
  const closed = new Promise<void>((resolve) => void window.once("closed", () => resolve()));
  opened.defer(async () => {
    if (!window.isDestroyed()) window.destroy();
    await closed;
  });
  watchWindow(window, { page: APP_PAGE, clock, log, stopping });
  opened.defer(carryOverIpc(window, dispatch, events, log));
  opened.defer(preventDisplaySleep(electron.powerSaveBlocker, { events, dispatch }));
  opened.defer(focusOnSecondStart(electron.app, window));
  opened.defer(() => kiosk.close());
  opened.defer(
    kiosk.onChange((isOn) => {
      if (window.isDestroyed()) return;
      window.setKiosk(isOn);
      if (!isOn && placeOnPrimary(electron.screen) !== null) window.maximize();
    }),
  );
  const customer = openCustomerWindow(launched, ports, { window, file });
  opened.defer(() => customer.dispose());
  window.loadURL(APP_PAGE).catch((error: unknown) => log.error({ err: error }, "the till's page did not load"));
  const stack = opened.move();
  return { closed, close: () => stack.disposeAsync() };
}

function openTillWindow({ electron, preloads, icon, kiosk, stopping }: DesktopPorts, file: DesktopFile): MainWindow {
  const { screen, session, app } = electron;
  const first = placeOnPrimary(screen);
  // A kiosk's position is configured, not remembered.
  const restored = kiosk.isOn() ? first : (restoreWindow(file.read().window, screen.getAllDisplays()) ?? first);
  const preferences = pagePreferences(session as Session, preloads.till, app.isPackaged);
  const window = electron.createWindow(tillWindowOptions(preferences, { kiosk: kiosk.isOn(), restored, icon }));
  window.once("ready-to-show", () => {
    if (restored?.maximised && !kiosk.isOn()) window.maximize();
    window.show();
  });
  // A kiosk's customer cannot close the window. When the till stops, preventing the close would block a log-out.
  window.on("close", (event) => {
    if (kiosk.isOn() && !stopping()) event.preventDefault();
  });
  rememberPosition(window, screen, { file, kiosk });
  return window;
}

function placeOnPrimary(screen: Electron["screen"]): RestoredWindow | null {
  return firstBounds(screen.getPrimaryDisplay().workArea, DEFAULT_SIZE);
}

function rememberPosition(
  window: MainWindow,
  screen: Electron["screen"],
  { file, kiosk }: { file: DesktopFile; kiosk: KioskMode },
): void {
  const remember = () => {
    if (kiosk.isOn() || window.isDestroyed() || window.isMinimized()) return;
    const { id } = screen.getDisplayMatching(window.getBounds());
    file.update({ window: { bounds: window.getNormalBounds(), maximised: window.isMaximized(), display: id } });
  };
  for (const event of ["resize", "move", "maximize", "unmaximize"] as const) window.on(event as "resize", remember);
}

function focusOnSecondStart(app: Electron["app"], window: MainWindow): () => void {
  const focusWindow = () => {
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  };
  app.on("second-instance", focusWindow);
  return () => void app.off("second-instance", focusWindow);
}

function openCustomerWindow(
  { dispatch, events, log }: Launched,
  { electron, clock, host, preloads, icon, kiosk, stopping }: DesktopPorts,
  { window, file }: { window: MainWindow; file: DesktopFile },
): CustomerWindow {
  const { screen, customerSession, app } = electron;
  const customer = customerWindow({
    create: electron.createWindow,
    webPreferences: pagePreferences(customerSession as Session, preloads.customer, app.isPackaged),
    kiosk: kiosk.isOn,
    icon,
    screen,
    tillOn: () => screen.getDisplayMatching(window.getBounds()).id,
    file,
    clock,
    log,
    dispatch,
    events,
    stopping,
    onChange: () => events.publish({ type: "shell.changed", shell: host.view() }),
  });
  host.connect({ customer, kiosk });
  return customer;
}

function isCustomersFile(path: string): boolean {
  return path === "/customer.html" || path === "/icon.svg" || path.startsWith("/assets/");
}
