import type { FastifyInstance } from "fastify";
import { failed } from "../../../contract/calls/errors.ts";
import type { Dispatch } from "../../bridge/dispatch.ts";
import { createEventFeed, type EventFeed } from "../../bridge/event-feed.ts";
import { createEventStream, type EventStream } from "../../bridge/events.ts";
import { type Gate, holderOf, serveSession } from "../../bridge/http.ts";
import { closeServer, loopbackServer, unauthorised } from "../../bridge/loopback.ts";
import { type ServePages, servePages } from "../../bridge/pages.ts";
import { isCustomerDisplayCommand } from "../../bridge/rights.ts";
import { createWindowSessions, newSecret, type RefusedExchange } from "../../bridge/window-sessions.ts";
import type { Log } from "../../lib/log.ts";

/** Number of events kept. A page that reconnects later reads the whole view. */
const EVENTS_KEPT = 20;
const PAGE = "/customer.html";

export interface CustomerPagePorts {
  dispatch: Dispatch;
  events: EventStream;
  rendererDir: string | null;
  log: Log;
  onChange(): void;
  onRefused?: (because: RefusedExchange) => void;
  /** Replaces the built pages in development */
  servePages?: ServePages;
}

export type ConnectedPages = ReturnType<typeof customerPages>;

export function customerPages() {
  const state: { ports: CustomerPagePorts | null; serving: Promise<Serving> | null; windows: number } = {
    ports: null,
    serving: null,
    windows: 0,
  };
  const count = (change: 1 | -1) => {
    state.windows += change;
    state.ports?.onChange();
  };
  const close = async () => {
    const serving = state.serving;
    state.serving = null;
    await (await serving)?.close();
  };
  return {
    connect(ports: CustomerPagePorts) {
      state.ports = ports;
    },
    async address(): Promise<string> {
      if (state.ports === null) throw new Error("the till has not started");
      state.serving ??= serve(state.ports, count);
      return (await state.serving).address();
    },
    isOpen: (): boolean => state.windows > 0,
    isWanted: (): boolean => state.serving !== null,
    close,
    [Symbol.asyncDispose]: close,
  };
}

type Serving = Awaited<ReturnType<typeof serve>>;

async function serve(ports: Omit<CustomerPagePorts, "onChange">, count: Count) {
  const { dispatch, events, rendererDir, log, onRefused, servePages: serveFiles = servePages } = ports;
  const access = createWindowSessions(newSecret(), { onRefused });
  const pageEvents = displayEvents(events);
  const feed = createEventFeed({ events: pageEvents.stream, log });
  // The till's own page, another server on this machine, opens this one.
  const { app, port, admit } = loopbackServer(log, (path) => (path === PAGE ? ["same-site"] : []));
  await app.register(async (scope) => serveDisplay(scope, { access, admit, feed, dispatch, count }));
  await serveFiles(app, rendererDir, isCustomersFile);
  await app.listen({ host: "127.0.0.1", port: 0 });
  return {
    address: (): string => `http://127.0.0.1:${port()}${PAGE}#ticket=${access.issueTicket()}`,
    close(): Promise<void> {
      pageEvents.stop();
      feed.close();
      return closeServer(app);
    },
  };
}

type Count = (change: 1 | -1) => void;

interface DisplayScope extends Gate {
  feed: EventFeed;
  dispatch: Dispatch;
  count: Count;
}

function serveDisplay(scope: FastifyInstance, { feed, dispatch, count, ...gate }: DisplayScope): void {
  serveSession(scope, gate.access);
  scope.register(
    async (bridge) => {
      bridge.addHook("onRequest", async (request, reply) => {
        if (holderOf(request, gate) === null) return unauthorised(reply);
      });
      bridge.post<{ Params: { command: string } }>("/:command", async (request, reply) => {
        const { command } = request.params;
        if (isCustomerDisplayCommand(command)) return dispatch(command, request.body, { isCustomerDisplay: true });
        return reply.code(403).send(failed("not_allowed", {}, "The customer screen cannot do this."));
      });
      bridge.get("/events", (request, reply) => {
        if (feed.isFull()) return reply.code(503).send(failed("limit", {}, "Too many pages show this screen."));
        const resumeFrom = request.headers["last-event-id"];
        const holder = holderOf(request, gate);
        if (holder === null) return unauthorised(reply);
        reply.hijack();
        count(1);
        reply.raw.once("close", () => count(-1));
        feed.attach(reply.raw, typeof resumeFrom === "string" && resumeFrom !== "" ? resumeFrom : null, holder);
      });
    },
    { prefix: "/bridge" },
  );
}

/** A stream of one event type with its own numbering, which reveals nothing about other events. */
function displayEvents(events: EventStream): { stream: EventStream; stop(): void } {
  const stream = createEventStream({ keep: EVENTS_KEPT });
  const stop = events.subscribe(({ event }) => {
    if (event.type === "display.changed") stream.publish(event);
  });
  return { stream, stop };
}

function isCustomersFile(path: string): boolean {
  return path === PAGE || path === "/icon.svg" || path.startsWith("/assets/");
}
