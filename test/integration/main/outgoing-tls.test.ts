import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer as createWebServer } from "node:https";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { createServer as createTlsServer, TLSSocket } from "node:tls";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
const pair = {
  cert: readFileSync(join(ROOT, "test/support/tls/localhost.pem")),
  key: readFileSync(join(ROOT, "test/support/tls/localhost-key.pem")),
};

/** What the servers received over TLS, from a client that should have refused the certificate. */
const received: string[] = [];
const servers: Server[] = [];

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  return (server.address() as AddressInfo).port;
}

/** Continues over TLS on a connection that started in plain text. */
function secure(socket: Socket, name: string) {
  const upgraded = new TLSSocket(socket, { ...pair, isServer: true });
  upgraded.on("error", () => undefined);
  upgraded.on("data", (data) => received.push(`${name}: ${data}`));
}

function mailServer(): Server {
  return createTlsServer(pair, (socket) => {
    socket.on("error", () => undefined);
    socket.on("data", (data) => received.push(`mail: ${data}`));
    socket.write("220 ready\r\n");
  });
}

function startTlsServer(): Server {
  return createServer((socket) => {
    socket.on("error", () => undefined);
    socket.write("220 ready\r\n");
    // EHLO, then STARTTLS.
    socket.once("data", () => {
      socket.write("250-localhost\r\n250 STARTTLS\r\n");
      socket.once("data", () => socket.write("220 go on\r\n", () => secure(socket, "mail")));
    });
  });
}

/** PostgreSQL: accepts the request for TLS, and starts it. */
function postgresServer(): Server {
  return createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => socket.write("S", () => secure(socket, "postgres")));
  });
}

const ports: number[] = [];

beforeAll(async () => {
  const web = createWebServer(pair, (request, response) => {
    received.push(`web: ${request.method} ${request.url}`);
    response.end("{}");
  });
  for (const server of [web, mailServer(), startTlsServer(), postgresServer()]) ports.push(await listen(server));
});
afterAll(() => servers.map((server) => server.close()));

describe("an outgoing client with TLS checks disabled in the environment", () => {
  it("accepts no self-signed certificate", async () => {
    const program = join(ROOT, "test/support/outgoing-clients-program.ts");
    const env = { ...process.env, NODE_TLS_REJECT_UNAUTHORIZED: "0", NODE_OPTIONS: "--tls-min-v1.0 --no-warnings" };
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...ports.map(String)], { env });
    const results = JSON.parse(stdout);
    expect(results).toEqual(Object.fromEntries(Object.keys(results).map((name) => [name, "refused"])));
    expect(Object.keys(results)).toHaveLength(11);
    expect(received).toEqual([]);
  }, 60_000);
});
