/**
 * The `electron` module for a process without Electron: the parts that the desktop entry and electron-updater use, on
 * real headless Chromium. Each part has Electron's type, so invalid calls do not compile. Unsupported behaviour throws
 * an error. Requests to the system are written to stderr as `electron: …`.
 */
import { EventEmitter, once } from "node:events";
import { type RequestOptions, request } from "node:https";
import type * as Electron from "electron";
import { declareScheme } from "./addresses.ts";
import { app as standInApp } from "./app.ts";
import { cannot, say } from "./events.ts";
import { keyring } from "./keyring.ts";
import { ownScreen } from "./machine.ts";
import { onceReady, onlyBeforeReady } from "./ready.ts";
import { session as standInSession } from "./session.ts";

export { powerMonitor } from "./app.ts";
export { ipcMain } from "./ipc.ts";
export { BrowserWindow } from "./window.ts";

type Of<T, K extends keyof T> = Pick<T, K>;

export const app = standInApp;
export const screen = onceReady(
  "screen",
  ownScreen satisfies Of<Electron.Screen, "getAllDisplays" | "getDisplayMatching">,
);
export const session = standInSession;
type Keyring = "isAsyncEncryptionAvailable" | "encryptStringAsync" | "decryptStringAsync" | "getSelectedStorageBackend";
export const safeStorage = onceReady("safeStorage", keyring satisfies Of<Electron.SafeStorage, Keyring>);
export const dialog = onceReady("dialog", {
  async showMessageBox(options: Electron.BaseWindow | Electron.MessageBoxOptions) {
    if (!("message" in options)) return cannot("show a box over a window");
    say(options.type, options.message, options.detail);
    const { signal } = options;
    // Stays open until main closes the dialog.
    if (process.env.STAND_IN_BOX === "stays" && !signal?.aborted) {
      // Keeps the process alive, as Electron does.
      const living = setInterval(() => undefined, 60_000);
      await once(signal ?? new EventTarget(), "abort");
      clearInterval(living);
    }
    return { response: 0, checkboxChecked: false };
  },
} satisfies Of<Electron.Dialog, "showMessageBox">);
export const Menu = {
  setApplicationMenu: (menu: Electron.Menu | null) => say("menu", menu?.items.map(({ label }) => label) ?? null),
  buildFromTemplate: (template: Electron.MenuItemConstructorOptions[]) =>
    ({ items: template }) as unknown as Electron.Menu,
} satisfies Of<typeof Electron.Menu, "setApplicationMenu" | "buildFromTemplate">;
export const shell = {
  openExternal: async (url: string) => say("open external", url),
  showItemInFolder: (path: string) => say("show in folder", path),
} satisfies Of<Electron.Shell, "openExternal" | "showItemInFolder">;
/** The system's own updater, which electron-updater uses in the end. */
export const autoUpdater = new EventEmitter();
/** Sends requests with Node: trusted certificates are those of `https.globalAgent`. */
export const net = {
  request(asked: Electron.ClientRequestConstructorOptions | string) {
    if (typeof asked === "string") cannot("ask for an address alone");
    const { session: _session, redirect: _redirect, ...options } = asked;
    // Node's response has all fields that electron-updater uses.
    return request(options as RequestOptions) as unknown as Electron.ClientRequest;
  },
} satisfies Of<Electron.Net, "request">;

const blockers = new Set<number>();
let lastBlocker = 0;
export const powerSaveBlocker = onceReady("powerSaveBlocker", {
  start(type: string) {
    blockers.add(++lastBlocker);
    say("keeps awake", type);
    return lastBlocker;
  },
  stop(id: number) {
    say("may sleep");
    return blockers.delete(id);
  },
} satisfies Of<Electron.PowerSaveBlocker, "start" | "stop">);

let schemesRegistered = false;
export const protocol = {
  registerSchemesAsPrivileged(schemes: Electron.CustomScheme[]) {
    onlyBeforeReady("protocol.registerSchemesAsPrivileged()");
    if (schemesRegistered) throw new Error("protocol.registerSchemesAsPrivileged() can be called only once");
    schemesRegistered = true;
    for (const { scheme, privileges } of schemes) {
      if (!privileges?.standard || !privileges.secure) cannot(`serve ${scheme}: it is not a standard, secure scheme`);
      declareScheme(scheme);
    }
  },
} satisfies Of<Electron.Protocol, "registerSchemesAsPrivileged">;
