/** Runs the till's window as a child process of an installed browser. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Log } from "../../lib/log.ts";
import { browserArguments } from "./browser-arguments.ts";
import { makeProfile, writeTicketPage } from "./ticket-page.ts";

const CLOSE_MS = 1_500;
/** A browser that exits sooner failed, or passed the page to a running browser. */
const STARTING_MS = 1_000;

/** `closed`: by a person. `broke`: crashed or killed. `absent`: no window opened. */
export type WindowEnd = "closed" | "broke" | "absent";

export interface BrowserWindow {
  /** Resolves when the browser exits; stays pending if it could not be started */
  ended: Promise<WindowEnd>;
  close(): Promise<void>;
}

/**
 * Opens the till's page as an app window with its own profile in the data folder.
 * @param executable path of the browser
 * @param holdsTicket whether the URL is secret and must not be on the command line; a private file redirects to it
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
    // Discard the browser's output: stdout belongs to the till.
    stdio: "ignore",
  });
  const startedAt = performance.now();
  const ended = new Promise<WindowEnd>((resolve) => {
    child.once("error", (error) => log.error({ err: error, executable }, "the window could not be opened"));
    child.once("exit", (code, signal) => {
      page?.remove();
      const how = classifyExit(performance.now() - startedAt, code);
      if (how === "absent") log.error({ code, executable }, "the browser opened no separate window");
      else log.info({ how, code, signal }, "the browser exited");
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

/** Classifies the browser's exit. @param code the exit code; null after a signal */
export function classifyExit(openMs: number, code: number | null): WindowEnd {
  if (code !== null && openMs < STARTING_MS) return "absent";
  return code === 0 ? "closed" : "broke";
}
