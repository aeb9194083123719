import { generateKeyPairSync } from "node:crypto";
import type { UpdateCheckResult } from "electron-updater";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { type FeedReader, readRelease, shellUpdater, type UpdaterPorts } from "../../../../main/shell/updater.ts";
import { release } from "../../../support/updater.ts";

const KEY = generateKeyPairSync("ed25519").publicKey.export({ type: "spki", format: "pem" }).toString();
const RELEASE = { url: "https://updates.example/till/", key: KEY };

const APPIMAGE = { APPIMAGE: "/opt/till.AppImage" };

/** electron-updater, as far as the till uses it. */
function fakeReader() {
  const calls: string[] = [];
  const listeners: ((error: Error) => void)[] = [];
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
    on: (_event, listener) => listeners.push(listener),
  };
  const fail = (error: Error) => {
    for (const listener of listeners) listener(error);
  };
  return { reader, calls, fail };
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
    expect(calls).not.toContain("install true true");
    leave();
    expect(calls.slice(1)).toEqual(["free before-quit", "free window-all-closed", "install true true"]);
    expect(exits).toEqual([]);
  });

  it("lets the till exit as always when it stops for anything else", () => {
    const { made, calls, exits, leave } = world();
    leave();
    expect([exits, made.isLeaving(), calls.length]).toEqual([["exit"], false, 1]);
  });

  it("starts the till again as it was when the installation fails, at once or later", () => {
    const later = world();
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
    ["a till from a deb", { env: {} }, "system_package"],
    ["a till that was started with options", { args: ["--data", "/srv/till"] }, "started_with_options"],
    [
      "a till whose data folder the environment names",
      { env: { ...APPIMAGE, TILL_DATA: "/srv/till" } },
      "started_with_options",
    ],
    ["a till with a passphrase", { env: { ...APPIMAGE, TILL_PASSPHRASE: "x" } }, "started_with_options"],
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

  it("reads a release's facts and nothing else", () => {
    expect(readRelease(RELEASE)?.url.host).toBe("updates.example");
    for (const wrong of [null, "x", {}, { url: "https://a" }, { url: 1, key: KEY }, { url: "not one", key: KEY }])
      expect(readRelease(wrong)).toBeNull();
  });
});
