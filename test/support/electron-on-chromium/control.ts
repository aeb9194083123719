/** What a test that started this process tells it: what a person or the system does to a desktop. */
import { app, systemPower } from "./app.ts";
import { preventable, say } from "./events.ts";
import { displayBecomes, displaysBecome } from "./machine.ts";
import { windows } from "./window.ts";

/** One thing that happens; windows by their numbers, in the order in which they were made. */
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

/** The machine is switched off, or its user logs out: a program that delays it has to end by itself. */
function shutDown(): void {
  const event = preventable({});
  systemPower.emit("shutdown", event);
  say("shut down", event.defaultPrevented ? "delayed" : "not delayed");
  // At once: main has had no time to close anything, and no window may refuse.
  if (!event.defaultPrevented) app.quit();
}
// The channel alone keeps nothing alive.
process.channel?.unref();

// An uncaught error.
process.on("SIGUSR2", () =>
  setImmediate(() => {
    throw new Error("sector 7 is gone");
  }),
);
