/**
 * The desktop's updater, based on electron-updater. Checks and downloads on request, and installs after the till has
 * stopped. Offers are trusted only after `main/operations/updates/` verified their signature, and files only after
 * comparison with the signed hash.
 */
import { rm } from "node:fs/promises";
import type { App } from "electron";
import type { AppUpdater } from "electron-updater";
import type { UpdateReason } from "../../../contract/values/updates.ts";
import type { Log } from "../../lib/log.ts";
import { type ComparedFile, isUnchanged, replaceFile, sha512Of } from "../../operations/updates/file.ts";
import { readReleaseKey, type UpdateOffer } from "../../operations/updates/offer.ts";
import { noUpdater, type Updater } from "../../operations/updates/updater.ts";

export type FeedReader = Pick<
  AppUpdater,
  | "autoDownload"
  | "autoInstallOnAppQuit"
  | "autoRunAppAfterInstall"
  | "allowDowngrade"
  | "allowPrerelease"
  | "disableWebInstaller"
  | "disableDifferentialDownload"
  | "logger"
  | "setFeedURL"
  | "checkForUpdates"
  | "downloadUpdate"
  | "quitAndInstall"
> & {
  on(event: "error", listener: (error: Error) => void): unknown;
  on(event: "download-progress", listener: (progress: { percent: number }) => void): unknown;
};

export interface ReleaseFacts {
  url: URL;
  /** Public release key, PEM */
  key: string;
}

export interface UpdaterPorts {
  app: Pick<App, "isPackaged" | "removeAllListeners">;
  /** Restarts the till with the same options after this process ends */
  relaunch(): void;
  load(): FeedReader;
  platform: NodeJS.Platform;
  env: Readonly<Record<string, string | undefined>>;
  args: readonly string[];
  /** `updates` of the archive's package.json; invalid values disable updates */
  release: unknown;
  log: Log;
  stop: AbortController;
}

export interface ShellUpdater {
  updater: Updater;
  /** True while the process stays for an installation after the till has stopped */
  isInstalling(): boolean;
  /** Called after the till has stopped: installs the pending update, or exits. */
  exitOrInstall(exit: () => void): void;
}

/** Timeout of an installation; then the old version is started again. */
const INSTALL_MS = 120_000;

export function shellUpdater(ports: UpdaterPorts): ShellUpdater {
  const facts = readRelease(ports.release);
  const releaseKey = readReleaseKey(facts?.key);
  if (!ports.app.isPackaged || facts === null) return unavailable("no_feed");
  if (releaseKey === null) return unavailable("no_release_key");
  const byHand = manualInstallReason(ports);
  const reader = configuredReader(ports, facts);
  let installing = false;
  let verifiedFile: ComparedFile | null = null;
  let reportPercent: (percent: number) => void = () => undefined;
  reader.on("download-progress", ({ percent }) => reportPercent(percent));
  return {
    updater: {
      off: null,
      byHand,
      from: facts.url.host,
      releaseKey,
      // A per-machine Windows installer asks for an administrator.
      unattended: ports.platform !== "win32",
      check: async () => (await reader.checkForUpdates())?.updateInfo ?? null,
      async download(offer, onPercent) {
        verifiedFile = null;
        reportPercent = onPercent;
        verifiedFile = await verifyDownload(await reader.downloadUpdate(), offer);
        return verifiedFile !== null;
      },
      install() {
        installing = true;
        ports.stop.abort();
      },
    },
    isInstalling: () => installing,
    exitOrInstall(exit) {
      if (installing) install(ports, { reader, file: verifiedFile }, exit);
      else exit();
    },
  };
}

/**
 * Compares the download with the signed hashes. electron-updater compares with its last usable response, and does not
 * check existing files.
 * @returns null on a mismatch, after deleting the file
 */
async function verifyDownload([path, ...more]: string[], { files }: UpdateOffer): Promise<ComparedFile | null> {
  if (path === undefined) throw new Error("there is no file");
  const sha512 = await sha512Of(path);
  if (more.length === 0 && files.some((file) => file.sha512 === sha512)) return { path, sha512 };
  // Otherwise the file would be taken for the update again.
  await rm(path, { force: true });
  return null;
}

function unavailable(because: UpdateReason): ShellUpdater {
  return { updater: noUpdater(because), isInstalling: () => false, exitOrInstall: (exit) => exit() };
}

/**
 * Returns why a person must install updates here; null if the till can. Automatic installation requires that the till
 * restarts with the same options and environment.
 */
