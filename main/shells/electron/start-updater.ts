/** Hands the real Electron and electron-updater to the updater. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { app, shell } from "electron";
import type { Log } from "../../lib/log.ts";
import type { Desktop } from "../../operations/health/surroundings.ts";
import { relaunch } from "./main-crash.ts";
import { type FeedReader, type ShellUpdater, shellUpdater } from "./updater.ts";

export interface StartedUpdater extends Pick<ShellUpdater, "isLeaving" | "leave"> {
  desktop: Desktop;
}

/**
 * Makes the updater of this start, and with it what the desktop does for a till. Before the app is ready.
 * @param args    the options of this start
 * @param program how maintenance is called here; undefined: as in the project
 */
export function startUpdater(means: {
  log: Log;
  stop: AbortController;
  args: readonly string[];
  program: string | undefined;
}): StartedUpdater {
  const { program, ...given } = means;
  const { updater, isLeaving, leave } = shellUpdater({
    ...given,
    app,
    relaunch: () => relaunch(app, process, given.log),
    load: loadUpdater,
    platform: process.platform,
    env: process.env,
    release: readRelease(),
  });
  const showInFolder = (path: string) => shell.showItemInFolder(path);
  return { isLeaving, leave, desktop: { updater, showInFolder, program } };
}

/**
 * On Linux it is this start that says what the till is: the file by which electron-updater would tell lies in the folder
 * that both packages are made of.
 */
function loadUpdater(): FeedReader {
  const updaters = createRequire(import.meta.url)("electron-updater");
  if (process.platform !== "linux") return updaters.autoUpdater;
  return process.env.APPIMAGE === undefined ? new updaters.DebUpdater() : new updaters.AppImageUpdater();
}

/** The package.json of the program's archive, not one that lies beside it. */
function readRelease(): unknown {
  try {
    return JSON.parse(readFileSync(join(app.getAppPath(), "package.json"), "utf8")).updates;
  } catch {
    return undefined;
  }
}
