/**
 * Maps a resource's methods to routes. An endpoint is a function from call to response. This file handles, in order:
 * authentication, validation, faults, and then the endpoint; also 405 and media types.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import type { z } from "zod";
import { mediaType } from "../../contract/wire/wire.ts";
import type { Service } from "../context.ts";
import { translate, translateRequest } from "../dialect/translate.ts";
import type { FaultOrHold, RequestKind, Support } from "../faults.ts";
import { invalid, missing, Problem } from "../problem.ts";
import type { Header } from "../signature.ts";
import { authenticate, type Caller, type Level, type SignedRequest } from "./credentials.ts";
import { errorBodyOf, sendJson } from "./errors.ts";

export interface Call {
  caller: Caller;
  /** Path parameters, decoded */
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string | string[] | undefined>>;
  /** Parsed JSON, or undefined without a body; validate with {@link readBody} */
  body: unknown;
  /** Scheme and host that the client used, for `Location` (4.1 rule 3) */
  origin: string;
}

/** Response (section 7). `location` is a path; it becomes a full URL here. */
export type Answer =
  | { status: 200; body: unknown }
  | { status: 201; location: string; body: unknown }
  | { status: 204 };

export interface Endpoint {
  level: Level | ((body: unknown) => Level);
  kind: RequestKind | ((body: unknown) => RequestKind);
  answer(call: Call): Answer | Promise<Answer>;
}

type Method = "GET" | "POST" | "PUT" | "DELETE";

const OTHER_METHODS: readonly HTTPMethods[] = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"];

/** Registers a path's methods; other methods return 405 with `Allow` (4.1 rule 5). */
export function addResource(
  app: FastifyInstance,
  service: Service,
  path: string,
  endpoints: Partial<Record<Method, Endpoint>>,
): void {
  const allowed = Object.keys(endpoints);
  for (const [method, endpoint] of Object.entries(endpoints)) {
    app.route({ method, url: path, handler: (request, reply) => serve(service, endpoint, request, reply) });
  }
  app.route({
    method: OTHER_METHODS.filter((method) => !allowed.includes(method)),
    url: path,
    handler: (request) => {
      const description = `${request.method} is not supported here; ${allowed.join(", ")} is.`;
      throw new Problem(405, "method_not_allowed", description, null, { allow: allowed.join(", ") });
    },
  });
}

/** Validates a body. Throws a 400 that names each wrong field (G18). */
export function readBody<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const result = schema.safeParse(body, { reportInput: false });
  if (result.success) return result.data;
  throw invalid(Object.fromEntries(result.error.issues.flatMap(describeIssue)));
}

export function queryValue(call: Call, name: string): string | undefined {
  const value = call.query[name];
  return Array.isArray(value) ? value[0] : value;
}

/** Simulates a missing endpoint if configured. Throws 404 or 405. */
export function requireSupport(support: Support): void {
  if (support === 405) throw new Problem(405, "method_not_allowed", "This is not supported here.", null, { allow: "" });
  if (support === 404) throw missing("resource");
}

function describeIssue(issue: z.core.$ZodIssue): [string, string][] {
  const path = issue.path.join(".");
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => [path === "" ? key : `${path}.${key}`, "is not a field of this resource"]);
  }
  return [[path === "" ? "body" : path, issue.message.replace(/^Invalid input: /, "")]];
}

async function serve(
  service: Service,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  checkAccept(service, request);
  const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const signed = signedRequest(request, raw);
  // The level may depend on the body's action, but an unauthenticated client must learn nothing about the body.
  const minLevel = typeof endpoint.level === "string" ? endpoint.level : "SECRET";
  let caller = authenticate(service, signed, minLevel);
  const sent = readJson(request, raw);
  const body = service.dialect.isFamily ? translateRequest(sent) : sent;
  if (typeof endpoint.level === "function") caller = authenticate(service, signed, endpoint.level(body));
  const kind = typeof endpoint.kind === "string" ? endpoint.kind : endpoint.kind(body);
  const origin = originOf(request);
  const { params, query } = request as { params: Call["params"]; query: Call["query"] };
  return pastFaults(service, kind, { request, reply }, async () => {
    const answer = await endpoint.answer({ caller, params, query, body, origin });
    return () => send(service, reply, answer, origin);
  });
}

