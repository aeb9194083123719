import { describe, expect, it } from "vitest";
import { lockNavigation, lockSession } from "../../../../../main/shells/electron/lock-down.ts";
import { announce, fakeApp, fakeContents, fakeSession, fakeShell } from "../../../../support/fake-electron.ts";
import { readableLog } from "../../bridge/test-bridge.ts";

const PHONE = "http://127.0.0.1:4100/phone";

function locked(phone: string | null = PHONE) {
  const app = fakeApp();
  const shell = fakeShell();
  const { log } = readableLog();
  lockNavigation({ app: app.app, shell: shell.shell }, () => phone, log);
  const page = fakeContents();
  announce(app, page);
  return { page, opened: shell.opened };
}

describe("all web contents", () => {
  const ways = ["will-navigate", "will-frame-navigate", "will-redirect"] as const;

  it.each(ways)("stay on the till's pages (%s)", (way) => {
    const { page } = locked();
    expect(page.go(way, "app://till/index.html#/payments")).toBe(true);
    for (const foreignUrl of ["https://evil.example/", "file:///etc/passwd", PHONE, "javascript:alert(1)"]) {
      expect([foreignUrl, page.go(way, foreignUrl)]).toEqual([foreignUrl, false]);
    }
  });

  it("can navigate anywhere before the lock, which proves the test", () => {
    expect(fakeContents().go("will-navigate", "https://evil.example/")).toBe(true);
    expect(fakeContents().attachWebview()).toBe(true);
    expect(fakeContents().open("https://evil.example/")).toEqual({ action: "allow" });
  });

  it("attach no webview", () => {
    expect(locked().page.attachWebview()).toBe(false);
  });

  it("open no window, and only the demo phone's link in the system's browser", () => {
    const { page, opened } = locked();
    expect(page.open(`${PHONE}?link=abc`)).toEqual({ action: "deny" });
    expect(page.open("https://evil.example/")).toEqual({ action: "deny" });
    expect(page.open("app://till/index.html")).toEqual({ action: "deny" });
    expect(opened).toEqual([`${PHONE}?link=abc`]);
  });

  it("open no link at a live till", () => {
    const { page, opened } = locked(null);
    expect(page.open(PHONE)).toEqual({ action: "deny" });
    expect(opened).toEqual([]);
  });
});

describe("a session", () => {
  function session(takeAway: boolean) {
    const fake = fakeSession();
    const lines = readableLog();
    const state = { takeAway, refused: [] as string[] };
    const taking = { allowed: () => state.takeAway, refused: (what: string) => void state.refused.push(what) };
    lockSession(fake.session, taking, lines.log);
    return { ...fake, state, lines: lines.lines };
  }

  it("grants no permission, for requests or checks", () => {
    const { asks, checks, lines } = session(true);
    for (const permission of [
      "media",
      "geolocation",
      "notifications",
      "clipboard-read",
      "openExternal",
      "usb",
      "unknown",
    ]) {
      expect([permission, asks(permission), checks(permission)]).toEqual([permission, false, false]);
    }
    expect(lines.join("")).toContain("geolocation");
  });

  it("lets the user copy text from the till's own page, and no other page or clipboard permission", () => {
    const { asks, checks } = session(true);
    const copy = "clipboard-sanitized-write";
    expect([asks(copy), checks(copy)]).toEqual([true, true]);
    expect([asks(copy, "https://evil.example/"), checks(copy, "https://evil.example")]).toEqual([false, false]);
    expect([asks("clipboard-read"), checks("deprecated-sync-clipboard-read")]).toEqual([false, false]);
  });

  it("exposes no device, pairs with none, and blocks screen capture", () => {
    const { device, pairs, captures } = session(true);
    expect(["hid", "serial", "usb"].map(device)).toEqual([false, false, false]);
    expect(pairs()).toEqual({ confirmed: false });
    expect(captures()).toBeNull();
  });

  it("saves downloads of the till's own page, and nothing from elsewhere", () => {
    const { downloads } = session(true);
    expect(downloads("blob:app://till/4f1c")).toBe(true);
    for (const url of [
      "https://evil.example/x.exe",
      "blob:https://evil.example/1",
      "app://till/index.html",
      "data:,x",
    ]) {
      expect([url, downloads(url)]).toEqual([url, false]);
    }
  });

  it("blocks saving and copying in front of a customer, and reports the attempt", () => {
    const { downloads, asks, checks, state } = session(false);
    expect(downloads("blob:app://till/4f1c")).toBe(false);
    expect([asks("clipboard-sanitized-write"), checks("clipboard-sanitized-write")]).toEqual([false, false]);
    // Once: a request comes from the user, and a check may come from the page alone.
    expect(state.refused).toEqual(["save", "copy"]);
    // Permissions that are never granted are not reported.
    asks("media");
    checks("media");
    downloads("https://evil.example/x.exe");
    expect(state.refused).toHaveLength(2);
  });

  it("is locked and unlocked when the till's mode changes", () => {
    const { downloads, checks, state } = session(true);
    state.takeAway = false;
    expect([downloads("blob:app://till/1"), checks("clipboard-sanitized-write")]).toEqual([false, false]);
    state.takeAway = true;
    expect([downloads("blob:app://till/1"), checks("clipboard-sanitized-write")]).toEqual([true, true]);
    expect(state.refused).toEqual(["save"]);
  });

  it("would allow everything without its locks, which proves the test", () => {
    const { asks, checks, downloads } = fakeSession();
    expect([asks("media"), checks("media"), downloads("https://evil.example/")]).toEqual([undefined, undefined, true]);
  });
});
