/** The desktop window: sandboxed, isolated, without Node. */
import { app, BrowserWindow, type Session } from "electron";
import { APP_PAGE } from "./app-origin.ts";

/** Opens the till's window and loads its page. It shows itself when there is something to show. */
export function openDesktopWindow({
  session,
  preload,
  kiosk,
  icon,
}: {
  session: Session;
  /** The built preload: one CommonJS file */
  preload: string;
  kiosk: boolean;
  icon?: string;
}): BrowserWindow {
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    minWidth: 800,
    minHeight: 560,
    show: false,
    kiosk,
    autoHideMenuBar: true,
    title: "Till",
    icon,
    webPreferences: {
      session,
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
      navigateOnDragDrop: false,
      devTools: !app.isPackaged,
      // A till beside another window still counts down and still hears of the payment.
      backgroundThrottling: false,
    },
  });
  window.once("ready-to-show", () => window.show());
  void window.loadURL(APP_PAGE);
  return window;
}
