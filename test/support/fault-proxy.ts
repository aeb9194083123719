/**
 * A proxy that injects network faults between the till and the service. It uses plain sockets, reads only as much of a
 * request as needed to classify it, and carries one request per connection.
 */

import type { AddressInfo } from "node:net";
import { connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";

export type Carried = "create" | "capture" | "release" | "abort" | "reauth" | "refund" | "outcome" | "other";

/** Effects on a request and its response. Each says whether the service did the work. */
export const FAULTS = {
  pass: "done: no fault",
  lose_request: "not done: the connection ends before the request arrives",
  reset: "not done: the connection is reset",
  lose_answer: "done: the connection ends before the response",
  late_request: "done late: the request arrives after the till's timeout, possibly after a retry",
  late_answer: "done: the response arrives after the till's timeout",
  twice: "done twice: the request is delivered twice",
  cut_head: "done: the response is cut in its headers",
  cut_answer: "done: the response is cut in its body",
  too_long: "done: the response has a Content-Length that is too large",
  too_short: "done: the response has a Content-Length that is too small",
  slice: "done: the response arrives one byte at a time",
  stall: "not done: no response",
  delay: "done: the response is delayed",
  elsewhere: "not done: a redirect to another host",
  captive_portal: "not done: 200, and a page that wants a login",
  ten_megabytes: "not done: 200, and ten megabytes of JSON",
  broken_answer: "done: the response is 500",
} as const;
export type FaultName = keyof typeof FAULTS;

/** A response made up by the proxy; the service receives nothing. */
export interface FixedResponse {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}
export type Fault = FaultName | FixedResponse;

/** Every network fault, and the responses of a failing service. */
export const ALL_FAULTS: readonly Fault[] = [
  ...(Object.keys(FAULTS) as FaultName[]).filter((name) => name !== "pass"),
  ...[500, 502, 503, 504, 429, 408, 401].map((status) => ({ status })),
  { status: 429, headers: { "retry-after": "2" } },
];

export interface FaultProxy extends AsyncDisposable {
  /** The service's address as given to the till */
  readonly url: string;
  /** Port of the service: set before the first request */
  upstreamPort: number;
  /** Chooses the fault of each request; none at first */
  chooseFault: (kind: Carried) => Fault;
  /** Injects a fault into the next `times` requests of a kind, before `chooseFault` is called */
  injectFault(kind: Carried, fault: Fault, times?: number): void;
  /** Removes injected faults that have not occurred */
  clearFaults(): void;
  /** Requests in order of arrival */
  readonly forwardedRequests: { kind: Carried; fault: Fault }[];
  /** Refuses every connection until the returned function is called */
  refuse(): Promise<() => Promise<void>>;
  /** Resolves when no request is in transit, including late ones */
  idle(): Promise<void>;
}

export interface ProxyOptions {
  /** Target of the fault `elsewhere` */
  elsewhere?: string;
  /** Delay of `late_request` and `delay` in real milliseconds */
  lateMs?: number;
}

/** Starts a proxy in front of a local service. The service receives the proxy's address in `Host`. */
export async function faultProxy({ elsewhere = "http://127.0.0.1:9/", lateMs = 60 }: ProxyOptions = {}) {
  const injectedFaults: { kind: Carried; fault: Fault; left: number }[] = [];
  const sockets = new Set<Socket>();
  const pending = new Set<Promise<unknown>>();
  const server: Server = createServer((client) => {
    sockets.add(client.setNoDelay(true));
    client.on("error", () => undefined).once("close", () => sockets.delete(client));
    track(serve(client));
  });
  await listen(server, 0);
  const { port } = server.address() as AddressInfo;

  function track(work: Promise<unknown>): void {
    const tracked = work.catch(() => undefined).finally(() => pending.delete(tracked));
    pending.add(tracked);
  }

  function nextFault(kind: Carried): Fault {
    const match = injectedFaults.find((strike) => strike.kind === kind);
    if (!match) return self.chooseFault(kind);
    match.left -= 1;
    if (match.left === 0) injectedFaults.splice(injectedFaults.indexOf(match), 1);
    return match.fault;
  }

  async function serve(client: Socket): Promise<void> {
    const request = await readRequest(client);
    if (request === null) return;
    const kind = kindOf(request);
    const fault = nextFault(kind);
    self.forwardedRequests.push({ kind, fault });
    if (typeof fault !== "string") return void client.end(writeResponse(fault));
    await FAULT_ACTIONS[fault]({
      client,
      forward: () => forward(request, self.upstreamPort, sockets),
      elsewhere,
      lateMs,
      track,
    });
  }

  const self: FaultProxy = {
    url: `http://127.0.0.1:${port}`,
    upstreamPort: 0,
    chooseFault: () => "pass",
    forwardedRequests: [],
    injectFault: (kind, fault, times = 1) => void injectedFaults.push({ kind, fault, left: times }),
    clearFaults: () => void injectedFaults.splice(0),
    async refuse() {
      server.close();
      for (const socket of sockets) socket.destroy();
      return () => listen(server, port);
    },
    async idle() {
      while (pending.size > 0) await Promise.all(pending);
    },
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
      await self.idle();
    },
  };
  return self;
}

