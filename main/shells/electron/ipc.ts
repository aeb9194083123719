/**
 * The IPC carriers: `till:invoke` in and `till:event` out for the till's own window, and the customer's screen for the
 * customer's. Each listens to its own window's messages alone, and believes none of them before it has looked at the frame.
 */
import type { BrowserWindow, IpcMain, IpcMainInvokeEvent, WebContents } from "electron";
import { failed, type Result } from "../../../contract/errors.ts";
import { type Dispatch, isUnknownCommand } from "../../bridge/dispatch.ts";
import type { EventStream } from "../../bridge/events.ts";
import { inputProblem } from "../../bridge/limits.ts";
import type { Log } from "../../lib/log.ts";
import { CUSTOMER_PAGE } from "./app-files.ts";
import { senderAllowed } from "./guards.ts";

export const INVOKE_CHANNEL = "till:invoke";
export const EVENT_CHANNEL = "till:event";
/** What the customer's window may ask, by its own channel each. */
const DISPLAY_CHANNELS = {
  "display:get": "display.get",
  "display:picture": "catalogue.picture",
  "display:chooseTip": "display.chooseTip",
  "display:answer": "display.answer",
} as const;
export const DISPLAY_EVENT_CHANNEL = "display:changed";

/** A window that messages go to and come from. */
export type CarriedWindow = Pick<BrowserWindow, "isDestroyed"> & {
  webContents: Pick<WebContents, "send"> & {
    ipc: Pick<IpcMain, "handle" | "removeHandler">;
    on(event: "did-navigate" | "render-process-gone", listener: () => void): unknown;
  };
};

/** Carries commands and events between main and the till's window, until the returned function is called. */
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
    const result = await dispatch(name, input, { isHeard: () => page === asking && !window.isDestroyed() });
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

/**
 * Shows the customer's window what it is to show, and takes the answer to what it asks, until the returned function is
 * called. It can do nothing else.
 */
export function carryDisplay(window: CarriedWindow, dispatch: Dispatch, events: EventStream, log: Log): () => void {
  const { ipc } = window.webContents;
  // Whatever the window says beside it is not even listened to.
  for (const [channel, command] of Object.entries(DISPLAY_CHANNELS)) {
    ipc.handle(channel, async (event, input: unknown): Promise<Result<unknown>> => {
      if (!senderAllowed(senderOf(event, window)) || !showsCustomerPage(event)) return refuse(log);
      const problem = inputProblem(command, input);
      if (problem !== null) return failed(problem[0], {}, problem[1]);
      const result = await dispatch(command, input, { isCustomers: true });
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

/** Two types of one object: what the carrier needs of it, and what Electron hands over. */
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
