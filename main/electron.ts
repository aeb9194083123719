/**
 * Desktop entry: the only file that passes Electron's objects to the shell. Everything needed before the app is ready
 * runs synchronously here: Electron delays `ready` until then, so a top-level await would never resolve.
 */
import { mkdirSync, realpathSync } from "node:fs";
import { join, resolve } from "node:path";
// biome-ignore lint/plugin/connections: windows and the keyring
import {
  app,
  BrowserWindow,
  dialog,
  Menu,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  screen,
  session,
  shell,
} from "electron";
import { type LimitPorts, withinLimit } from "./app/breakdowns.ts";
import { kioskMode } from "./app/kiosk-mode.ts";
import { type Launched, type LaunchPorts, runTill } from "./app/launch.ts";
import { type LaunchOptions, readLaunchOptions } from "./app/options.ts";
import { type Around, composeTill } from "./app/start.ts";
import { stopOnSignals } from "./app/stop.ts";
import { systemClock } from "./lib/clock.ts";
import type { Log } from "./lib/log.ts";
import { createLogging } from "./lib/logging/logging.ts";
import { explain, StartupError } from "./lib/startup-error.ts";
import { windowProfile } from "./shells/browser/browser-arguments.ts";
import { APP_PAGE } from "./shells/electron/app-files.ts";
import { declareAppScheme } from "./shells/electron/app-protocol.ts";
import { autoStarter, configFolder, startOptions } from "./shells/electron/auto-starter.ts";
import { type DesktopHost, desktopHost, openDesktop } from "./shells/electron/desktop.ts";
import { maintenanceArguments, tillArguments } from "./shells/electron/guards.ts";
import { lockNavigation } from "./shells/electron/lock-down.ts";
import {
  relaunch,
  removeUnpackedFolders,
  takeUnpackedFolder,
  watchChromium,
  watchMain,
} from "./shells/electron/main-crash.ts";
import { maintainInstalled, ownProgram, profileOf } from "./shells/electron/maintenance.ts";
import { showOutOfOrderWindow } from "./shells/electron/out-of-order.ts";
import { stopInOrder } from "./shells/electron/quit.ts";
import { openSafeStorageVault } from "./shells/electron/safe-storage-vault.ts";
import { startUpdater } from "./shells/electron/start-updater.ts";
import { menuTemplate } from "./shells/electron/window.ts";
import { superviseBySystemd } from "./shells/systemd/supervise.ts";
import { adviceText, withCommand } from "./storage/database/recovery-advice.ts";

const RENDERER_DIR = join(import.meta.dirname, "../renderer");
const PRELOADS = {
  till: join(import.meta.dirname, "../preload/preload.cjs"),
  customer: join(import.meta.dirname, "../preload/customer.cjs"),
};
// APPIMAGE may name an AppImage that only started this program: do not start or update it as ours.
if (!isInside(process.env.APPDIR)) delete process.env.APPIMAGE;
/** Read before the lock: Chromium creates its socket in the temporary folder. */
const UNPACKED_IN = takeUnpackedFolder(process.env);
/** The program that autostart runs; the files inside an AppImage are gone by then. */
const PROGRAM = process.env.APPIMAGE ?? process.execPath;

function main(): void {
  process.stdout.on("error", () => {});
  app.enableSandbox();
  const own = ownArguments();
  const task = maintenanceArguments(own);
  if (task === null) startTill(own);
  else maintenance(task);
}

function startTill(own: string[]): void {
  const logging = createLogging();
  const { log } = logging;
  // A till that stops for an update exits after its installation.
  const stop = stopOnSignals((code) => updates.isInstalling() || app.exit(code));
  const updates = startUpdater({ log, stop, args: own, program: ownProgram(PROGRAM, app.isPackaged) });
  declareAppScheme(protocol);
  stopInOrder({ app, powerMonitor }, stop);
  run(prepare(own), { logging, desktop: updates.desktop }, stop).then(
    (code) => updates.exitOrInstall(() => app.exit(code)),
    (error: unknown) => {
      log.fatal({ err: error }, "the till failed");
      app.exit(1);
    },
  );
}

/** Runs a maintenance task on the console, without a window or a till. */
function maintenance(task: string[]): void {
  const program = ownProgram(PROGRAM, app.isPackaged);
  // On Windows the key of the keychain vault is in the till's profile.
  const profile = profileOf(task, process.env);
  if (profile !== null) app.setPath("userData", profile);
  const openKeychain = async (...how: Parameters<typeof openSafeStorageVault>) => {
    await app.whenReady();
    return openSafeStorageVault(...how);
  };
  const installed = app.isPackaged ? PROGRAM : null;
  const entries = import.meta.dirname;
  maintainInstalled(task, { process, program, installed, entries, openKeychain, now: Date.now() }).then(
    (code) => app.exit(code),
    () => app.exit(1),
  );
}

/** Reads the options and takes the single-instance lock, before the app is ready. */
function prepare(own: string[]): LaunchOptions | StartupError {
  const read = readLaunchOptions(own, process.env);
  if (!read.ok) return new StartupError(2, "The till was not started: wrong options.", { problems: read.problems });
  const { dataDir } = read.value;
  try {
    mkdirSync(windowProfile(dataDir), { recursive: true, mode: 0o700 });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    return new StartupError(1, `The data folder ${dataDir} cannot be written (${code}).`, { cause });
  }
  // The profile also determines Electron's lock, so each data folder has its own.
  app.setPath("userData", windowProfile(dataDir));
  if (app.requestSingleInstanceLock()) return { ...read.value, shell: "electron" };
  return new StartupError(3, `The data folder ${dataDir} is in use by another till.`);
}

