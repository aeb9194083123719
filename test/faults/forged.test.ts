/** Callbacks from other senders change nothing, and the till continues. */
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { describe, expect } from "vitest";
import { settled } from "../support/balance.ts";
import {
  type CallbackRequest,
  deliver,
  signedCallback,
  statusOf,
  unsignedCallback,
} from "../support/callback-requests.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { createTillBehindProxy, type TillBehindProxy, UNHURRIED } from "../support/till-behind-proxy.ts";
import { falsePaidMessage, newId, waitingSale } from "./callback-messages.ts";
import { faultCase, type Tally, usualOrNightly } from "./case.ts";

/** Checks that the customer has not paid, the till takes payments, and its journal is valid. */
async function expectUnchanged(behindProxy: TillBehindProxy, posTid: string): Promise<void> {
  const { world } = behindProxy;
  expect(await world.must("payment.get", { posTid })).toMatchObject({
    phase: "waiting",
    capturedTotal: 0,
    refundable: 0,
  });
  const payments = world.sandbox.payments().length;
  await world.pay("SALE", 700);
  await settled(world);
  expect(world.sandbox.payments()).toHaveLength(payments + 1);
  expect(await world.must("journal.verify", {})).toMatchObject({ ok: true });
}

async function refusedAll(
  tally: Tally,
  forged: readonly CallbackRequest[],
  expected: readonly number[],
): Promise<void> {
  for (const message of forged) {
    expect(expected, JSON.stringify(message.headers).slice(0, 300)).toContain(await deliver(message));
    tally.runs += 1;
  }
}

