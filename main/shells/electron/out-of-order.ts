/** Window of a till that is out of order: one page without scripts, and no till behind it. */
import type { App, BrowserWindow, BrowserWindowConstructorOptions, Session } from "electron";
import type { Contact } from "../../app/breakdowns.ts";
import type { Log } from "../../lib/log.ts";
import { helpPage } from "../breakdowns/help-page.ts";
import { HELP_PAGE } from "./app-files.ts";
import { serveApp } from "./app-protocol.ts";
import type { ShellSession } from "./desktop.ts";
import { lockSession } from "./lock-down.ts";
import { pagePreferences, tillWindowOptions } from "./window.ts";

export interface OutOfOrderPorts {
  app: Pick<App, "isPackaged">;
  session: ShellSession;
  createWindow(
    options: BrowserWindowConstructorOptions,
  ): Pick<BrowserWindow, "on" | "show" | "loadURL" | "destroy" | "isDestroyed">;
  /** The till's preload; no handlers answer it */
  preload: string;
  log: Log;
}

export async function showOutOfOrderWindow(
  contact: Contact,
  over: AbortSignal,
  { app, session, createWindow, preload, log }: OutOfOrderPorts,
): Promise<void> {
  if (over.aborted) return;
  const { kiosk } = contact;
  lockSession(session, { allowed: () => false }, log);
  const help = () => (kiosk ? helpPage("kiosk", contact) : helpPage("stopped"));
  serveApp(session, { rendererDir: "", allowed: () => false, help }, log);
  const preferences = pagePreferences(session as Session, preload, app.isPackaged);
  const window = createWindow(tillWindowOptions(preferences, { kiosk, restored: null }));
  const ended = Promise.withResolvers<void>();
  // A kiosk's window cannot be closed, even by keyboard.
  window.on("close", (event) => {
    if (kiosk && !over.aborted) event.preventDefault();
  });
  over.addEventListener("abort", () => ended.resolve(), { once: true });
  await window.loadURL(HELP_PAGE);
  window.show();
  await ended.promise;
  if (!window.isDestroyed()) window.destroy();
}
