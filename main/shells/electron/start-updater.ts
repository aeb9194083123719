/** Connects the updater to Electron and electron-updater. */
import { readFileSync } from "node:fs";
// biome-ignore lint/plugin/connections: updates, over Chromium's own TLS
import { createRequire } from "node:module";
import { join } from "node:path";
// biome-ignore lint/plugin/connections: updates, over Chromium's own TLS
import { app, shell } from "electron";
import type { Log } from "../../lib/log.ts";
import type { Desktop } from "../../operations/health/host-services.ts";
import { relaunch } from "./main-crash.ts";
import { type FeedReader, type ShellUpdater, shellUpdater } from "./updater.ts";

/**
 * Creates the updater and its desktop services. Call before the app is ready.
 * @param args options of this start
 * @param program maintenance command; undefined in the project
 */
export function startUpdater(means: {
  log: Log;
  stop: AbortController;
  args: readonly string[];
  program: string | undefined;
}): Pick<ShellUpdater, "isInstalling" | "exitOrInstall"> & { desktop: Desktop } {
  const { program, ...given } = means;
  const { updater, isInstalling, exitOrInstall } = shellUpdater({
    ...given,
    app,
    relaunch: () => relaunch(app, process, given.log),
    load: loadUpdater,
    platform: process.platform,
    env: process.env,
    release: readRelease(),
  });
  const showInFolder = (path: string) => shell.showItemInFolder(path);
  return { isInstalling, exitOrInstall, desktop: { updater, showInFolder, program } };
}

/** Loads electron-updater. On Linux, sets the package type, because both packages share the file that names it. */
function loadUpdater(): FeedReader {
  // biome-ignore lint/plugin/connections: updates, over Chromium's own TLS
  const updaters = createRequire(import.meta.url)("electron-updater");
  if (process.platform !== "linux") return updaters.autoUpdater;
  return process.env.APPIMAGE === undefined ? new updaters.DebUpdater() : new updaters.AppImageUpdater();
}

/** Reads package.json from the program's archive, not from its folder. */
function readRelease(): unknown {
  try {
    return JSON.parse(readFileSync(join(app.getAppPath(), "package.json"), "utf8")).updates;
  } catch {
    return undefined;
  }
}
