/**
 * Electron for a process that has none: what the desktop entry asks of it, on plain Node. Whatever it is told to do it
 * writes to stderr as `electron: …`, so that a test can read it. SIGUSR2 is an error that nobody catches.
 */
import { EventEmitter } from "node:events";
import { request } from "node:https";
import { dirname } from "node:path";

const say = (...words) => process.stderr.write(`electron: ${words.join(" ")}\n`);

export const app = Object.assign(new EventEmitter(), {
  isPackaged: process.env.STAND_IN_PACKAGED === "1",
  enableSandbox: () => say("sandbox"),
  exit: (code) => process.exit(code),
  getAppPath: () => dirname(process.argv[1] ?? ""),
  getLoginItemSettings: () => ({ openAtLogin: false }),
  getName: () => "till",
  getPath: () => process.env.STAND_IN_FOLDER,
  getVersion: () => "1.0.0",
  quit: () => say("quit"),
  relaunch: (options) => say("relaunch", JSON.stringify(options)),
  requestSingleInstanceLock: () => process.env.STAND_IN_LOCK !== "taken",
  setLoginItemSettings: () => undefined,
  setPath: (name, path) => say("path", name, path),
  whenReady: async () => undefined,
});

export function BrowserWindow(options) {
  const contents = Object.assign(new EventEmitter(), {
    ipc: { handle: () => undefined, removeHandler: () => undefined },
    send: () => undefined,
    setWindowOpenHandler: () => undefined,
  });
  const state = { destroyed: false };
  app.emit("web-contents-created", {}, contents);
  return Object.assign(new EventEmitter(), {
    webContents: contents,
    getBounds: () => ({ x: 0, y: 0, width: options.width, height: options.height }),
    isDestroyed: () => state.destroyed,
    isMinimized: () => false,
    loadURL: async (url) => say("load", url),
    destroy() {
      state.destroyed = true;
      this.emit("closed");
    },
  });
}

const session = () =>
  Object.assign(new EventEmitter(), {
    protocol: { handle: () => undefined },
    setBluetoothPairingHandler: () => undefined,
    setDevicePermissionHandler: () => undefined,
    setDisplayMediaRequestHandler: () => undefined,
    setPermissionCheckHandler: () => undefined,
    setPermissionRequestHandler: () => undefined,
  });
const sessions = { defaultSession: session(), fromPartition: session };

export { sessions as session };

const display = { id: 1, bounds: { x: 0, y: 0, width: 1920, height: 1080 } };
export const dialog = { showErrorBox: (title, text) => say("error", title, text) };
/** The system's own updater, of which electron-updater makes use at an end. */
export const autoUpdater = new EventEmitter();
/** Chromium's requests, by Node's: what is trusted is what `https.globalAgent` trusts. */
export const net = { request: ({ session: _session, redirect: _redirect, ...options }) => request(options) };
export const Menu = { setApplicationMenu: (menu) => say("menu", String(menu)) };
export const powerSaveBlocker = { start: () => 1, stop: () => true };
export const protocol = { registerSchemesAsPrivileged: () => undefined };
export const safeStorage = { isAsyncEncryptionAvailable: async () => false };
export const shell = { openExternal: async () => undefined, showItemInFolder: () => undefined };
export const screen = Object.assign(new EventEmitter(), {
  getAllDisplays: () => [{ ...display, workArea: display.bounds }],
  getDisplayMatching: () => display,
});

process.on("SIGUSR2", () =>
  setImmediate(() => {
    throw new Error("sector 7 is gone");
  }),
);
