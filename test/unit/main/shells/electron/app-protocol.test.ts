import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SECURITY_HEADERS } from "../../../../../contract/values/security-headers.ts";
import { helpPage } from "../../../../../main/shells/breakdowns/help-page.ts";
import { declareAppScheme, serveApp } from "../../../../../main/shells/electron/app-protocol.ts";
import { fakeSession } from "../../../../support/fake-electron.ts";
import { temporaryFolder } from "../../../../support/folder.ts";
import { readableLog } from "../../bridge/test-bridge.ts";

function served(allowed?: (path: string) => boolean) {
  const folder = temporaryFolder();
  mkdirSync(join(folder.path, "assets"));
  for (const name of ["index.html", "customer.html", "assets/index-Dk3fA91_.js"]) {
    writeFileSync(join(folder.path, name), `content of ${name}`);
  }
  const fake = fakeSession();
  serveApp(fake.session, { rendererDir: folder.path, allowed, help: () => helpPage("staff") }, readableLog().log);
  return { ...fake, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

describe("the app:// scheme", () => {
  it("is declared as a secure origin without CORS, service workers or a CSP bypass", () => {
    const declared: unknown[] = [];
    declareAppScheme({ registerSchemesAsPrivileged: (schemes) => void declared.push(...schemes) });
    expect(declared).toEqual([
      { scheme: "app", privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
    ]);
  });

  it("serves the page under a strict policy, with every security header", async () => {
    using world = served();
    const answer = await world.fetch("app://till/index.html");
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe("content of index.html");
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) expect(answer.headers.get(name)).toBe(value);
    const policy = answer.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'self'");
    expect(policy).not.toMatch(/unsafe-|\*|https?:/);
  });

  it("sends the same headers with refusals", async () => {
    using world = served();
    for (const [url, how, status] of [
      ["app://till/../secret.json", {}, 404],
      ["app://till/%2e%2e%2fsecret.json", {}, 403],
      ["app://till/none.html", {}, 404],
      ["app://till/index.html", { method: "POST" }, 405],
      ["app://till/index.html", { initiatorOrigin: "https://evil.example" }, 403],
    ] as const) {
      const answer = await world.fetch(url, how);
      expect([url, answer.status]).toEqual([url, status]);
      expect(answer.headers.get("content-security-policy")).toContain("default-src 'self'");
      expect(await answer.text()).toBe("");
    }
  });

  it("answers HEAD without the content", async () => {
    using world = served();
    const answer = await world.fetch("app://till/index.html", { method: "HEAD" });
    expect([answer.status, await answer.text()]).toEqual([200, ""]);
  });

  it("has a help page that no page can request", async () => {
    using world = served();
    const answer = await world.fetch("app://till/help");
    expect(await answer.text()).toContain("Call for help");
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect((await world.fetch("app://till/help", { initiatorOrigin: "app://till" })).status).toBe(404);
  });

  it("serves a session only its allowed pages", async () => {
    using world = served((path) => path === "/customer.html");
    expect((await world.fetch("app://till/customer.html")).status).toBe(200);
    expect((await world.fetch("app://till/index.html")).status).toBe(404);
    expect((await world.fetch("app://till/")).status).toBe(404);
  });
});