interface Passage {
  client: Socket;
  /** Forwards the request to the service; @returns the complete response */
  forward(): Promise<Buffer>;
  elsewhere: string;
  lateMs: number;
  track(work: Promise<unknown>): void;
}

const FAULT_ACTIONS: Record<FaultName, (passage: Passage) => Promise<void>> = {
  pass: async ({ client, forward }) => void client.end(await forward()),
  lose_request: async ({ client }) => void client.destroy(),
  reset: async ({ client }) => void client.resetAndDestroy(),
  lose_answer: async ({ client, forward }) => {
    await forward();
    client.destroy();
  },
  late_request: async ({ client, forward, lateMs, track }) => {
    client.destroy();
    track(sleep(lateMs).then(forward));
  },
  late_answer: async ({ client, forward }) => {
    const answer = await forward();
    await closed(client);
    client.end(answer);
  },
  twice: async ({ client, forward }) => {
    await forward();
    client.end(await forward());
  },
  cut_head: async ({ client, forward }) => void client.end((await forward()).subarray(0, 20)),
  cut_answer: async ({ client, forward }) => {
    const answer = await forward();
    const { head, body } = parts(answer);
    // A response without a body is cut before the end of its head.
    client.end(answer.subarray(0, body.length > 1 ? head.length + Math.floor(body.length / 2) : head.length - 3));
  },
  too_long: async ({ client, forward }) => void client.end(withLength(await forward(), (length) => length + 40)),
  too_short: async ({ client, forward }) => {
    client.end(withLength(await forward(), (length) => Math.floor(length / 2)));
  },
  slice: async ({ client, forward }) => {
    for (const byte of await forward()) {
      if (client.destroyed) return;
      client.write(Buffer.of(byte));
      await turn();
    }
    client.end();
  },
  stall: async ({ client }) => closed(client),
  delay: async ({ client, forward, lateMs }) => {
    const answer = await forward();
    await sleep(lateMs);
    client.end(answer);
  },
  elsewhere: async ({ client, elsewhere }) =>
    void client.end(writeResponse({ status: 307, headers: { location: elsewhere } })),
  captive_portal: async ({ client }) => {
    const body = "<!doctype html><title>Wi-Fi</title><form action=/login><input name=room></form>";
    client.end(writeResponse({ status: 200, headers: { "content-type": "text/html" }, body }));
  },
  ten_megabytes: async ({ client }) => {
    const body = `{"id":"${"x".repeat(10 * 1024 * 1024)}"}`;
    client.end(writeResponse({ status: 200, headers: { "content-type": "application/json" }, body }));
  },
  broken_answer: async ({ client, forward }) => {
    await forward();
    client.end(writeResponse({ status: 500 }));
  },
};

