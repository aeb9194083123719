/** HTTP server of `/api/v1`: plain HTTP on this machine, TLS in the shop's network. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { TillEvent } from "../../../contract/bridge/events.ts";
import { isLoopbackAddress, splitAddress } from "../../../contract/calls/addresses.ts";
import { failed, invalidField } from "../../../contract/calls/errors.ts";
import type { RegisterClient } from "../../../contract/integration/registers.ts";
import { IDEMPOTENCY_KEY } from "../../../contract/integration/registers-api.ts";
import { reasonFor } from "../../../contract/reasons/reasons.ts";
import { bearerToken, originOf, type RequestOrigin } from "../../../contract/values/request-guard.ts";
import description from "../../../docs/openapi.json" with { type: "json" };
import { createEventFeed } from "../../bridge/event-feed.ts";
import type { EventStream, NumberedEvent } from "../../bridge/events.ts";
import { closeServer, jsonServer, renewTls } from "../../bridge/loopback.ts";
import type { Log } from "../../lib/log.ts";
import type { ProgramPrints } from "../../peripherals/receipts/program-prints.ts";
import type { RegistersTls } from "./certificate.ts";
import { answerOf, type ChangeName, type ChangeRequest, missingRight } from "./changes.ts";
import type { RegisterClients } from "./clients.ts";
import { DOCS_STYLE, docsPage } from "./docs-page.ts";
import type { RegisterResponse } from "./idempotency.ts";
import { DRAWER, describeChange, READS } from "./openapi.ts";
import type { RegisterReads } from "./reads.ts";

export interface RegistersServerOptions {
  /** `host:port`; port 0 picks a free port */
  listen: string;
  tls: RegistersTls | null;
  clients: RegisterClients;
  change(client: RegisterClient, asked: ChangeRequest): RegisterResponse;
  reads: RegisterReads;
  openDrawer: ProgramPrints["openDrawer"];
  events: EventStream;
  log: Log;
}

export type RegistersServer = Awaited<ReturnType<typeof startRegistersServer>>;

/**
 * Starts the server. Checks run in this order: origin, key, size and format, then content.
 * @throws if the address is in use
 */
export async function startRegistersServer(options: RegistersServerOptions) {
  const { listen, tls, log } = options;
  const scheme = tls === null ? "http" : "https";
  const isOwnMachine = isLoopbackAddress(listen);
  if (tls === null && !isOwnMachine) throw new Error("plain HTTP is allowed only on this machine");
  let trusted = tls?.trusted ?? null;
  const server = jsonServer(log, {
    tls,
    refusal: (request) => refusalOf(originOf(request.raw), { scheme, isOwnMachine }),
    shape: ({ error }) => error,
  });
  const { app, admit } = server;
  const feed = createEventFeed({ events: paymentEvents(options), log });
  app.setNotFoundHandler((_request, reply) => send(reply, answerOf(failed("not_found", {}, NO_ADDRESS))));
  await app.register(async (scope) => serveApi(scope, { ...options, admit, feed }), { prefix: "/api/v1" });
  serveDescription(app);
  serveCertificate(app, () => trusted);
  const { host, port } = splitAddress(listen);
  await app.listen({ host, port });
  return {
    port: server.port(),
    showCertificate(next: RegistersTls) {
      trusted = next.trusted;
      renewTls(app, next);
    },
    /** Ends event streams, waits up to 2 s for requests in progress, and frees the port. */
    close: (): Promise<void> => {
      feed.close();
      return closeServer(app);
    },
  };
}

const NO_ADDRESS = "This address does not exist, or does not support this method. No money moved. See /api/docs.";

/** Rejects cross-site requests and unknown host names. */
export function refusalOf(
  { target, hosts, origin, fetchSite }: RequestOrigin,
  { scheme, isOwnMachine }: { scheme: "http" | "https"; isOwnMachine: boolean },
): string | null {
  const [host, ...others] = hosts;
  if (host === undefined || others.length > 0) return "Exactly one Host header is required.";
  if (!target?.startsWith("/")) return "The request line must contain only a path.";
  if (isOwnMachine && !isLoopbackAddress(host.replace(/(:\d+)?$/, ":0"))) return "The Host is not this till's.";
  if (origin !== undefined && origin !== `${scheme}://${host}`) return "The Origin is not this till's.";
  if (fetchSite !== undefined && fetchSite !== "same-origin" && fetchSite !== "none")
    return "The request comes from another site.";
  return null;
}

