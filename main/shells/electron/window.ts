/** Options of the desktop's windows: sandboxed, isolated, without Node. */
import type {
  BrowserWindowConstructorOptions,
  MenuItemConstructorOptions,
  Rectangle,
  Session,
  WebPreferences,
} from "electron";
import type { RestoredWindow } from "./window-state.ts";

export const DEFAULT_SIZE = { width: 1280, height: 800 };

/**
 * Returns the web preferences of all pages: no Node, and only the preload's functions.
 * @param packaged whether the till is installed: no developer tools
 */
export function pagePreferences(session: Session, preload: string, packaged: boolean): WebPreferences {
  return {
    session,
    preload,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    plugins: false,
    webviewTag: false,
    webgl: false,
    spellcheck: false,
    navigateOnDragDrop: false,
    safeDialogs: true,
    devTools: !packaged,
    // A covered window must keep its countdown and its payment up to date.
    backgroundThrottling: false,
  };
}

/** Returns the options of the till's window. @param restored its last bounds; null for the system's default */
export function tillWindowOptions(
  webPreferences: WebPreferences,
  { kiosk, restored, icon }: { kiosk: boolean; restored: RestoredWindow | null; icon?: string },
): BrowserWindowConstructorOptions {
  return {
    ...DEFAULT_SIZE,
    ...restored?.bounds,
    minWidth: 800,
    minHeight: 560,
    show: false,
    kiosk,
    autoHideMenuBar: true,
    title: "Till",
    icon,
    webPreferences,
  };
}

/** Returns the options of the customer's window. @param on the display to fill; null for a movable window */
export function customerWindowOptions(
  webPreferences: WebPreferences,
  { kiosk, on, icon }: { kiosk: boolean; on: Rectangle | null; icon?: string },
): BrowserWindowConstructorOptions {
  const common = { show: false, autoHideMenuBar: true, title: "Till", icon, webPreferences };
  if (on === null) return { ...common, width: 1024, height: 768, minWidth: 480, minHeight: 480 };
  const { x, y, width, height } = on;
  return {
    ...common,
    x,
    y,
    width,
    height,
    frame: false,
    fullscreen: true,
    kiosk,
    minimizable: false,
    skipTaskbar: true,
    backgroundColor: "#0f1419",
  };
}

/** Returns the menu: none, except on macOS, where copy and paste shortcuts need one (electron/electron#49807). */
export function menuTemplate(platform: NodeJS.Platform): MenuItemConstructorOptions[] | null {
  if (platform !== "darwin") return null;
  const roles = ["undo", "redo", "cut", "copy", "paste", "selectAll"] as const;
  // The first menu is the app's own. It is empty, so no shortcut quits a kiosk.
  return [
    { label: "Till", submenu: [] },
    { label: "Edit", submenu: roles.map((role) => ({ role })) },
  ];
}
