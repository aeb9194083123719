/**
 * Desktop entry. Everything that must happen before the app is ready happens while this module is evaluated, without
 * waiting for anything: Electron holds `ready` back until then, and a top-level await would wait for it in vain.
 */
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { app, dialog, Menu, session } from "electron";
import { systemClock } from "./clock.ts";
import { composeTill } from "./compose.ts";
import { type Launched, runTill } from "./launch.ts";
import { createLog, type Log } from "./log.ts";
import { adviceText } from "./maintenance/advice.ts";
import { type LaunchOptions, readLaunchOptions } from "./options.ts";
import { declareAppScheme, serveApp } from "./shell/app-protocol.ts";
import { tillArguments } from "./shell/guards.ts";
import { carryOverIpc } from "./shell/ipc.ts";
import { lockNavigation, lockSession } from "./shell/lock-down.ts";
import { openDesktopWindow } from "./shell/window.ts";
import { explain, StartupError } from "./startup-error.ts";
import { stopOnSignals } from "./stop.ts";
import { windowProfile } from "./windows/browser-arguments.ts";
import type { TillWindow } from "./windows/browser-window.ts";

const RENDERER_DIR = join(import.meta.dirname, "../renderer");
const PRELOAD_FILE = join(import.meta.dirname, "../preload/preload.cjs");

function main(): void {
  const log = createLog();
  const stop = stopOnSignals((code) => app.exit(code));
  process.stdout.on("error", () => {});
  app.enableSandbox();
  declareAppScheme();
  stopInOrder(stop);
  run(prepare(), log, stop.signal).then(
    (code) => app.exit(code),
    (error: unknown) => {
      log.fatal({ err: error }, "the till failed");
      app.exit(1);
    },
  );
}

/** What can be found out before the app is ready: the options, and whether this is the folder's only till. */
function prepare(): LaunchOptions | StartupError {
  const read = readLaunchOptions(ownArguments(), process.env);
  if (!read.ok) return new StartupError(2, "The till was not started: wrong options.", { problems: read.problems });
  const { dataDir } = read.value;
  try {
    mkdirSync(windowProfile(dataDir), { recursive: true, mode: 0o700 });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    return new StartupError(1, `The data folder ${dataDir} cannot be written (${code}).`, { cause });
  }
  // Electron's lock belongs to this folder: each data folder has its own, beside the till's.
  app.setPath("userData", windowProfile(dataDir));
  if (app.requestSingleInstanceLock()) return { ...read.value, shell: "electron" };
  return new StartupError(3, `The data folder ${dataDir} is in use by another till.`);
}

/** Electron must not quit under us: the till closes its window, its bridge and its database first. */
function stopInOrder(stop: AbortController): void {
  app.on("window-all-closed", () => stop.abort());
  app.on("before-quit", (event) => {
    event.preventDefault();
    stop.abort();
  });
}

function ownArguments(): string[] {
  const entry = import.meta.filename;
  const folder = app.getAppPath();
  const isEntry = (argument: string) => resolve(argument) === entry || resolve(argument) === folder;
  return tillArguments(process.argv, app.isPackaged, isEntry);
}

async function run(prepared: LaunchOptions | StartupError, log: Log, stop: AbortSignal): Promise<number> {
  if (prepared instanceof StartupError) {
    process.stderr.write(`${explain(prepared.message, prepared.problems)}\n`);
    return prepared.exitCode;
  }
  await app.whenReady();
  Menu.setApplicationMenu(null);
  return await runTill(prepared, {
    clock: systemClock,
    log,
    compose: composeTill,
    openWindow: openDesktop,
    showRecovery: async (advice) => dialog.showErrorBox("The till did not start", adviceText(advice)),
    windowEndsTill: true,
    rendererDir: RENDERER_DIR,
    stop,
    stdout: process.stdout,
    stderr: process.stderr,
  });
}

async function openDesktop({ options, till, dispatch, log }: Launched): Promise<TillWindow> {
  const own = session.defaultSession;
  lockSession(own, log);
  lockNavigation(() => till.terminal().demo?.phoneUrl ?? null, log);
  serveApp(own, RENDERER_DIR, log);
  const window = openDesktopWindow({ session: own, preload: PRELOAD_FILE, kiosk: options.kiosk });
  const stopCarrying = carryOverIpc(window, dispatch, till.events, log);
  const showAgain = () => {
    if (window.isMinimized()) window.restore();
    window.focus();
  };
  app.on("second-instance", showAgain);
  const closed = once(window, "closed").then(() => stopCarrying());
  return {
    closed,
    async close() {
      app.off("second-instance", showAgain);
      if (!window.isDestroyed()) window.destroy();
      await closed;
    },
  };
}

main();
