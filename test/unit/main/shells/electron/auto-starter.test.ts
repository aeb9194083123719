import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { LaunchOptions } from "../../../../../main/app/options.ts";
import { defaultDataFolder } from "../../../../../main/lib/default-data-folder.ts";
import type { AutoStartRequest } from "../../../../../main/shells/electron/auto-start.ts";
import { autoStarter, configFolder, startOptions } from "../../../../../main/shells/electron/auto-starter.ts";
import { fakeApp } from "../../../../support/fake-electron.ts";
import { temporaryFolder } from "../../../../support/folder.ts";
import { readableLog } from "../../bridge/test-bridge.ts";

function starter(own: Partial<AutoStartRequest>, configuration = "/nowhere") {
  const app = fakeApp();
  const request = {
    platform: "linux" as const,
    packaged: true,
    program: "/opt/Till/till",
    options: ["--kiosk"],
    configFolder: configuration,
    ...own,
  };
  return { ...autoStarter({ app: app.app, request, log: readableLog().log }), loginItem: app.loginItem };
}

describe("automatic start of an installed till", () => {
  it("is the presence of a file on Linux", () => {
    using folder = temporaryFolder();
    const { view, set } = starter({}, folder.path);
    const file = join(folder.path, "autostart", "till.desktop");
    expect(view()).toEqual({ enabled: false, possible: true, reason: null, because: null, optionsKept: true });
    expect(set(true)).toMatchObject({ ok: true, value: { enabled: true } });
    expect(readFileSync(file, "utf8")).toContain('Exec="/opt/Till/till" "--kiosk"');
    expect(view().enabled).toBe(true);
    expect(set(false)).toMatchObject({ ok: true, value: { enabled: false } });
    expect(existsSync(file)).toBe(false);
    expect(set(false)).toMatchObject({ ok: true });
  });

  it("is a login item with options on Windows, and without options on macOS", () => {
    const windows = starter({ platform: "win32", program: "C:\\Program Files\\Till\\Till.exe" });
    expect(windows.set(true)).toMatchObject({ ok: true, value: { enabled: true, optionsKept: true } });
    expect(windows.loginItem).toMatchObject({ openAtLogin: true, args: ["--kiosk"] });
    expect(windows.set(false)).toMatchObject({ ok: true, value: { enabled: false } });
    const mac = starter({ platform: "darwin" });
    expect(mac.set(true)).toMatchObject({ ok: true, value: { enabled: true, optionsKept: false } });
  });

  it("is refused for a till that is not installed, with the reason", () => {
    const { view, set } = starter({ packaged: false });
    expect(view()).toMatchObject({
      possible: false,
      reason: "installed",
      because: expect.stringContaining("installed"),
    });
    expect(set(true)).toMatchObject({ ok: false, error: { code: "illegal_state" } });
    expect(starter({ platform: "freebsd" }).view()).toMatchObject({ possible: false, reason: "platform" });
  });

  it("reports when the system refused it", () => {
    using folder = temporaryFolder();
    writeFileSync(join(folder.path, "autostart"), "a file where a folder should be");
    const { set, view } = starter({}, folder.path);
    expect(set(true)).toMatchObject({ ok: false, error: { code: "internal" } });
    expect(view().enabled).toBe(false);
  });
});

describe("the options of an automatically started till", () => {
  const options: LaunchOptions = {
    shell: "electron",
    dataDir: defaultDataFolder(process.platform, {}),
    configFile: "/secret/till.json",
    port: null,
    kiosk: false,
    demo: true,
  };

  it("are the current ones, without those of a first start", () => {
    expect(startOptions(options, {})).toEqual([]);
    expect(startOptions({ ...options, kiosk: true, dataDir: "/srv/till", port: 4000 }, {})).toEqual([
      "--kiosk",
      "--data",
      "/srv/till",
      "--port",
      "4000",
    ]);
  });

  it("are in the folder that the session reads", () => {
    expect(configFolder({ XDG_CONFIG_HOME: "/c" })).toBe("/c");
    expect(configFolder({})).toMatch(/[\\/]\.config$/);
  });
});
