/**
 * The callback receiver, an HTTP(S) server (section 6; G19, G20): limits, digest, signature, schema, durable insert, and
 * only then an answer. What a callback means for a payment is decided by `onMessage`.
 */
import type { KeyObject } from "node:crypto";
import { createServer as createHttpServer, type RequestListener, type Server } from "node:http";
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from "fastify";
import { splitAddress, urlHost } from "../../../contract/addresses.ts";
import { https } from "../../lib/later-modules.ts";
import type { Log } from "../../lib/log.ts";
import { WITHOUT_SCHEMAS } from "../../lib/without-schemas.ts";
import { type Message, parseMessage } from "../api/callback-message.ts";
import { headerPairs, sameBytes, type Verdict, verifyCallback } from "../api/verify-callback.ts";
import { type ConnectionGate, type ConnectionLimits, limitDeliveries } from "./connection-limits.ts";
import { type LatestCallbacks, latestCallbacks } from "./latest-callbacks.ts";

/** What became of a message. */
export interface Taken {
  /** For the customer who scanned (2.5) */
  text?: string;
  /** It was taken in before */
  repeated?: boolean;
}

/** A callback address: its secret path, and how its callbacks are verified and handled. */
export interface CallbackRoute {
  /** What the service reaches, when that is not the listening address itself */
  publicUrl: string | null;
  /** 128 bits as text, one per till: without it every request is answered 404 */
  secretPath: string;
  vendor: string;
  /** The service's; null when none is configured, and every callback is a hint */
  publicKey: KeyObject | null;
  /** The corrected clock (G27), in ms since the epoch */
  now(): number;
  /**
   * Stores the message durably and returns; work comes after. Rejecting makes the service send it again.
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: a handler with nothing to say just returns
  onMessage(message: Message, verdict: "applied" | "hint"): Promise<Taken | void>;
  /** A proven message came to the byte as one did that `onMessage` has stored: it is answered, and not read again */
  onRepeat?(): void;
  /** Called with the verdict on each callback, before anything is done with it */
  onVerdict?(verdict: Verdict): void;
  /** Called when a delivery was cut off or rejected, or a connection was closed to make room: callbacks may be lost */
  onCut?(): unknown;
}

export interface ReceiverOptions extends CallbackRoute {
  /** `host:port`; port 0 is any free one */
  listen: string;
  /** PEM texts; null for plain HTTP, directly or behind a proxy that terminates TLS */
  tls: { cert: string; key: string } | null;
  log: Log;
  /** For tests; defaults to {@link RECEIVER_LIMITS} */
  limits?: Partial<ReceiverLimits>;
}

export interface ReceiverLimits extends ConnectionLimits {
  bodyBytes: number;
  headerBytes: number;
  headersMs: number;
  requestMs: number;
  /** How long close() waits for requests under way */
  closeMs: number;
}

/** From docs/reliability.md; the last from docs/contract.md, by which a till stops within five seconds. */
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
  /** What is registered with the service, and what its signatures are checked against */
  readonly callbackUri: string;
  readonly port: number;
  /** Listens under another secret path, too, until the returned function is called. @returns its callback address */
  listenUnder(route: CallbackRoute): { callbackUri: string; stop(): void };
  /** Takes no more, lets what is being stored finish, and cuts the rest off after two seconds. */
  close(): Promise<void>;
}

/** Starts to listen. Rejects when the address is taken, or a certificate or key cannot be used. */
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
  if (server === undefined) throw new Error("fastify made no server");
  const onCut = () => {
    for (const route of routes) route.onCut?.();
  };
  serve(app, routes, limitDeliveries(server, limits, onCut), options.log);
  await app.listen({ host, port: wantedPort });
  const port = portOf(app);
  const address = `${options.tls ? "https" : "http"}://${urlHost(host)}:${port}`;
  const listenUnder = (route: CallbackRoute) => {
    // Its normal form: a service may sign the address as it was registered, or as its own library writes it (G20).
    const callbackUri = `${new URL(route.publicUrl ?? address).href.replace(/\/+$/, "")}/${route.secretPath}`;
    const opened = { ...route, callbackUri, paths: pathsOf(route), latest: latestCallbacks(route.vendor) };
    routes.push(opened);
    return { callbackUri, stop: () => void routes.splice(routes.indexOf(opened), 1) };
  };
  const { callbackUri } = listenUnder(options);

  const close = async () => {
    const cut = setTimeout(() => server?.closeAllConnections(), limits.closeMs);
    await app.close().finally(() => clearTimeout(cut));
  };
  return { callbackUri, port, listenUnder, close, [Symbol.asyncDispose]: close };
}

function createServer(handler: RequestListener, tls: ReceiverOptions["tls"], limits: ReceiverLimits): Server {
  const settings = {
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    // Node looks for slow requests every 30 s unless told otherwise: longer than what is to be limited.
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

/** The queue is worked off in less. */
const RETRY_AFTER_SECONDS = 2;

interface OpenRoute extends CallbackRoute {
  callbackUri: string;
  /** What a request may name it by: at the root, or under the public URL's own path (a proxy may keep it or strip it) */
  paths: readonly Buffer[];
  latest: LatestCallbacks;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Whose address it came to */
    route: OpenRoute | null;
  }
}

/** A parser of exactly this is found at once; of any other type each request's is read twice. */
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
    gate.isKnown(raw.socket);
    raw.once("close", () => {
      if (!raw.complete) route.onCut?.();
    });
    // Whatever content type a callback claims, it is bytes until its signature is checked. Raw headers stay as they came.
    raw.headers["content-type"] = BYTES;
    done();
  });
  app.post("*", async (request, reply) => {
    if (!(await gate.enter())) return reply.code(503).header("Retry-After", RETRY_AFTER_SECONDS).send();
    const { route } = request;
    try {
      // Between the head and the body of a request the route may have been removed.
      const isOpen = route !== null && routes.includes(route);
      return await (isOpen ? receive(request, reply, route, log) : reply.code(404).send());
    } finally {
      gate.leave();
    }
  });
  app.setNotFoundHandler((_request, reply) => reply.code(404).send());
  app.setErrorHandler((error: { statusCode?: number; code?: string }, _request, reply) => {
    const status = error.statusCode ?? 500;
    // The error's message may hold the path or the content; its code does not.
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
    log.debug({ bytes: body.length }, "callback repeated");
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
    // Services repeat what they are not sure of, in bursts; what it was is in the log from the first time.
    const level = answer?.repeated ? "debug" : "info";
    log[level]({ event: message.event.slice(0, 60), verdict: verdict.verdict, because }, "callback accepted");
    return accepted(reply, answer?.text);
  } catch (error) {
    const cause = error instanceof Error ? error.name : "unknown";
    log.error({ event: message.event.slice(0, 60), cause }, "callback could not be stored");
    return reply.code(500).send();
  }
}

/** @param text for the customer who scanned (2.5) */
function accepted(reply: FastifyReply, text?: string): FastifyReply {
  // Written here: Fastify would look for a serialiser first.
  return reply.header("content-type", "application/json; charset=utf-8").send(JSON.stringify({ text }));
}

/** Compares with all of them, so that the time does not tell which one fits, nor how much of the path was guessed. */
function routeOf({ method, url }: FastifyRequest, routes: readonly OpenRoute[]): OpenRoute | null {
  const given = Buffer.from(url);
  let found: OpenRoute | null = null;
  for (const route of routes) {
    for (const path of route.paths) if (sameBytes(path, given)) found ??= route;
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
