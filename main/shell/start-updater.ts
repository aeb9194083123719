/** Hands the real Electron and electron-updater to the updater. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { app, shell } from "electron";
import type { Desktop } from "../diagnostics/surroundings.ts";
import type { Log } from "../log.ts";
import { relaunchOptions } from "./main-crash.ts";
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
    relaunch: () => app.relaunch(relaunchOptions(process.argv, process.env.APPIMAGE)),
    load: () => createRequire(import.meta.url)("electron-updater").autoUpdater as FeedReader,
    platform: process.platform,
    env: process.env,
    release: readRelease(),
  });
  const showInFolder = (path: string) => shell.showItemInFolder(path);
  return { isLeaving, leave, desktop: { updater, showInFolder, program } };
}

/** The package.json of the program's archive, not one that lies beside it. */
function readRelease(): unknown {
  try {
    return JSON.parse(readFileSync(join(app.getAppPath(), "package.json"), "utf8")).updates;
  } catch {
    return undefined;
  }
}
