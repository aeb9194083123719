/** What becomes of a wish to quit: a person's waits for the till to close, the system's does not wait. */
import type { App, PowerMonitor } from "electron";

export interface QuitPorts {
  app: Pick<App, "on" | "whenReady">;
  /** Only from `ready` on */
  powerMonitor: Pick<PowerMonitor, "on">;
}

/**
 * Electron must not quit under us: the till closes its window, its bridge and its database first, and ends the process
 * itself. Where the system ends the session nothing is prevented: macOS gives a log-out up for a program that stays, and
 * all that was acknowledged is on disk. Windows does not ask, and ends the process.
 * @param stop closes the till
 */
export function stopInOrder({ app, powerMonitor }: QuitPorts, stop: AbortController): void {
  let systemEnds = false;
  app.on("window-all-closed", () => stop.abort());
  app.on("before-quit", (event) => {
    if (!systemEnds) event.preventDefault();
    stop.abort();
  });
  void app.whenReady().then(() =>
    powerMonitor.on("shutdown", () => {
      systemEnds = true;
      stop.abort();
    }),
  );
}
