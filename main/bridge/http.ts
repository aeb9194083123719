/** The loopback carrier: commands, events and the renderer's files over HTTP, for one machine and one token. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { done, failed } from "../../contract/errors.ts";
import { bearerOf } from "../../contract/request-guard.ts";
import type { Log } from "../lib/log.ts";
import { type Dispatch, isUnknownCommand } from "./dispatch.ts";
import { createEventFeed, type EventFeed } from "./event-feed.ts";
import type { EventStream } from "./events.ts";
import { LARGE_INPUTS } from "./limits.ts";
import { closeServer, type LoopbackLimits, type LoopbackServer, loopbackServer, unauthorised } from "./loopback.ts";
import { servePages } from "./pages.ts";
import { createWindowSessions, type RefusedExchange, type WindowSessions } from "./window-sessions.ts";

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
  /** Pause between the comments that keep an event stream open; 5 s unless told */
  heartbeatMs?: number;
  /** How slow a request may come, and from how many; see there */
  limits?: LoopbackLimits;
  /** A page offered what is neither the token nor a fresh ticket */
  onRefused?: (because: RefusedExchange) => void;
}

export interface HttpBridge {
  /** `http://127.0.0.1:41233/#token=…`: the address of the `till ready` line */
  url: string;
  port: number;
  /** The same address with a ticket in the token's place, which opens one session, once: the only window's from then on */
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
  const access = createWindowSessions(options.token, { onRefused: options.onRefused });
  const feed = createEventFeed({ events: options.events, heartbeatMs: options.heartbeatMs, log: options.log });
  // The page with the ticket is a file: from there the browser comes as from another site.
  const openedFrom = (path: string) => (path === "/" && access.isAwaited() ? ["cross-site"] : []);
  const { app, port: portOf, admit } = loopbackServer(options.log, openedFrom, options.limits);
  await app.register(async (scope) => serveSession(scope, access));
  await app.register(async (scope) => serveBridge(scope, { access, admit, feed, dispatch: options.dispatch }), {
    prefix: "/bridge",
  });
  await servePages(app, options.rendererDir);
  await app.listen({ host: "127.0.0.1", port: options.port });

  const port = portOf();
  const address = (secret: string) => `http://127.0.0.1:${port}/#token=${secret}`;
  return {
    url: address(options.token),
    port,
    windowUrl: () => address(access.replaceWindow()),
    close: () => {
      feed.close();
      return closeServer(app);
    },
  };
}

/**
 * `POST /session`: the token or a ticket for a session's secret, which the page sends as its bearer from then on. No
 * cookie: a browser sends those to every port of this machine.
 */
export function serveSession(scope: FastifyInstance, access: WindowSessions): void {
  scope.post("/session", async (request, reply) => {
    const session = access.openSession(bearerOf(request.headers.authorization));
    return session === null ? unauthorised(reply) : done({ session });
  });
}

/** The session signal of a request; null: it is not authenticated. */
export function holderOf(request: FastifyRequest, { access, admit }: Gate): AbortSignal | null {
  const holder = access.allows(bearerOf(request.headers.authorization));
  if (holder !== null) admit(request);
  return holder;
}

/** What lets a request in. */
export interface Gate extends Pick<LoopbackServer, "admit"> {
  access: WindowSessions;
}

interface BridgeScope extends Gate {
  feed: EventFeed;
  dispatch: Dispatch;
}

function serveBridge(scope: FastifyInstance, { feed, dispatch, ...gate }: BridgeScope): void {
  scope.addHook("onRequest", async (request, reply) => {
    if (holderOf(request, gate) === null) return unauthorised(reply);
  });

  const answer = async (command: string, request: FastifyRequest, reply: FastifyReply) => {
    const result = await dispatch(command, request.body, { isHeard: () => !request.raw.socket.destroyed });
    return isUnknownCommand(result) ? unknownCommand(reply) : result;
  };
  scope.post<{ Params: { command: string } }>("/:command", (request, reply) =>
    answer(request.params.command, request, reply),
  );
  for (const { command, maxBytes } of LARGE_INPUTS)
    scope.post(`/${command}`, { bodyLimit: maxBytes }, (request, reply) => answer(command, request, reply));

  scope.get<{ Querystring: { lastEventId?: string | string[] } }>("/events", (request, reply) => {
    const resumeFrom = request.headers["last-event-id"] ?? request.query.lastEventId;
    const holder = holderOf(request, gate);
    if (holder === null) return unauthorised(reply);
    if (feed.isFull()) {
      return reply.code(503).send(failed("limit", {}, "Too many windows are listening to this till."));
    }
    reply.hijack();
    feed.attach(reply.raw, typeof resumeFrom === "string" && resumeFrom !== "" ? resumeFrom : null, holder);
  });

  scope.setNotFoundHandler((_request, reply) => unknownCommand(reply));
}

function unknownCommand(reply: FastifyReply): FastifyReply {
  return reply.code(404).send(failed("not_found", {}, "There is no such command."));
}
