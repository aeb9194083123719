import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createTestBridge } from "./test-bridge.ts";

describe("the renderer's files", () => {
  const built = (folder: string) => {
    const root = join(folder, "renderer");
    mkdirSync(join(root, "assets"), { recursive: true });
    writeFileSync(join(root, "index.html"), "<!doctype html><title>Till</title>");
    writeFileSync(join(root, "assets", "index-Dk3fA91_.js"), "export {};");
    writeFileSync(join(root, ".hidden"), "hidden");
    writeFileSync(join(folder, "outside.txt"), "outside");
    return root;
  };
  const get = (path: string) => ({ method: "GET", path });

  it("need no token and are sent with a restrictive policy", async () => {
    await using world = await createTestBridge({ rendererDir: built });
    const page = await world.raw(get("/"));
    expect([page.status, page.text]).toEqual([200, "<!doctype html><title>Till</title>"]);
    const policy = String(page.headers["content-security-policy"]);
    for (const rule of ["default-src 'self'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'"]) {
      expect(policy).toContain(rule);
    }
    expect(policy).toContain("object-src 'none'");
    expect(policy).not.toContain("unsafe");
    expect(page.headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "no-referrer",
      "cache-control": "no-cache",
    });
  });

  it("are cached permanently when their name contains their hash", async () => {
    await using world = await createTestBridge({ rendererDir: built });
    const script = await world.raw(get("/assets/index-Dk3fA91_.js"));
    expect(script.headers["content-type"]).toContain("javascript");
    expect(script.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  });

  it.each(["/../outside.txt", "/..%2foutside.txt", "/%2e%2e/outside.txt", "/.hidden", "/assets/", "/nothing.js"])(
    "do not include %s",
    async (path) => {
      await using world = await createTestBridge({ rendererDir: built });
      const answer = await world.raw(get(path));
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      expect(answer.text).not.toMatch(/outside|hidden/);
    },
  );

  it("are replaced by a helpful page when they are missing, and commands still work", async () => {
    await using world = await createTestBridge({ rendererDir: (folder) => join(folder, "nowhere") });
    const page = await world.raw(get("/"));
    expect(page.status).toBe(503);
    expect(page.text).toContain("npm start");
    expect((await world.call("staff.signOut")).status).toBe(200);
  });
});