/** Returns whether this program runs from a mounted or unpacked AppImage. */
function isInside(folder: string | undefined): boolean {
  if (!folder) return false;
  try {
    return process.execPath.startsWith(`${realpathSync(folder)}/`);
  } catch {
    return false;
  }
}

function ownArguments(): string[] {
  const entry = import.meta.filename;
  const folder = app.getAppPath();
  const isEntry = (argument: string) => resolve(argument) === entry || resolve(argument) === folder;
  return tillArguments(process.argv, app.isPackaged, isEntry);
}

async function run(
  prepared: LaunchOptions | StartupError,
  around: Required<Around>,
  stop: AbortController,
): Promise<number> {
  const { log } = around.logging;
  if (prepared instanceof StartupError) {
    const words = explain(prepared.message, prepared.problems);
    process.stderr.write(`${words}\n`);
    // Wrong options are shown in the terminal, and a running till has come to the front.
    if (prepared.exitCode === 1) await showProblem(words, stop.signal);
    return prepared.exitCode;
  }
  const watch = watchMain({
    process,
    log,
    stop,
    now: Date.now,
    dataDir: prepared.dataDir,
    relaunch: process.env.TILL_SUPERVISED === "1" ? null : () => relaunch(app, process, log),
  });
  watchChromium(app, log);
  void removeUnpackedFolders(app.getPath("userData"), UNPACKED_IN, log);
  await app.whenReady();
  const menu = menuTemplate(process.platform);
  Menu.setApplicationMenu(menu && Menu.buildFromTemplate(menu));
  const host = hostOf(prepared, log);
  const supervision = superviseBySystemd(process.env, { clock: systemClock, log });
  const limit = { ...limitPorts(log, stop.signal), report: supervision?.outOfOrder };
  return withinLimit(prepared, limit, async () => {
    const code = await runDesktop(prepared, { around, host, log, stop: stop.signal, supervise: supervision?.till });
    return watch.exitCode() ?? code;
  });
}

function limitPorts(log: Log, stop: AbortSignal): LimitPorts {
  return {
    clock: systemClock,
    log,
    stop,
    supervised: process.env.TILL_SUPERVISED === "1",
    showOutOfOrder: (contact, over) =>
      showOutOfOrderWindow(contact, over, {
        app,
        session: session.defaultSession,
        createWindow: (options) => new BrowserWindow(options),
        preload: PRELOADS.till,
        log,
      }),
  };
}

interface DesktopRun extends Pick<LaunchPorts, "stop" | "supervise"> {
  around: Required<Around>;
  host: DesktopHost;
  log: Log;
}

function runDesktop(prepared: LaunchOptions, { around, host, log, stop, supervise }: DesktopRun) {
  const program = ownProgram(PROGRAM, app.isPackaged);
  return runTill(prepared, {
    clock: systemClock,
    log,
    compose: (options, ports) => composeTill(options, { ...ports, ...around, openVault: openSafeStorageVault }),
    host,
    openWindow: (launched) => openWindows(launched, { host, log, stop }),
    supervise,
    showRecovery: (advice) => showProblem(adviceText(withCommand(advice, program)), stop),
    showProblem: (words) => showProblem(words, stop),
    windowEndsTill: true,
    rendererDir: RENDERER_DIR,
    ownPage: APP_PAGE,
    stop,
    stdout: process.stdout,
    stderr: process.stderr,
  });
}

/** Shows a non-blocking message. An error box would block everything, the process's end included. */
async function showProblem(detail: string, signal: AbortSignal): Promise<void> {
  // A supervisor restarts the till; a message box would block that.
  if (process.env.TILL_SUPERVISED === "1") return;
  await app.whenReady();
  // Releases the folder, so that another till can start while the message is shown.
  app.releaseSingleInstanceLock();
  if (!signal.aborted)
    await dialog.showMessageBox({ type: "error", message: "The till did not start", detail, signal });
}

function hostOf(options: LaunchOptions, log: Log): DesktopHost {
  const request = {
    platform: process.platform,
    packaged: app.isPackaged,
    program: PROGRAM,
    options: startOptions(options, process.env),
    configFolder: configFolder(process.env),
  };
  const browse = (url: string) => {
    shell.openExternal(url).catch((error: unknown) => log.warn({ err: error }, "the machine's browser was not opened"));
  };
  return desktopHost(autoStarter({ app, request, log }), screen, browse, options.dataDir);
}

function openWindows(launched: Launched, { host, log, stop }: { host: DesktopHost; log: Log; stop: AbortSignal }) {
  const kiosk = kioskMode(launched);
  lockNavigation(
    { app, shell },
    () => (kiosk.isOn() ? null : (launched.till().terminal().demo?.phoneUrl ?? null)),
    log,
  );
  return openDesktop(launched, {
    electron: {
      app,
      createWindow: (options) => new BrowserWindow(options),
      screen,
      powerSaveBlocker,
      session: session.defaultSession,
      // Without "persist:" the session stays in memory.
      customerSession: session.fromPartition("customer"),
    },
    clock: systemClock,
    rendererDir: RENDERER_DIR,
    preloads: PRELOADS,
    host,
    kiosk,
    stopping: () => stop.aborted,
  });
}

main();
