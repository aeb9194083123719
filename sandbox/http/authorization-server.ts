/**
 * Endpoints of the standard flow (section 1): authorization and token (RFC 6749 with PKCE, RFC 7636), and metadata (RFC
 * 8414). The customer answers on the phone's page.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Service } from "../context.ts";
import {
  answerUri,
  createAuthorization,
  exchangeCode,
  refreshApplication,
  type TokenAnswer,
} from "../flows/authorization.ts";
import { readScopes, SCOPES } from "../flows/claims.ts";
import { isRegisteredRedirect } from "../flows/redirects.ts";
import { invalid, OAuthProblem, Problem } from "../problem.ts";
import { sameDigest } from "../signature.ts";
import { type Application, findApplication } from "../state/applications.ts";
import { digestSecret } from "../state/merchants.ts";
import { sendProblem } from "./errors.ts";

const AUTHORIZE = "/oauth2/v1/authorize";
const TOKEN = "/oauth2/v1/token";

export function addAuthorizationServer(app: FastifyInstance, service: Service): void {
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  );
  app.get(AUTHORIZE, (request, reply) => authorize(service, request, reply));
  app.post(TOKEN, (request, reply) => answerToken(service, request, reply));
  app.get(TOKEN, (_request, reply) => {
    const problem = new Problem(405, "method_not_allowed", "Only POST is supported here.", null, { allow: "POST" });
    return sendProblem(service, reply, problem);
  });
  for (const path of ["/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"])
    app.get(path, () => metadata(service));
}

function metadata(service: Service): object {
  const issuer = service.url();
  return {
    issuer,
    authorization_endpoint: issuer + AUTHORIZE,
    token_endpoint: issuer + TOKEN,
    userinfo_endpoint: `${issuer}/oauth2/v1/userinfo`,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    scopes_supported: Object.keys(SCOPES),
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    subject_types_supported: ["pairwise"],
    id_token_signing_alg_values_supported: ["RS256"],
  };
}

/**
 * Redirects to the customer's phone. Validates the client and redirect URL first, because the service would otherwise
 * be an open redirector (RFC 6749, 4.1.2.1).
 */
function authorize(service: Service, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const searchParams = new URL(request.raw.url ?? "", service.url()).searchParams;
  const application = findApplication(service.db, null, single(searchParams, "client_id") ?? "");
  if (!application) throw invalid({ client_id: "is not a registered application" });
  const redirect_uri = single(searchParams, "redirect_uri") ?? "";
  if (!isRegisteredRedirect(application.redirect_uris, redirect_uri))
    throw invalid({ redirect_uri: "is not registered for this application" });
  const back = { redirect_uri, state: single(searchParams, "state") };
  const scopes = readScopes(single(searchParams, "scope") ?? "");
  const error = requestError(searchParams);
  if (error) return reply.redirect(answerUri(service, back, error), 302);
  if (!scopes.ok) return reply.redirect(answerUri(service, back, refusal("invalid_scope", scopes.because)), 302);
  const id = createAuthorization(service, {
    ...back,
    client_id: application.client_id,
    scope: scopes.scopes.join(" "),
    nonce: single(searchParams, "nonce"),
    code_challenge: single(searchParams, "code_challenge") ?? "",
  });
  return reply.header("cache-control", "no-store").redirect(`/phone?authorize=${id}`, 302);
}

/** Returns the error of the remaining parameters, as sent to the application. */
function requestError(asked: URLSearchParams): Record<string, string> | null {
  const repeated = [...new Set(asked.keys())].filter((name) => asked.getAll(name).length > 1);
  if (repeated.length > 0) return refusal("invalid_request", `${repeated.join(", ")}: more than once`);
  const type = asked.get("response_type");
  if (type === null) return refusal("invalid_request", "response_type is required");
  if (type !== "code") return refusal("unsupported_response_type", "expected code");
  if (!["query", null].includes(asked.get("response_mode"))) return refusal("invalid_request", "response_mode: query");
  if (asked.get("code_challenge_method") !== "S256" || !/^[\w-]{43}$/.test(asked.get("code_challenge") ?? ""))
    return refusal("invalid_request", "PKCE is required: code_challenge with code_challenge_method S256");
  return asked.get("prompt") === "none" ? refusal("interaction_required", "the customer is always asked") : null;
}

