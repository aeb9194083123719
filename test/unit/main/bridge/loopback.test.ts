/** What every server on loopback takes: no field twice, nobody for long who is slow, and not everybody at once. */
import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, it, vi } from "vitest";
import { bridgeWorld, TOKEN } from "./bridge-world.ts";

const AUTHORISED = { authorization: `Bearer ${TOKEN}` };
const JSON_TYPE = { "content-type": "application/json" };

describe("bodies", () => {
  it.each([
    ['{"posTid": "P-1", "posTid": "P-2"}', "posTid"],
    ['{"posTid": "P-1", "pos\\u0054id": "P-2"}', "posTid"],
    ['{"a": [{"b": 1}, {"b": 1, "c": {}, "b": 1}], "b": 1}', "a[1].b"],
    ['{"a": {"x\\"}": 1, "x\\"}": 2}}', 'a.x"}'],
    ['{"__proto__": 1, "__proto__": 2}', "__proto__"],
  ])("refuse %s, which says a field twice", async (body, field) => {
    await using world = await bridgeWorld();
    const headers = { ...AUTHORISED, ...JSON_TYPE };
    const answer = await world.raw({ path: "/bridge/payment.get", headers, body });
    expect([answer.status, answer.json().error]).toMatchObject([
      400,
      { code: "invalid_input", details: { fields: [{ field, expected: "this field once" }] } },
    ]);
  });

  it.each([
    '{"posTid": "posTid"}',
    '{"posTid": "a\\\\", "input": [{"posTid": 1}, {"posTid": 2}], "x": {"posTid": "{,"}}',
  ])("take the same word in other places: %s", async (body) => {
    await using world = await bridgeWorld();
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
  ])("are cut off when they are slow: half %s", async (_, text) => {
    await using world = await bridgeWorld({ limits: { headersMs: 60, requestMs: 120, connections: 128 } });
    const began = performance.now();
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const socket = connect({ host: "127.0.0.1", port: world.bridge.port });
        socket.write(text.replace("PORT", `${world.bridge.port}`));
        let answer = "";
        for await (const piece of socket) answer += piece;
        return answer.slice(0, 12);
      }),
    );
    expect(new Set(answers)).toEqual(new Set(["HTTP/1.1 408"]));
    // Node by itself looks for them every 30 s.
    expect(performance.now() - began).toBeLessThan(15_000);
    expect((await world.call("staff.signOut")).status).toBe(200);
  });

  it("are so many at once, and no more", async () => {
    await using world = await bridgeWorld({ limits: { headersMs: 60_000, requestMs: 60_000, connections: 3 } });
    const open = Array.from({ length: 3 }, () => connect({ host: "127.0.0.1", port: world.bridge.port }));
    await Promise.all(open.map((socket) => once(socket, "connect")));
    await expect(world.call("staff.signOut")).rejects.toThrow(/hang up|ECONNRESET|EPIPE/);
    const [first] = open;
    first?.destroy();
    await vi.waitFor(async () => expect((await world.call("staff.signOut")).status).toBe(200));
    for (const socket of open) socket.destroy();
  });
});
