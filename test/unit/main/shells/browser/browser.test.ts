import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { browserArguments } from "../../../../../main/shells/browser/browser-arguments.ts";
import { classifyExit, openBrowserWindow } from "../../../../../main/shells/browser/browser-window.ts";
import { browserCandidates, findBrowser, hasDisplay } from "../../../../../main/shells/browser/browsers.ts";
import { temporaryFolder } from "../../../../support/folder.ts";
import { readableLog } from "../../bridge/test-bridge.ts";

const WINDOW = {
  url: "file:///data/window/open.html",
  dataDir: join("/", "data"),
  kiosk: false,
  platform: "linux",
  root: false,
} as const;

describe("the browser's arguments", () => {
  it("open the page as an app with its own profile, and send no telemetry", () => {
    const line = browserArguments(WINDOW);
    expect(line).toContain("--app=file:///data/window/open.html");
    expect(line).toContain(`--user-data-dir=${join("/", "data", "window")}`);
    expect(line).toEqual(
      expect.arrayContaining([
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ]),
    );
    expect(line.every((argument) => argument.startsWith("--"))).toBe(true);
  });

  it("include kiosk options only in kiosk mode", () => {
    expect(browserArguments(WINDOW)).not.toContain("--kiosk");
    expect(browserArguments({ ...WINDOW, kiosk: true })).toContain("--kiosk");
  });

  it("enable the system's voices for a kiosk on Linux, which Chromium disables by default", () => {
    const speaks = (kiosk: boolean, platform: NodeJS.Platform) =>
      browserArguments({ ...WINDOW, kiosk, platform }).includes("--enable-speech-dispatcher");
    expect([speaks(true, "linux"), speaks(false, "linux"), speaks(true, "win32")]).toEqual([true, false, false]);
  });

  it("disable the sandbox only for root on Linux", () => {
    expect(browserArguments({ ...WINDOW, root: true })).toContain("--no-sandbox");
    expect(browserArguments(WINDOW)).not.toContain("--no-sandbox");
    expect(browserArguments({ ...WINDOW, root: true, platform: "darwin" })).not.toContain("--no-sandbox");
  });

  it("never enable remote debugging of the till's page", () => {
    expect(browserArguments({ ...WINDOW, kiosk: true, root: true }).join(" ")).not.toContain("remote-debugging");
  });
});

describe("the window's ticket", () => {
  const ADDRESS = "http://127.0.0.1:4000/#token=the-ticket";

  /** A browser that records its arguments, and runs until it is terminated. */
  async function started(holdsTicket: boolean) {
    const folder = temporaryFolder();
    const executable = join(folder.path, "browser.sh");
    const line = join(folder.path, "line");
    writeFileSync(executable, `#!/bin/sh\necho "$@" > "${line}.new"\nmv "${line}.new" "${line}"\nexec sleep 60\n`);
    chmodSync(executable, 0o755);
    // The state left by an earlier version or another program.
    mkdirSync(join(folder.path, "window"), { mode: 0o755 });
    writeFileSync(join(folder.path, "window", "open.html"), "older", { mode: 0o644 });
    const { log } = readableLog();
    const options = { executable, url: ADDRESS, holdsTicket, dataDir: folder.path, kiosk: false, log };
    const window = openBrowserWindow(options);
    await expect.poll(() => existsSync(line)).toBe(true);
    return { folder, window, line: readFileSync(line, "utf8"), page: join(folder.path, "window", "open.html") };
  }

  it.skipIf(process.platform === "win32")(
    "is in a page that only its user can read, and on no command line",
    async () => {
      const { folder, window, line, page } = await started(true);
      expect(line).not.toContain("the-ticket");
      expect(line).toContain(`--app=${pathToFileURL(page).href}`);
      expect(readFileSync(page, "utf8")).toContain(`content="0;url=${ADDRESS}"`);
      expect([page, join(folder.path, "window")].map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o700]);
      await window.close();
      expect(existsSync(page)).toBe(false);
      folder[Symbol.dispose]();
    },
  );

  it.skipIf(process.platform === "win32")("is in no page when the URL has none", async () => {
    const { folder, window, line } = await started(false);
    expect(line).toContain(`--app=${ADDRESS}`);
    await window.close();
    folder[Symbol.dispose]();
  });
});

describe("installed browsers", () => {
  it("are searched in each platform's locations", () => {
    expect(browserCandidates("linux", { PATH: "/opt/bin:relative:" })).toEqual(
      expect.arrayContaining(["/opt/bin/chromium", "/usr/bin/google-chrome", "/snap/bin/chromium"]),
    );
    expect(browserCandidates("linux", {}).some((path) => path.startsWith("relative"))).toBe(false);
    expect(browserCandidates("darwin", { HOME: "/Users/kari" })).toEqual(
      expect.arrayContaining([
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        "/Users/kari/Applications/Brave Browser.app/Contents/MacOS/Brave Browser",
      ]),
    );
    expect(browserCandidates("win32", { ProgramFiles: "C:\\Program Files" })).toContain(
      "C:\\Program Files\\Microsoft\\Edge\\Application\\msedge.exe",
    );
  });

  it("must be executable files", () => {
    const folder = mkdtempSync(join(tmpdir(), "till-browsers-"));
    try {
      mkdirSync(join(folder, "chromium"));
      writeFileSync(join(folder, "google-chrome"), "", { mode: 0o644 });
      const chosen = join(folder, "brave");
      writeFileSync(chosen, "");
      chmodSync(chosen, 0o755);
      const found = findBrowser("linux", { PATH: folder });
      const installedHere = findBrowser("linux", {});
      expect(found).toBe(installedHere ?? chosen);
      expect(browserCandidates("linux", { PATH: folder })).toContain(chosen);
      expect(found).not.toBe(join(folder, "chromium"));
      expect(found).not.toBe(join(folder, "google-chrome"));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("need a display on Linux", () => {
    expect(hasDisplay("linux", {})).toBe(false);
    expect(hasDisplay("linux", { DISPLAY: "" })).toBe(false);
    expect(hasDisplay("linux", { DISPLAY: ":0" })).toBe(true);
    expect(hasDisplay("linux", { WAYLAND_DISPLAY: "wayland-0" })).toBe(true);
    expect(hasDisplay("darwin", {})).toBe(true);
    expect(hasDisplay("win32", {})).toBe(true);
  });
});

describe("a browser that ended", () => {
  it("was closed or crashed; an immediate exit means that no window opened", () => {
    expect(classifyExit(60_000, 0)).toBe("closed");
    expect(classifyExit(60_000, 1)).toBe("broke");
    expect(classifyExit(50, null)).toBe("broke");
    expect(classifyExit(50, 0)).toBe("absent");
    expect(classifyExit(50, 21)).toBe("absent");
  });
});
