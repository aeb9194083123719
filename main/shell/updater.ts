/**
 * The desktop's updater: electron-updater behind the till's own door. It asks and fetches when it is told to, installs
 * when the till has stopped in order, and decides nothing; what it finds is believed only after `main/updates/` has
 * checked its signature.
 */
import type { App } from "electron";
import type { AppUpdater } from "electron-updater";
import type { UpdateReason } from "../../contract/updates.ts";
import type { Log } from "../log.ts";
import { readReleaseKey } from "../updates/offer.ts";
import { noUpdater, type Updater } from "../updates/updater.ts";

/** What of electron-updater is used. */
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
> & { on(event: "error", listener: (error: Error) => void): unknown };

/** What a release build says of its updates, in its own package.json. */
export interface ReleaseFacts {
  /** Where the feed is: an https address */
  url: URL;
  /** PEM of the public release key */
  key: string;
}

export interface UpdaterPorts {
  app: Pick<App, "isPackaged" | "removeAllListeners">;
  /** Has the till started again as it is, once this process has ended */
  relaunch(): void;
  /** Loaded only where there are updates */
  load(): FeedReader;
  platform: NodeJS.Platform;
  env: Readonly<Record<string, string | undefined>>;
  /** The options of this start */
  args: readonly string[];
  /** `updates` of the package.json in the program's archive; anything else is none */
  release: unknown;
  log: Log;
  /** Stops the till in order */
  stop: AbortController;
}

export interface ShellUpdater {
  updater: Updater;
  /** Whether the process stays for an installation after the till has stopped */
  isLeaving(): boolean;
  /** The till has stopped: installs if that is what it stopped for, else exits. */
  leave(exit: () => void): void;
}

/** An installation that has not ended the process by then will not: the old version is started again. */
const INSTALL_MS = 120_000;

/** Makes the updater of this start. */
export function shellUpdater(ports: UpdaterPorts): ShellUpdater {
  const off = offHere(ports);
  const facts = readRelease(ports.release);
  const releaseKey = readReleaseKey(facts?.key);
  const because = off ?? (facts === null ? "no_feed" : releaseKey === null ? "no_release_key" : null);
  if (because !== null || facts === null) return notHere(because ?? "no_feed");
  const reader = prepared(ports, facts);
  let leaving = false;
  return {
    updater: {
      off: null,
      from: facts.url.host,
      releaseKey,
      // A Windows installer for all users asks for an administrator.
      unattended: ports.platform !== "win32",
      check: async () => (await reader.checkForUpdates())?.updateInfo ?? null,
      download: async () => void (await reader.downloadUpdate()),
      install() {
        leaving = true;
        ports.stop.abort();
      },
    },
    isLeaving: () => leaving,
    leave(exit) {
      if (leaving) install(ports, reader, exit);
      else exit();
    },
  };
}

function notHere(because: UpdateReason): ShellUpdater {
  return { updater: noUpdater(because), isLeaving: () => false, leave: (exit) => exit() };
}

/** Why this program cannot update itself, wherever updates come from. */
function offHere({ app, platform, env, args }: UpdaterPorts): UpdateReason | null {
  if (!app.isPackaged) return "no_feed";
  // A deb belongs to the system's package manager; only an AppImage is the user's own file.
  if (platform === "linux" && env.APPIMAGE === undefined) return "system_package";
  return args.length > 0 || TELLING.some((name) => env[name] !== undefined) ? "started_with_options" : null;
}

/** What a till that an installer starts would not have: its folder, its passphrase, whoever starts it again. */
const TELLING = ["TILL_DATA", "TILL_PASSPHRASE", "TILL_SUPERVISED"];

/** Reads what a release build says. @returns null for a build that is none */
export function readRelease(release: unknown): ReleaseFacts | null {
  const { url, key } = (typeof release === "object" && release !== null ? release : {}) as Record<string, unknown>;
  if (typeof url !== "string" || typeof key !== "string" || !URL.canParse(url)) return null;
  const address = new URL(url);
  return address.protocol === "https:" ? { url: address, key } : null;
}

function prepared({ load, log }: UpdaterPorts, { url }: ReleaseFacts): FeedReader {
  const reader = load();
  reader.autoDownload = false;
  reader.autoInstallOnAppQuit = false;
  reader.autoRunAppAfterInstall = true;
  reader.allowDowngrade = false;
  reader.allowPrerelease = false;
  reader.disableWebInstaller = true;
  // One way to get a file, and its whole SHA-512 to compare it with.
  reader.disableDifferentialDownload = true;
  reader.logger = {
    info: (message) => log.debug({ updater: String(message) }, "the updater says"),
    warn: (message) => log.warn({ updater: String(message) }, "the updater warns"),
    error: (message) => log.warn({ updater: String(message) }, "the updater failed at something"),
  };
  // What it throws it also emits, and an error event that nobody listens to ends the process.
  reader.on("error", () => undefined);
  // The channel is this build's own: nothing that the feed says changes it.
  reader.setFeedURL({ provider: "generic", url: url.href, channel: "latest" });
  return reader;
}

/** Should it not work, the shop opens with the version that it closed with. */
function install({ app, log, relaunch }: UpdaterPorts, reader: FeedReader, exit: () => void): void {
  let over = false;
  const comeBack = (err: unknown) => {
    if (over) return;
    over = true;
    log.error({ err }, "the update could not be installed: the till starts again as it was");
    relaunch();
    exit();
  };
  // The till has closed everything: from here on nothing holds a quit back.
  app.removeAllListeners("before-quit");
  app.removeAllListeners("window-all-closed");
  reader.on("error", comeBack);
  setTimeout(() => comeBack(new Error("it took too long")), INSTALL_MS).unref();
  try {
    reader.quitAndInstall(true, true);
  } catch (error) {
    comeBack(error);
  }
}
