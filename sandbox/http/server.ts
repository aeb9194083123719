/** The HTTP server: API, OAuth endpoints, uploads, links, phone and control API. */

import { createServer } from "node:http";
import { createServer as createSecureServer } from "node:https";
import Fastify, { type FastifyInstance } from "fastify";
import { API_BASE, type Service } from "../context.ts";
import { addPhone } from "../phone/routes.ts";
import { addPortal } from "../portal.ts";
import { missing, Problem } from "../problem.ts";
import { findMerchant } from "../state/merchants.ts";
import { addApplication } from "./application.ts";
import { addAttachments } from "./attachment.ts";
import { addAuthorizationServer } from "./authorization-server.ts";
import { addControl } from "./control.ts";
import { addResource } from "./endpoint.ts";
import { addErrors, sendProblem } from "./errors.ts";
import { listAnswer } from "./lists.ts";
import { addOauth2, addTokenEndpoint } from "./oauth2.ts";
import { addPaymentRequest } from "./payment-request.ts";
import { addPermissionRequest } from "./permission-request.ts";
import { addPos } from "./pos.ts";
import { addShortlink } from "./shortlink.ts";
import { addStatusCode } from "./status-code.ts";
import { addUser } from "./user.ts";

export interface Tls {
  cert: string;
  key: string;
}

const LARGEST_BODY = 256 * 1024;

/** Longer than clients keep idle connections; otherwise a connection may close while a client sends. */
const KEEP_ALIVE_MS = 72_000;

/** Creates the server without listening. @param tls for https; null for http */
export async function createApp(service: Service, tls: Tls | null): Promise<FastifyInstance> {
  const app = Fastify({
    bodyLimit: LARGEST_BODY,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    // A POS id has up to 100 characters, percent-encoded up to 12 each.
    routerOptions: { maxParamLength: 1_500 },
    frameworkErrors: (error, _request, reply) =>
      sendProblem(service, reply, new Problem(error.statusCode ?? 400, "invalid_request", error.message)),
    serverFactory: (handler) => {
      const options = { keepAliveTimeout: KEEP_ALIVE_MS };
      return tls ? createSecureServer({ ...tls, ...options }, handler) : createServer(options, handler);
    },
  });
  addErrors(app, service);
  app.addHook("onRequest", async (_request, reply) => {
    service.clock.runDue();
    // The sandbox's adjusted date, so that clients notice the offset (G27).
    reply.header("date", new Date(service.clock.now()).toUTCString());
  });
  await app.register(async (api) => addApi(api, service), { prefix: API_BASE });
  await app.register(async (scope) => addOauth2(scope, service));
  // The specification shows these paths without the prefix but requires it for all paths; both work.
  await app.register(async (scope) => addOauth2(scope, service), { prefix: API_BASE });
  await app.register(async (scope) => addAuthorizationServer(scope, service));
  await app.register(async (scope) => addAttachments(scope, service));
  await app.register(async (scope) => addPhone(scope, service));
  await app.register(async (scope) => addControl(scope, service));
  await app.register(async (scope) => addPortal(scope, service));
  app.get("/public-key.pem", (_request, reply) => reply.type("application/x-pem-file").send(service.keys.publicPem));
  app.get("/.well-known/jwks.json", () => ({ keys: [publicJwk(service)] }));
  return app;
}

function addApi(api: FastifyInstance, service: Service): void {
  // A signature covers the raw bytes, so nothing may parse them before.
  api.removeAllContentTypeParsers();
  api.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  addMerchant(api, service);
  addPos(api, service);
  addUser(api, service);
  addApplication(api, service);
  addShortlink(api, service);
  addPaymentRequest(api, service);
  addPermissionRequest(api, service);
  addStatusCode(api, service);
  addTokenEndpoint(api, service);
}

function publicJwk({ keys }: Service): object {
  return { ...keys.publicKey.export({ format: "jwk" }), kid: keys.keyId, use: "sig", alg: "RS256" };
}

export function addMerchant(app: FastifyInstance, service: Service): void {
  addResource(app, service, "/merchant/", {
    GET: { level: "SECRET", kind: "MERCHANT", answer: ({ caller }) => listAnswer("merchant", [caller.merchantId]) },
  });
  addResource(app, service, "/merchant/:id/", {
    GET: {
      level: "SECRET",
      kind: "MERCHANT",
      answer({ caller, params }) {
        const merchant = params.id === caller.merchantId ? findMerchant(service.db, caller.merchantId) : undefined;
        if (!merchant) throw missing("merchant");
        return { status: 200, body: { ...merchant, currency: service.settings.currency } };
      },
    },
  });
}
