import { generateKeyPairSync } from "node:crypto";
import type { UpdateCheckResult } from "electron-updater";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { type FeedReader, readRelease, shellUpdater, type UpdaterPorts } from "../../../../main/shell/updater.ts";
import { release } from "../../../support/updater.ts";

const KEY = generateKeyPairSync("ed25519").publicKey.export({ type: "spki", format: "pem" }).toString();
const RELEASE = { url: "https://updates.example/till/", key: KEY };

const APPIMAGE = { APPIMAGE: "/opt/till.AppImage" };
/** What needs no file of the user's own: the installers of Windows and macOS. */
const WINDOWS = { platform: "win32", env: {} } as const;

/** electron-updater, as far as the till uses it. */
function fakeReader() {
  const calls: string[] = [];
  const listeners: ((error: Error) => void)[] = [];
  const moves: ((path: string) => void)[] = [];
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
      return ["till.AppImage"];
    },
    quitAndInstall: (silent, run) => void calls.push(`install ${silent} ${run}`),
    on: (event: string, listener: unknown) =>
      event === "error" ? listeners.push(listener as never) : moves.push(listener as never),
  };
  const fail = (error: Error) => {
    for (const listener of listeners) listener(error);
  };
  const move = (path: string) => {
    for (const listener of moves) listener(path);
  };
  return { reader, calls, fail, move };
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
    rename: (from, to) => void exits.push(`rename ${from} ${to}`),
    load: () => fake.reader,
    platform: "linux",
    env: APPIMAGE,
    args: [],
    release: RELEASE,
    log: pino({ level: "silent" }),
    stop,
    ...changes,
  });
  return { ...fake, made, exits, stop, leave: () => made.leave(() => void exits.push("exit")) };
}

describe("the desktop's updater", () => {
  it("does nothing by itself, goes back to no earlier version, and follows no other channel", () => {
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

  it("hands on what the feed says, and fetches when it is told to", async () => {
    const { made, calls } = world();
    expect(made.updater).toMatchObject({ off: null, from: "updates.example", unattended: true });
    expect(await made.updater.check()).toMatchObject({ version: "1.1.0" });
    await made.updater.download();
    expect(calls.slice(1)).toEqual(["check", "download"]);
  });

  it("installs when the till has stopped, and not before", () => {
    const { made, calls, stop, exits, leave } = world();
    made.updater.install();
    expect([stop.signal.aborted, made.isLeaving()]).toEqual([true, true]);
    expect(calls.join()).not.toContain("install");
    leave();
    expect(calls.slice(1)).toEqual(["free before-quit", "free window-all-closed", "install true false"]);
    // The file is replaced, and the till itself sees to it that it comes back with its options.
    expect(exits).toEqual(["relaunch", "exit"]);
  });

  it("leaves ending and starting to the installer of Windows and macOS", () => {
    const { made, calls, exits, leave } = world(WINDOWS);
    made.updater.install();
    leave();
    expect(calls.at(-1)).toBe("install true true");
    expect(exits).toEqual([]);
  });

  it("ends for what supervises it, and starts nothing beside it", () => {
    const env = { ...APPIMAGE, TILL_SUPERVISED: "1", TILL_PASSPHRASE: "x", TILL_DATA: "/srv/till" };
    const { made, exits, leave } = world({ env, args: ["--kiosk"] });
    expect(made.updater.byHand).toBeNull();
    made.updater.install();
    leave();
    expect(exits).toEqual(["exit"]);
    const failing = world({ env });
    failing.reader.quitAndInstall = () => failing.fail(new Error("no rights"));
    failing.made.updater.install();
    failing.leave();
    expect(failing.exits).toEqual(["exit"]);
  });

  it("keeps an AppImage's name, by which everything starts it, also when the version is a part of it", () => {
    const env = { APPIMAGE: "/opt/till-1.0.0-linux-x86_64.AppImage" };
    const { made, reader, move, exits, leave } = world({ env });
    reader.quitAndInstall = () => move("/opt/till-1.1.0-linux-x86_64.AppImage");
    made.updater.install();
    leave();
    expect(exits).toEqual([
      "rename /opt/till-1.1.0-linux-x86_64.AppImage /opt/till-1.0.0-linux-x86_64.AppImage",
      "relaunch",
      "exit",
    ]);
  });

  it("lets the till exit as always when it stops for anything else", () => {
    const { made, calls, exits, leave } = world();
    leave();
    expect([exits, made.isLeaving(), calls.length]).toEqual([["exit"], false, 1]);
  });

  it("starts the till again as it was when the installation fails, at once or later", () => {
    const later = world(WINDOWS);
    later.made.updater.install();
    later.leave();
    later.fail(new Error("no rights"));
    later.fail(new Error("and again"));
    expect(later.exits).toEqual(["relaunch", "exit"]);
    const atOnce = world();
    atOnce.reader.quitAndInstall = () => {
      throw new Error("broken");
    };
    atOnce.made.updater.install();
    atOnce.leave();
    expect(atOnce.exits).toEqual(["relaunch", "exit"]);
    const said = world();
    said.reader.quitAndInstall = () => said.fail(new Error("no rights"));
    said.made.updater.install();
    said.leave();
    expect(said.exits).toEqual(["relaunch", "exit"]);
  });

  it("survives the errors that electron-updater emits besides throwing them", () => {
    const { fail, exits } = world();
    fail(new Error("net::ERR_NAME_NOT_RESOLVED"));
    expect(exits).toEqual([]);
  });

  it("needs a person on Windows, where an administrator confirms an installation", () => {
    expect(world({ platform: "win32", env: {} }).made.updater.unattended).toBe(false);
    expect(world({ platform: "darwin", env: {} }).made.updater.unattended).toBe(true);
  });

  it.each([
    ["a till out of its sources", { app: { isPackaged: false } as UpdaterPorts["app"] }, "no_feed"],
    ["a build without an address", { release: undefined }, "no_feed"],
    ["a build without a key", { release: { ...RELEASE, key: "none" } }, "no_release_key"],
    ["a build whose address is not secure", { release: { ...RELEASE, url: "http://updates.example/" } }, "no_feed"],
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
  ] as const)("looks, and leaves installing to a person: %s", async (_name, changes, byHand) => {
    const { made, calls } = world(changes as Partial<UpdaterPorts>);
    expect(made.updater).toMatchObject({ off: null, byHand, from: "updates.example" });
    expect(await made.updater.check()).toMatchObject({ version: "1.1.0" });
    expect(calls).toContain("check");
  });

  it.each([
    ["an AppImage with options", { args: ["--kiosk", "--data", "/srv/till"] }],
    ["an AppImage whose folder the environment names", { env: { ...APPIMAGE, TILL_DATA: "/srv/till" } }],
    ["Windows, as it was installed", WINDOWS],
    ["macOS, as it was installed", { platform: "darwin", env: {} }],
  ] as const)("installs by itself where the till comes back as it was started: %s", (_name, changes) => {
    expect(world(changes as Partial<UpdaterPorts>).made.updater).toMatchObject({ off: null, byHand: null });
  });

  it("reads a release's facts and nothing else", () => {
    expect(readRelease(RELEASE)?.url.host).toBe("updates.example");
    for (const wrong of [null, "x", {}, { url: "https://a" }, { url: 1, key: KEY }, { url: "not one", key: KEY }])
      expect(readRelease(wrong)).toBeNull();
  });
});
