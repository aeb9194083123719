/** Applies the crash policy to main: report, relaunch once, flush, exit. */
import { mkdtempSync, readFileSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import type { App } from "electron";
import type { Log } from "../../lib/log.ts";
import { writeFileDurably } from "../../storage/database/durable-file.ts";
import { afterUncaughtError } from "./crash-policy.ts";

/** Folder of a relaunched AppImage's files, in the profile. */
const UNPACKED = "unpacked-";

export interface MainCrashPorts {
  process: Pick<NodeJS.Process, "on" | "off">;
  log: Log;
  now(): number;
  dataDir: string;
  /** Closes the till; the process ends afterwards */
  stop: AbortController;
  /** Schedules a restart at exit; null if a supervisor or a person restarts the till */
  relaunch: (() => void) | null;
}

export function watchMain(ports: MainCrashPorts) {
  const { process, log, stop, relaunch } = ports;
  const state: { exitCode: 1 | null } = { exitCode: null };
  const broke = (error: unknown) => {
    const { now, dataDir } = ports;
    const ending = state.exitCode !== null || stop.signal.aborted;
    const was = { now: now(), relaunchedAt: readAt(dataDir), ending, supervised: relaunch === null };
    const { steps, relaunchedAt } = afterUncaughtError(was);
    for (const step of steps) {
      if (step === "report") log.fatal({ err: error, steps }, "an uncaught error in main");
      // Store the time first: otherwise a till that cannot store it would relaunch forever.
      if (step === "relaunch" && storeRelaunchTime(ports, relaunchedAt)) relaunch?.();
      if (step === "flush") stop.abort();
      if (step === "exit") state.exitCode = 1;
    }
  };
  process.on("uncaughtException", broke);
  process.on("unhandledRejection", broke);
  return {
    /** Overrides the exit code: 1 after an uncaught error, otherwise null */
    exitCode: () => state.exitCode,
    close() {
      process.off("uncaughtException", broke);
      process.off("unhandledRejection", broke);
    },
  };
}

/** Logs Chromium processes that end; Chromium restarts them. */
export function watchChromium(app: Pick<App, "on">, log: Log): void {
  app.on("child-process-gone", (_event, { type, reason, exitCode, name }) => {
    log.error({ type, reason, exitCode, name }, "a Chromium process is gone");
  });
}

/**
 * Schedules a relaunch at exit. An AppImage must relaunch itself, because its mount disappears. It unpacks itself,
 * because mounting needs a setuid program and Electron's children run with `no_new_privs`. The unpacked name is
 * predictable and existing files are reused, so the target folder must be private.
 * @param process the next start inherits its `env.TMPDIR`
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
    // Only valid as the first argument; not passed on to the till.
    app.relaunch({ execPath, args: ["--appimage-extract-and-run", ...args] });
  } catch (error) {
    log.error({ err: error }, "there is no folder to unpack the till in, so it is not relaunched");
  }
}

/**
 * Removes the unpack folder from TMPDIR: it is not a temporary folder for the till and its children, and is too long
 * for Chromium's sockets. Returns it, or null.
 */
export function takeUnpackedFolder(env: NodeJS.ProcessEnv): string | null {
  const { TMPDIR: folder } = env;
  if (folder === undefined || !basename(folder).startsWith(UNPACKED)) return null;
  delete env.TMPDIR;
  return folder;
}

/** Deletes the unpack folders of earlier starts. Runs in the background, because each is a whole program. */
export async function removeUnpackedFolders(profile: string, inUse: string | null, log: Log): Promise<void> {
  const names = await readdir(profile).catch(() => []);
  for (const name of names.filter((name) => name.startsWith(UNPACKED))) {
    const path = join(profile, name);
    if (path === inUse) continue;
    await rm(path, { recursive: true, force: true }).catch((err: unknown) =>
      log.warn({ err }, "an old unpacked program could not be deleted"),
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

function storeRelaunchTime({ dataDir, log }: MainCrashPorts, at: number | null): boolean {
  try {
    writeFileDurably(pathOf(dataDir), `${JSON.stringify({ at })}\n`, 0o600);
    return true;
  } catch (error) {
    log.error({ err: error }, "a relaunch could not be saved: the till is not relaunched");
    return false;
  }
}
