/** Handles quit requests: a person's request waits until the till is closed, the system's does not. */
import type { App, PowerMonitor } from "electron";

export interface QuitPorts {
  app: Pick<App, "on" | "whenReady">;
  powerMonitor: Pick<PowerMonitor, "on">;
}

/**
 * Delays quitting: the till closes its window, bridge and database, then ends the process. A session end is not
 * prevented: macOS would cancel the log-out, and acknowledged data is on disk. Windows ends the process without asking.
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
