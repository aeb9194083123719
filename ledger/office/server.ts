/** HTTP server of head office's page: loopback only, token required, read-only. */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { AddressInfo } from "node:net";
import fastifyStatic from "@fastify/static";
import fastify, { type FastifyInstance } from "fastify";
import { failed } from "../../contract/calls/errors.ts";
import { bearerToken, originOf, refusalReason } from "../../contract/values/request-guard.ts";
import { cacheControl, SECURITY_HEADERS } from "../../contract/values/security-headers.ts";
import type { Ledger } from "../database.ts";
import { errorMessage } from "../database.ts";
import type { OfficeProxy } from "./options.ts";
import { answer, isQuestion } from "./questions.ts";

export interface OfficeServerOptions {
  ledger: Pick<Ledger, "read">;
  /** 0: any free port */
  port: number;
  proxy: OfficeProxy | null;
  pages: string;
  say(line: string): void;
}

const MAX_BYTES = 4096;
const REQUEST_MS = 10_000;

/**
 * Starts the server on 127.0.0.1. Checks run in this order: Host, Origin and site, token, question, input.
 * @throws if the port is in use
 */
export async function startOfficeServer({ port, proxy, pages, ledger, say }: OfficeServerOptions) {
  const token = proxy?.token ?? randomBytes(32).toString("base64url");
  const app = fastify({ logger: false, bodyLimit: MAX_BYTES, requestTimeout: REQUEST_MS, trustProxy: false });
  const portOf = () => (app.server.address() as AddressInfo).port;
  app.addHook("onRequest", async (request, reply) => {
    reply.headers({ ...SECURITY_HEADERS, "cache-control": "no-store" });
    const refusal = refusalReason(originOf(request.raw), portOf(), [], proxy?.origin ?? null);
    if (refusal !== null) return reply.code(403).send(failed("not_allowed", {}, refusal));
  });
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(failed("not_found", {}, "There is no such page.")));
  app.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => {
    const status = error.statusCode ?? 503;
    if (status < 500) return reply.code(status).send(failed("invalid_input", {}, "The body is not valid JSON."));
    say(`the ledger did not answer: ${errorMessage(error)}`);
    return reply.code(status).send(failed("offline", {}, "The chain's ledger did not answer."));
  });
  await servePage(app, pages);
  serveQuestions(app, ledger, token);
  await app.listen({ host: "127.0.0.1", port });
  const url = proxy === null ? `http://127.0.0.1:${portOf()}/#token=${token}` : `${proxy.origin}/`;
  return {
    /** `http://127.0.0.1:41233/#token=…`; behind a proxy its public URL, without a token */
    url,
    port: portOf(),
    close: (): Promise<void> => app.close(),
  };
}

/** The page's files contain no secrets. Other built pages are not served. */
async function servePage(app: FastifyInstance, pages: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: pages,
    index: ["office.html"],
    dotfiles: "deny",
    cacheControl: false,
    decorateReply: false,
    allowedPath: (path) =>
      path === "/office.html" || path === "/icon.svg" || path.startsWith("/assets/") || path === "/",
    setHeaders: (reply, path) => {
      reply.header("cache-control", cacheControl(path));
    },
  });
}

/** `POST /office/<question>` with JSON input: search terms are not in the URL, which proxies log. */
function serveQuestions(app: FastifyInstance, ledger: Pick<Ledger, "read">, token: string): void {
  const expected = digest(token);
  app.post<{ Params: { question: string } }>("/office/:question", async (request, reply) => {
    const bearer = bearerToken(request.headers.authorization);
    if (bearer === null || !timingSafeEqual(digest(bearer), expected)) {
      reply.code(401).header("www-authenticate", 'Bearer realm="office"');
      return failed("not_allowed", {}, "The request has no valid token.");
    }
    const { question } = request.params;
    if (!isQuestion(question)) return reply.code(404).send(failed("not_found", {}, "There is no such question."));
    const answered = await ledger.read((sql) => answer(sql, question, request.body));
    if (!answered.ok && answered.error.code === "invalid_input") reply.code(400);
    return answered;
  });
}

/** Digests make the comparison's time independent of content and length. */
function digest(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}
