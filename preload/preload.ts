/** The one door between the page and main: call a command, hear events. Nothing else of Electron is reachable. */
import { contextBridge, type IpcRendererEvent, ipcRenderer } from "electron";
import type { TillClient, TillEvent } from "../contract/events.ts";

const client: TillClient = {
  call: (name, input) => ipcRenderer.invoke("till:invoke", name, input),
  on: (listener) => {
    // The page gets the event alone: the first argument would hand it ipcRenderer.
    const hear = (_event: IpcRendererEvent, event: TillEvent) => listener(event);
    ipcRenderer.on("till:event", hear);
    return () => {
      ipcRenderer.off("till:event", hear);
    };
  },
};

contextBridge.exposeInMainWorld("till", client);
