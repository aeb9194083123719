/** Authorization-code grant (RFC 6749, 4.1) with PKCE (RFC 7636), from the browser's request to the last token. */
import { createHash } from "node:crypto";
import type { Service } from "../context.ts";
import { conflict, invalid, missing, OAuthProblem } from "../problem.ts";
import { sameText } from "../signature.ts";
import { type Application, findApplication } from "../state/applications.ts";
import {
  type Authorization,
  findAuthorization,
  findByApplicationRefresh,
  findByCode,
  grantAuthorization,
  insertAuthorization,
  insertToken,
  markRefreshed,
  type NewAuthorization,
  setStatus,
} from "../state/authorizations.ts";
import { findCustomer } from "../state/customers.ts";
import { inTransaction } from "../state/database.ts";
import { randomName } from "../state/tokens.ts";
import { chosenScope, hasScope } from "./claims.ts";
import { makeIdToken } from "./id-token.ts";

/** Time that a customer has to answer. */
const QUESTION_MS = 10 * 60 * 1000;
/** Lifetime of a code; RFC 6749, 4.1.2 allows ten minutes at most. */
const CODE_MS = 60 * 1000;

export interface TokenAnswer {
  access_token: string;
  token_type: "Bearer";
  /** In seconds */
  expires_in: number;
  refresh_token: string;
  scope: string;
  id_token?: string;
}

/** Stores an authorization request, which the customer answers in the browser. Returns its id. */
export function createAuthorization(service: Service, asked: Omit<NewAuthorization, "expires_at">): string {
  return insertAuthorization(service.db, { ...asked, expires_at: service.clock.now() + QUESTION_MS });
}

/** Returns a pending request. Throws 404 if unknown, 409 if answered or expired. */
export function openAuthorization(
  service: Service,
  id: string,
): { authorization: Authorization; application: Application } {
  const authorization = findAuthorization(service.db, id);
  const application = authorization && findApplication(service.db, null, authorization.client_id);
  if (!authorization || !application) throw missing("authorization request");
  if (authorization.status !== "asked" || authorization.expires_at <= service.clock.now())
    throw conflict("This request is answered or has expired.");
  return { authorization, application };
}

/** Grants all or some of the requested access. Returns the redirect URL. */
export function grantAccess(service: Service, id: string, customer: string, scopes?: readonly string[]): string {
  const { authorization } = openAuthorization(service, id);
  const choice = chosenScope(authorization.scope, scopes);
  if (!choice.ok) throw invalid({ scopes: choice.because });
  const { scope } = choice;
  if (scope === null) throw invalid({ scopes: "expected at least one; decline to share nothing" });
  const code = randomName(32);
  grantAuthorization(service.db, id, { customer, scope, code, expiresAt: service.clock.now() + CODE_MS });
  return answerUri(service, authorization, { code });
}

export function declineAccess(service: Service, id: string): string {
  const { authorization } = openAuthorization(service, id);
  setStatus(service.db, id, "declined");
  return answerUri(service, authorization, { error: "access_denied" });
}

/** Returns the redirect URL with the request's state and the issuer (RFC 9207). */
export function answerUri(
  service: Service,
  { redirect_uri, state }: Pick<Authorization, "redirect_uri" | "state">,
  answer: Record<string, string>,
): string {
  const uri = new URL(redirect_uri);
  const response = { ...answer, ...(state === null ? {} : { state }), iss: service.url() };
  for (const [name, value] of Object.entries(response)) uri.searchParams.append(name, value);
  return uri.href;
}

/**
 * Exchanges a code for tokens. A wrong attempt invalidates the code. A second use revokes the tokens of the first,
 * because one of the two clients was an attacker (RFC 6749, 4.1.2). Throws invalid_grant.
 */
export function exchangeCode(
  service: Service,
  application: Application,
  { code, redirectUri, verifier }: { code: string; redirectUri: string; verifier: string },
): TokenAnswer {
  const authorization = findByCode(service.db, code);
  if (!authorization) throw new OAuthProblem("invalid_grant", "This code was never issued.");
  const wrong = codeProblem(service, application, authorization, redirectUri, verifier);
  if (wrong !== null) {
    setStatus(service.db, authorization.id, "revoked");
    throw new OAuthProblem("invalid_grant", wrong);
  }
  return inTransaction(service.db, () => {
    setStatus(service.db, authorization.id, "exchanged");
    return issue(service, application, authorization, authorization.granted_scope ?? "", authorization.nonce);
  });
}

function codeProblem(
  service: Service,
  application: Application,
  authorization: Authorization,
  redirectUri: string,
  verifier: string,
): string | null {
  if (authorization.client_id !== application.client_id) return "This code was issued to another application.";
  if (authorization.status !== "granted") return "This code was used before: its tokens are revoked.";
  if (authorization.expires_at <= service.clock.now()) return "This code has expired.";
  if (authorization.redirect_uri !== redirectUri) return "redirect_uri differs from the authorization request.";
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  return sameText(challenge, authorization.code_challenge) ? null : "code_verifier does not match the code_challenge.";
}

/**
 * Exchanges a refresh token for new tokens, including a new refresh token. Reuse revokes all tokens of the
 * authorization (RFC 9700, 4.14.2). Throws invalid_grant, invalid_scope.
 * @param scope scope of the new access token; null keeps the previous one
 */
export function refreshApplication(
  service: Service,
  application: Application,
  refreshToken: string,
  scope: string | null,
): TokenAnswer {
  const session = findByApplicationRefresh(service.db, refreshToken);
  const authorization = session && findAuthorization(service.db, session.authorization_id);
  if (
    !session ||
    !authorization ||
    authorization.client_id !== application.client_id ||
    authorization.status !== "exchanged"
  )
    throw new OAuthProblem("invalid_grant", "This refresh token was never issued, or is revoked.");
  if (session.refreshed) {
    setStatus(service.db, authorization.id, "revoked");
    throw new OAuthProblem("invalid_grant", "This refresh token was used before: its tokens are revoked.");
  }
  const choice = chosenScope(
    session.scope,
    scope?.split(" ").filter((word) => word !== ""),
  );
  if (!choice.ok || choice.scope === null)
    throw new OAuthProblem("invalid_scope", choice.ok ? "scope is empty." : choice.because);
  const granted = choice.scope;
  return inTransaction(service.db, () => {
    markRefreshed(service.db, refreshToken);
    return issue(service, application, authorization, granted, null);
  });
}

function issue(
  service: Service,
  application: Application,
  authorization: Authorization,
  scope: string,
  nonce: string | null,
): TokenAnswer {
  const { accessTokenSeconds } = service.settings;
  const expiresAt = service.clock.now() + accessTokenSeconds * 1000;
  const access = randomName(32);
  const refresh = randomName(32);
  insertToken(service.db, { authorizationId: authorization.id, access, refresh, scope, expiresAt });
  const customer = authorization.customer === null ? undefined : findCustomer(service.db, authorization.customer);
  const answer = { access_token: access, expires_in: accessTokenSeconds, refresh_token: refresh, scope };
  const { merchant_id: merchantId, client_id: audience } = application;
  return {
    ...answer,
    token_type: "Bearer",
    ...(customer && hasScope(scope, "openid")
      ? { id_token: makeIdToken(service, { merchantId, audience, customer, scope, nonce, expiresAt }) }
      : {}),
  };
}
