import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { done } from "../../../../contract/errors.ts";
import type { TillEvent } from "../../../../contract/events.ts";
import { startHttpBridge } from "../../../../main/bridge/http.ts";
import { bridgeWorld, TOKEN } from "./bridge-world.ts";

const AUTHORISED = { authorization: `Bearer ${TOKEN}` };
const JSON_TYPE = { "content-type": "application/json" };
const depth = (value: number): TillEvent => ({ type: "queue.changed", depth: value, paused: false });

describe("commands over HTTP", () => {
  it("answer 200 with the result, good or not", async () => {
    await using world = await bridgeWorld();
    const good = await world.call("staff.signOut", {});
    expect([good.status, good.json()]).toEqual([200, done({ role: null })]);
    const bad = await world.call("payment.get", { posTid: "unknown" });
    expect([bad.status, bad.json().error?.code]).toEqual([200, "not_found"]);
  });

  it("take a missing and an empty body for an empty input", async () => {
    await using world = await bridgeWorld();
    const path = "/bridge/staff.signOut";
    expect((await world.raw({ path, headers: AUTHORISED })).json().ok).toBe(true);
    expect((await world.raw({ path, headers: { ...AUTHORISED, ...JSON_TYPE } })).json().ok).toBe(true);
    expect((await world.raw({ path, headers: { ...AUTHORISED, ...JSON_TYPE }, body: "{}" })).json().ok).toBe(true);
  });

  it("name the wrong field", async () => {
    await using world = await bridgeWorld();
    const answer = await world.call("payment.start", { action: "SALE", amount: "100" });
    expect(answer.status).toBe(200);
    expect(answer.json().error).toMatchObject({
      code: "invalid_input",
      details: { fields: [{ field: "amount", expected: expect.stringContaining("integer") }] },
    });
  });

  it("refuse a field called __proto__ like any other unknown one", async () => {
    await using world = await bridgeWorld();
    const headers = { ...AUTHORISED, ...JSON_TYPE };
    const answer = await world.raw({ path: "/bridge/staff.signOut", headers, body: '{"__proto__": {"a": 1}}' });
    expect(answer.json().error?.details.fields).toMatchObject([{ field: "__proto__", expected: "no such field" }]);
  });

  it.each(["/bridge/payment.steal", "/bridge/constructor", "/bridge/__proto__", "/bridge/", "/bridge/a/b", "/bridge"])(
    "answer 404 for %s",
    async (path) => {
      await using world = await bridgeWorld();
      const answer = await world.raw({ path, headers: AUTHORISED });
      expect([answer.status, answer.json().error?.code]).toEqual([404, "not_found"]);
    },
  );

  it("are not called by GET", async () => {
    await using world = await bridgeWorld();
    expect((await world.raw({ method: "GET", path: "/bridge/staff.signOut", headers: AUTHORISED })).status).toBe(404);
  });

  it("take 64 KiB and answer 413 to one byte more", async () => {
    await using world = await bridgeWorld();
    const headers = { ...AUTHORISED, ...JSON_TYPE };
    const post = (size: number) => world.raw({ path: "/bridge/staff.signOut", headers, body: "{}".padEnd(size) });
    expect((await post(65_536)).status).toBe(200);
    const over = await post(65_537);
    expect([over.status, over.json().error?.code]).toEqual([413, "invalid_input"]);
  });

  it.each([
    ["text/plain", "{}", 415],
    ["application/x-www-form-urlencoded", "a=b", 415],
    ["multipart/form-data; boundary=x", "--x--", 415],
    ["application/json", "{", 400],
    ["application/json", "{}{}", 400],
    ["application/json", "\xff\xfe", 400],
  ])("refuse %s %j with %i in the form of a result", async (type, body, status) => {
    await using world = await bridgeWorld();
    const headers = { ...AUTHORISED, "content-type": type };
    const answer = await world.raw({ path: "/bridge/staff.signOut", headers, body: Buffer.from(body, "latin1") });
    expect([answer.status, answer.json().ok, answer.json().error?.code]).toEqual([status, false, "invalid_input"]);
  });

  it("say only an id of an exception", async () => {
    await using world = await bridgeWorld({
      handlers: {
        "journal.verify": () => {
          throw new Error("SQLITE_IOERR in secret place");
        },
      },
    });
    const answer = await world.call("journal.verify");
    expect(answer.json().error?.code).toBe("internal");
    expect(answer.text).not.toContain("SQLITE");
    const logged = world.log.lines.find((line) => line.includes(String(answer.json().error?.details.errorId)));
    expect(logged).toContain("SQLITE_IOERR");
  });
});

