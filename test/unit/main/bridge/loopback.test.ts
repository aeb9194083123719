/** Limits of every loopback server: duplicate fields, slow clients, and the number of connections. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { describe, expect, it, vi } from "vitest";
import { runningMs } from "../../../support/running-time.ts";
import { createTestBridge, type RawRequest, TOKEN } from "./test-bridge.ts";

/** Another user's program: 200 connections, each reopened as soon as it is closed, for two minutes at most. */
const STRANGER = `
  const { connect } = require("node:net");
  const open = () => connect(Number(process.argv[1]), "127.0.0.1").on("error", () => {}).once("close", open).resume();
  for (let number = 0; number < 200; number += 1) open();
  setTimeout(() => console.log("running"), 300);
  setTimeout(() => process.exit(), 120_000);
`;

const AUTHORISED = { authorization: `Bearer ${TOKEN}` };
const JSON_TYPE = { "content-type": "application/json" };

describe("bodies", () => {
  it.each([
    ['{"posTid": "P-1", "posTid": "P-2"}', "posTid"],
    ['{"posTid": "P-1", "pos\\u0054id": "P-2"}', "posTid"],
    ['{"a": [{"b": 1}, {"b": 1, "c": {}, "b": 1}], "b": 1}', "a[1].b"],
    ['{"a": {"x\\"}": 1, "x\\"}": 2}}', 'a.x"}'],
    ['{"__proto__": 1, "__proto__": 2}', "__proto__"],
  ])("with a duplicate field are refused: %s", async (body, field) => {
    await using world = await createTestBridge();
    const headers = { ...AUTHORISED, ...JSON_TYPE };
    const answer = await world.raw({ path: "/bridge/payment.get", headers, body });
    expect([answer.status, answer.json().error]).toMatchObject([
      400,
      { code: "invalid_input", details: { fields: [{ field, expected: "this field only once" }] } },
    ]);
  });

  it.each([
    '{"posTid": "posTid"}',
    '{"posTid": "a\\\\", "input": [{"posTid": 1}, {"posTid": 2}], "x": {"posTid": "{,"}}',
  ])("with the same word in other places are accepted: %s", async (body) => {
    await using world = await createTestBridge();
    const answer = await world.raw({ path: "/bridge/payment.get", headers: { ...AUTHORISED, ...JSON_TYPE }, body });
    expect(answer.status).toBe(200);
  });
});

describe("connections", () => {
  it.each([
    ["heads", "POST /bridge/staff.signOut HTTP/1.1\r\nHost: 127"],
    [
      "bodies",
      `POST /bridge/staff.signOut HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nContent-Type: application/json\r\nAuthorization: Bearer ${TOKEN}\r\nContent-Length: 50\r\n\r\n{`,
    ],
    ["silence", ""],
  ])("are closed when the client is slow: half %s", async (_, text) => {
    await using world = await createTestBridge({ limits: { headersMs: 60, requestMs: 120, connections: 128 } });
    const began = runningMs();
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const socket = connect({ host: "127.0.0.1", port: world.bridge.port });
        socket.write(text.replace("PORT", `${world.bridge.port}`));
        let answer = "";
        try {
          for await (const piece of socket) answer += piece;
        } catch (error) {
          // A slow machine may close the socket with unread bytes. The connection is closed all the same.
          if (!/ECONNRESET|EPIPE/.test(`${error}`)) throw error;
          return "reset";
        }
        return answer.slice(0, 12);
      }),
    );
    expect(new Set(answers.filter((answer) => answer !== "reset"))).toEqual(new Set(["HTTP/1.1 408"]));
    // Node checks for slow connections every 30 s by default.
    expect(runningMs() - began).toBeLessThan(15_000);
    expect((await world.call("staff.signOut")).status).toBe(200);
  });

  const FEW = { headersMs: 60_000, requestMs: 60_000, connections: 3 };

  it("without authentication are dropped oldest first for new ones, and authenticated ones stay", async () => {
    await using world = await createTestBridge({ limits: FEW });
    const listener = await world.listen();
    await listener.until(/^id: /m);
    const gone: number[] = [];
    const strangers: Socket[] = [];
    for (let number = 0; number < 4; number += 1) {
      const socket = connect({ host: "127.0.0.1", port: world.bridge.port });
      socket.once("close", () => gone.push(number)).resume();
      await once(socket, "connect");
      strangers.push(socket);
    }
    await expect.poll(() => gone.toSorted()).toEqual([0, 1]);
    expect((await world.call("staff.signOut")).status).toBe(200);
    world.events.publish({ type: "queue.changed", depth: 7, paused: false });
    await listener.until(/"depth":7/);
    for (const socket of strangers) socket.destroy();
    listener.close();
  });

  it("are limited in number when all are authenticated", async () => {
    await using world = await createTestBridge({ limits: FEW });
    const listeners = await Promise.all([world.listen(), world.listen(), world.listen()]);
    await expect(world.call("staff.signOut")).rejects.toThrow(/hang up|ECONNRESET|EPIPE/);
    listeners[0]?.close();
    await vi.waitFor(async () => expect((await world.call("staff.signOut")).status).toBe(200), 60_000);
    for (const listener of listeners) listener.close();
  });

  it.each<[string, RawRequest]>([
    ["without a token", { path: "/bridge/staff.signOut" }],
    ["with a wrong ticket", { path: "/session", headers: { authorization: "Bearer wrong" } }],
    ["from elsewhere", { path: "/", method: "GET", headers: { origin: "https://evil.example" } }],
    ["without JSON", { path: "/bridge/staff.signOut", headers: { ...AUTHORISED, ...JSON_TYPE }, body: "{" }],
  ])("are closed with the response to a caller refused %s", async (_, request) => {
    await using world = await createTestBridge();
    const answer = await world.raw({ ...request, headers: { connection: "keep-alive", ...request.headers } });
    expect([answer.status >= 400, answer.headers.connection]).toEqual([true, "close"]);
  });

  it("stay open for five seconds without a request", async () => {
    await using world = await createTestBridge();
    const headers = { ...AUTHORISED, connection: "keep-alive" };
    const answer = await world.raw({ path: "/bridge/staff.signOut", headers });
    expect(answer.headers["keep-alive"]).toBe("timeout=5");
  });

  it("admit a token holder within a second while another program reopens 200 without end", async () => {
    await using world = await createTestBridge();
    const stranger = spawn(process.execPath, ["-e", STRANGER, String(world.bridge.port)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(stranger.stdout, "data");
    const took: number[] = [];
    for (let calls = 0; calls < 20; calls += 1) {
      const began = runningMs();
      expect((await world.call("staff.signOut")).status).toBe(200);
      took.push(runningMs() - began);
    }
    stranger.kill();
    await once(stranger, "exit");
    expect(Math.max(...took)).toBeLessThan(1000);
  });
});
