/** Commands from the test that started this process: actions of a person or the system. */
import { app, systemPower } from "./app.ts";
import { preventable, say } from "./events.ts";
import { displayBecomes, displaysBecome } from "./machine.ts";
import { windows } from "./window.ts";

/** One action. Windows are numbered in order of creation. */
export type Told =
  | { do: "close"; window: number }
  | { do: "developer tools"; window: number }
  | { do: "crash"; window: number }
  | { do: "displays"; count: number }
  | { do: "display size"; display: number; width: number; height: number }
  | { do: "quit" }
  | { do: "shut down" };

process.on("message", (told: Told) => {
  switch (told.do) {
    case "displays":
      return displaysBecome(told.count);
    case "display size":
      return displayBecomes(told.display, told);
    case "quit":
      return app.quit();
    case "shut down":
      return shutDown();
    case "close":
      return windows[told.window]?.close();
    case "developer tools":
      return windows[told.window]?.wantsDeveloperTools();
    case "crash":
      return windows[told.window]?.webContents.forcefullyCrashRenderer();
  }
});

/** Simulates a shutdown or log-out: a program that delays it must exit on its own. */
function shutDown(): void {
  const event = preventable({});
  systemPower.emit("shutdown", event);
  say("shut down", event.defaultPrevented ? "delayed" : "not delayed");
  // Immediate: main has had no time to close anything, and no window may refuse.
  if (!event.defaultPrevented) app.quit();
}
// The channel alone must not keep the process alive.
process.channel?.unref();

// Throws an uncaught error.
process.on("SIGUSR2", () =>
  setImmediate(() => {
    throw new Error("sector 7 is gone");
  }),
);