export interface ApiScope extends Pick<RegistersServerOptions, "clients" | "change" | "reads" | "openDrawer"> {
  admit(request: FastifyRequest, holder: string): void;
  feed: ReturnType<typeof createEventFeed>;
}

type OfReference = { Params: { reference: string } };
type OfScreen = { Params: { screenId: string } };

/** Routes of `/api/v1`. The handlers validate input; the schemas only describe it. */
export function serveApi(scope: FastifyInstance, parts: ApiScope): void {
  const { clients, change, reads, admit } = parts;
  scope.setValidatorCompiler(() => () => true);
  scope.setSerializerCompiler(() => (value) => JSON.stringify(value));
  const callers = new WeakMap<FastifyRequest, RegisterClient>();
  scope.addHook("onRequest", async (request, reply) => {
    const key = bearerToken(request.headers.authorization);
    const client = key === null ? null : clients.byKey(key);
    if (client === null) return unauthorised(reply);
    admit(request, client.id);
  });
  // Checks the key again after the body arrived and in the same tick as the handler: a slow body leaves time to revoke
  // the key or a right.
  scope.addHook("preHandler", (request, reply, next) => {
    const client = clients.byKey(bearerToken(request.headers.authorization) ?? "");
    if (client === null) return void unauthorised(reply);
    callers.set(request, client);
    next();
  });
  const callerOf = (request: FastifyRequest): RegisterClient => {
    const client = callers.get(request);
    if (client === undefined) throw new Error("an unauthenticated request passed");
    return client;
  };
  const asking = (request: FastifyRequest, reply: FastifyReply, asked: Omit<ChangeRequest, "body" | "key">) => {
    const key = keyOf(request);
    if (key === undefined) return send(reply, answerOf(failed("invalid_input", { fields: [BAD_KEY] })));
    return send(reply, change(callerOf(request), { ...asked, body: request.body, key }));
  };
  scope.post("/payments", { schema: describeChange("start") }, (request, reply) =>
    asking(request, reply, { change: "start", reference: null }),
  );
  for (const name of ["capture", "release", "abort", "refund", "receipt"] as const satisfies ChangeName[])
    scope.post<OfReference>(`/payments/:reference/${name}`, { schema: describeChange(name) }, (request, reply) =>
      asking(request, reply, { change: name, reference: request.params.reference }),
    );
  scope.get<OfReference>("/payments/:reference", { schema: READS.payment }, (request, reply) =>
    send(reply, reads.payment(callerOf(request), request.params.reference)),
  );
  scope.get("/payments", { schema: READS.list }, (request, reply) =>
    send(reply, reads.list(callerOf(request), request.query)),
  );
  serveEvents(scope, parts, callerOf);
  scope.post("/print", { schema: describeChange("lines") }, (request, reply) =>
    asking(request, reply, { change: "lines", reference: null }),
  );
  servePrinter(scope, parts, callerOf);
  scope.post("/screen", { schema: describeChange("screen") }, (request, reply) =>
    asking(request, reply, { change: "screen", reference: null }),
  );
  scope.get<OfScreen>("/screen/:screenId", { schema: READS.screen }, (request, reply) =>
    send(reply, reads.screen(callerOf(request), request.params.screenId)),
  );
  scope.delete<OfScreen>("/screen/:screenId", { schema: describeChange("withdraw") }, (request, reply) =>
    asking(request, reply, { change: "withdraw", reference: request.params.screenId }),
  );
  scope.setNotFoundHandler((_request, reply) => send(reply, answerOf(failed("not_found", {}, NO_ADDRESS))));
}

