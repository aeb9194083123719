import type { Session } from "electron";
import { describe, expect, it } from "vitest";
import {
  customerWindowOptions,
  menuTemplate,
  pagePreferences,
  tillWindowOptions,
} from "../../../../../main/shells/electron/window.ts";

const SESSION = {} as Session;
const preferences = (packaged = true) => pagePreferences(SESSION, "/preload.cjs", packaged);

describe("web preferences of every page", () => {
  it("enable the sandbox and isolation, and disable Node", () => {
    expect(preferences()).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
    });
  });

  it("keep Chromium's own protections, and enable no experiments", () => {
    expect(preferences()).toMatchObject({
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      plugins: false,
      navigateOnDragDrop: false,
    });
    expect(preferences()).not.toHaveProperty("enableBlinkFeatures");
    expect(preferences()).not.toHaveProperty("additionalArguments");
  });

  it("disable the developer tools once installed", () => {
    expect(preferences(true).devTools).toBe(false);
    expect(preferences(false).devTools).toBe(true);
  });

  it("use the given session and preload", () => {
    expect(preferences()).toMatchObject({ session: SESSION, preload: "/preload.cjs" });
  });
});

describe("the till's window", () => {
  const restored = { bounds: { x: 10, y: 20, width: 900, height: 700 }, maximised: false };

  it("opens at its previous position, and is shown when it has content", () => {
    const options = tillWindowOptions(preferences(), { kiosk: false, restored });
    expect(options).toMatchObject({ x: 10, y: 20, width: 900, height: 700, show: false, kiosk: false });
    expect(tillWindowOptions(preferences(), { kiosk: false, restored: null })).toMatchObject({
      width: 1280,
      height: 800,
    });
  });

  it("fills the screen in kiosk mode", () => {
    const options = tillWindowOptions(preferences(), { kiosk: true, restored: null });
    expect(options).toMatchObject({ kiosk: true, width: 1280 });
    expect(options).not.toHaveProperty("x");
  });
});

describe("the customer's window", () => {
  it("fills its display, without a frame", () => {
    const on = { x: 1920, y: 0, width: 1280, height: 800 };
    expect(customerWindowOptions(preferences(), { kiosk: false, on })).toMatchObject({
      ...on,
      fullscreen: true,
      frame: false,
      skipTaskbar: true,
      show: false,
    });
  });

  it("is movable when there is no second display", () => {
    const options = customerWindowOptions(preferences(), { kiosk: true, on: null });
    expect(options).not.toHaveProperty("fullscreen");
    expect(options).not.toHaveProperty("kiosk");
  });
});

describe("the program's menu", () => {
  it("is empty except for clipboard keys on macOS: no key quits or opens anything", () => {
    expect([menuTemplate("linux"), menuTemplate("win32")]).toEqual([null, null]);
    const roles = menuTemplate("darwin")?.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []));
    expect(roles?.map(({ role }) => role)).toEqual(["undo", "redo", "cut", "copy", "paste", "selectAll"]);
  });
});
