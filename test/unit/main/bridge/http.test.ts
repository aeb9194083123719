import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { done } from "../../../../contract/calls/errors.ts";
import { startHttpBridge } from "../../../../main/bridge/http.ts";
import { createTestBridge, TOKEN } from "./test-bridge.ts";

const AUTHORISED = { authorization: `Bearer ${TOKEN}` };
const JSON_TYPE = { "content-type": "application/json" };

describe("commands over HTTP", () => {
  it("answer 200 with the result, success or failure", async () => {
    await using world = await createTestBridge();
    const good = await world.call("staff.signOut", {});
    expect([good.status, good.json()]).toEqual([200, done({ role: null })]);
    const bad = await world.call("payment.get", { posTid: "unknown" });
    expect([bad.status, bad.json().error?.code]).toEqual([200, "not_found"]);
  });

  it("treat a missing and an empty body as an empty input", async () => {
    await using world = await createTestBridge();
    const path = "/bridge/staff.signOut";
    expect((await world.raw({ path, headers: AUTHORISED })).json().ok).toBe(true);
    expect((await world.raw({ path, headers: { ...AUTHORISED, ...JSON_TYPE } })).json().ok).toBe(true);
    expect((await world.raw({ path, headers: { ...AUTHORISED, ...JSON_TYPE }, body: "{}" })).json().ok).toBe(true);
  });

  it("name the wrong field", async () => {
    await using world = await createTestBridge();
    const answer = await world.call("payment.start", { action: "SALE", amount: "100" });
    expect(answer.status).toBe(200);
    expect(answer.json().error).toMatchObject({
      code: "invalid_input",
      details: { fields: [{ field: "amount", expected: expect.stringContaining("integer") }] },
    });
  });

  it("reject a field called __proto__ like any other unknown field", async () => {
    await using world = await createTestBridge();
    const headers = { ...AUTHORISED, ...JSON_TYPE };
    const answer = await world.raw({ path: "/bridge/staff.signOut", headers, body: '{"__proto__": {"a": 1}}' });
    expect(answer.json().error?.details.fields).toMatchObject([{ field: "__proto__", expected: "no such field" }]);
  });

  it.each(["/bridge/payment.steal", "/bridge/constructor", "/bridge/__proto__", "/bridge/", "/bridge/a/b", "/bridge"])(
    "answer 404 for %s",
    async (path) => {
      await using world = await createTestBridge();
      const answer = await world.raw({ path, headers: AUTHORISED });
      expect([answer.status, answer.json().error?.code]).toEqual([404, "not_found"]);
    },
  );

  it("cannot be called by GET", async () => {
    await using world = await createTestBridge();
    expect((await world.raw({ method: "GET", path: "/bridge/staff.signOut", headers: AUTHORISED })).status).toBe(404);
  });

  it("accept 64 KiB and answer 413 to one more byte", async () => {
    await using world = await createTestBridge();
    const headers = { ...AUTHORISED, ...JSON_TYPE };
    const post = (size: number) => world.raw({ path: "/bridge/staff.signOut", headers, body: "{}".padEnd(size) });
    expect((await post(65_536)).status).toBe(200);
    const over = await post(65_537);
    expect([over.status, over.json().error?.code]).toEqual([413, "invalid_input"]);
  });

  it("accept as many more bytes as the command's definition allows, and no more", async () => {
    await using world = await createTestBridge();
    const headers = { ...AUTHORISED, ...JSON_TYPE };
    const post = (size: number) => world.raw({ path: "/bridge/catalogue.set", headers, body: "{}".padEnd(size) });
    expect((await post(2 * 1024 * 1024)).json().error?.details.fields).toMatchObject([
      { field: "categories" },
      { field: "products" },
    ]);
    const over = await post(2 * 1024 * 1024 + 1);
    expect([over.status, over.json().error?.message]).toEqual([413, "The body is larger than 2048 KiB."]);
  });

  it.each([
    ["text/plain", "{}", 415],
    ["application/x-www-form-urlencoded", "a=b", 415],
    ["multipart/form-data; boundary=x", "--x--", 415],
    ["application/json", "{", 400],
    ["application/json", "{}{}", 400],
    ["application/json", "\xff\xfe", 400],
  ])("refuse %s %j with %i in the form of a result", async (type, body, status) => {
    await using world = await createTestBridge();
    const headers = { ...AUTHORISED, "content-type": type };
    const answer = await world.raw({ path: "/bridge/staff.signOut", headers, body: Buffer.from(body, "latin1") });
    expect([answer.status, answer.json().ok, answer.json().error?.code]).toEqual([status, false, "invalid_input"]);
  });

  it("return only an id for an exception", async () => {
    await using world = await createTestBridge({
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

describe("a sign-in whose window disconnects while the PIN is checked", () => {
  it("is undone, so a reloaded page is not signed in", async () => {
    const asked = Promise.withResolvers<void>();
    const checked = Promise.withResolvers<void>();
    const undone = Promise.withResolvers<void>();
    await using world = await createTestBridge({
      handlers: {
        async "staff.signIn"() {
          asked.resolve();
          await checked.promise;
          return done({ role: "owner", name: "Olga" });
        },
      },
      undoSignIn: undone.resolve,
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
    // Another request is answered; by then the till has seen the window's connection close.
    await world.call("terminal.get");
    checked.resolve();
    await undone.promise;
  });

  it("stays when the response was delivered", async () => {
    const calls: string[] = [];
    await using world = await createTestBridge({
      handlers: { "staff.signIn": async () => done({ role: "owner", name: "Olga" }) },
      undoSignIn: () => calls.push("undoSignIn"),
    });
    expect((await world.call("staff.signIn", { pin: "4821" })).json().ok).toBe(true);
    await world.call("terminal.get");
    expect(calls).toEqual([]);
  });
});

describe("closing", () => {
  it("lets a command in progress answer", async () => {
    const started = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    const world = await createTestBridge({
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

  it("frees the port, and a port in use is refused", async () => {
    await using world = await createTestBridge();
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