function serveEvents(
  scope: FastifyInstance,
  { clients, reads, feed }: ApiScope,
  callerOf: (request: FastifyRequest) => RegisterClient,
): void {
  const places = new Map<string, number>();
  const placesOf = (id: string) => places.get(id) ?? 0;
  scope.get("/events", { schema: READS.events }, (request, reply) => {
    const client = callerOf(request);
    const { id } = client;
    const refused = reads.refusalOfEvents(client);
    if (refused !== null) return send(reply, refused);
    if (feed.isFull() || placesOf(id) >= MAX_STREAMS)
      return send(reply.header("retry-after", "5"), { ...TOO_MANY, status: 503 });
    const resumeFrom = request.headers["last-event-id"];
    reply.hijack();
    places.set(id, placesOf(id) + 1);
    reply.raw.once("close", () => places.set(id, placesOf(id) - 1));
    feed.attach(
      reply.raw,
      typeof resumeFrom === "string" && resumeFrom !== "" ? resumeFrom : null,
      clients.whileIn(client),
    );
  });
}

/** Maximum event streams per register. */
const MAX_STREAMS = 4;

function servePrinter(
  scope: FastifyInstance,
  { openDrawer, reads }: ApiScope,
  callerOf: (request: FastifyRequest) => RegisterClient,
): void {
  scope.get<{ Params: { jobId: string } }>("/print/:jobId", { schema: READS.print }, (request, reply) =>
    send(reply, reads.print(callerOf(request), request.params.jobId)),
  );
  scope.post("/drawer", { schema: DRAWER }, async (request, reply) => {
    const client = callerOf(request);
    const opened = client.rights.includes("sell") ? await openDrawer(client.name) : missingRight(client);
    return send(reply, opened.ok ? { status: 200, body: JSON.stringify(opened.value) } : answerOf(opened));
  });
}

/** Public: the description contains nothing about this till. */
function serveDescription(app: FastifyInstance): void {
  const text = JSON.stringify(description);
  app.get("/api/v1/openapi.json", (_request, reply) => send(reply, { status: 200, body: text }));
  const page = (reply: FastifyReply, type: string, text: string) => reply.type(`${type}; charset=utf-8`).send(text);
  app.get("/api/docs", (_request, reply) => page(reply, "text/html", docsPage(description)));
  app.get("/api/docs.css", (_request, reply) => page(reply, "text/css", DOCS_STYLE));
}

/**
 * Public: TLS shows the certificate to every client anyway. A register downloads it, compares the fingerprint and
 * trusts it.
 */
function serveCertificate(app: FastifyInstance, certificate: () => string | null): void {
  app.get("/api/v1/certificate.pem", (_request, reply) => {
    const pem = certificate();
    if (pem === null) return send(reply, answerOf(failed("not_found", {}, NO_ADDRESS)));
    return reply.type("application/x-pem-file").send(pem);
  });
}

const UNAUTHORISED: RegisterResponse = {
  ...answerOf(failed("not_allowed", {}, "The request has no valid key. No money moved.")),
  status: 401,
};

function unauthorised(reply: FastifyReply): FastifyReply {
  return send(reply.header("www-authenticate", 'Bearer realm="till"'), UNAUTHORISED);
}

const LISTENING =
  "Four programs already listen with this key. No money moved. Close one of them, or try again in five seconds.";
const TOO_MANY = answerOf({ error: { ...failed("limit", {}, LISTENING).error, retryable: true } });
const BAD_KEY = invalidField("Idempotency-Key", reasonFor("field_idempotency_key"));

/** @returns null if the header is missing; undefined if the key is invalid */
function keyOf({ headers }: FastifyRequest): string | null | undefined {
  const key = headers["idempotency-key"];
  if (key === undefined) return null;
  return IDEMPOTENCY_KEY.safeParse(key).data;
}

function send(reply: FastifyReply, { status, body }: RegisterResponse): FastifyReply {
  return reply.code(status).type("application/json; charset=utf-8").send(body);
}

/** Filters payment events and shows payments as registers see them. */
function paymentEvents({ events, reads }: Pick<RegistersServerOptions, "events" | "reads">): EventStream {
  const seen = ({ id, event }: NumberedEvent): NumberedEvent[] => {
    if (event.type !== "payment.changed") return [];
    const shown: TillEvent = { ...event, payment: reads.view(event.payment) };
    return [{ id, event: shown }];
  };
  return {
    publish: events.publish,
    lastId: events.lastId,
    subscribe: (listener) => events.subscribe((numbered) => seen(numbered).forEach(listener)),
    eventsAfter(id) {
      const missed = events.eventsAfter(id);
      return "gap" in missed ? missed : { events: missed.events.flatMap(seen) };
    },
  };
}
