/** `ipcMain` and the `ipc` of each web contents: handlers by channel. */

import { EventEmitter } from "node:events";
import type { IpcMainInvokeEvent } from "electron";

type Handler = (event: IpcMainInvokeEvent, ...args: unknown[]) => unknown;

/** Handlers of a channel's messages. */
export class Handlers extends EventEmitter {
  readonly #handlers = new Map<string, Handler>();

  handle(channel: string, handler: Handler): void {
    if (this.#handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    this.#handlers.set(channel, handler);
  }

  removeHandler(channel: string): void {
    this.#handlers.delete(channel);
  }

  find(channel: string): Handler | undefined {
    return this.#handlers.get(channel);
  }
}

export const ipcMain = new Handlers();
