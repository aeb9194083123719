/**
 * The desktop's updater: electron-updater behind the till's own door. It asks and fetches when it is told to, installs
 * when the till has stopped in order, and decides nothing; what it finds is believed only after `main/operations/updates/` has
 * checked its signature, and what it fetched only after its bytes were compared with what was signed.
 */
import { rm } from "node:fs/promises";
import type { App } from "electron";
import type { AppUpdater } from "electron-updater";
import type { UpdateReason } from "../../../contract/updates.ts";
import type { Log } from "../../lib/log.ts";
import { type ComparedFile, holdsStill, replaceBy, sha512Of } from "../../operations/updates/file.ts";
import { readReleaseKey, type UpdateOffer } from "../../operations/updates/offer.ts";
import { noUpdater, type Updater } from "../../operations/updates/updater.ts";

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
> & {
  on(event: "error", listener: (error: Error) => void): unknown;
  on(event: "download-progress", listener: (progress: { percent: number }) => void): unknown;
};

/** What a release build says of its updates, in its own package.json. */
export interface ReleaseFacts {
  /** Where the feed is: an https address */
  url: URL;
  /** PEM of the public release key */
  key: string;
}

export interface UpdaterPorts {
  app: Pick<App, "isPackaged" | "removeAllListeners">;
  /** Has the till started again with the same options, once this process has ended */
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
  const facts = readRelease(ports.release);
  const releaseKey = readReleaseKey(facts?.key);
  if (!ports.app.isPackaged || facts === null) return notHere("no_feed");
  if (releaseKey === null) return notHere("no_release_key");
  const byHand = byHandHere(ports);
  const reader = prepared(ports, facts);
  let leaving = false;
  let fetched: ComparedFile | null = null;
  let tellPercent: (percent: number) => void = () => undefined;
  reader.on("download-progress", ({ percent }) => tellPercent(percent));
  return {
    updater: {
      off: null,
      byHand,
      from: facts.url.host,
      releaseKey,
      // A Windows installer for all users asks for an administrator.
      unattended: ports.platform !== "win32",
      check: async () => (await reader.checkForUpdates())?.updateInfo ?? null,
      async download(offer, onPercent) {
        fetched = null;
        tellPercent = onPercent;
        fetched = await compared(await reader.downloadUpdate(), offer);
        return fetched !== null;
      },
      install() {
        leaving = true;
        ports.stop.abort();
      },
    },
    isLeaving: () => leaving,
    leave(exit) {
      if (leaving) install(ports, { reader, file: fetched }, exit);
      else exit();
    },
  };
}

/**
 * Compares what was downloaded with what was signed. electron-updater compares it, too, but with the last answer that it
 * could use, and what lies in its folder already not at all.
 * @returns null when it is anything else; then it is gone
 */
async function compared([path, ...more]: string[], { files }: UpdateOffer): Promise<ComparedFile | null> {
  if (path === undefined) throw new Error("there is no file");
  const sha512 = await sha512Of(path);
  if (more.length === 0 && files.some((file) => file.sha512 === sha512)) return { path, sha512 };
  // It would be taken for the update again.
  await rm(path, { force: true });
  return null;
}

function notHere(because: UpdateReason): ShellUpdater {
  return { updater: noUpdater(because), isLeaving: () => false, leave: (exit) => exit() };
}

/**
 * Why this program looks for updates and leaves installing them to a person; null where it installs them. It does so
 * where the till comes back just as it was started: otherwise the shop would open in the morning with another till.
 */
function byHandHere({ platform, env, args }: UpdaterPorts): UpdateReason | null {
  const isAppImage = platform === "linux" && env.APPIMAGE !== undefined;
  // A deb is the system's: putting it in takes root, and a till that may become root is no till to lock down.
  if (platform === "linux" && !isAppImage) return "system_package";
  // A file that is replaced: the till is started again by itself, with its options, or by what supervises it. What the
  // environment says stays, but for the passphrase, which was taken out of it when the vault was opened.
  if (isAppImage) return env.TILL_PASSPHRASE !== undefined && !isSupervised(env) ? "passphrase_not_kept" : null;
  // There an installer starts the till, and knows no options; a supervisor would start the old one in its midst.
  return args.length > 0 || TELLING.some((name) => env[name] !== undefined) ? "started_with_options" : null;
}

/** What a till that an installer starts would not have: its folder, its passphrase, whoever starts it again. */
const TELLING = ["TILL_DATA", "TILL_PASSPHRASE", "TILL_SUPERVISED"];

function isSupervised(env: UpdaterPorts["env"]): boolean {
  return env.TILL_SUPERVISED === "1";
}

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
function install(
  ports: UpdaterPorts,
  { reader, file }: { reader: FeedReader; file: ComparedFile | null },
  exit: () => void,
): void {
  const { app, log, platform, env } = ports;
  let over = false;
  const end = () => {
    over = true;
    // Whatever supervises the till starts it again: two would compete for the data folder.
    if (!isSupervised(env)) ports.relaunch();
    exit();
  };
  const comeBack = (err: unknown) => {
    if (over) return;
    log.error({ err }, "the update could not be installed: the till starts again as it was");
    end();
  };
  // The till has closed everything: from here on nothing holds a quit back.
  app.removeAllListeners("before-quit");
  app.removeAllListeners("window-all-closed");
  reader.on("error", comeBack);
  setTimeout(() => comeBack(new Error("it took too long")), INSTALL_MS).unref();
  try {
    if (file === null) throw new Error("there is no file that was compared");
    if (platform === "linux") {
      replaceAppImage(env.APPIMAGE, file);
      end();
    } else runInstaller(reader, file);
  } catch (error) {
    comeBack(error);
  }
}

/**
 * The till's own file gets the new version's bytes, under the name by which a session, a supervisor or a person starts
 * it. Not by electron-updater: it takes the old file away before it has another, looks at none of them, and starts the
 * new one without the till's options.
 */
function replaceAppImage(appImage: string | undefined, file: ComparedFile): void {
  if (appImage === undefined) throw new Error("this till is no AppImage");
  replaceBy(file, appImage);
}

/** What electron-updater runs is the file that it downloaded last; since then it was asked for no other. */
function runInstaller(reader: FeedReader, file: ComparedFile): void {
  if (!holdsStill(file)) throw new Error("the file is no longer the one that was compared");
  reader.quitAndInstall(true, true);
}
