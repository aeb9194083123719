/** The one HTTP server: the API, the OAuth endpoints, uploads, links, the phone and the control API. */
import { createServer } from "node:http";
import { createServer as createSecureServer } from "node:https";
import Fastify, { type FastifyInstance } from "fastify";
import { API_BASE, type Service } from "../context.ts";
import { addPhone } from "../phone/routes.ts";
import { addPortal } from "../portal.ts";
import { Problem } from "../problem.ts";
import { addApplication } from "./application.ts";
import { addAttachments } from "./attachment.ts";
import { addAuthorizationServer } from "./authorization-server.ts";
import { addControl } from "./control.ts";
import { addErrors, sendProblem } from "./errors.ts";
import { addMerchant } from "./merchant.ts";
import { addOauth2, addTokenEndpoint } from "./oauth2.ts";
import { addPaymentRequest } from "./payment-request.ts";
import { addPermissionRequest } from "./permission-request.ts";
import { addPos } from "./pos.ts";
import { addShortlink } from "./shortlink.ts";
import { addStatusCode } from "./status-code.ts";
import { addUser } from "./user.ts";

/** A certificate with its private key, in PEM. */
export interface Tls {
  cert: string;
  key: string;
}

const LARGEST_BODY = 256 * 1024;

/** Longer than clients keep a connection that nobody uses: else one may be closed here just as they send over it. */
const KEEP_ALIVE_MS = 72_000;

/** Makes the server, not listening yet. @param tls for https, or null for http */
export async function createApp(service: Service, tls: Tls | null): Promise<FastifyInstance> {
  const app = Fastify({
    bodyLimit: LARGEST_BODY,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    // POS ids may have 100 characters, each of up to 12 once it is percent-encoded.
    routerOptions: { maxParamLength: 1_500 },
    frameworkErrors: (error, _request, reply) =>
      sendProblem(service, reply, new Problem(error.statusCode ?? 400, "invalid_request", error.message)),
    serverFactory: (handler) => {
      const kept = { keepAliveTimeout: KEEP_ALIVE_MS };
      return tls ? createSecureServer({ ...tls, ...kept }, handler) : createServer(kept, handler);
    },
  });
  addErrors(app, service);
  app.addHook("onRequest", async (_request, reply) => {
    service.clock.runDue();
    // The date is the sandbox's, moved or not: that is how a client finds out (G27).
    reply.header("date", new Date(service.clock.now()).toUTCString());
  });
  await app.register(async (api) => addApi(api, service), { prefix: API_BASE });
  await app.register(async (scope) => addOauth2(scope, service));
  // The specification shows these paths without the prefix, and says that all paths have it: both work.
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
  // A signature covers the bytes that were sent, so nobody may read them before they are checked.
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