describe("a sign-in whose window goes away while the PIN is checked", () => {
  it("is undone: the page that comes back would ask nobody who they are", async () => {
    const asked = Promise.withResolvers<void>();
    const checked = Promise.withResolvers<void>();
    const undone = Promise.withResolvers<void>();
    await using world = await bridgeWorld({
      handlers: {
        async "staff.signIn"() {
          asked.resolve();
          await checked.promise;
          return done({ role: "owner", name: "Olga" });
        },
        "staff.signOut"() {
          undone.resolve();
          return done({ role: null });
        },
      },
    });
    const window = connect(world.bridge.port, "127.0.0.1");
    const body = JSON.stringify({ pin: "4821" });
    const head = ["POST /bridge/staff.signIn HTTP/1.1", `Host: 127.0.0.1:${world.bridge.port}`];
    const headers = [
      `Authorization: Bearer ${TOKEN}`,
      "Content-Type: application/json",
      `Content-Length: ${body.length}`,
    ];
    window.write([...head, ...headers, "", body].join("\r\n"));
    window.on("error", () => undefined);
    await asked.promise;
    window.destroy();
    // Another request is answered: by then the till knows that the window's connection is gone.
    await world.call("terminal.get");
    checked.resolve();
    await undone.promise;
  });

  it("stays where it is heard", async () => {
    const calls: string[] = [];
    await using world = await bridgeWorld({
      handlers: {
        "staff.signIn": async () => done({ role: "owner", name: "Olga" }),
        "staff.signOut"() {
          calls.push("staff.signOut");
          return done({ role: null });
        },
      },
    });
    expect((await world.call("staff.signIn", { pin: "4821" })).json().ok).toBe(true);
    await world.call("terminal.get");
    expect(calls).toEqual([]);
  });
});