/** Reads a whole request. @returns null when the connection ended before that */
function readRequest(client: Socket): Promise<Buffer | null> {
  return new Promise((resolve) => {
    let received = Buffer.alloc(0);
    client.on("data", (chunk) => {
      received = Buffer.concat([received, chunk]);
      const { head, body } = parts(received);
      const length = Number(/^content-length: *(\d+)/im.exec(head.toString("latin1"))?.[1] ?? 0);
      if (head.length > 0 && body.length >= length) resolve(received);
    });
    client.once("close", () => resolve(null));
  });
}

function forward(request: Buffer, port: number, sockets: Set<Socket>): Promise<Buffer> {
  const { head, body } = parts(request);
  const singleUseHead = head.toString("latin1").replace(/^connection:.*$/im, "connection: close");
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const upstream = connect(port, "127.0.0.1", () =>
      upstream.write(Buffer.concat([Buffer.from(singleUseHead, "latin1"), body])),
    );
    sockets.add(upstream);
    upstream.on("data", (chunk) => chunks.push(chunk));
    upstream.once("error", reject);
    upstream.once("close", () => {
      sockets.delete(upstream);
      resolve(Buffer.concat(chunks));
    });
  });
}

/** Classifies a request by its request line and `action` (G4, G7, G8). */
function kindOf(request: Buffer): Carried {
  const { head, body } = parts(request);
  const [method, path = ""] = head.toString("latin1").split(" ", 2);
  if (method === "POST" && path.endsWith("/payment_request/")) return "create";
  if (method === "GET" && path.endsWith("/outcome/")) return "outcome";
  if (method !== "PUT" || !path.includes("/payment_request/")) return "other";
  const action = /"action":"([A-Z]+)"/.exec(body.toString("latin1"))?.[1]?.toLowerCase() ?? "other";
  return action as Carried;
}

/** Splits a message into head (with its empty line) and body; the head is empty while incomplete. */
function parts(message: Buffer): { head: Buffer; body: Buffer } {
  const end = message.indexOf("\r\n\r\n");
  const at = end < 0 ? 0 : end + 4;
  return { head: message.subarray(0, at), body: message.subarray(at) };
}

function withLength(answer: Buffer, change: (length: number) => number): Buffer {
  const { head, body } = parts(answer);
  const text = head.toString("latin1").replace(/^content-length:.*\r\n/im, "");
  const changed = text.replace(/\r\n\r\n$/, `\r\ncontent-length: ${change(body.length)}\r\n\r\n`);
  return Buffer.concat([Buffer.from(changed, "latin1"), body]);
}

function writeResponse({ status, headers = {}, body = "" }: FixedResponse): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = Buffer.byteLength(body);
  const head = `HTTP/1.1 ${status} Made up\r\nconnection: close\r\ncontent-length: ${length}\r\n${lines.join("")}\r\n`;
  return Buffer.from(head + body);
}

function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.destroyed) return resolve();
    socket.once("close", () => resolve());
  });
}

/** Retries of a port that an outgoing connection uses temporarily, and their delay. */
const LISTEN_TRIES = 200;
const LISTEN_AGAIN_MS = 25;

async function listen(server: Server, port: number): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const problem = await tryToListen(server, port);
    if (problem === null) return;
    if (problem.code !== "EADDRINUSE" || tries === LISTEN_TRIES) throw problem;
    await new Promise((resolve) => setTimeout(resolve, LISTEN_AGAIN_MS));
  }
}

function tryToListen(server: Server, port: number): Promise<NodeJS.ErrnoException | null> {
  return new Promise((resolve) => {
    const refuse = (error: NodeJS.ErrnoException) => resolve(error);
    server.once("error", refuse);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", refuse);
      resolve(null);
    });
  });
}
