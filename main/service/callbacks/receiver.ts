/**
 * The callback receiver (section 6; G19, G20): limits, digest, signature, schema, durable insert, then the response.
 */
import type { KeyObject } from "node:crypto";
import { createServer as createHttpServer, type RequestListener, type Server } from "node:http";
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from "fastify";
import { splitAddress, urlHost } from "../../../contract/calls/addresses.ts";
import { https, WITHOUT_SCHEMAS } from "../../lib/lazy-modules.ts";
import type { Log } from "../../lib/log.ts";
import { type Message, parseMessage } from "../api/callback-message.ts";
import { headerPairs, sameBytes, type Verdict, verifyCallback } from "../api/verify-callback.ts";
import { type ConnectionGate, type ConnectionLimits, limitDeliveries } from "./connection-limits.ts";
import { type LatestCallbacks, latestCallbacks } from "./latest-callbacks.ts";

export interface StoredCallback {
  /** Message for the customer who scanned (section 2.5) */
  text?: string;
  repeated?: boolean;
}

export interface CallbackRoute {
  /** The address the service reaches, when it differs from the listening address */
  publicUrl: string | null;
  /** 128 bits as text, one per till. Requests to other paths get a 404 */
  secretPath: string;
  vendor: string;
  /** The service's key; when null, every callback is a hint */
  publicKey: KeyObject | null;
  /** ms since the epoch, by the corrected clock (G27) */
  now(): number;
  /** Stores the message durably and returns. A rejection makes the service resend it. */
  // biome-ignore lint/suspicious/noConfusingVoidType: a handler with nothing to say just returns
  onMessage(message: Message, verdict: "applied" | "hint"): Promise<StoredCallback | void>;
  /** Called when a proven message repeats a stored one byte for byte */
  onRepeat?(): void;
  /** Called with the verdict on each callback, before it is processed */
  onVerdict?(verdict: Verdict): void;
  /** Called when callbacks may be lost: a delivery cut off or rejected, or a connection closed to make room */
  onCut?(): unknown;
}

export interface ReceiverOptions extends CallbackRoute {
  /** `host:port`; port 0 is any free one */
  listen: string;
  /** PEM texts; null for plain HTTP, directly or behind a proxy that terminates TLS */
  tls: { cert: string; key: string } | null;
  log: Log;
  limits?: Partial<ReceiverLimits>;
}

export interface ReceiverLimits extends ConnectionLimits {
  bodyBytes: number;
  headerBytes: number;
  headersMs: number;
  requestMs: number;
  closeMs: number;
}

/** From docs/reliability.md; `closeMs` from docs/contract.md, where a till stops within five seconds. */
export const RECEIVER_LIMITS: ReceiverLimits = {
  bodyBytes: 64 * 1024,
  headerBytes: 8 * 1024,
  headersMs: 5_000,
  requestMs: 10_000,
  connections: 512,
  served: 64,
  waiting: 256,
  closeMs: 2_000,
};

export interface Receiver extends AsyncDisposable {
  /** The address registered with the service, which its signatures cover */
  readonly callbackUri: string;
  readonly port: number;
  /** Also listens on another secret path, until `stop` is called. */
  listenUnder(route: CallbackRoute): { callbackUri: string; stop(): void };
  /** Accepts no more requests, finishes those in progress, and aborts the rest after two seconds. */
  close(): Promise<void>;
}

/** Starts listening. Rejects when the address is in use, or a certificate or key is unusable. */
export async function startReceiver(options: ReceiverOptions): Promise<Receiver> {
  if (options.publicKey !== null && options.publicKey.asymmetricKeyType !== "rsa")
    throw new TypeError("callbacks are verified with an RSA public key");
  const limits = { ...RECEIVER_LIMITS, ...options.limits };
  const { host, port: wantedPort } = splitAddress(options.listen);
  const routes: OpenRoute[] = [];
  let server: Server | undefined;
  const app = fastify({
    logger: false,
    schemaController: WITHOUT_SCHEMAS,
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.headersMs,
    forceCloseConnections: "idle",
    serverFactory: (handler) => {
      server = createServer(handler, options.tls, limits);
      return server;
    },
  });
  if (server === undefined) throw new Error("Fastify created no server");
  const onCut = () => {
    for (const route of routes) route.onCut?.();
  };
  serve(app, routes, limitDeliveries(server, limits, onCut), options.log);
  await app.listen({ host, port: wantedPort });
  const port = portOf(app);
  const address = `${options.tls ? "https" : "http"}://${urlHost(host)}:${port}`;
  const listenUnder = (route: CallbackRoute) => {
    // Normalised: a service may sign the address as registered or as its own library writes it (G20).
    const callbackUri = `${new URL(route.publicUrl ?? address).href.replace(/\/+$/, "")}/${route.secretPath}`;
    const openRoute = { ...route, callbackUri, paths: pathsOf(route), latest: latestCallbacks(route.vendor) };
    routes.push(openRoute);
    return { callbackUri, stop: () => void routes.splice(routes.indexOf(openRoute), 1) };
  };
  const { callbackUri } = listenUnder(options);

  const close = async () => {
    const closeTimer = setTimeout(() => server?.closeAllConnections(), limits.closeMs);
    await app.close().finally(() => clearTimeout(closeTimer));
  };
  return { callbackUri, port, listenUnder, close, [Symbol.asyncDispose]: close };
}

