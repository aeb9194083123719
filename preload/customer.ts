/** API of the customer display's window: its view and its answers, no other command or event. */
// biome-ignore lint/plugin/connections: messages between a window and main
import { contextBridge, type IpcRendererEvent, ipcRenderer } from "electron";
import type { Result } from "../contract/calls/errors.ts";
import type { Picture } from "../contract/catalogue/catalogue.ts";
import type { ScreenAnswer } from "../contract/integration/registers.ts";
import type { DisplayView } from "../contract/receipts/display.ts";

contextBridge.exposeInMainWorld("customerDisplay", {
  get: (): Promise<Result<DisplayView>> => ipcRenderer.invoke("display:get"),
  picture: (picture: string): Promise<Result<Picture>> => ipcRenderer.invoke("display:picture", { picture }),
  chooseTip: (amount: number, of: number): Promise<Result<DisplayView>> =>
    ipcRenderer.invoke("display:chooseTip", { amount, of }),
  answer: (screenId: string, answer: ScreenAnswer): Promise<Result<DisplayView>> =>
    ipcRenderer.invoke("display:answer", { screenId, answer }),
  on: (listener: (display: DisplayView) => void) => {
    // Passes only the view: the first argument would expose ipcRenderer.
    const hear = (_event: IpcRendererEvent, display: DisplayView) => listener(display);
    ipcRenderer.on("display:changed", hear);
    return () => {
      ipcRenderer.off("display:changed", hear);
    };
  },
});
