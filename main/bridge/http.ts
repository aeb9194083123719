/** The loopback transport: commands, events and the renderer's files over HTTP. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { done, failed } from "../../contract/calls/errors.ts";
import { bearerToken } from "../../contract/values/request-guard.ts";
import type { Log } from "../lib/log.ts";
import { type Dispatch, isUnknownCommand } from "./dispatch.ts";
import { createEventFeed, type EventFeed } from "./event-feed.ts";
import type { EventStream } from "./events.ts";
import { LARGE_INPUTS } from "./limits.ts";
import { closeServer, type LoopbackLimits, type LoopbackServer, loopbackServer, unauthorised } from "./loopback.ts";
import { type ServePages, servePages } from "./pages.ts";
import {
  type CreateWindowSessions,
  createWindowSessions,
  type RefusedExchange,
  type WindowSessions,
} from "./window-sessions.ts";

export interface HttpBridgeOptions {
  dispatch: Dispatch;
  events: EventStream;
  /** 0 for any free port */
  port: number;
  token: string;
  /** Folder of the built renderer; without an `index.html` a page explains that it is missing */
  rendererDir: string | null;
  log: Log;
  heartbeatMs?: number;
  limits?: LoopbackLimits;
  /** Called for a page with neither the token nor an unused ticket */
  onRefused?: (because: RefusedExchange) => void;
  createSessions?: CreateWindowSessions;
  servePages?: ServePages;
}

/** Parts of the bridge that `npm run dev` replaces (scripts/dev/browser.mjs). The built program replaces none. */
export type DevelopmentBridge = Pick<HttpBridgeOptions, "token" | "createSessions" | "servePages">;

export type HttpBridge = Awaited<ReturnType<typeof startHttpBridge>>;

/** Starts the bridge on 127.0.0.1. Checks origin, token, size and format, then the command. Throws for a used port. */
export async function startHttpBridge(options: HttpBridgeOptions) {
  const access = (options.createSessions ?? createWindowSessions)(options.token, { onRefused: options.onRefused });
  const feed = createEventFeed({ events: options.events, heartbeatMs: options.heartbeatMs, log: options.log });
  // The page with the ticket is a file, so the browser navigates from another site.
  const openedFrom = (path: string) => (path === "/" && access.hasUnusedTicket() ? ["cross-site"] : []);
  const { app, port: portOf, admit } = loopbackServer(options.log, openedFrom, options.limits);
  await app.register(async (scope) => serveSession(scope, access));
  await app.register(async (scope) => serveBridge(scope, { access, admit, feed, dispatch: options.dispatch }), {
    prefix: "/bridge",
  });
  await (options.servePages ?? servePages)(app, options.rendererDir);
  await app.listen({ host: "127.0.0.1", port: options.port });

  const port = portOf();
  const address = (secret: string) => `http://127.0.0.1:${port}/#token=${secret}`;
  return {
    /** `http://127.0.0.1:41233/#token=…`, as in the `till ready` line */
    url: address(options.token),
    port,
    /** Returns the same address with a one-time ticket. It opens a session that replaces all other windows */
    windowUrl: () => address(access.replaceWindow()),
    /** Ends the event streams, lets commands in progress finish for 2 s, and frees the port. */
    close: () => {
      feed.close();
      return closeServer(app);
    },
  };
}

/** Exchanges the token or a ticket for a session secret. No cookies: browsers send those to every port. */
export function serveSession(scope: FastifyInstance, access: WindowSessions): void {
  scope.post("/session", async (request, reply) => {
    const session = access.openSession(bearerToken(request.headers.authorization));
    return session === null ? unauthorised(reply) : done({ session });
  });
}

/** Returns the signal of the request's window session, which aborts with it; null without one. */
export function holderOf(request: FastifyRequest, { access, admit }: Gate): AbortSignal | null {
  const holder = access.authorise(bearerToken(request.headers.authorization));
  if (holder !== null) admit(request);
  return holder;
}

export interface Gate extends Pick<LoopbackServer, "admit"> {
  access: WindowSessions;
}

function serveBridge(
  scope: FastifyInstance,
  { feed, dispatch, ...gate }: Gate & { feed: EventFeed; dispatch: Dispatch },
): void {
  scope.addHook("onRequest", async (request, reply) => {
    if (holderOf(request, gate) === null) return unauthorised(reply);
  });

  const respond = async (command: string, request: FastifyRequest, reply: FastifyReply) => {
    const result = await dispatch(command, request.body, { canReceive: () => !request.raw.socket.destroyed });
    return isUnknownCommand(result) ? unknownCommand(reply) : result;
  };
  scope.post<{ Params: { command: string } }>("/:command", (request, reply) =>
    respond(request.params.command, request, reply),
  );
  for (const { command, maxBytes } of LARGE_INPUTS)
    scope.post(`/${command}`, { bodyLimit: maxBytes }, (request, reply) => respond(command, request, reply));

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
