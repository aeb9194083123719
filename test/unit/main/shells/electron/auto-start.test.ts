import { describe, expect, it } from "vitest";
import { type AutoStartRequest, autoStart } from "../../../../../main/shells/electron/auto-start.ts";

const WISH: AutoStartRequest = {
  enabled: true,
  platform: "linux",
  packaged: true,
  program: "/opt/Till/till",
  options: ["--kiosk"],
  configFolder: "/home/shop/.config",
};

describe("automatic start with the session", () => {
  it("is an autostart file on Linux, with the options", () => {
    const decided = autoStart(WISH);
    expect(decided).toMatchObject({
      way: "file",
      path: "/home/shop/.config/autostart/till.desktop",
      optionsKept: true,
    });
    expect(decided).toHaveProperty("content", expect.stringContaining('\nExec="/opt/Till/till" "--kiosk"\n'));
  });

  it("is undone on Linux by removing that file", () => {
    expect(autoStart({ ...WISH, enabled: false })).toMatchObject({ way: "file", content: null });
  });

  it("escapes the desktop file, so that no path is split or expanded", () => {
    const decided = autoStart({ ...WISH, program: '/opt/My Till/100%/$HOME"`', options: [] });
    // Two levels of escaping: a desktop-file string (doubled backslashes) around a command (escaped quotes, dollars,
    // backticks).
    expect(decided).toHaveProperty(
      "content",
      expect.stringContaining('Exec="/opt/My Till/100%%/\\\\$HOME\\\\"\\\\`"\n'),
    );
  });

  it.each([
    ["--kiosk", "--kiosk"],
    ["C:\\Till Data", '"C:\\Till Data"'],
    ["C:\\Till Data\\", '"C:\\Till Data\\\\"'],
    ['say "so"', '"say \\"so\\""'],
    ["", '""'],
  ])("is a login item on Windows, with %s as %s", (option, written) => {
    const program = "C:\\Program Files\\Till\\Till.exe";
    expect(autoStart({ ...WISH, platform: "win32", program, options: [option] })).toEqual({
      way: "login-item",
      settings: { openAtLogin: true, path: program, args: [written], name: "Till" },
      optionsKept: true,
    });
  });

  it("is a login item on macOS, which drops the options and says so", () => {
    expect(autoStart({ ...WISH, platform: "darwin" })).toEqual({
      way: "login-item",
      settings: { openAtLogin: true },
      optionsKept: false,
    });
    expect(autoStart({ ...WISH, platform: "darwin", options: [] })).toHaveProperty("optionsKept", true);
  });

  it.each(["win32", "darwin"] as const)("is undone on %s by the same call", (platform) => {
    expect(autoStart({ ...WISH, platform, enabled: false })).toMatchObject({ settings: { openAtLogin: false } });
  });

  it("is unavailable for a till that is not installed, and on other platforms", () => {
    expect(autoStart({ ...WISH, packaged: false })).toMatchObject({ way: "none" });
    expect(autoStart({ ...WISH, platform: "freebsd" })).toMatchObject({ way: "none" });
  });
});
