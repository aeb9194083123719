/** Authentication of callers of the loopback bridge. */
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { done } from "../../../../contract/calls/errors.ts";
import { createTestBridge, TOKEN } from "./test-bridge.ts";

const AUTHORISED = { authorization: `Bearer ${TOKEN}` };
const JSON_TYPE = { "content-type": "application/json" };

describe("access to the loopback bridge", () => {
  it.each<Record<string, string>>([
    {},
    { authorization: "Bearer wrong" },
    { authorization: TOKEN },
    { authorization: `Basic ${TOKEN}` },
    { authorization: `Bearer ${TOKEN}x` },
    { cookie: "till-session=x" },
  ])("is refused for the headers %j", async (headers) => {
    await using world = await createTestBridge();
    for (const request of [
      { path: "/bridge/staff.signOut", headers: { ...JSON_TYPE, ...headers } },
      { path: "/bridge/no.such.command", headers: { ...headers } },
      { path: "/bridge/events", method: "GET", headers: { ...headers } },
    ]) {
      const answer = await world.raw(request);
      expect([answer.status, answer.json().ok], request.path).toEqual([401, false]);
    }
  });

  it("is granted to a page that exchanged the token for a session of this till, never by a cookie", async () => {
    await using world = await createTestBridge();
    const opened = await world.raw({ path: "/session", headers: AUTHORISED });
    expect([opened.status, opened.json()]).toEqual([200, done({ session: expect.stringMatching(/^[\w-]{43}$/) })]);
    expect(opened.headers["set-cookie"]).toBeUndefined();
    const { session } = opened.json().value as { session: string };
    const path = "/bridge/staff.signOut";
    const headers = { authorization: `Bearer ${session}` };
    expect((await world.raw({ path, headers })).status).toBe(200);
    const asCookie = { cookie: `till-session-${world.bridge.port}=${session}` };
    expect((await world.raw({ path, headers: asCookie })).status).toBe(401);
    await using other = await createTestBridge();
    expect((await other.raw({ path, headers })).status).toBe(401);
  });

  it("is refused to a page with a wrong token", async () => {
    await using world = await createTestBridge();
    const refused = await world.raw({ path: "/session", headers: { authorization: "Bearer wrong" } });
    expect([refused.status, refused.json().ok]).toEqual([401, false]);
    expect(world.refused).toEqual(["unknown"]);
  });

  it("is granted to a window with its ticket, once", async () => {
    await using world = await createTestBridge();
    const ticket = new URL(world.bridge.windowUrl()).hash.replace("#token=", "");
    const headers = { authorization: `Bearer ${ticket}` };
    expect((await world.raw({ path: "/bridge/staff.signOut", headers })).status).toBe(401);
    expect((await world.raw({ path: "/session", headers })).status).toBe(200);
    expect((await world.raw({ path: "/session", headers })).status).toBe(401);
  });

  it("ends for a window when another window replaces it, and continues for programs", async () => {
    await using world = await createTestBridge();
    const ticketOf = (url: string) => ({ authorization: `Bearer ${new URL(url).hash.replace("#token=", "")}` });
    const opened = await world.raw({ path: "/session", headers: ticketOf(world.bridge.windowUrl()) });
    const session = { authorization: `Bearer ${(opened.json().value as { session: string }).session}` };
    const unused = ticketOf(world.bridge.windowUrl());
    const listener = await world.listen(AUTHORISED);
    await listener.until(/^id: /m);
    const next = ticketOf(world.bridge.windowUrl());
    expect((await world.raw({ path: "/bridge/staff.signOut", headers: session })).status).toBe(401);
    expect((await world.raw({ path: "/session", headers: unused })).status).toBe(401);
    expect((await world.raw({ path: "/session", headers: next })).status).toBe(200);
    expect((await world.raw({ path: "/bridge/staff.signOut", headers: AUTHORISED })).status).toBe(200);
  });

  it("ends for commands and streams when the ticket is used again", async () => {
    await using world = await createTestBridge();
    const headers = { authorization: `Bearer ${new URL(world.bridge.windowUrl()).hash.replace("#token=", "")}` };
    const first = await world.raw({ path: "/session", headers });
    const session = { authorization: `Bearer ${(first.json().value as { session: string }).session}` };
    const listener = await world.listen(session);
    await listener.until(/^id: /m);
    expect((await world.raw({ path: "/session", headers })).status).toBe(401);
    await listener.ended;
    expect((await world.raw({ path: "/bridge/staff.signOut", headers: session })).status).toBe(401);
    expect(world.refused).toEqual(["used_again"]);
  });

  it("is granted to a window from its own page while its ticket is pending, on no other path", async () => {
    await using world = await createTestBridge();
    const from = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
    const get = async (path: string, more: Record<string, string> = {}) =>
      (await world.raw({ method: "GET", path, headers: { ...from, ...more } })).status;
    expect(await get("/")).toBe(403);
    const ticket = new URL(world.bridge.windowUrl()).hash.replace("#token=", "");
    // The screens are not built, but the server answers.
    expect(await get("/")).toBe(503);
    expect(await get("/index.html")).toBe(403);
    expect(await get("/bridge/events", AUTHORISED)).toBe(403);
    expect(await get("/", { "sec-fetch-dest": "iframe" })).toBe(403);
    await world.raw({ path: "/session", headers: { authorization: `Bearer ${ticket}` } });
    expect(await get("/")).toBe(403);
  });

  it.each([
    ["a second Host", "POST /bridge/staff.signOut HTTP/1.1\r\nHost: HOST\r\nHost: HOST"],
    ["a second, foreign Host", "POST /bridge/staff.signOut HTTP/1.1\r\nHost: HOST\r\nHost: evil.example"],
    ["an absolute request line", "POST http://HOST/bridge/staff.signOut HTTP/1.1\r\nHost: HOST"],
    ["a foreign request line", "POST http://evil.example/bridge/staff.signOut HTTP/1.1\r\nHost: HOST"],
  ])("is refused by %s", async (_, head) => {
    await using world = await createTestBridge();
    const socket = connect({ host: "127.0.0.1", port: world.bridge.port });
    socket.write(`${head.replaceAll("HOST", `127.0.0.1:${world.bridge.port}`)}\r\n`);
    socket.write(`Authorization: Bearer ${TOKEN}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    let answer = "";
    for await (const piece of socket) answer += piece;
    expect(answer.slice(0, 12)).toBe("HTTP/1.1 403");
  });

  it.each<Record<string, string>>([
    { host: "evil.example" },
    { host: "till.local:80" },
    { origin: "https://evil.example" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
  ])("is refused to callers from elsewhere: %j", async (hostile) => {
    await using world = await createTestBridge();
    for (const path of ["/bridge/staff.signOut", "/session"]) {
      const answer = await world.raw({ path, headers: { ...AUTHORISED, ...JSON_TYPE, ...hostile } });
      expect([answer.status, answer.json().ok], path).toEqual([403, false]);
      expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
    }
    expect((await world.raw({ method: "GET", path: "/", headers: { ...hostile } })).status).toBe(403);
  });

  it("answers no preflight", async () => {
    await using world = await createTestBridge();
    const headers = { origin: "https://evil.example", "access-control-request-method": "POST" };
    const answer = await world.raw({ method: "OPTIONS", path: "/bridge/staff.signOut", headers });
    expect(answer.status).toBe(403);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
  });

  it("is refused to other machines: only 127.0.0.1 listens", async () => {
    await using world = await createTestBridge();
    const refused = await new Promise((resolve) => {
      const socket = connect({ host: "127.0.0.2", port: world.bridge.port });
      socket.on("error", (error: NodeJS.ErrnoException) => resolve(error.code));
      socket.on("connect", () => resolve("connected"));
    });
    expect(refused).not.toBe("connected");
  });

  it("is never logged", async () => {
    await using world = await createTestBridge();
    await world.call("staff.signOut");
    await world.raw({ path: "/bridge/staff.signOut", headers: { ...AUTHORISED, ...JSON_TYPE }, body: "{" });
    await world.raw({ path: "/session", headers: { ...AUTHORISED, host: "evil.example" } });
    expect(world.log.lines.join("")).not.toContain(TOKEN);
  });
});
