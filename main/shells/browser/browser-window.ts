/** The till's window in an installed browser: thin wiring around one child process. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Log } from "../../lib/log.ts";
import { browserArguments } from "./browser-arguments.ts";
import { makeProfile, writeTicketPage } from "./ticket-page.ts";

const CLOSE_MS = 1_500;
/** A browser that ends this soon showed no window of its own: it failed, or handed the page to one already open. */
const STARTING_MS = 1_000;

/** `closed`: by a person. `broke`: by itself, or it was killed. `absent`: none of its own came up. */
export type WindowEnd = "closed" | "broke" | "absent";

export interface BrowserWindow {
  /** Resolves when it is gone, in whatever way; stays pending where the browser could not be started at all */
  ended: Promise<WindowEnd>;
  /** Closes the window and resolves when it is gone. */
  close(): Promise<void>;
}

/**
 * Opens the till's page as an app window with a profile of its own in the data folder.
 * @param executable the browser's program
 * @param holdsTicket whether the address is not for the command line: a page of this user's own leads there
 */
export function openBrowserWindow({
  executable,
  url,
  holdsTicket,
  dataDir,
  kiosk,
  log,
}: {
  executable: string;
  url: string;
  holdsTicket: boolean;
  dataDir: string;
  kiosk: boolean;
  log: Log;
}): BrowserWindow {
  makeProfile(dataDir);
  const page = holdsTicket ? writeTicketPage(dataDir, url) : null;
  const root = process.getuid?.() === 0;
  const shown = { url: page?.url ?? url, dataDir, kiosk, platform: process.platform, root };
  const child = spawn(executable, browserArguments(shown), {
    // The browser's own chatter is neither the contract's stdout nor the till's log.
    stdio: "ignore",
  });
  const startedAt = performance.now();
  const ended = new Promise<WindowEnd>((resolve) => {
    child.once("error", (error) => log.error({ err: error, executable }, "the window could not be opened"));
    child.once("exit", (code, signal) => {
      page?.remove();
      const how = howItEnded(performance.now() - startedAt, code);
      if (how === "absent") log.error({ code, executable }, "no window of its own came up");
      else log.info({ how, code, signal }, "the window is gone");
      resolve(how);
    });
  });
  return {
    ended,
    async close() {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const kill = setTimeout(() => child.kill("SIGKILL"), CLOSE_MS);
      child.kill("SIGTERM");
      await once(child, "exit");
      clearTimeout(kill);
    },
  };
}

/** What the end of a browser was to the till's window. @param code the exit code, or null after a signal */
export function howItEnded(openMs: number, code: number | null): WindowEnd {
  if (code !== null && openMs < STARTING_MS) return "absent";
  return code === 0 ? "closed" : "broke";
}
