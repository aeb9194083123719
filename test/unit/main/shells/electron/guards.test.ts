import { describe, expect, it } from "vitest";
import {
  downloadAllowed,
  externalLinkAllowed,
  maintenanceArguments,
  navigationAllowed,
  permissionAllowed,
  senderAllowed,
  tillArguments,
} from "../../../../../main/shells/electron/guards.ts";

describe("navigation", () => {
  it.each(["app://till/index.html", "app://till/", "app://till/index.html#/payments?query=1"])(
    "stays on the till's page: %s",
    (target) => {
      expect(navigationAllowed(target)).toBe(true);
    },
  );

  it.each([
    "https://evil.example/",
    "http://127.0.0.1:4000/phone",
    "file:///etc/passwd",
    "app://other/index.html",
    "app://till.evil.example/",
    "app://till@evil.example/",
    "app://user@till/",
    "app:till",
    "javascript:alert(1)",
    "data:text/html,x",
    "blob:app://till/1",
    "about:blank",
    "",
  ])("goes nowhere else: %s", (target) => {
    expect(navigationAllowed(target)).toBe(false);
  });
});

describe("links to outside", () => {
  const phone = "http://127.0.0.1:4100/phone";

  it("open the demo phone, with whatever code it is to scan", () => {
    expect(externalLinkAllowed(phone, phone)).toBe(true);
    expect(externalLinkAllowed(`${phone}?link=abc`, phone)).toBe(true);
  });

  it.each([
    "http://127.0.0.1:4101/phone",
    "http://127.0.0.1:4100/phone/../admin",
    "http://127.0.0.1:4100/",
    "http://localhost:4100/phone",
    "http://user@127.0.0.1:4100/phone",
    "https://127.0.0.1:4100/phone",
    "http://evil.example:4100/phone",
    "file:///phone",
    "not a url",
  ])("open nothing else: %s", (target) => {
    expect(externalLinkAllowed(target, phone)).toBe(false);
  });

  it("open nothing at all without a demo, or when the phone is not on this machine", () => {
    expect(externalLinkAllowed(phone, null)).toBe(false);
    expect(externalLinkAllowed("http://evil.example/phone", "http://evil.example/phone")).toBe(false);
  });
});

describe("a permission", () => {
  it("is to put a text into the clipboard, from the till's own page", () => {
    expect(permissionAllowed("clipboard-sanitized-write", "app://till/index.html")).toBe(true);
    expect(permissionAllowed("clipboard-sanitized-write", "app://till")).toBe(true);
  });

  it.each([
    ["clipboard-read", "app://till/"],
    ["media", "app://till/"],
    ["clipboard-sanitized-write", "https://evil.example/"],
    ["clipboard-sanitized-write", "null"],
    ["clipboard-sanitized-write", ""],
  ])("is refused otherwise: %s for %j", (permission, url) => {
    expect(permissionAllowed(permission, url)).toBe(false);
  });
});

describe("a download", () => {
  it("is of something that the till's own page made", () => {
    expect(downloadAllowed("blob:app://till/3b1f")).toBe(true);
  });

  it.each([
    "blob:app://till.evil.example/1",
    "blob:https://evil.example/1",
    "app://till/index.html",
    "https://x/",
    "blob:",
    "",
  ])("is refused otherwise: %s", (url) => {
    expect(downloadAllowed(url)).toBe(false);
  });
});

describe("maintenance", () => {
  it("is asked for by its own option, and the rest is the task's", () => {
    expect(maintenanceArguments(["--maintenance", "backup", "--to", "x"])).toEqual(["backup", "--to", "x"]);
    expect(maintenanceArguments(["--maintenance"])).toEqual([]);
  });

  it("may follow a switch of Chromium's, for a machine without a display", () => {
    expect(maintenanceArguments(["--ozone-platform=headless", "--maintenance", "verify"])).toEqual(["verify"]);
  });

  it("is not asked for by a till's options", () => {
    expect(maintenanceArguments(["--kiosk", "--data", "/x"])).toBeNull();
  });
});

describe("a message's sender", () => {
  const page = { origin: "app://till", isMainFrame: true };

  it("is the main frame of our window on our page", () => {
    expect(senderAllowed({ ownWindow: true, frame: page })).toBe(true);
  });

  it.each([
    { ownWindow: false, frame: page },
    { ownWindow: true, frame: null },
    { ownWindow: true, frame: { ...page, isMainFrame: false } },
    { ownWindow: true, frame: { ...page, origin: "https://evil.example" } },
    { ownWindow: true, frame: { ...page, origin: "null" } },
    { ownWindow: true, frame: { ...page, origin: "app://till.evil.example" } },
  ])("is refused otherwise: %j", (sender) => {
    expect(senderAllowed(sender)).toBe(false);
  });
});

describe("the till's own arguments", () => {
  const isEntry = (argument: string) => argument === "out/main/electron.js";

  it("are what follows the entry, whatever Electron was given before it", () => {
    const argv = ["electron", "--no-sandbox", "--inspect=0", "-r", "loader.js", "out/main/electron.js", "--demo"];
    expect(tillArguments(argv, false, isEntry)).toEqual(["--demo"]);
  });

  it("are everything when the till is the program", () => {
    expect(tillArguments(["/opt/till", "--kiosk", "--port", "4000"], true, isEntry)).toEqual([
      "--kiosk",
      "--port",
      "4000",
    ]);
  });

  it("are not the word with which an installer starts what it has updated", () => {
    expect(tillArguments(["C:\\till.exe", "--updated"], true, () => false)).toEqual([]);
  });

  it("are none when the entry is not there", () => {
    expect(tillArguments(["electron", "other.js", "--demo"], false, isEntry)).toEqual([]);
  });
});
