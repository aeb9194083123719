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
  ])("is blocked: %s", (target) => {
    expect(navigationAllowed(target)).toBe(false);
  });
});

describe("external links", () => {
  const phone = "http://127.0.0.1:4100/phone";

  it("open the demo phone, with any code to scan", () => {
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
  ])("are blocked: %s", (target) => {
    expect(externalLinkAllowed(target, phone)).toBe(false);
  });

  it("are all blocked without a demo, or when the phone is not on this machine", () => {
    expect(externalLinkAllowed(phone, null)).toBe(false);
    expect(externalLinkAllowed("http://evil.example/phone", "http://evil.example/phone")).toBe(false);
  });
});

describe("a permission", () => {
  it("allows the till's own page to write text to the clipboard", () => {
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
  it("is allowed for data of the till's own page", () => {
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
  it("is selected by its own option, and the rest belongs to the task", () => {
    expect(maintenanceArguments(["--maintenance", "backup", "--to", "x"])).toEqual(["backup", "--to", "x"]);
    expect(maintenanceArguments(["--maintenance"])).toEqual([]);
  });

  it("may follow a Chromium switch, for a machine without a display", () => {
    expect(maintenanceArguments(["--ozone-platform=headless", "--maintenance", "verify"])).toEqual(["verify"]);
  });

  it("is not selected by a till's options", () => {
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

  it("are those after the entry, whatever Electron's own arguments", () => {
    const argv = ["electron", "--no-sandbox", "--inspect=0", "-r", "loader.js", "out/main/electron.js", "--demo"];
    expect(tillArguments(argv, false, isEntry)).toEqual(["--demo"]);
  });

  it("are all of them when the till is the executable", () => {
    expect(tillArguments(["/opt/till", "--kiosk", "--port", "4000"], true, isEntry)).toEqual([
      "--kiosk",
      "--port",
      "4000",
    ]);
  });

  it("exclude the argument that an installer adds when it restarts the till", () => {
    expect(tillArguments(["C:\\till.exe", "--updated"], true, () => false)).toEqual([]);
  });

  it("are empty when the entry is missing", () => {
    expect(tillArguments(["electron", "other.js", "--demo"], false, isEntry)).toEqual([]);
  });
});
