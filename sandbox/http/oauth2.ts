/**
 * `/oauth2/v1/…`: resources of an access token (4.1, G25), and refresh (2.4). The paths have no trailing slash, as
 * specified.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Service } from "../context.ts";
import { hasScope, personalIdOf, type Scope, shippingAddressOf, userInfoClaims } from "../flows/claims.ts";
import { PERMISSION_FEE } from "../flows/money.ts";
import { refreshAccess } from "../flows/permissions.ts";
import { forbidden, invalid, Problem } from "../problem.ts";
import { type ApplicationAccess, findApplicationAccess } from "../state/authorizations.ts";
import { type Customer, findCustomer } from "../state/customers.ts";
import { findAccessToken } from "../state/permissions.ts";
import { addResource, type Call, pastFaults } from "./endpoint.ts";
import { sendProblem } from "./errors.ts";

type Reader = (customer: Customer, token: ApplicationAccess) => object;

/** Scopes with data for userinfo. */
const USERINFO_SCOPES: readonly Scope[] = ["openid", "profile", "phone", "email", "address"];

export function addOauth2(app: FastifyInstance, service: Service): void {
  const readers: Record<string, { scopes: readonly Scope[]; read: Reader }> = {
    "/oauth2/v1/userinfo": {
      scopes: USERINFO_SCOPES,
      read: (customer, token) => userInfoClaims(token.merchant_id, customer, token.scope),
    },
    "/oauth2/v1/scope/shipping_address": { scopes: ["shipping_address"], read: shippingAddressOf },
    "/oauth2/v1/scope/personal_id/no/id": {
      scopes: ["fodselsnummer"],
      read: (customer) => personalIdOf(customer, null),
    },
    "/oauth2/v1/scope/personal_id/no/bankid": {
      scopes: ["bankid"],
      read: (customer) => personalIdOf(customer, "bankid"),
    },
  };
  for (const [path, { scopes, read }] of Object.entries(readers)) {
    app.get(path, async (request, reply) => answer(service, request, reply, scopes, read));
    app.route({
      method: ["POST", "PUT", "DELETE", "PATCH"],
      url: path,
      handler: (_request, reply) =>
        sendProblem(
          service,
          reply,
          new Problem(405, "method_not_allowed", "Only GET is supported here.", null, { allow: "GET" }),
        ),
    });
  }
}

/** Registers the token endpoint. The merchant is the client and authenticates as in the rest of the API (section 1). */
export function addTokenEndpoint(app: FastifyInstance, service: Service): void {
  addResource(app, service, "/oauth2/v1/token/", {
    POST: { level: "SECRET", kind: "OAUTH", answer: (call) => ({ status: 200, body: refreshed(service, call) }) },
  });
}

function refreshed(service: Service, call: Call): object {
  const { grant_type, refresh_token } = { ...(call.body as Record<string, unknown> | undefined) };
  if (grant_type !== "refresh_token") throw invalid({ grant_type: "expected refresh_token" });
  if (typeof refresh_token !== "string") throw invalid({ refresh_token: "is required" });
  const token = refreshAccess(service, call.caller.merchantId, refresh_token);
  return {
    access_token: token.token,
    id_token: token.id_token,
    token_type: "Bearer",
    expires_in: String((token.expires_at - token.issued_at) / 1000),
    refresh_token: token.refresh_token,
    scope: token.scope,
    currency: service.settings.currency,
    transaction_fee: PERMISSION_FEE,
  };
}

async function answer(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  scopes: readonly Scope[],
  read: Reader,
): Promise<unknown> {
  const token = readBearer(service, request);
  const customer = findCustomer(service.db, token.customer);
  if (!customer || !scopes.some((scope) => hasScope(token.scope, scope))) {
    throw forbidden("The customer has not granted this.", {
      scope: `expected ${scopes.join(" or ")}; granted: ${token.scope || "none"}`,
    });
  }
  return pastFaults(service, "OAUTH", { request, reply }, async () => {
    const body = JSON.stringify(read(customer, token));
    return () => reply.header("cache-control", "no-store").type("application/json").send(body);
  });
}

function readBearer(service: Service, request: FastifyRequest): ApplicationAccess {
  const text = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
  const token =
    text === undefined ? undefined : (findAccessToken(service.db, text) ?? findApplicationAccess(service.db, text));
  if (token && token.expires_at > service.clock.now()) return token;
  const because = text === undefined ? "expected Bearer <access token>" : "the access token is unknown or has expired";
  throw new Problem(
    401,
    "invalid_token",
    "The request's access token is missing or wrong.",
    { Authorization: because },
    {
      "www-authenticate": text === undefined ? "Bearer" : 'Bearer error="invalid_token"',
    },
  );
}
