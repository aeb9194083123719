/** Base of every loopback HTTP server: request checks, limits, JSON only, and an orderly close. */

import { createServer as createHttpServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { visit } from "jsonc-parser";
import { MAX_INPUT_BYTES } from "../../contract/calls/command-row.ts";
import { type ErrorCode, failed, invalidField } from "../../contract/calls/errors.ts";
import { reasonFor } from "../../contract/reasons/reasons.ts";
import { isNavigation, type Navigation, originOf, refusalReason } from "../../contract/values/request-guard.ts";
import { SECURITY_HEADERS } from "../../contract/values/security-headers.ts";
import { https, WITHOUT_SCHEMAS } from "../lib/lazy-modules.ts";
import type { Log } from "../lib/log.ts";
import { limitConnections } from "./connections.ts";
import { fieldName } from "./fields.ts";
import { NOT_JSON, tooLarge } from "./limits.ts";

/** Request timeouts, and the connection limit for one machine's windows and scripts. */
export interface LoopbackLimits {
  headersMs: number;
  requestMs: number;
  connections: number;
}

const LIMITS: LoopbackLimits = { headersMs: 5_000, requestMs: 10_000, connections: 128 };
const KEEP_ALIVE_MS = 5_000;
/** Time for commands in progress when a server closes. */
const DRAIN_MS = 2_000;

export interface LoopbackServer {
  app: FastifyInstance;
  port(): number;
  /** Marks an authenticated connection, so that it is not closed to make room */
  admit(request: FastifyRequest, holder?: string): void;
}

/**
 * Creates a server for 127.0.0.1 that first checks Host, Origin and site of each request.
 * @param openedFrom sites (`Sec-Fetch-Site`) from which a window may open this path
 */
export function loopbackServer(
  log: Log,
  openedFrom: (path: string) => readonly string[] = () => [],
  limits: LoopbackLimits = LIMITS,
): LoopbackServer {
  const refusal = (request: FastifyRequest, port: number) =>
    refusalReason(originOf(request.raw), port, isNavigation(navigationOf(request)) ? openedFrom(request.url) : []);
  return jsonServer(log, { limits, refusal });
}

export interface Tls {
  cert: string;
  key: string;
}

const TLS_VERSION = "TLSv1.2";

/** Replaces the certificate for new connections. */
export function renewTls({ server }: FastifyInstance, tls: Tls): void {
  if (server instanceof https().Server) server.setSecureContext({ ...tls, minVersion: TLS_VERSION });
}

export interface JsonServerOptions {
  limits?: LoopbackLimits;
  tls?: Tls | null;
  /** Returns why a request is refused before all other checks, or null */
  refusal(request: FastifyRequest, port: number): string | null;
  /** Reduces an error response; default: all of it */
  shape?(failure: Failure): unknown;
}

type Failure = ReturnType<typeof failed>;

export function jsonServer(
  log: Log,
  { limits = LIMITS, tls = null, refusal, shape = (failure) => failure }: JsonServerOptions,
): LoopbackServer {
  const app = fastify({
    logger: false,
    schemaController: WITHOUT_SCHEMAS,
    exposeHeadRoutes: false,
    bodyLimit: MAX_INPUT_BYTES,
    // A register's reference: 64 characters, each percent-encoded.
    routerOptions: { maxParamLength: 200 },
    trustProxy: false,
    serverFactory: (handler) => createServer(handler, tls, limits),
  });
  const { admit } = limitConnections(app.server, limits.connections);
  const port = () => (app.server.address() as AddressInfo).port;
  app.addHook("onRequest", async (request, reply) => {
    reply.headers({ ...SECURITY_HEADERS, "cache-control": "no-store" });
    const because = refusal(request, port());
    if (because) return reply.code(403).send(shape(failed("not_allowed", {}, because)));
  });
  app.addHook("onSend", async (_request, reply) => {
    if (reply.statusCode >= 400) reply.header("connection", "close");
  });
  acceptJsonOnly(app);
  handleErrors(app, log, shape);
  return { app, port, admit: (request, holder) => admit(request.raw.socket, holder ?? null) };
}

function createServer(handler: RequestListener, tls: Tls | null, { headersMs, requestMs }: LoopbackLimits): Server {
  const settings = {
    requestTimeout: requestMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: headersMs,
    // Node's default of 30 s exceeds the timeouts themselves.
    connectionsCheckingInterval: Math.min(1_000, headersMs),
  };
  if (tls === null) return createHttpServer(settings, handler);
  return https().createServer({ ...settings, ...tls, minVersion: TLS_VERSION, handshakeTimeout: headersMs }, handler);
}

/** Closes a server. Commands in progress may finish for 2 s. */
export async function closeServer(app: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
  try {
    await app.close();
  } finally {
    clearTimeout(cut);
  }
}

export function unauthorised(reply: FastifyReply): FastifyReply {
  return reply
    .code(401)
    .header("www-authenticate", 'Bearer realm="till"')
    .send(failed("not_allowed", {}, "The request has no valid token."));
}

function navigationOf(request: FastifyRequest): Navigation {
  const { "sec-fetch-mode": mode, "sec-fetch-dest": dest } = request.headers;
  const text = (header: string | string[] | undefined) => (typeof header === "string" ? header : undefined);
  return { method: request.method, fetchMode: text(mode), fetchDest: text(dest) };
}

/** Accepts only JSON in UTF-8. `__proto__` stays an ordinary unknown field, which schemas reject. */
function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/json",
    { parseAs: "buffer" },
    async (_request: FastifyRequest, body: Buffer) => {
      if (body.length === 0) return undefined;
      return jsonOf(body);
    },
  );
}

