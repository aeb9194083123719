/** The IPC carrier: `till:invoke` in, `till:event` out. */
import { type BrowserWindow, type IpcMainInvokeEvent, ipcMain } from "electron";
import { failed, type Result } from "../../contract/errors.ts";
import { type Dispatch, isUnknownCommand } from "../bridge/dispatch.ts";
import type { EventStream } from "../bridge/events.ts";
import type { Log } from "../log.ts";
import { senderAllowed } from "./guards.ts";

export const INVOKE_CHANNEL = "till:invoke";
export const EVENT_CHANNEL = "till:event";

/** Carries commands and events between main and one window, until the returned function is called. */
export function carryOverIpc(window: BrowserWindow, dispatch: Dispatch, events: EventStream, log: Log): () => void {
  ipcMain.handle(INVOKE_CHANNEL, async (event, name: unknown, input: unknown): Promise<Result<unknown>> => {
    if (!senderAllowed(senderOf(event, window))) {
      log.warn("a command from a foreign frame was refused");
      return failed("not_allowed", {}, "This page may not use the till.");
    }
    if (typeof name !== "string") return failed("not_found", {}, "There is no such command.");
    const result = await dispatch(name, input);
    return isUnknownCommand(result) ? failed("not_found", {}, "There is no such command.") : result;
  });
  const unsubscribe = events.subscribe(({ event }) => {
    if (!window.isDestroyed()) window.webContents.send(EVENT_CHANNEL, event);
  });
  return () => {
    unsubscribe();
    ipcMain.removeHandler(INVOKE_CHANNEL);
  };
}

function senderOf(event: IpcMainInvokeEvent, window: BrowserWindow): Parameters<typeof senderAllowed>[0] {
  const frame = event.senderFrame;
  return {
    ownWindow: !window.isDestroyed() && event.sender === window.webContents,
    frame: frame === null ? null : { origin: frame.origin, isMainFrame: frame.parent === null },
  };
}
