import { createHash, generateKeyPairSync } from "node:crypto";
import { EventEmitter } from "node:events";
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { UpdateCheckResult } from "electron-updater";
import { pino } from "pino";
import { afterAll, describe, expect, it } from "vitest";
import { readOffer, type UpdateOffer } from "../../../../../main/operations/updates/offer.ts";
import {
  type FeedReader,
  readRelease,
  shellUpdater,
  type UpdaterPorts,
} from "../../../../../main/shells/electron/updater.ts";
import { temporaryFolder } from "../../../../support/folder.ts";
import { release } from "../../../../support/update-feed.ts";

const KEY = generateKeyPairSync("ed25519").publicKey.export({ type: "spki", format: "pem" }).toString();
const RELEASE = { url: "https://updates.example/till/", key: KEY };

/** Folders of this test file, deleted at its end. */
const folders: Disposable[] = [];
afterAll(() => {
  for (const folder of folders) folder[Symbol.dispose]();
});

function temporary(): { path: string } {
  const folder = temporaryFolder();
  folders.push(folder);
  return folder;
}

const OLD = "the till of today";
const NEW = "the till of tomorrow";
const ignoreProgress = () => undefined;
/** The signed file, which contains {@link NEW}. */
const OFFER = readOffer(
  release("1.1.0", {
    files: [{ url: "till.AppImage", sha512: createHash("sha512").update(NEW).digest("base64") }],
  }),
) as UpdateOffer;

const APPIMAGE = { APPIMAGE: appImage("till.AppImage") };

/** Creates a file in its own folder, deleted after the test file. */
function appImage(name: string): string {
  const path = join(temporary().path, name);
  writeFileSync(path, OLD);
  chmodSync(path, 0o755);
  return path;
}

/** The installers of Windows and macOS need no file of the user. */
const WINDOWS = { platform: "win32", env: {} } as const;

/** A fake of the parts of electron-updater that the till uses. */
function fakeReader() {
  const calls: string[] = [];
  const heard = new EventEmitter();
  const downloaded = join(temporary().path, "till-1.1.0.AppImage");
  const reader: FeedReader = {
    autoDownload: true,
    autoInstallOnAppQuit: true,
    autoRunAppAfterInstall: false,
    allowDowngrade: true,
    allowPrerelease: true,
    disableWebInstaller: false,
    disableDifferentialDownload: false,
    logger: null,
    setFeedURL: (options) => void calls.push(`feed ${JSON.stringify(options)}`),
    async checkForUpdates() {
      calls.push("check");
      return { updateInfo: release("1.1.0") } as unknown as UpdateCheckResult;
    },
    async downloadUpdate() {
      calls.push("download");
      writeFileSync(downloaded, NEW);
      return [downloaded];
    },
    quitAndInstall: (silent, run) => void calls.push(`install ${silent} ${run}`),
    on: (event: string, listener: (said: never) => void) => heard.on(event, listener as () => void),
  };
  const fail = (error: Error) => void heard.emit("error", error);
  const progress = (percent: number) => void heard.emit("download-progress", { percent });
  return { reader, calls, fail, progress, downloaded };
}

function world(changes: Partial<UpdaterPorts> = {}) {
  const fake = fakeReader();
  const exits: string[] = [];
  const stop = new AbortController();
  const made = shellUpdater({
    app: {
      isPackaged: true,
      removeAllListeners(event?: string | symbol) {
        fake.calls.push(`free ${String(event)}`);
        return this as never;
      },
    },
    relaunch: () => void exits.push("relaunch"),
    load: () => fake.reader,
    platform: "linux",
    env: APPIMAGE,
    args: [],
    release: RELEASE,
    log: pino({ level: "silent" }),
    stop,
    ...changes,
  });
  const leave = () => made.exitOrInstall(() => void exits.push("exit"));
  /** Downloads the signed file, and asks the till to stop for it. */
  const install = async () => {
    expect(await made.updater.download(OFFER, ignoreProgress)).toBe(true);
    made.updater.install();
  };
  return { ...fake, made, exits, stop, leave, install };
}

