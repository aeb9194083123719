/** The desktop's windows: sandboxed, isolated, without Node. What they are made with is pure. */
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
 * What every page of the till runs with: none of Node, and of Electron what its preload hands it.
 * @param packaged whether this is an installed till: it has no developer tools
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
    // A till beside another window still counts down and still hears of the payment.
    backgroundThrottling: false,
  };
}

/** The till's own window. @param restored where it was when it was last closed; null: wherever the system puts it */
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

/** The customer's window. @param on the display that it fills; null: a window that a person can move */
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

/** The program's menu: none, but on macOS, where the keys for copying and pasting are a menu's (electron/electron#49807). */
export function menuTemplate(platform: NodeJS.Platform): MenuItemConstructorOptions[] | null {
  if (platform !== "darwin") return null;
  const roles = ["undo", "redo", "cut", "copy", "paste", "selectAll"] as const;
  // The first is the program's own, and empty: no key quits a kiosk.
  return [
    { label: "Till", submenu: [] },
    { label: "Edit", submenu: roles.map((role) => ({ role })) },
  ];
}