describe("forged callbacks", () => {
  faultCase("without a signature change no payment, in any content type", async (tally) => {
    await using behindProxy = await createTillBehindProxy(UNHURRIED);
    const { posTid, tid, url } = await waitingSale(behindProxy);
    const types = [
      "application/json",
      "application/vnd.svc.api.merchant.v1+json",
      "text/plain",
      "text/html",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "application/octet-stream",
      "x",
      "",
    ];
    await refusedAll(
      tally,
      types.map((type) => unsignedCallback(url, falsePaidMessage(posTid, tid), type)),
      [200],
    );
    await expectUnchanged(behindProxy, posTid);
  });

  faultCase("are refused when one byte of the body was changed", async (tally) => {
    await using behindProxy = await createTillBehindProxy(UNHURRIED);
    const { posTid, tid, url } = await waitingSale(behindProxy);
    const random = seededRandom(tally.seed);
    const changed = Array.from({ length: usualOrNightly(40, 2000) }, () => {
      const message = signedCallback(url, falsePaidMessage(posTid, tid), { at: behindProxy.clock.now() });
      const body = Buffer.from(message.body);
      const at = random.between(0, body.length - 1);
      body[at] = (body[at] ?? 0) ^ random.between(1, 255);
      return { ...message, body };
    });
    await refusedAll(tally, changed, [401]);
    await expectUnchanged(behindProxy, posTid);
  });

  faultCase("are refused with a signature over other data, or a malformed one", async (tally) => {
    await using behindProxy = await createTillBehindProxy(UNHURRIED);
    const { posTid, tid, url } = await waitingSale(behindProxy);
    const at = behindProxy.clock.now();
    const good = () => signedCallback(url, falsePaidMessage(posTid, tid), { at });
    const withHeaders = (change: (headers: [string, string][]) => [string, string][]) => {
      const message = good();
      return { ...message, headers: change(message.headers) };
    };
    const replaced = (wanted: string, value: string) =>
      withHeaders((headers) => headers.map(([name, old]) => [name, name === wanted ? value : old]));
    const { host } = new URL(url);
    await refusedAll(
      tally,
      [
        signedCallback(url, falsePaidMessage(posTid, tid), { at, url: `${url}/` }),
        signedCallback(url, falsePaidMessage(posTid, tid), { at, url: url.replace(host, "evil.example") }),
        signedCallback(url, falsePaidMessage(posTid, tid), { at, url: url.replace("http:", "https:") }),
        signedCallback(url, falsePaidMessage(posTid, tid), { at, method: "PUT" }),
        withHeaders((headers) => [...headers, ["X-Svc-Timestamp", "2030-01-01 00:00:00"]]),
        withHeaders((headers) => [["x-svc-TIMESTAMP", "2030-01-01 00:00:00"], ...headers]),
        withHeaders((headers) => [...headers, ["X-Svc-Note", "a&X-SVC-USER=b"]]),
        withHeaders((headers) => [...headers, ["X-Svc-Note", "a\tb"]]),
        replaced("Authorization", "RSA-SHA256 "),
        replaced("Authorization", "RSA-SHA256"),
        replaced("Authorization", "RSA-MD5 QUJD"),
        replaced("Authorization", "none"),
        replaced("Authorization", `SECRET ${"x".repeat(36)}`),
        replaced("Authorization", `RSA-SHA256 ${"A".repeat(6000)}`),
        replaced("X-Svc-Content-Digest", "MD5=1B2M2Y8AsgTpgAmY7PhCfg=="),
        replaced("X-Svc-Content-Digest", ""),
        replaced("X-Svc-Merchant", "T002"),
      ],
      [400, 401],
    );
    await refusedAll(tally, [replaced("Authorization", `RSA-SHA256 ${"A".repeat(1024 * 1024)}`)], [0, 431]);
    await expectUnchanged(behindProxy, posTid);
  });

  faultCase("with an ambiguous request or an invalid body change no payment", async (tally) => {
    await using behindProxy = await createTillBehindProxy(UNHURRIED);
    const { posTid, tid, url } = await waitingSale(behindProxy);
    const { port, pathname, host } = new URL(url);
    const lying = JSON.stringify(falsePaidMessage(posTid, tid));
    const head = `POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n`;
    const raws = [
      `${head}Content-Length: ${lying.length}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${head}\r\n${lying}`,
      `${head}Content-Length: 5\r\nContent-Length: ${lying.length}\r\n\r\n${lying}`,
      `${head}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
      `${head}X-Svc-Note: a\r\n folded\r\nContent-Length: 0\r\n\r\n`,
      `${head}X-Svc-Note: a\rX-Svc-User: b\r\nContent-Length: 0\r\n\r\n`,
      `POST ${pathname} HTTP/9.9\r\n\r\n`,
      "\u0000\u0001\u0002\r\n\r\n",
    ];
    for (const text of raws) {
      expect([0, 400, 401, 505]).toContain(await statusOf(Number(port), Buffer.from(text, "latin1")));
      tally.runs += 1;
    }
    const at = behindProxy.clock.now();
    const bodies = [
      "NaN",
      "",
      "[]",
      "null",
      `{"meta":{"id":"x","event":"payment_captured"},"object":{"amount":1e309}}`,
      `{"__proto__":{"admin":true},"meta":{"id":"p","event":"payment_captured","uri":null,"__proto__":{"x":1}}}`,
      `{"meta":{"id":"a","id":"b","event":"payment_captured"},"object":{"tid":"${tid}","amount":9007199254740993}}`,
      `{"meta":{"id":"n\\u0000","event":"payment_captured"},"object":{"pos_tid":"\\u0000","tid":"..","amount":-1}}`,
      `${"[".repeat(20_000)}${"]".repeat(20_000)}`,
      `{"meta":{"id":"${"i".repeat(60_000)}","event":"payment_captured"}}`,
    ];
    await refusedAll(
      tally,
      bodies.map((body) => signedCallback(url, body, { at })),
      [200, 400],
    );
    await refusedAll(tally, [unsignedCallback(url, "x".repeat(70_000))], [0, 413]);
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
    await expectUnchanged(behindProxy, posTid);
  });

  faultCase("cause no request to another host, and change no payment by a foreign id", async (tally) => {
    let hits = 0;
    await using evil = await listening(() => {
      hits += 1;
    });
    await using behindProxy = await createTillBehindProxy(UNHURRIED);
    const { posTid, tid, url } = await waitingSale(behindProxy);
    const { port } = new URL(evil.url);
    const uris = [
      `${evil.url}/merchant/v1/payment_request/${tid}/outcome/`,
      `http://localhost:${port}/`,
      `http://service@127.0.0.1:${port}/`,
      `https://127.0.0.1:${port}\\@example.com/`,
      `http://169.254.169.254:${port}/latest/`,
      `http://[::ffff:127.0.0.1]:${port}/payment_request/${tid}/outcome/`,
      `http://0x7f000001:${port}/`,
      `//127.0.0.1:${port}/`,
      "file:///etc/passwd",
    ];
    const named = (uri: string | null, object?: object) => {
      return { meta: { id: newId(), event: "payment_captured", uri }, ...(object ? { object } : {}) };
    };
    const at = behindProxy.clock.now();
    await refusedAll(
      tally,
      uris.flatMap((uri) => [unsignedCallback(url, named(uri)), signedCallback(url, named(uri), { at })]),
      [200],
    );
    const strangers = [
      { tid: "nobody", pos_tid: "nobody" },
      { tid: "../../pos", pos_tid: ".." },
      { tid: "nobody", pos_tid: posTid },
    ];
    await refusedAll(
      tally,
      strangers.map((object) => unsignedCallback(url, named(null, object))),
      [200],
    );
    await expectUnchanged(behindProxy, posTid);
    expect(hits).toBe(0);
    expect((await behindProxy.world.must("payment.list", {})).items).toHaveLength(2);
  });

  faultCase("from hundreds of slow connections do not block payments, which are polled", async (tally) => {
    await using behindProxy = await createTillBehindProxy(UNHURRIED);
    const { world } = behindProxy;
    const { posTid, url } = await waitingSale(behindProxy);
    const { port, pathname, host } = new URL(url);
    const sockets = Array.from({ length: usualOrNightly(300, 10_000) }, () => {
      const socket = connect(Number(port), "127.0.0.1", () =>
        socket.write(`POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\nX-Slow: `),
      );
      return socket.on("error", () => undefined);
    });
    tally.runs = sockets.length;
    try {
      await Promise.all(sockets.map(opened));
      // Callbacks cannot arrive: polling reaches the same states.
      await expectUnchanged(behindProxy, posTid);
    } finally {
      for (const socket of sockets) socket.destroy();
    }
    await world.phone.approve((await world.must("payment.get", { posTid })).tid ?? "");
    await world.waitForPhase(posTid, "captured");
  });
});

function opened(socket: ReturnType<typeof connect>): Promise<void> {
  return new Promise((resolve) => {
    if (!socket.connecting) return resolve();
    socket.once("connect", () => resolve()).once("close", () => resolve());
  });
}

async function listening(onHit: () => void): Promise<{ url: string } & AsyncDisposable> {
  const server = createServer((_request, response) => {
    onHit();
    response.end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