function refusal(error: string, error_description: string): Record<string, string> {
  return { error, error_description };
}

/** Returns a parameter that occurs once. A repeated parameter is ambiguous and is ignored. */
function single(parameters: URLSearchParams, name: string): string | null {
  const [value, ...more] = parameters.getAll(name);
  return more.length > 0 ? null : (value ?? null);
}

function answerToken(service: Service, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.headers({ "cache-control": "no-store", pragma: "no-cache" });
  const fault = service.faults.strike("OAUTH");
  if (fault?.effect === "answer")
    return sendProblem(service, reply, new Problem(fault.status, "injected_fault", "As told."));
  try {
    return reply.send(tokenFor(service, request));
  } catch (error) {
    if (!(error instanceof OAuthProblem)) throw error;
    const isClient = error.code === "invalid_client";
    if (isClient) reply.header("www-authenticate", 'Basic realm="oauth2", charset="UTF-8"');
    return reply.code(isClient ? 401 : 400).send({ error: error.code, error_description: error.message });
  }
}

function tokenFor(service: Service, request: FastifyRequest): TokenAnswer {
  const { body } = request;
  if (!(body instanceof URLSearchParams)) throw new OAuthProblem("invalid_request", "The body is not a form.");
  const repeated = [...body.keys()].find((name) => body.getAll(name).length > 1);
  if (repeated) throw new OAuthProblem("invalid_request", `${repeated}: more than once`);
  const application = authenticateClient(service, request.headers.authorization, body);
  switch (body.get("grant_type")) {
    case "authorization_code":
      return exchangeCode(service, application, {
        code: required(body, "code"),
        redirectUri: required(body, "redirect_uri"),
        verifier: required(body, "code_verifier"),
      });
    case "refresh_token":
      return refreshApplication(service, application, required(body, "refresh_token"), body.get("scope"));
    default:
      throw new OAuthProblem("unsupported_grant_type", "expected authorization_code or refresh_token");
  }
}

/** Authenticates the client by client_secret_basic or client_secret_post (RFC 6749, 2.3.1). */
function authenticateClient(service: Service, header: string | undefined, body: URLSearchParams): Application {
  const basic = header === undefined ? null : readBasic(header);
  if (basic && body.has("client_secret"))
    throw new OAuthProblem("invalid_request", "The client authenticates in two ways at once.");
  const [id, secret] = basic ?? [body.get("client_id") ?? "", body.get("client_secret") ?? ""];
  const application = findApplication(service.db, null, id);
  const named = body.get("client_id") ?? id;
  if (!application || named !== id || !sameDigest(digestSecret(secret), application.secret_digest))
    throw new OAuthProblem("invalid_client", "The client is unknown, or its secret is wrong.");
  return application;
}

function readBasic(header: string): [id: string, secret: string] {
  const data = /^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec(header)?.[1];
  const parts = /^([^:]*):(.*)$/s.exec(Buffer.from(data ?? "", "base64").toString("utf8"));
  if (!parts) throw new OAuthProblem("invalid_client", "expected Basic client authentication");
  return [formDecoded(parts[1] ?? ""), formDecoded(parts[2] ?? "")];
}

function formDecoded(text: string): string {
  return new URLSearchParams(`v=${text.replaceAll("&", "%26")}`).get("v") ?? "";
}

function required(body: URLSearchParams, name: string): string {
  const value = body.get(name);
  if (value === null || value === "") throw new OAuthProblem("invalid_request", `${name} is required`);
  return value;
}
