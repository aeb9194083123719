/** The till's window in an installed browser: thin wiring around one child process. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import type { TillWindow } from "../../app/launch.ts";
import type { Log } from "../../lib/log.ts";
import { browserArguments } from "./browser-arguments.ts";
import { makeProfile, writeTicketPage } from "./ticket-page.ts";

const CLOSE_MS = 1_500;
/** A browser that ends this soon showed no window of its own: it failed, or handed the page to one already open. */
const STARTING_MS = 1_000;

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
}): TillWindow {
  makeProfile(dataDir);
  const page = holdsTicket ? writeTicketPage(dataDir, url) : null;
  const root = process.getuid?.() === 0;
  const shown = { url: page?.url ?? url, dataDir, kiosk, platform: process.platform, root };
  const child = spawn(executable, browserArguments(shown), {
    // The browser's own chatter is neither the contract's stdout nor the till's log.
    stdio: "ignore",
  });
  const startedAt = performance.now();
  const closed = new Promise<void>((resolve) => {
    child.once("error", (error) => log.error({ err: error, executable }, "the window could not be opened"));
    child.once("exit", (code, signal) => {
      page?.remove();
      if (wasOpen(performance.now() - startedAt, code)) {
        log.info({ code, signal }, "the window was closed");
        resolve();
      } else {
        log.error({ code, executable }, "no window of its own came up: the till runs on without one");
      }
    });
  });
  return {
    closed,
    async close() {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const kill = setTimeout(() => child.kill("SIGKILL"), CLOSE_MS);
      child.kill("SIGTERM");
      await once(child, "exit");
      clearTimeout(kill);
    },
  };
}

/**
 * Whether a browser that ended had been the till's window. A crash later on counts: the cashier sees no till any more.
 * @param code the exit code, or null after a signal
 */
export function wasOpen(openMs: number, code: number | null): boolean {
  return code === null || openMs >= STARTING_MS;
}
