import { type AddressInfo, createServer, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { createTransport } from "../../../../../main/service/api/transport.ts";

const FINAL = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";
const CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n";
const HINTS = "HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n";

/** Sends four requests in sequence to a server that answers each with these pieces, one packet each. */
async function exchangeFour(...pieces: string[]) {
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("data", async () => {
      for (const piece of pieces) {
        await new Promise((resolve) => socket.write(piece, resolve));
        // The next piece is sent after the client has read this one.
        await new Promise((resolve) => setImmediate(resolve));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const transport = createTransport({ timeouts: { totalMs: 60_000 } });
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const ask = () => transport.exchange({ method: "POST", url, headers: {}, body: Buffer.from('{"a":1}') });
  try {
    const sent = [await ask(), await ask(), await ask(), await ask()];
    const texts = sent.map((one) => ("failure" in one ? one.failure : [one.answer.status, String(one.answer.body)]));
    return { texts, isReused: sockets.size < sent.length };
  } finally {
    await transport.close();
    for (const socket of sockets) socket.destroy();
    server.close();
  }
}

describe("interim responses", () => {
  it.each<[string, string[]]>([
    ["100 Continue", [CONTINUE, FINAL]],
    ["100 Continue in the same packet", [CONTINUE + FINAL]],
    ["103 Early Hints", [HINTS, FINAL]],
    ["several of them", [CONTINUE, HINTS + CONTINUE, FINAL]],
    ["one that arrives byte by byte", [...(CONTINUE + FINAL)]],
    ["one without its blank line's last byte", [CONTINUE.slice(0, -1), CONTINUE.slice(-1) + FINAL]],
    ["none of them", [FINAL]],
  ])("are skipped: %s", async (_what, pieces) => {
    const answer = [200, "{}"];
    expect(await exchangeFour(...pieces)).toEqual({ texts: Array(4).fill(answer), isReused: true });
  });

  it("do not affect a body that begins like one", async () => {
    const head = `HTTP/1.1 200 OK\r\nContent-Length: ${CONTINUE.length}\r\n\r\n`;
    const answer = [200, CONTINUE];
    expect(await exchangeFour(head, CONTINUE)).toEqual({ texts: Array(4).fill(answer), isReused: true });
  });

  it("do not extend a request's timeout", async () => {
    const endless = await exchangeFour("HTTP/1.1 100 Continue\r\n", ...Array(40).fill(`X-A: ${"a".repeat(1000)}\r\n`));
    expect(endless.texts).toEqual(Array(4).fill(expect.objectContaining({ because: "network" })));
  });

  it("do not hide a protocol that the client did not request", async () => {
    const { texts } = await exchangeFour(
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n",
    );
    expect(texts).toEqual(Array(4).fill(expect.objectContaining({ because: "network" })));
  });
});
