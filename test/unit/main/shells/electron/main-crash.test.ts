import { EventEmitter } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { RECOVERED_AFTER_MS } from "../../../../../main/shells/electron/crash-policy.ts";
import {
  type MainCrashPorts,
  relaunch,
  removeUnpackedFolders,
  takeUnpackedFolder,
  watchChromium,
  watchMain,
} from "../../../../../main/shells/electron/main-crash.ts";
import { fakeApp } from "../../../../support/fake-electron.ts";
import { temporaryFolder } from "../../../../support/folder.ts";
import { readableLog } from "../../bridge/test-bridge.ts";

const NOW = Date.UTC(2026, 10, 20);

/** A main process that starts in a folder. */
function start(folder: string, own: Partial<MainCrashPorts> = {}) {
  const emitter = new EventEmitter();
  const app = fakeApp();
  const stop = new AbortController();
  const { log, lines } = readableLog();
  const watch = watchMain({
    process: emitter as unknown as MainCrashPorts["process"],
    log,
    now: () => NOW,
    dataDir: folder,
    stop,
    relaunch: () => app.app.relaunch({ args: ["--kiosk"] }),
    ...own,
  });
  watchChromium(app.app, log);
  return {
    watch,
    stop,
    lines,
    relaunches: app.relaunches,
    app,
    breakDown: (error: unknown, how = "uncaughtException") => emitter.emit(how, error),
  };
}

describe("an uncaught error in main", () => {
  it.each(["uncaughtException", "unhandledRejection"])(
    "is reported, closes the till, relaunches it and ends the process with 1 (%s)",
    (how) => {
      using folder = temporaryFolder();
      const { watch, stop, lines, relaunches, breakDown } = start(folder.path);
      expect(watch.exitCode()).toBeNull();
      breakDown(new Error("sector 7 is gone"), how);
      expect(JSON.parse(lines[0] ?? "")).toMatchObject({ level: 60, err: { message: "sector 7 is gone" } });
      expect(stop.signal.aborted).toBe(true);
      expect(relaunches).toEqual([{ args: ["--kiosk"] }]);
      expect(watch.exitCode()).toBe(1);
    },
  );

  it("relaunches once: the next start reads the record from disk", () => {
    using folder = temporaryFolder();
    start(folder.path).breakDown(new Error("first"));
    const second = start(folder.path, { now: () => NOW + RECOVERED_AFTER_MS - 1 });
    second.breakDown(new Error("again"));
    expect(second.relaunches).toEqual([]);
    expect(second.stop.signal.aborted).toBe(true);
    expect(second.watch.exitCode()).toBe(1);
    const later = start(folder.path, { now: () => NOW + RECOVERED_AFTER_MS });
    later.breakDown(new Error("another one"));
    expect(later.relaunches).toHaveLength(1);
  });

  it("leaves the relaunch to the machine's supervisor", () => {
    using folder = temporaryFolder();
    const { relaunches, breakDown, watch } = start(folder.path, { relaunch: null });
    breakDown(new Error("no"));
    expect(relaunches).toEqual([]);
    expect(watch.exitCode()).toBe(1);
    expect(existsSync(join(folder.path, "relaunch.json"))).toBe(false);
  });

  it("does not relaunch without a saved record, to avoid an endless loop", () => {
    using folder = temporaryFolder();
    const missing = join(folder.path, "not there");
    const { relaunches, breakDown, watch, lines } = start(missing);
    breakDown(new Error("no"));
    expect(relaunches).toEqual([]);
    expect(watch.exitCode()).toBe(1);
    expect(lines.join("")).toContain("could not be saved");
  });

  it("treats an invalid file as missing", () => {
    using folder = temporaryFolder();
    for (const text of ["", "{", "null", '{"at":"soon"}']) {
      writeFileSync(join(folder.path, "relaunch.json"), text);
      const { relaunches, breakDown } = start(folder.path);
      breakDown(new Error("no"));
      expect([text, relaunches.length]).toEqual([text, 1]);
    }
    expect(JSON.parse(readFileSync(join(folder.path, "relaunch.json"), "utf8"))).toEqual({ at: NOW });
  });

  it("during a shutdown is reported, and starts no second shutdown", () => {
    using folder = temporaryFolder();
    const { stop, watch, relaunches, lines, breakDown } = start(folder.path);
    stop.abort();
    breakDown(new Error("late"));
    expect(relaunches).toEqual([]);
    expect(watch.exitCode()).toBeNull();
    expect(lines.join("")).toContain("late");
  });

  it("is ignored after the watch is closed", () => {
    using folder = temporaryFolder();
    const { watch, stop, breakDown } = start(folder.path);
    watch.close();
    breakDown(new Error("no"));
    expect(stop.signal.aborted).toBe(false);
  });
});

describe("a Chromium process that ended", () => {
  it("is logged, and stops nothing", () => {
    using folder = temporaryFolder();
    const { app, lines, stop } = start(folder.path);
    app.emit("child-process-gone", {}, { type: "GPU", reason: "crashed", exitCode: 3, name: "GPU" });
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ type: "GPU", reason: "crashed" });
    expect(stop.signal.aborted).toBe(false);
  });
});

describe("a relaunch", () => {
  const { log } = readableLog();
  function relaunched(env: NodeJS.ProcessEnv, profile: string): unknown[] {
    const asked: unknown[] = [];
    const app = { relaunch: (options?: unknown) => void asked.push(options), getPath: () => profile };
    relaunch(app, { argv: ["/opt/Till/till", "--kiosk"], env }, log);
    return asked;
  }

  it("starts the same program with its arguments", () => {
    expect(relaunched({}, "/nowhere")).toEqual([{ args: ["--kiosk"] }]);
  });

  it("of an AppImage starts the image, which unpacks into a private, unpredictable folder", () => {
    using folder = temporaryFolder();
    const env: NodeJS.ProcessEnv = { APPIMAGE: "/home/till/till.AppImage" };
    const asked = { execPath: "/home/till/till.AppImage", args: ["--appimage-extract-and-run", "--kiosk"] };
    expect(relaunched(env, folder.path)).toEqual([asked]);
    const unpacked = env.TMPDIR ?? "";
    expect(dirname(unpacked)).toBe(folder.path);
    expect(statSync(unpacked).mode & 0o777).toBe(0o700);
    relaunched(env, folder.path);
    expect(env.TMPDIR).not.toBe(unpacked);
    expect(existsSync(unpacked)).toBe(true);
  });

  it("removes that folder from the environment at the next start, and deletes older ones", async () => {
    using folder = temporaryFolder();
    const at = (name: string) => join(folder.path, name);
    for (const name of ["unpacked-now", "unpacked-old", "other"]) mkdirSync(at(name));
    writeFileSync(at("unpacked-old/till"), "");
    const env: NodeJS.ProcessEnv = { TMPDIR: at("unpacked-now") };
    const inUse = takeUnpackedFolder(env);
    expect([inUse, env]).toEqual([at("unpacked-now"), {}]);
    await removeUnpackedFolders(folder.path, inUse, log);
    expect(readdirSync(folder.path).sort()).toEqual(["other", "unpacked-now"]);
    const own: NodeJS.ProcessEnv = { TMPDIR: "/var/tmp" };
    expect([takeUnpackedFolder(own), own]).toEqual([null, { TMPDIR: "/var/tmp" }]);
    await removeUnpackedFolders(at("gone"), null, log);
  });

  it("does not happen without a place to unpack", () => {
    using folder = temporaryFolder();
    expect(relaunched({ APPIMAGE: "/home/till/till.AppImage" }, join(folder.path, "gone"))).toEqual([]);
  });
});
