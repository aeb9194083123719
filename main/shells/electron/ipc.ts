/**
 * IPC of the windows: `till:invoke` and `till:event` for the till, and separate channels for the customer's screen.
 * Each accepts messages only from its own window, and checks the frame first.
 */
import type { BrowserWindow, IpcMain, IpcMainInvokeEvent, WebContents } from "electron";
import { failed, type Result } from "../../../contract/calls/errors.ts";
import { type Dispatch, isUnknownCommand } from "../../bridge/dispatch.ts";
import type { EventStream } from "../../bridge/events.ts";
import { inputProblem } from "../../bridge/limits.ts";
import type { Log } from "../../lib/log.ts";
import { CUSTOMER_PAGE } from "./app-files.ts";
import { senderAllowed } from "./guards.ts";

export const INVOKE_CHANNEL = "till:invoke";
export const EVENT_CHANNEL = "till:event";
const DISPLAY_CHANNELS = {
  "display:get": "display.get",
  "display:picture": "catalogue.picture",
  "display:chooseTip": "display.chooseTip",
  "display:answer": "display.answer",
} as const;
export const DISPLAY_EVENT_CHANNEL = "display:changed";

export type CarriedWindow = Pick<BrowserWindow, "isDestroyed"> & {
  webContents: Pick<WebContents, "send"> & {
    ipc: Pick<IpcMain, "handle" | "removeHandler">;
    on(event: "did-navigate" | "render-process-gone", listener: () => void): unknown;
  };
};

/** Carries commands and events between main and the till's window. The returned function stops it. */
export function carryOverIpc(window: CarriedWindow, dispatch: Dispatch, events: EventStream, log: Log): () => void {
  const { ipc } = window.webContents;
  let page = 0;
  const leaves = () => {
    page += 1;
  };
  window.webContents.on("did-navigate", leaves);
  window.webContents.on("render-process-gone", leaves);
  ipc.handle(INVOKE_CHANNEL, async (event, name: unknown, input: unknown): Promise<Result<unknown>> => {
    if (!senderAllowed(senderOf(event, window))) return refuse(log);
    if (typeof name !== "string") return unknownCommand();
    const problem = inputProblem(name, input);
    if (problem !== null) return failed(problem[0], {}, problem[1]);
    const asking = page;
    const result = await dispatch(name, input, { canReceive: () => page === asking && !window.isDestroyed() });
    return isUnknownCommand(result) ? unknownCommand() : result;
  });
  const unsubscribe = events.subscribe(({ event }) => {
    if (!window.isDestroyed()) window.webContents.send(EVENT_CHANNEL, event);
  });
  return () => {
    unsubscribe();
    ipc.removeHandler(INVOKE_CHANNEL);
  };
}

/** Sends display content to the customer's window and handles its few commands. The returned function stops it. */
export function carryDisplay(window: CarriedWindow, dispatch: Dispatch, events: EventStream, log: Log): () => void {
  const { ipc } = window.webContents;
  // Other channels have no listener.
  for (const [channel, command] of Object.entries(DISPLAY_CHANNELS)) {
    ipc.handle(channel, async (event, input: unknown): Promise<Result<unknown>> => {
      if (!senderAllowed(senderOf(event, window)) || !showsCustomerPage(event)) return refuse(log);
      const problem = inputProblem(command, input);
      if (problem !== null) return failed(problem[0], {}, problem[1]);
      const result = await dispatch(command, input, { isCustomerDisplay: true });
      return isUnknownCommand(result) ? unknownCommand() : result;
    });
  }
  const unsubscribe = events.subscribe(({ event }) => {
    if (event.type !== "display.changed" || window.isDestroyed()) return;
    window.webContents.send(DISPLAY_EVENT_CHANNEL, event.display);
  });
  return () => {
    unsubscribe();
    for (const channel of Object.keys(DISPLAY_CHANNELS)) ipc.removeHandler(channel);
  };
}

function senderOf(event: IpcMainInvokeEvent, window: CarriedWindow): Parameters<typeof senderAllowed>[0] {
  const frame = event.senderFrame;
  return {
    ownWindow: !window.isDestroyed() && isSame(event.sender, window.webContents),
    frame: frame === null ? null : { origin: frame.origin, isMainFrame: frame.parent === null },
  };
}

function showsCustomerPage({ senderFrame }: IpcMainInvokeEvent): boolean {
  const url = URL.parse(senderFrame?.url ?? "");
  return url !== null && `${url.protocol}//${url.host}${url.pathname}` === CUSTOMER_PAGE;
}

/** Compares objects whose types differ in Electron's declarations. */
function isSame(sender: object, contents: object): boolean {
  return sender === contents;
}

function refuse(log: Log): Result<never> {
  log.warn("a command from a foreign frame was refused");
  return failed("not_allowed", {}, "This page may not use the till.");
}

function unknownCommand(): Result<never> {
  return failed("not_found", {}, "There is no such command.");
}
