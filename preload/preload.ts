/** The only API between the page and main: call commands, receive events. */
// biome-ignore lint/plugin/connections: messages between a window and main
import { contextBridge, type IpcRendererEvent, ipcRenderer } from "electron";
import type { TillClient, TillEvent } from "../contract/bridge/events.ts";

const client: TillClient = {
  call: (name, input) => ipcRenderer.invoke("till:invoke", name, input),
  on: (listener) => {
    // Passes only the event: the first argument would expose ipcRenderer.
    const hear = (_event: IpcRendererEvent, event: TillEvent) => listener(event);
    ipcRenderer.on("till:event", hear);
    return () => {
      ipcRenderer.off("till:event", hear);
    };
  },
};

contextBridge.exposeInMainWorld("till", client);
