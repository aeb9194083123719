/** The loopback carrier: commands, events and the renderer's files over HTTP, for one machine and one token. */
import type { FastifyInstance, FastifyReply } from "fastify";
import { done, failed } from "../../contract/errors.ts";
import type { Log } from "../log.ts";
import { type Access, createAccess } from "./access.ts";
import { type Dispatch, isUnknownCommand } from "./dispatch.ts";
import { createEventFeed, type EventFeed } from "./event-feed.ts";
import type { EventStream } from "./events.ts";
import { closeServer, type LoopbackLimits, loopbackServer, SESSION_COOKIE, unauthorised } from "./loopback.ts";
import { servePages } from "./pages.ts";
import { bearerOf } from "./request-guard.ts";

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
  /** How slow a request may come, and from how many; see there */
  limits?: LoopbackLimits;
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
  const { app, port: portOf } = await loopbackServer(options.log, undefined, options.limits);
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
    close: () => {
      feed.close();
      return closeServer(app);
    },
  };
}

/** Cookies know hosts, not ports: two tills on one machine must not overwrite each other's. */
function cookieName(port: number): string {
  return `till-session-${port}`;
}

function serveSession(scope: FastifyInstance, access: Access, portOf: () => number): void {
  scope.post("/session", async (request, reply) => {
    const session = access.openSession(bearerOf(request.headers.authorization));
    if (session === null) return unauthorised(reply);
    reply.setCookie(cookieName(portOf()), session, SESSION_COOKIE);
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

function unknownCommand(reply: FastifyReply): FastifyReply {
  return reply.code(404).send(failed("not_found", {}, "There is no such command."));
}
