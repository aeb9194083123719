/** The connection limit of a server that speaks TLS. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { request } from "node:https";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { closeServer, jsonServer } from "../../../../main/bridge/loopback.ts";
import { readableLog } from "./test-bridge.ts";

const TLS = join(import.meta.dirname, "../../../support/tls");
const [cert, key] = ["localhost.pem", "localhost-key.pem"].map((name) => readFileSync(join(TLS, name), "utf8"));

describe("a server with a connection limit and TLS", () => {
  it("keeps authenticated TLS connections, and closes those that have not started a handshake", async () => {
    const limits = { headersMs: 60_000, requestMs: 60_000, connections: 3 };
    const tls = { cert: cert ?? "", key: key ?? "" };
    const { app, admit, port } = jsonServer(readableLog().log, { limits, tls, refusal: () => null });
    const stream = Promise.withResolvers<ServerResponse>();
    app.get("/stream", (asked, reply) => {
      admit(asked);
      reply.hijack();
      reply.raw.write("begun");
      stream.resolve(reply.raw);
    });
    await app.listen({ host: "127.0.0.1", port: 0 });
    const asked = request({
      port: port(),
      host: "127.0.0.1",
      servername: "localhost",
      path: "/stream",
      ca: cert,
    }).end();
    const [answer] = (await once(asked, "response")) as [IncomingMessage];
    const gone: number[] = [];
    const strangers: Socket[] = [];
    for (let number = 0; number < 4; number += 1) {
      const socket = connect({ host: "127.0.0.1", port: port() });
      socket.once("close", () => gone.push(number)).resume();
      await once(socket, "connect");
      strangers.push(socket);
    }
    await expect.poll(() => gone.length).toBeGreaterThanOrEqual(2);
    expect(gone.toSorted()).toEqual([0, 1]);
    (await stream.promise).end("over");
    expect(Buffer.concat(await answer.toArray()).toString()).toBe("begunover");
    for (const socket of strangers) socket.destroy();
    await closeServer(app);
  });
});
