/** Carries out the crash policy for main itself: report, see that the till comes back once, flush, and end. */
import { mkdtempSync, readFileSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import type { App } from "electron";
import type { Log } from "../../lib/log.ts";
import { writeFileDurably } from "../../storage/database/durable-file.ts";
import { afterUncaughtError } from "./crash-policy.ts";

/** What a relaunched AppImage is unpacked into, in the profile. */
const UNPACKED = "unpacked-";

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
 * Has Electron start the till again when it has ended. What an AppImage runs from is unmounted then: there it is the
 * AppImage. It unpacks itself: what Electron starts may gain no privileges (`no_new_privs`), and mounting takes a setuid
 * program. It does so under a name that anybody can know, and takes what lies there already: not in a folder of everybody's.
 * @param process its `env.TMPDIR` is what the next start has, too
 */
export function relaunch(
  app: Pick<App, "relaunch" | "getPath">,
  { argv, env }: Pick<NodeJS.Process, "argv" | "env">,
  log: Log,
): void {
  const args = argv.slice(1);
  const execPath = env.APPIMAGE;
  if (execPath === undefined) {
    app.relaunch({ args });
    return;
  }
  try {
    env.TMPDIR = mkdtempSync(join(app.getPath("userData"), UNPACKED));
    // Its own word, heard as the first alone, and not handed on to the till.
    app.relaunch({ execPath, args: ["--appimage-extract-and-run", ...args] });
  } catch (error) {
    log.error({ err: error }, "there is no place to unpack the till: it is not relaunched");
  }
}

/**
 * Takes the folder that this start was unpacked into back out of the environment: it is no temporary folder of the till's
 * or of what that starts, and too long a path for Chromium's sockets. @returns it, or null
 */
export function takeUnpackedFolder(env: NodeJS.ProcessEnv): string | null {
  const { TMPDIR: folder } = env;
  if (folder === undefined || !basename(folder).startsWith(UNPACKED)) return null;
  delete env.TMPDIR;
  return folder;
}

/** Removes what earlier starts were unpacked into. Not waited for: it is a whole program, and in no way of the till. */
export async function sweepUnpacked(profile: string, inUse: string | null, log: Log): Promise<void> {
  const names = await readdir(profile).catch(() => []);
  for (const name of names.filter((one) => one.startsWith(UNPACKED))) {
    const path = join(profile, name);
    if (path === inUse) continue;
    await rm(path, { recursive: true, force: true }).catch((err: unknown) =>
      log.warn({ err }, "an unpacked till was left"),
    );
  }
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