describe("the desktop's updater", () => {
  it("does nothing automatically, never downgrades, and uses only its own channel", () => {
    const { reader, calls } = world();
    expect(reader).toMatchObject({
      autoDownload: false,
      autoInstallOnAppQuit: false,
      allowDowngrade: false,
      allowPrerelease: false,
      disableWebInstaller: true,
      disableDifferentialDownload: true,
    });
    expect(calls).toEqual(['feed {"provider":"generic","url":"https://updates.example/till/","channel":"latest"}']);
  });

  it("returns the feed's release, and downloads on request", async () => {
    const { made, calls, downloaded, progress } = world();
    expect(made.updater).toMatchObject({ off: null, from: "updates.example", unattended: true });
    expect(await made.updater.check()).toMatchObject({ version: "1.1.0" });
    const percents: number[] = [];
    const fetched = made.updater.download(OFFER, (percent) => percents.push(percent));
    progress(22.4);
    expect(await fetched).toBe(true);
    expect(percents).toEqual([22.4]);
    expect(calls.slice(1)).toEqual(["check", "download"]);
    expect(existsSync(downloaded)).toBe(true);
  });

  it("keeps no unsigned file, and none with extra files", async () => {
    const { made, reader, downloaded, exits, leave } = world();
    const other = readOffer(release("1.1.0")) as UpdateOffer;
    expect(await made.updater.download(other, ignoreProgress)).toBe(false);
    expect(existsSync(downloaded)).toBe(false);
    const { downloadUpdate } = reader;
    reader.downloadUpdate = async () => [...(await downloadUpdate()), "package.7z"];
    expect(await made.updater.download(OFFER, ignoreProgress)).toBe(false);
    // A till that stops anyway restarts with its options.
    made.updater.install();
    leave();
    expect(exits).toEqual(["relaunch", "exit"]);
    expect(readFileSync(APPIMAGE.APPIMAGE, "utf8")).toBe(OLD);
  });

  it("installs only after the till has stopped", async () => {
    const env = { APPIMAGE: appImage("till.AppImage") };
    const { made, calls, stop, exits, leave, install, downloaded } = world({ env });
    await install();
    expect([stop.signal.aborted, made.isInstalling()]).toEqual([true, true]);
    expect(readFileSync(env.APPIMAGE, "utf8")).toBe(OLD);
    leave();
    expect(calls.slice(2)).toEqual(["free before-quit", "free window-all-closed"]);
    expect(readFileSync(env.APPIMAGE, "utf8")).toBe(NEW);
    expect(statSync(env.APPIMAGE).mode & 0o777).toBe(0o755);
    expect(existsSync(downloaded)).toBe(false);
    // The file is replaced, and the till itself restarts with its options.
    expect(exits).toEqual(["relaunch", "exit"]);
  });

  it("leaves stopping and starting to the installer of Windows and macOS", async () => {
    const { calls, exits, leave, install } = world(WINDOWS);
    await install();
    leave();
    expect(calls.at(-1)).toBe("install true true");
    expect(exits).toEqual([]);
  });

  it("exits for its supervisor, and starts nothing itself", async () => {
    const supervised = () => ({
      ...{ APPIMAGE: appImage("till.AppImage"), TILL_SUPERVISED: "1", TILL_PASSPHRASE: "x", TILL_DATA: "/srv/till" },
    });
    const { made, exits, leave, install } = world({ env: supervised(), args: ["--kiosk"] });
    expect(made.updater.byHand).toBeNull();
    await install();
    leave();
    expect(exits).toEqual(["exit"]);
    const failing = world({ env: supervised() });
    await failing.install();
    writeFileSync(failing.downloaded, "something else");
    failing.leave();
    expect(failing.exits).toEqual(["exit"]);
  });

  it("keeps an AppImage's name and path, which start it, also behind a link", async () => {
    const file = appImage("till-1.0.0-linux-x86_64.AppImage");
    const env = { APPIMAGE: join(temporary().path, "till") };
    symlinkSync(file, env.APPIMAGE);
    const { exits, leave, install } = world({ env });
    await install();
    leave();
    expect(readFileSync(file, "utf8")).toBe(NEW);
    expect(readdirSync(dirname(file))).toEqual([basename(file)]);
    expect(exits).toEqual(["relaunch", "exit"]);
  });

  it("exits normally when the till stops for another reason", () => {
    const { made, calls, exits, leave } = world();
    leave();
    expect([exits, made.isInstalling(), calls.length]).toEqual([["exit"], false, 1]);
  });

  it("restarts the till with its options when the installation fails, at any stage", async () => {
    const later = world(WINDOWS);
    await later.install();
    later.leave();
    later.fail(new Error("no rights"));
    later.fail(new Error("and again"));
    expect(later.exits).toEqual(["relaunch", "exit"]);
    const atOnce = world(WINDOWS);
    atOnce.reader.quitAndInstall = () => {
      throw new Error("broken");
    };
    await atOnce.install();
    atOnce.leave();
    expect(atOnce.exits).toEqual(["relaunch", "exit"]);
    const said = world(WINDOWS);
    said.reader.quitAndInstall = () => said.fail(new Error("no rights"));
    await said.install();
    said.leave();
    expect(said.exits).toEqual(["relaunch", "exit"]);
  });

  it("keeps the old file when the new one was replaced, or nothing can be written", async () => {
    const env = { APPIMAGE: appImage("till.AppImage") };
    const changed = world({ env });
    await changed.install();
    writeFileSync(changed.downloaded, "something else");
    changed.leave();
    expect([readFileSync(env.APPIMAGE, "utf8"), readdirSync(dirname(env.APPIMAGE))]).toEqual([OLD, ["till.AppImage"]]);
    const gone = world({ env: { APPIMAGE: join(dirname(env.APPIMAGE), "no", "till.AppImage") } });
    await gone.install();
    gone.leave();
    expect([...changed.exits, ...gone.exits]).toEqual(["relaunch", "exit", "relaunch", "exit"]);
  });

  it("handles errors that electron-updater both emits and throws", () => {
    const { fail, exits } = world();
    fail(new Error("net::ERR_NAME_NOT_RESOLVED"));
    expect(exits).toEqual([]);
  });

  it("needs a user on Windows, where an administrator confirms an installation", () => {
    expect(world({ platform: "win32", env: {} }).made.updater.unattended).toBe(false);
    expect(world({ platform: "darwin", env: {} }).made.updater.unattended).toBe(true);
  });

  it.each([
    ["a till run from source", { app: { isPackaged: false } as UpdaterPorts["app"] }, "no_feed"],
    ["a build without an address", { release: undefined }, "no_feed"],
    ["a build without a key", { release: { ...RELEASE, key: "none" } }, "no_release_key"],
    ["a build with an insecure address", { release: { ...RELEASE, url: "http://updates.example/" } }, "no_feed"],
  ] as const)("is off for %s", async (_name, changes, because) => {
    const { made, calls, exits, leave } = world(changes as Partial<UpdaterPorts>);
    expect(made.updater.off).toBe(because);
    await expect(made.updater.check()).rejects.toThrow();
    leave();
    expect([calls, exits]).toEqual([[], ["exit"]]);
  });

  it.each([
    ["a deb", { env: {} }, "system_package"],
    ["a deb under cage", { env: { TILL_SUPERVISED: "1" }, args: ["--kiosk", "--data", "/d"] }, "system_package"],
    ["Windows, with options", { ...WINDOWS, args: ["--kiosk"] }, "started_with_options"],
    ["Windows, supervised", { ...WINDOWS, env: { TILL_SUPERVISED: "1" } }, "started_with_options"],
    ["macOS, with its folder named", { platform: "darwin", env: { TILL_DATA: "/d" } }, "started_with_options"],
    ["an AppImage with a passphrase", { env: { ...APPIMAGE, TILL_PASSPHRASE: "x" } }, "passphrase_not_kept"],
  ] as const)("checks, and leaves installing to the user: %s", async (_name, changes, byHand) => {
    const { made, calls } = world(changes as Partial<UpdaterPorts>);
    expect(made.updater).toMatchObject({ off: null, byHand, from: "updates.example" });
    expect(await made.updater.check()).toMatchObject({ version: "1.1.0" });
    expect(calls).toContain("check");
  });

  it.each([
    ["an AppImage with options", { args: ["--kiosk", "--data", "/srv/till"] }],
    ["an AppImage whose folder the environment names", { env: { ...APPIMAGE, TILL_DATA: "/srv/till" } }],
    ["Windows, as installed", WINDOWS],
    ["macOS, as installed", { platform: "darwin", env: {} }],
  ] as const)("installs automatically when the till restarts with its options: %s", (_name, changes) => {
    expect(world(changes as Partial<UpdaterPorts>).made.updater).toMatchObject({ off: null, byHand: null });
  });

  it("reads only the release's facts", () => {
    expect(readRelease(RELEASE)?.url.host).toBe("updates.example");
    for (const wrong of [null, "x", {}, { url: "https://a" }, { url: 1, key: KEY }, { url: "not one", key: KEY }])
      expect(readRelease(wrong)).toBeNull();
  });
});