function createServer(handler: RequestListener, tls: ReceiverOptions["tls"], limits: ReceiverLimits): Server {
  const settings = {
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    // Node's default of 30 s exceeds the timeouts themselves.
    connectionsCheckingInterval: Math.min(1_000, limits.headersMs),
    insecureHTTPParser: false,
  };
  const server = tls
    ? https().createServer(
        { ...settings, cert: tls.cert, key: tls.key, minVersion: "TLSv1.2", handshakeTimeout: limits.headersMs },
        handler,
      )
    : createHttpServer(settings, handler);
  return server;
}

const RETRY_AFTER_SECONDS = 2;

interface OpenRoute extends CallbackRoute {
  callbackUri: string;
  /** Accepted paths: at the root, or below the public URL's path, which a proxy may keep or strip */
  paths: readonly Buffer[];
  latest: LatestCallbacks;
}

declare module "fastify" {
  interface FastifyRequest {
    route: OpenRoute | null;
  }
}

/** Fastify finds the parser of this exact type fastest. */
const BYTES = "application/octet-stream";

function serve(app: FastifyInstance, routes: readonly OpenRoute[], gate: ConnectionGate, log: Log): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(BYTES, { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  app.decorateRequest("route", null);
  app.addHook("onRequest", (request, reply, done) => {
    const route = routeOf(request, routes);
    if (!route) return void reply.code(404).send();
    request.route = route;
    const { raw } = request;
    gate.markKnown(raw.socket);
    raw.once("close", () => {
      if (!raw.complete) route.onCut?.();
    });
    // The body stays bytes until its signature is checked, whatever content type it claims.
    raw.headers["content-type"] = BYTES;
    done();
  });
  app.post("*", async (request, reply) => {
    if (!(await gate.enter())) return reply.code(503).header("Retry-After", RETRY_AFTER_SECONDS).send();
    const { route } = request;
    try {
      // The route may have been removed between the head and the body of the request.
      const isOpen = route !== null && routes.includes(route);
      return await (isOpen ? receive(request, reply, route, log) : reply.code(404).send());
    } finally {
      gate.release();
    }
  });
  app.setNotFoundHandler((_request, reply) => reply.code(404).send());
  app.setErrorHandler((error: { statusCode?: number; code?: string }, _request, reply) => {
    const status = error.statusCode ?? 500;
    // Log the code only: the message may contain the path or the content.
    log.warn({ status, code: error.code }, "callback rejected");
    return reply.code(status).send();
  });
}

async function receive(
  request: FastifyRequest,
  reply: FastifyReply,
  route: OpenRoute,
  log: Log,
): Promise<FastifyReply> {
  const { callbackUri: url, vendor, publicKey, now, onVerdict, latest } = route;
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const headers = headerPairs(request.raw.rawHeaders);
  const verdict = verifyCallback({ method: request.method, url, headers, body, vendor, publicKey, now: now() });
  onVerdict?.(verdict);
  if (verdict.verdict === "refused") {
    log.warn({ because: verdict.because, bytes: body.length }, "callback refused");
    return reply.code(401).send();
  }
  if (verdict.verdict === "applied" && latest.has(request.raw)) {
    route.onRepeat?.();
    log.debug({ bytes: body.length }, "duplicate callback");
    return accepted(reply);
  }
  const parsed = parseMessage(body);
  if (!parsed.ok) {
    log.warn({ because: parsed.because, bytes: body.length }, "callback could not be parsed");
    return reply.code(400).send();
  }
  const { message } = parsed;
  const because = verdict.verdict === "hint" ? verdict.because : undefined;
  try {
    const answer = await route.onMessage(message, verdict.verdict);
    if (verdict.verdict === "applied") latest.add(request.raw);
    // Services resend in bursts, and the first message is already in the log.
    const level = answer?.repeated ? "debug" : "info";
    log[level]({ event: message.event.slice(0, 60), verdict: verdict.verdict, because }, "callback accepted");
    return accepted(reply, answer?.text);
  } catch (error) {
    const cause = error instanceof Error ? error.name : "unknown";
    log.error({ event: message.event.slice(0, 60), cause }, "callback could not be stored");
    return reply.code(500).send();
  }
}

/** Acknowledges a callback; `text` is for the customer who scanned (section 2.5). */
function accepted(reply: FastifyReply, text?: string): FastifyReply {
  // Serialised here to skip Fastify's lookup of a serialiser.
  return reply.header("content-type", "application/json; charset=utf-8").send(JSON.stringify({ text }));
}

/** Compares with every route in constant time, so that timing does not reveal the path. */
function routeOf({ method, url }: FastifyRequest, routes: readonly OpenRoute[]): OpenRoute | null {
  const requested = Buffer.from(url);
  let found: OpenRoute | null = null;
  for (const route of routes) {
    for (const path of route.paths) if (sameBytes(path, requested)) found ??= route;
  }
  return method === "POST" ? found : null;
}

function pathsOf({ publicUrl, secretPath }: CallbackRoute): Buffer[] {
  const prefix = publicUrl === null ? "" : new URL(publicUrl).pathname.replace(/\/+$/, "");
  return [...new Set([`/${secretPath}`, `${prefix}/${secretPath}`])].map((path) => Buffer.from(path));
}

function portOf(app: FastifyInstance): number {
  const address = app.server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}
