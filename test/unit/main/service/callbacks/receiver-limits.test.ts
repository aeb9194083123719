import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { runningMs } from "../../../../support/running-time.ts";
import { createTestReceiver, delivery, post, raw, secretPath } from "./test-receiver.ts";

const HOUR_MS = 3_600_000;

describe("the receiver's limits", () => {
  it("on the body: 64 KiB, announced or not", async () => {
    await using till = await createTestReceiver();
    const fits = `{"meta":{"id":"m","event":"x"}}${" ".repeat(64 * 1024 - 31)}`;
    expect((await post(till.receiver.callbackUri, {}, fits)).status).toBe(200);
    expect((await post(till.receiver.callbackUri, {}, `${fits} `)).status).toBe(413);
    const chunked = `POST /${secretPath} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n11000\r\n${" ".repeat(0x11000)}\r\n0\r\n\r\n`;
    expect(await raw(till.receiver.port, chunked)).toMatch(/^HTTP\/1.1 413/);
    expect(till.taken).toHaveLength(1);
  });

  it("on the headers: 8 KiB", async () => {
    await using till = await createTestReceiver();
    expect((await post(till.receiver.callbackUri, { Authorization: `RSA-SHA256 ${"A".repeat(9_000)}` })).status).toBe(
      431,
    );
    expect(till.taken).toEqual([]);
  });

  it("on time: a slow sender is disconnected", async () => {
    await using till = await createTestReceiver({ limits: { headersMs: 60, requestMs: 120 } });
    const began = runningMs();
    expect(await raw(till.receiver.port, `POST /${secretPath} HTTP/1.1\r\nHost: x\r\n`)).toMatch(/^HTTP\/1.1 408/);
    expect(
      await raw(till.receiver.port, `POST /${secretPath} HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{`),
    ).toMatch(/^HTTP\/1.1 408/);
    // Node checks for slow connections every 30 s by default.
    expect(runningMs() - began).toBeLessThan(15_000);
    expect(till.taken).toEqual([]);
  });

  it("on connections: the oldest silent connection is dropped, and a delivery is never refused", async () => {
    let cut = 0;
    const most = Promise.withResolvers<void>();
    const onCut = () => {
      cut += 1;
      if (cut > 900) most.resolve();
    };
    // No connection reaches its own time limit within this test.
    const limits = { connections: 20, headersMs: HOUR_MS, requestMs: HOUR_MS };
    await using till = await createTestReceiver({ limits, onCut });
    const silent = Array.from({ length: 1000 }, () => connect(till.receiver.port, "127.0.0.1").on("error", () => {}));
    const closed = new Promise((resolve) => silent[0]?.once("close", resolve));
    await Promise.all(silent.map((socket) => new Promise((resolve) => socket.once("connect", resolve))));
    expect((await post(till.receiver.callbackUri)).status).toBe(200);
    await closed;
    // The other connections follow as they are counted.
    await most.promise;
    for (const socket of silent) socket.destroy();
  });

  it("on deliveries: all of 200 concurrent deliveries are accepted, some after a wait", async () => {
    let atOnce = 0;
    let most = 0;
    await using till = await createTestReceiver({
      onMessage: async () => {
        atOnce += 1;
        most = Math.max(most, atOnce);
        await new Promise((resolve) => setImmediate(resolve));
        atOnce -= 1;
      },
    });
    const { callbackUri } = till.receiver;
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => raw(till.receiver.port, delivery(new URL(callbackUri).pathname))),
    );
    expect(answers.map((answer) => answer.slice(0, 12))).toEqual(Array(200).fill("HTTP/1.1 200"));
    expect(most).toBeLessThanOrEqual(64);
  });

  it("on the queue: a delivery beyond it gets a 503 with Retry-After, and counts as cut", async () => {
    const cut: number[] = [];
    const stored = Promise.withResolvers<void>();
    await using till = await createTestReceiver({
      limits: { served: 1, waiting: 1 },
      onCut: () => cut.push(1),
      onMessage: () => stored.promise,
    });
    const path = new URL(till.receiver.callbackUri).pathname;
    const three = Array.from({ length: 3 }, () => raw(till.receiver.port, delivery(path)));
    const refused = await Promise.race(three);
    expect(refused).toMatch(/^HTTP\/1.1 503/);
    expect(refused).toMatch(/retry-after: 2/i);
    stored.resolve();
    expect((await Promise.all(three)).filter((answer) => answer.startsWith("HTTP/1.1 200"))).toHaveLength(2);
    expect(cut).toEqual([1]);
  });

  it("report a delivery that was interrupted", async () => {
    const cut = Promise.withResolvers<void>();
    await using till = await createTestReceiver({ onCut: cut.resolve });
    const path = new URL(till.receiver.callbackUri).pathname;
    const socket = connect(till.receiver.port, "127.0.0.1").on("error", () => {});
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{`, () =>
      setImmediate(() => socket.destroy()),
    );
    await cut.promise;
    expect(till.taken).toEqual([]);
  });

  it("on ambiguity: a length together with chunks is refused", async () => {
    await using till = await createTestReceiver();
    const ambiguousRequest = `POST /${secretPath} HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n`;
    expect(await raw(till.receiver.port, ambiguousRequest)).toMatch(/^HTTP\/1.1 400/);
    expect(till.taken).toEqual([]);
  });
});