describe("who may call", () => {
  it.each<Record<string, string>>([
    {},
    { authorization: "Bearer wrong" },
    { authorization: TOKEN },
    { authorization: `Basic ${TOKEN}` },
    { authorization: `Bearer ${TOKEN}x` },
    { cookie: "till-session=x" },
  ])("not who sends %j", async (headers) => {
    await using world = await bridgeWorld();
    for (const request of [
      { path: "/bridge/staff.signOut", headers: { ...JSON_TYPE, ...headers } },
      { path: "/bridge/no.such.command", headers: { ...headers } },
      { path: "/bridge/events", method: "GET", headers: { ...headers } },
    ]) {
      const answer = await world.raw(request);
      expect([answer.status, answer.json().ok], request.path).toEqual([401, false]);
    }
  });

  it("a page that exchanged the token for a session of this till alone, and never by a cookie", async () => {
    await using world = await bridgeWorld();
    const opened = await world.raw({ path: "/session", headers: AUTHORISED });
    expect([opened.status, opened.json()]).toEqual([200, done({ session: expect.stringMatching(/^[\w-]{43}$/) })]);
    expect(opened.headers["set-cookie"]).toBeUndefined();
    const { session } = opened.json().value as { session: string };
    const path = "/bridge/staff.signOut";
    const headers = { authorization: `Bearer ${session}` };
    expect((await world.raw({ path, headers })).status).toBe(200);
    const asCookie = { cookie: `till-session-${world.bridge.port}=${session}` };
    expect((await world.raw({ path, headers: asCookie })).status).toBe(401);
    await using other = await bridgeWorld();
    expect((await other.raw({ path, headers })).status).toBe(401);
  });

  it("not a page with a wrong token", async () => {
    await using world = await bridgeWorld();
    const refused = await world.raw({ path: "/session", headers: { authorization: "Bearer wrong" } });
    expect([refused.status, refused.json().ok]).toEqual([401, false]);
    expect(world.refused).toEqual(["unknown"]);
  });

  it("a window with its ticket, once", async () => {
    await using world = await bridgeWorld();
    const ticket = new URL(world.bridge.windowUrl()).hash.replace("#token=", "");
    const headers = { authorization: `Bearer ${ticket}` };
    expect((await world.raw({ path: "/bridge/staff.signOut", headers })).status).toBe(401);
    expect((await world.raw({ path: "/session", headers })).status).toBe(200);
    expect((await world.raw({ path: "/session", headers })).status).toBe(401);
  });

  it("nobody any more, neither by a command nor by its stream, whose ticket is used again", async () => {
    await using world = await bridgeWorld();
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

  it("a window that comes from its own page, once a ticket waits for it, and to no other path", async () => {
    await using world = await bridgeWorld();
    const from = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
    const get = async (path: string, more: Record<string, string> = {}) =>
      (await world.raw({ method: "GET", path, headers: { ...from, ...more } })).status;
    expect(await get("/")).toBe(403);
    const ticket = new URL(world.bridge.windowUrl()).hash.replace("#token=", "");
    // Its screens are not built: it answers all the same.
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
  ])("nobody by %s", async (_, head) => {
    await using world = await bridgeWorld();
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
  ])("nobody from elsewhere: %j", async (hostile) => {
    await using world = await bridgeWorld();
    for (const path of ["/bridge/staff.signOut", "/session"]) {
      const answer = await world.raw({ path, headers: { ...AUTHORISED, ...JSON_TYPE, ...hostile } });
      expect([answer.status, answer.json().ok], path).toEqual([403, false]);
      expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
    }
    expect((await world.raw({ method: "GET", path: "/", headers: { ...hostile } })).status).toBe(403);
  });

  it("no preflight", async () => {
    await using world = await bridgeWorld();
    const headers = { origin: "https://evil.example", "access-control-request-method": "POST" };
    const answer = await world.raw({ method: "OPTIONS", path: "/bridge/staff.signOut", headers });
    expect(answer.status).toBe(403);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
  });

  it("nobody from another machine: only 127.0.0.1 listens", async () => {
    await using world = await bridgeWorld();
    const refused = await new Promise((resolve) => {
      const socket = connect({ host: "127.0.0.2", port: world.bridge.port });
      socket.on("error", (error: NodeJS.ErrnoException) => resolve(error.code));
      socket.on("connect", () => resolve("connected"));
    });
    expect(refused).not.toBe("connected");
  });

  it("is never written down", async () => {
    await using world = await bridgeWorld();
    await world.call("staff.signOut");
    await world.raw({ path: "/bridge/staff.signOut", headers: { ...AUTHORISED, ...JSON_TYPE }, body: "{" });
    await world.raw({ path: "/session", headers: { ...AUTHORISED, host: "evil.example" } });
    expect(world.log.lines.join("")).not.toContain(TOKEN);
  });
});

describe("events over HTTP", () => {
  it("come numbered, as data lines with their type", async () => {
    await using world = await bridgeWorld();
    const listener = await world.listen();
    expect(listener.response.headers["content-type"]).toContain("text/event-stream");
    await listener.until(/^id: /m);
    world.events.publish(depth(1));
    const text = await listener.until(/queue\.changed/);
    expect(text).toContain(`id: ${world.events.lastId()}\ndata: ${JSON.stringify(depth(1))}\n\n`);
  });

  it.each(["header", "query"])("resume after the id of the %s without a gap", async (place) => {
    await using world = await bridgeWorld();
    world.events.publish(depth(1));
    const id = world.events.lastId();
    world.events.publish(depth(2));
    world.events.publish(depth(3));
    const listener =
      place === "header"
        ? await world.listen({ "last-event-id": id })
        : await world.listen({}, `/bridge/events?lastEventId=${id}`);
    const text = await listener.until(/"depth":3/);
    expect(text).toContain('"depth":2');
    expect(text).not.toContain('"depth":1');
    expect(text).not.toContain("gap");
  });

  it("resume from the position that a quiet stream gave", async () => {
    await using world = await bridgeWorld();
    const first = await world.listen();
    const position = /^id: (.+)$/m.exec(await first.until(/^id: .+\n/m))?.[1] ?? "";
    first.close();
    world.events.publish(depth(7));
    const again = await world.listen({ "last-event-id": position });
    expect(await again.until(/"depth":7/)).not.toContain("gap");
  });

  it("say gap when the past is forgotten, and go on", async () => {
    await using world = await bridgeWorld({ keep: 1 });
    const old = world.events.lastId();
    for (const value of [1, 2, 3]) world.events.publish(depth(value));
    const listener = await world.listen({ "last-event-id": old });
    const text = await listener.until(/event: gap/);
    expect(text).toContain(`id: ${world.events.lastId()}\nevent: gap\ndata: {}`);
    world.events.publish(depth(4));
    await listener.until(/"depth":4/);
  });

  it("say gap after a restart", async () => {
    await using before = await bridgeWorld();
    before.events.publish(depth(1));
    await using after = await bridgeWorld();
    after.events.publish(depth(1));
    const listener = await after.listen({ "last-event-id": before.events.lastId() });
    await listener.until(/event: gap/);
  });

  it("keep a quiet connection alive with comments", async () => {
    await using world = await bridgeWorld({ heartbeatMs: 5 });
    const listener = await world.listen();
    await listener.until(/^: still here\n\n: still here/m);
  });

  it("drop a window that does not read, and nobody else", async () => {
    await using world = await bridgeWorld();
    const slow = await world.listen();
    const quick = await world.listen();
    slow.response.pause();
    const big = { type: "scan.received", posTid: "x".repeat(500_000) } satisfies TillEvent;
    while (!world.log.lines.some((line) => line.includes("does not keep up"))) {
      world.events.publish(big);
      await quick.until(new RegExp(`id: ${world.events.lastId()}\n`));
      if (world.events.lastId().endsWith("-100")) throw new Error("the slow window is still there");
    }
    world.events.publish(depth(42));
    await quick.until(/"depth":42/);
  });

  it("end when the bridge closes", async () => {
    const world = await bridgeWorld();
    const listener = await world.listen();
    await world[Symbol.asyncDispose]();
    await listener.ended;
    await expect(world.call("staff.signOut")).rejects.toThrow("ECONNREFUSED");
  });
});

describe("closing", () => {
  it("lets a command under way answer", async () => {
    const started = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    const world = await bridgeWorld({
      handlers: {
        "staff.signOut": async () => {
          started.resolve();
          await finish.promise;
          return done({ role: null });
        },
      },
    });
    const answer = world.call("staff.signOut");
    await started.promise;
    const closed = world[Symbol.asyncDispose]();
    finish.resolve();
    expect((await answer).json()).toEqual(done({ role: null }));
    await closed;
  });

  it("frees the port, and a taken one is refused", async () => {
    await using world = await bridgeWorld();
    const again = () =>
      startHttpBridge({
        dispatch: async () => ({ unknownCommand: true }),
        events: world.events,
        port: world.bridge.port,
        token: TOKEN,
        rendererDir: null,
        log: world.log.log,
      });
    await expect(again()).rejects.toThrow("EADDRINUSE");
    await world.bridge.close();
    const second = await again();
    expect(second.port).toBe(world.bridge.port);
    await second.close();
  });
});
