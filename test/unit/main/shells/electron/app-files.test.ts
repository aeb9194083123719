import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { appFile } from "../../../../../main/shells/electron/app-files.ts";

const ROOT = resolve("/opt/till/renderer");
const get = (url: string, initiator?: string) => appFile(ROOT, "GET", url, initiator);

describe("app:// files", () => {
  it.each([
    ["app://till/", "index.html", "text/html; charset=utf-8"],
    ["app://till/index.html", "index.html", "text/html; charset=utf-8"],
    ["app://till/index.html?a=1#b", "index.html", "text/html; charset=utf-8"],
    ["app://till/assets/index-Dk3fA91_.js", "assets/index-Dk3fA91_.js", "text/javascript; charset=utf-8"],
    ["app://till/assets/inter%20var.woff2", "assets/inter var.woff2", "font/woff2"],
    ["app://till/assets/../index.html", "index.html", "text/html; charset=utf-8"],
    // A URL itself cannot leave its host, however the dots are escaped.
    ["app://till/%2e%2e/%2e%2e/package.json", "package.json", "application/json; charset=utf-8"],
  ])("serve %s", (url, file, contentType) => {
    expect(get(url)).toEqual({ file: resolve(ROOT, file), contentType });
  });

  it("are served to the till's own page", () => {
    expect(get("app://till/index.html", "app://till")).toHaveProperty("file");
    expect(get("app://till/index.html", "https://evil.example")).toEqual({ status: 403 });
    expect(get("app://till/index.html", "null")).toEqual({ status: 403 });
  });

  it.each(["POST", "PUT", "DELETE", "OPTIONS"])("are missing for %s", (method) => {
    expect(appFile(ROOT, method, "app://till/", undefined)).toEqual({ status: 405 });
  });

  it.each([
    "app://till/..%2f..%2fetc/passwd.json",
    "app://till/%2e%2e%2frenderer-old/index.html",
    "app://till/assets%2f..%2f..%2fmain/electron.js",
    "app://till/..%5c..%5cmain%5celectron.js",
    "app://till/c:/windows/win.json",
    "app://till/index.html%00.png",
    "app://till/%ff.html",
    "app://till/.env.json",
    "app://till/.git/config.json",
    "app://other/index.html",
    "app://till.evil/index.html",
    "file:///opt/till/renderer/index.html",
    "https://till/index.html",
    "nonsense",
  ])("stay within the renderer's folder: %s", (url) => {
    const found = get(url);
    expect(found).not.toHaveProperty("file");
    expect([400, 403]).toContain("status" in found && found.status);
  });

  it.each(["app://till/data.sqlite", "app://till/key.pem", "app://till/assets", "app://till/index.js.map"])(
    "are limited to a renderer's file types: %s",
    (url) => {
      expect(get(url)).toEqual({ status: 404 });
    },
  );
});