export async function pastFaults(
  service: Service,
  kind: RequestKind,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  work: () => Promise<() => unknown>,
): Promise<unknown> {
  const injectedFault = service.faults.strike(kind);
  if (injectedFault && (await applyFault(service, injectedFault, request, reply))) return reply;
  const answer = await work();
  return injectedFault?.effect === "lose_answer" ? cutOff(request, reply) : answer();
}

function send(service: Service, reply: FastifyReply, answer: Answer, origin: string): FastifyReply {
  if (answer.status === 204) return reply.code(204).send();
  const wording = service.dialect.draw();
  if (answer.status === 201) {
    reply.header("location", wording.location === "full" ? origin + answer.location : answer.location);
    if (!wording.createdBody && holdsIdAlone(answer.body)) return reply.code(wording.created).send();
  }
  reply.code(answer.status === 201 ? wording.created : answer.status);
  return sendJson(reply, translate(wording, answer.body, origin), wording.mediaType);
}

/** Returns whether a new resource's body contains only its id. */
function holdsIdAlone(body: unknown): boolean {
  return body !== null && typeof body === "object" && Object.keys(body).join() === "id";
}

/** Applies a fault before the work. Returns whether the request is finished. */
async function applyFault(
  service: Service,
  injectedFault: FaultOrHold,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  switch (injectedFault.effect) {
    case "lose_answer":
      return false;
    case "lose_request":
      cutOff(request, reply);
      return true;
    case "hold":
      await injectedFault.pass();
      return false;
    case "delay":
      await new Promise((resolve) => setTimeout(resolve, injectedFault.ms).unref());
      return false;
    case "answer": {
      if (injectedFault.retryAfter !== null) reply.header("retry-after", injectedFault.retryAfter);
      reply.code(injectedFault.status).type(injectedFault.contentType ?? mediaType(service.settings.mediaType));
      const faultProblem = new Problem(
        injectedFault.status,
        "injected_fault",
        "The sandbox is set to return this fault.",
      );
      reply.send(Buffer.from(injectedFault.body ?? JSON.stringify(errorBodyOf(faultProblem))));
      return true;
    }
  }
}

function cutOff(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack();
  request.raw.socket.destroy();
  return reply;
}

/** Returns the request as signed: the URL uses the client's `Host` header (README). */
function signedRequest(request: FastifyRequest, body: Buffer): SignedRequest {
  const headers: Header[] = [];
  const raw = request.raw.rawHeaders;
  for (let index = 0; index + 1 < raw.length; index += 2) headers.push([raw[index] ?? "", raw[index + 1] ?? ""]);
  const url = originOf(request) + (request.raw.url ?? "");
  return { method: request.method, url, headers, body, remoteAddress: request.ip };
}

function originOf(request: FastifyRequest): string {
  return `${request.protocol}://${(request.headers.host ?? request.host).toLowerCase()}`;
}

function readJson(request: FastifyRequest, raw: Buffer): unknown {
  if (raw.byteLength === 0) return undefined;
  const type = request.headers["content-type"];
  if (type !== undefined && !/^application\/(json|[\w.+-]+\+json)\s*(;|$)/i.test(type)) {
    throw new Problem(415, "unsupported_media_type", "The body is not JSON.", {
      "Content-Type": "expected application/json",
    });
  }
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(raw)) as unknown;
  } catch {
    throw invalid({ body: "is not JSON in UTF-8" });
  }
}

/** Lenient: rejects only a client that accepts neither JSON nor this version. */
function checkAccept(service: Service, request: FastifyRequest): void {
  const accept = request.headers.accept;
  if (accept === undefined || accept.trim() === "") return;
  const type = mediaType(service.settings.mediaType);
  const acceptedTypes = accept.split(",").map((range) => range.split(";")[0]?.trim().toLowerCase());
  if (
    acceptedTypes.some(
      (range) =>
        range === "*/*" ||
        range === "application/*" ||
        range === "application/json" ||
        service.dialect.accepts(range ?? ""),
    )
  ) {
    return;
  }
  throw new Problem(406, "not_acceptable", "The service has no response of a media type in Accept.", {
    Accept: `expected ${type}`,
  });
}