function jsonOf(body: Buffer): unknown {
  let value: unknown;
  let field: string | null;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    value = JSON.parse(text);
    // Also throws for excessive nesting.
    field = duplicateKey(text);
  } catch {
    throw Object.assign(new Error(NOT_JSON[1]), { statusCode: 400 });
  }
  if (field !== null) throw new DuplicateField(field);
  return value;
}

class DuplicateField extends Error {
  override readonly name = "DuplicateField";
  readonly statusCode = 400;
  readonly field: string;
  constructor(field: string) {
    super("The body contains a field twice.");
    this.field = field;
  }
}

const STATUS_ERRORS: Readonly<Record<number, readonly [code: ErrorCode, message: string]>> = {
  400: NOT_JSON,
  415: ["invalid_input", "The body must be application/json. No money moved."],
};

/** Gives server errors the shape of a Result, without details of unexpected ones. */
function handleErrors(app: FastifyInstance, log: Log, shape: (failure: Failure) => unknown): void {
  app.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
    const status = error.statusCode ?? 500;
    if (error instanceof DuplicateField) {
      const fields = [invalidField(error.field, reasonFor("field_once"))];
      return reply.code(status).send(shape(failed("invalid_input", { fields })));
    }
    const mapped = status === 413 ? tooLarge(request.routeOptions.bodyLimit ?? MAX_INPUT_BYTES) : STATUS_ERRORS[status];
    if (mapped) return reply.code(status).send(shape(failed(mapped[0], {}, mapped[1])));
    if (status >= 400 && status < 500)
      return reply.code(status).send(shape(failed("invalid_input", {}, "The request is malformed.")));
    log.error(
      { err: error, method: request.method, route: request.routeOptions.url },
      "an HTTP request failed unexpectedly",
    );
    return reply.code(500).send(shape(failed("internal")));
  });
}

/**
 * Returns the dotted path of the first duplicate key in valid JSON, or null. `JSON.parse` uses the last of two amounts,
 * while a check may have read the first. Throws RangeError for excessive nesting.
 */
export function duplicateKey(text: string): string | null {
  const objects: Set<string>[] = [];
  let duplicate: string | null = null;
  visit(text, {
    onObjectBegin: () => void objects.push(new Set()),
    onObjectEnd: () => void objects.pop(),
    onObjectProperty(name, _offset, _length, _line, _column, path) {
      const names = objects.at(-1);
      if (names?.has(name)) duplicate ??= fieldName("", [...path(), name]);
      names?.add(name);
    },
  });
  return duplicate;
}
