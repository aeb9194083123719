/** Carries out the crash policy for main itself: report, see that the till comes back once, flush, and end. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { App, RelaunchOptions } from "electron";
import type { Log } from "../../lib/log.ts";
import { writeFileDurably } from "../../storage/database/durable-file.ts";
import { afterUncaughtError } from "./crash-policy.ts";

export interface MainCrashPorts {
  /** Where uncaught errors and rejections are heard: `process` */
  process: Pick<NodeJS.Process, "on" | "off">;
  log: Log;
  now(): number;
  dataDir: string;
  /** Closes the till: when it is closed, the process ends */
  stop: AbortController;
  /** Has the program started again when it has ended; null where that is somebody else's: a supervisor's, or a person's */
  relaunch: (() => void) | null;
}

export interface MainWatch {
  /** What the process is to end with, whatever the till says: 1 after an uncaught error, else null */
  exitCode(): 1 | null;
  close(): void;
}

/** Watches over main from here on. */
export function watchMain(ports: MainCrashPorts): MainWatch {
  const { process, log, stop, relaunch } = ports;
  const state: { exitCode: 1 | null } = { exitCode: null };
  const broke = (error: unknown) => {
    const { now, dataDir } = ports;
    const ending = state.exitCode !== null || stop.signal.aborted;
    const was = { now: now(), relaunchedAt: readAt(dataDir), ending, supervised: relaunch === null };
    const { steps, relaunchedAt } = afterUncaughtError(was);
    for (const step of steps) {
      if (step === "report") log.fatal({ err: error, steps }, "an uncaught error in main");
      // Kept before it is asked for: a till that cannot remember it does not come back for ever.
      if (step === "relaunch" && keepAt(ports, relaunchedAt)) relaunch?.();
      if (step === "flush") stop.abort();
      if (step === "exit") state.exitCode = 1;
    }
  };
  process.on("uncaughtException", broke);
  process.on("unhandledRejection", broke);
  return {
    exitCode: () => state.exitCode,
    close() {
      process.off("uncaughtException", broke);
      process.off("unhandledRejection", broke);
    },
  };
}

/** Writes down which of Chromium's processes ended: it starts them again by itself. */
export function watchChromium(app: Pick<App, "on">, log: Log): void {
  app.on("child-process-gone", (_event, { type, reason, exitCode, name }) => {
    log.error({ type, reason, exitCode, name }, "a process of Chromium's is gone");
  });
}

/**
 * How Electron starts the till again. What an AppImage runs from is unmounted when it ends: there it is the AppImage. It
 * unpacks itself then: what Electron starts may gain no privileges (`no_new_privs`), and mounting takes a setuid program.
 * @param argv as `process.argv`
 */
export function relaunchOptions(argv: readonly string[], appImage: string | undefined): RelaunchOptions {
  const args = argv.slice(1);
  // Its own word, heard as the first alone, and not handed on to the till.
  return appImage ? { execPath: appImage, args: ["--appimage-extract-and-run", ...args] } : { args };
}

const pathOf = (dataDir: string) => join(dataDir, "relaunch.json");

function readAt(dataDir: string): number | null {
  try {
    const { at } = Object(JSON.parse(readFileSync(pathOf(dataDir), "utf8"))) as { at?: unknown };
    return typeof at === "number" && Number.isFinite(at) ? at : null;
  } catch {
    return null;
  }
}

function keepAt({ dataDir, log }: MainCrashPorts, at: number | null): boolean {
  try {
    writeFileDurably(pathOf(dataDir), `${JSON.stringify({ at })}\n`, 0o600);
    return true;
  } catch (error) {
    log.error({ err: error }, "a relaunch could not be remembered: the till is not relaunched");
    return false;
  }
}