function manualInstallReason({ platform, env, args }: UpdaterPorts): UpdateReason | null {
  const isAppImage = platform === "linux" && env.APPIMAGE !== undefined;
  // The system owns a deb package. Installing it needs root, which a till must not have.
  if (platform === "linux" && !isAppImage) return "system_package";
  // An AppImage is replaced in place and restarted with its options by the till or its supervisor. The environment is
  // kept, except for the passphrase, which was removed when the vault was opened.
  if (isAppImage) return env.TILL_PASSPHRASE !== undefined && !isSupervised(env) ? "passphrase_not_kept" : null;
  // An installer starts the till without options; a supervisor would start the old version during the installation.
  return args.length > 0 || LOST_VARIABLES.some((name) => env[name] !== undefined) ? "started_with_options" : null;
}

/** Environment variables that are lost when an installer starts the till. */
const LOST_VARIABLES = ["TILL_DATA", "TILL_PASSPHRASE", "TILL_SUPERVISED"];

function isSupervised(env: UpdaterPorts["env"]): boolean {
  return env.TILL_SUPERVISED === "1";
}

/** Parses the release settings. Returns null if this is not a release build. */
export function readRelease(release: unknown): ReleaseFacts | null {
  const { url, key } = (typeof release === "object" && release !== null ? release : {}) as Record<string, unknown>;
  if (typeof url !== "string" || typeof key !== "string" || !URL.canParse(url)) return null;
  const address = new URL(url);
  return address.protocol === "https:" ? { url: address, key } : null;
}

function configuredReader({ load, log }: UpdaterPorts, { url }: ReleaseFacts): FeedReader {
  const reader = load();
  reader.autoDownload = false;
  reader.autoInstallOnAppQuit = false;
  reader.autoRunAppAfterInstall = true;
  reader.allowDowngrade = false;
  reader.allowPrerelease = false;
  reader.disableWebInstaller = true;
  // Always download the whole file, whose SHA-512 is signed.
  reader.disableDifferentialDownload = true;
  reader.logger = {
    info: (message) => log.debug({ updater: String(message) }, "message of the updater"),
    warn: (message) => log.warn({ updater: String(message) }, "warning of the updater"),
    error: (message) => log.warn({ updater: String(message) }, "the updater failed"),
  };
  // electron-updater also emits the errors that it throws; an error event without a listener ends the process.
  reader.on("error", () => undefined);
  // A fixed channel, which the feed cannot change.
  reader.setFeedURL({ provider: "generic", url: url.href, channel: "latest" });
  return reader;
}

/** Installs the verified file and exits. If the installation fails, the old version starts again. */
function install(
  ports: UpdaterPorts,
  { reader, file }: { reader: FeedReader; file: ComparedFile | null },
  exit: () => void,
): void {
  const { app, log, platform, env } = ports;
  let hasEnded = false;
  const end = () => {
    hasEnded = true;
    // A supervisor restarts the till; a second start would compete for the data folder.
    if (!isSupervised(env)) ports.relaunch();
    exit();
  };
  const restartCurrent = (err: unknown) => {
    if (hasEnded) return;
    log.error({ err }, "the update could not be installed: the till restarts with the current version");
    end();
  };
  // The till is closed, so nothing may delay quitting now.
  app.removeAllListeners("before-quit");
  app.removeAllListeners("window-all-closed");
  reader.on("error", restartCurrent);
  setTimeout(() => restartCurrent(new Error("the installation timed out")), INSTALL_MS).unref();
  try {
    if (file === null) throw new Error("there is no verified download");
    if (platform === "linux") {
      replaceAppImage(env.APPIMAGE, file);
      end();
    } else runInstaller(reader, file);
  } catch (error) {
    restartCurrent(error);
  }
}

/**
 * Writes the new version over the till's AppImage, keeping the name that sessions and supervisors start.
 * electron-updater would delete the old file first, not verify either file, and start the new one without the till's
 * options.
 */
function replaceAppImage(appImage: string | undefined, file: ComparedFile): void {
  if (appImage === undefined) throw new Error("this till does not run from an AppImage");
  replaceFile(file, appImage);
}

/** electron-updater runs its last download, which is still this file. */
function runInstaller(reader: FeedReader, file: ComparedFile): void {
  if (!isUnchanged(file)) throw new Error("the file changed after its verification");
  reader.quitAndInstall(true, true);
}
