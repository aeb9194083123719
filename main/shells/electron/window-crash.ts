/** Applies the crash policy to a window: reloads the page, which restores its state from main. */

import type { BrowserWindow, RenderProcessGoneDetails, WebContents } from "electron";
import type { StorageContext } from "../../storage/context.ts";
import { afterWindowGone, type WindowLoss } from "../breakdowns/window-policy.ts";
import { HELP_PAGE } from "./app-files.ts";

/** Grace period after Electron reports an unresponsive page (its own timeout is 30 s). */
const HUNG_MS = 10_000;

export type BreakableWindow = Pick<BrowserWindow, "on" | "isDestroyed" | "loadURL"> & {
  webContents: Pick<WebContents, "on" | "forcefullyCrashRenderer">;
};

export interface CrashPorts extends Pick<StorageContext, "clock" | "log"> {
  page: string;
  stopping(): boolean;
}

export function watchWindow(window: BreakableWindow, { page, clock, log, stopping }: CrashPorts): void {
  const contents = window.webContents;
  const state: { reloads: readonly number[]; helping: boolean } = { reloads: [], helping: false };
  const load = (url: string) => {
    if (window.isDestroyed()) return;
    window.loadURL(url).catch((error: unknown) => log.error({ err: error }, "a window's page could not be loaded"));
  };
  const callForHelp = () => {
    // Do not reload the static help page if it crashes too.
    if (state.helping) return;
    state.helping = true;
    load(HELP_PAGE);
  };
  const lost = (loss: WindowLoss) => {
    const { reloads } = state;
    const next = afterWindowGone({ loss, now: clock.monotonic(), reloads, stopping: stopping() });
    state.reloads = next.reloads;
    if (next.remedy === "reload") {
      state.helping = false;
      load(page);
    }
    if (next.remedy === "call_for_help") callForHelp();
    return next.remedy;
  };
  contents.on("render-process-gone", (_event, { reason, exitCode }) => {
    const remedy = lost(lossBy(reason));
    log.error({ reason, exitCode, remedy, page }, "a window's process is gone");
  });
  contents.on("preload-error", (_event, _path, error) => {
    log.fatal({ err: error, page }, "a window's preload failed: it cannot reach the till");
    callForHelp();
  });
  watchHanging(window, { clock, log, page });
}

function lossBy(reason: RenderProcessGoneDetails["reason"]): WindowLoss {
  if (reason === "clean-exit") return "ended";
  return reason === "integrity-failure" ? "tampered" : "broke";
}

/** Kills the process of an unresponsive page, which is then handled as a crash. */
function watchHanging(window: BreakableWindow, { clock, log, page }: Pick<CrashPorts, "clock" | "log" | "page">): void {
  let hanging: AbortController | null = null;
  window.on("responsive", () => hanging?.abort());
  window.on("closed", () => hanging?.abort());
  window.on("unresponsive", () => {
    hanging?.abort();
    const hung = new AbortController();
    hanging = hung;
    log.warn({ page }, "a window does not respond");
    void clock.sleep(HUNG_MS, hung.signal).then(() => {
      if (!hung.signal.aborted && !window.isDestroyed()) window.webContents.forcefullyCrashRenderer();
    });
  });
}
