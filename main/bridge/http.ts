/** The loopback carrier: commands, events and the renderer's files over HTTP, for one machine and one token. */
import type { AddressInfo } from "node:net";
import fastifyCookie from "@fastify/cookie";
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { done, type ErrorCode, failed } from "../../contract/errors.ts";
import type { Log } from "../log.ts";
import { type Access, createAccess } from "./access.ts";
import { type Dispatch, isUnknownCommand } from "./dispatch.ts";
import { createEventFeed, type EventFeed } from "./event-feed.ts";
import type { EventStream } from "./events.ts";
import { servePages } from "./pages.ts";
import { bearerOf, refusalOf } from "./request-guard.ts";
import { SECURITY_HEADERS } from "./security-headers.ts";

/** The contract: 413 over 64 KiB. */
const MAX_BODY_BYTES = 65_536;
const RECEIVE_MS = 10_000;
/** How long a command under way may still answer when the bridge closes. */
const DRAIN_MS = 2_000;

export interface HttpBridgeOptions {
  dispatch: Dispatch;
  events: EventStream;
  /** 0: any free one */
  port: number;
  /** What `Authorization: Bearer` must carry */
  token: string;
  /** Where the built renderer is; null, or a folder without `index.html`: a page that says so */
  rendererDir: string | null;
  log: Log;
  /** Pause between the comments that keep an event stream open; 15 s unless told */
  heartbeatMs?: number;
}

export interface HttpBridge {
  /** `http://127.0.0.1:41233/#token=…`: the address of the `till ready` line */
  url: string;
  port: number;
  /** The same address with a token that opens one session, once: for a command line that others can read */
  windowUrl(): string;
  /** Ends the event streams, lets commands under way answer for 2 s, and frees the port. */
  close(): Promise<void>;
}

/**
 * Starts the bridge on 127.0.0.1. Order of every check: Host, Origin and site, then the token, then size and form,
 * and only then the command.
 * @throws when the port is taken
 */
export async function startHttpBridge(options: HttpBridgeOptions): Promise<HttpBridge> {
  const access = createAccess(options.token);
  const feed = createEventFeed({ events: options.events, heartbeatMs: options.heartbeatMs, log: options.log });
  const app = fastify({
    logger: false,
    exposeHeadRoutes: false,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: RECEIVE_MS,
    trustProxy: false,
  });
  const portOf = () => (app.server.address() as AddressInfo).port;

  app.addHook("onRequest", async (request, reply) => {
    reply.headers({ ...SECURITY_HEADERS, "cache-control": "no-store" });
    const refusal = refusalOf(originOf(request), portOf());
    if (refusal) return reply.code(403).send(failed("not_allowed", {}, refusal));
  });
  acceptJsonOnly(app);
  answerErrors(app, options.log);
  await app.register(fastifyCookie);
  await app.register(async (scope) => serveSession(scope, access, portOf));
  await app.register(async (scope) => serveBridge(scope, { access, portOf, feed, dispatch: options.dispatch }), {
    prefix: "/bridge",
  });
  await servePages(app, options.rendererDir);
  await app.listen({ host: "127.0.0.1", port: options.port });

  const port = portOf();
  const address = (secret: string) => `http://127.0.0.1:${port}/#token=${secret}`;
  return {
    url: address(options.token),
    port,
    windowUrl: () => address(access.issueTicket()),
    close: () => closeBridge(app, feed),
  };
}

/** Cookies know hosts, not ports: two tills on one machine must not overwrite each other's. */
function cookieName(port: number): string {
  return `till-session-${port}`;
}

function originOf(request: FastifyRequest): Parameters<typeof refusalOf>[0] {
  const { host, origin, "sec-fetch-site": fetchSite } = request.headers;
  return { host, origin, fetchSite: typeof fetchSite === "string" ? fetchSite : undefined };
}

function serveSession(scope: FastifyInstance, access: Access, portOf: () => number): void {
  scope.post("/session", async (request, reply) => {
    const session = access.openSession(bearerOf(request.headers.authorization));
    if (session === null) return unauthorised(reply);
    reply.setCookie(cookieName(portOf()), session, { path: "/", httpOnly: true, sameSite: "strict" });
    return done({});
  });
}

interface BridgeScope {
  access: Access;
  portOf: () => number;
  feed: EventFeed;
  dispatch: Dispatch;
}

function serveBridge(scope: FastifyInstance, { access, portOf, feed, dispatch }: BridgeScope): void {
  scope.addHook("onRequest", async (request, reply) => {
    const session = request.cookies[cookieName(portOf())] ?? null;
    if (!access.allows(bearerOf(request.headers.authorization), session)) return unauthorised(reply);
  });

  scope.post<{ Params: { command: string } }>("/:command", async (request, reply) => {
    const result = await dispatch(request.params.command, request.body);
    return isUnknownCommand(result) ? unknownCommand(reply) : result;
  });

  scope.get<{ Querystring: { lastEventId?: string | string[] } }>("/events", (request, reply) => {
    const resumeFrom = request.headers["last-event-id"] ?? request.query.lastEventId;
    if (feed.isFull()) {
      return reply.code(503).send(failed("limit", {}, "Too many windows are listening to this till."));
    }
    reply.hijack();
    feed.attach(reply.raw, typeof resumeFrom === "string" && resumeFrom !== "" ? resumeFrom : null);
  });

  scope.setNotFoundHandler((_request, reply) => unknownCommand(reply));
}

function unauthorised(reply: FastifyReply): FastifyReply {
  return reply
    .code(401)
    .header("www-authenticate", 'Bearer realm="till"')
    .send(failed("not_allowed", {}, "The request has no valid token."));
}

function unknownCommand(reply: FastifyReply): FastifyReply {
  return reply.code(404).send(failed("not_found", {}, "There is no such command."));
}

/** JSON in UTF-8 or nothing at all. `__proto__` stays an ordinary unknown field, which the schemas refuse by name. */
function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/json",
    { parseAs: "buffer" },
    async (_request: FastifyRequest, body: Buffer) => {
      if (body.length === 0) return undefined;
      try {
        return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
      } catch {
        throw Object.assign(new Error("The body is not JSON."), { statusCode: 400 });
      }
    },
  );
}

const STATUS_ERRORS: Readonly<Record<number, readonly [code: ErrorCode, message: string]>> = {
  400: ["invalid_input", "The body is not JSON."],
  413: ["invalid_input", "The body is larger than 64 KiB."],
  415: ["invalid_input", "The body must be application/json."],
};

/** Whatever the server itself refuses has the shape of a Result too; its own exceptions say nothing outside. */
function answerErrors(app: FastifyInstance, log: Log): void {
  app.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
    const status = error.statusCode ?? 500;
    const known = STATUS_ERRORS[status];
    if (known) return reply.code(status).send(failed(known[0], {}, known[1]));
    if (status >= 400 && status < 500)
      return reply.code(status).send(failed("invalid_input", {}, "Not a good request."));
    log.error({ err: error, method: request.method, route: request.routeOptions.url }, "the bridge failed");
    return reply.code(500).send(failed("internal"));
  });
}

async function closeBridge(app: FastifyInstance, feed: EventFeed): Promise<void> {
  feed.close();
  const cut = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
  try {
    await app.close();
  } finally {
    clearTimeout(cut);
  }
}
