/** Permission requests from creation to the answer (G15, G16), and their tokens. */
import type { PermissionRequestInput } from "../../contract/wire/wire.ts";
import type { Service } from "../context.ts";
import { conflict, invalid, missing } from "../problem.ts";
import { canonical } from "../state/canonical.ts";
import { findCustomer } from "../state/customers.ts";
import { inTransaction } from "../state/database.ts";
import {
  type AccessToken,
  endAccessTokens,
  findByRefreshToken,
  findPermission,
  findPermissionByPosTid,
  insertAccessToken,
  insertPermission,
  listOpenPermissions,
  type Permission,
  settlePermission,
} from "../state/permissions.ts";
import { findPos } from "../state/pos.ts";
import { randomName } from "../state/tokens.ts";
import { chosenScope, hasScope, readScopes } from "./claims.ts";
import { makeIdToken } from "./id-token.ts";
import { identifyCustomer } from "./identify.ts";
import { permissionOutcome, permissionOutcomeUrl } from "./outcome.ts";

/** The customer's answer: grants all or the chosen scopes, or declines. */
export type Answer = { scopes?: readonly string[] | undefined } | "decline";

/** Default lifetime of a request (G4), in seconds. */
export const DEFAULT_EXPIRES_IN = 21_600;

/** Creates a permission request. The same ids and data return the existing request. Returns its rid. */
export function createPermission(service: Service, merchantId: string, input: PermissionRequestInput): string {
  const rid = inTransaction(service.db, () => {
    const existing = findPermissionByPosTid(service.db, merchantId, input.pos_id, input.pos_tid);
    if (existing) return sameRequest(existing, input);
    if (!findPos(service.db, merchantId, input.pos_id)) throw invalid({ pos_id: "is not a POS of this merchant" });
    const scopes = readScopes(input.scope);
    if (!scopes.ok) throw invalid({ scope: scopes.because });
    const now = service.clock.now();
    const created = {
      merchantId,
      posId: input.pos_id,
      posTid: input.pos_tid,
      paymentTid: null,
      customer: identifyCustomer(service, merchantId, input.customer),
      scope: scopes.scopes.join(" "),
      text: input.text ?? null,
      callbackUri: input.callback_uri ?? null,
      request: input,
    };
    return insertPermission(service.db, created, now, now + (input.expires_in ?? DEFAULT_EXPIRES_IN) * 1000);
  });
  awaitPermissionExpiry(service, rid);
  service.changes.announce();
  return rid;
}

/**
 * Grants all or the chosen scopes, or declines. Throws 404 for another customer's request, 409 if answered or expired,
 * 400 for an invalid choice.
 */
export function answerPermission(service: Service, rid: string, phone: string, answer: Answer): void {
  const callback = inTransaction(service.db, () => {
    const permission = findPermission(service.db, null, rid);
    if (!permission || permission.customer !== phone || permission.payment_tid !== null) {
      throw missing("permission request for this customer");
    }
    if (answer !== "decline" && chosen(permission, answer) === null)
      throw invalid({ scopes: "expected at least one; decline to share nothing" });
    if (!settleAnswered(service, permission, phone, answer)) throw conflict("This request is answered or has expired.");
    return record(service, rid, "permission_request_answered");
  });
  void service.callbacks.launch(callback);
  service.changes.announce();
}

/**
 * Stores an answer in the caller's transaction; a grant creates the tokens. An empty choice declines.
 * @returns false if the request was not pending
 */
export function settleAnswered(service: Service, permission: Permission, phone: string, answer: Answer): boolean {
  const scope = answer === "decline" ? null : chosen(permission, answer);
  if (!settlePermission(service.db, permission.rid, "ok", scope !== null, phone)) return false;
  if (scope !== null) {
    const { rid, merchant_id, request } = permission;
    const { nonce = null } = JSON.parse(request) as { nonce?: string | null };
    issueToken(service, { rid, merchantId: merchant_id, phone, scope, nonce, refreshToken: randomName(24) });
  }
  return true;
}

function chosen(permission: Permission, { scopes }: Exclude<Answer, "decline">): string | null {
  const choice = chosenScope(permission.scope, scopes);
  if (!choice.ok) throw invalid({ scopes: choice.because });
  return choice.scope;
}

/** Expires the access token; the refresh token stays valid. Throws 404. */
export function expireAccess(service: Service, rid: string): void {
  if (!endAccessTokens(service.db, rid, service.clock.now())) throw missing("permission with an access token");
}

/** Exchanges a refresh token for a new access token. Throws a 400 if the merchant has no such token. */
export function refreshAccess(service: Service, merchantId: string, refreshToken: string): AccessToken {
  const previous = findByRefreshToken(service.db, refreshToken);
  if (!previous || previous.merchant_id !== merchantId) {
    throw invalid({ refresh_token: "is not a refresh token of this merchant" });
  }
  const { rid, customer, scope } = previous;
  // A refreshed id_token has no nonce (OpenID Connect Core, 12.2).
  return issueToken(service, { rid, merchantId, phone: customer, scope, nonce: null, refreshToken });
}

export function awaitPermissionExpiry(service: Service, rid: string): void {
  const permission = findPermission(service.db, null, rid);
  if (permission?.status === "pending") service.clock.at(permission.expires_at, () => expirePermission(service, rid));
}

export function resumePermissions(service: Service): void {
  for (const { rid } of listOpenPermissions(service.db)) awaitPermissionExpiry(service, rid);
}

function expirePermission(service: Service, rid: string): void {
  const callback = inTransaction(service.db, () =>
    settlePermission(service.db, rid, "fail", false, null) ? record(service, rid, "permission_request_expired") : null,
  );
  void service.callbacks.launch(callback);
  service.changes.announce();
}

function sameRequest(before: Permission, input: PermissionRequestInput): string {
  if (before.request === canonical(input)) return before.rid;
  throw conflict("A permission request with these ids and different data exists.", {
    pos_tid: "was used before at this POS with other data",
  });
}

function record(service: Service, rid: string, event: string): string | null {
  const permission = findPermission(service.db, null, rid);
  if (!permission) return null;
  return service.callbacks.record({
    merchantId: permission.merchant_id,
    target: permission.callback_uri,
    event,
    uri: permissionOutcomeUrl(service, rid),
    object: permissionOutcome(service, permission),
  });
}

interface Issue {
  rid: string;
  merchantId: string;
  phone: string;
  scope: string;
  nonce: string | null;
  refreshToken: string;
}

function issueToken(service: Service, { rid, merchantId, phone, scope, nonce, refreshToken }: Issue): AccessToken {
  const now = service.clock.now();
  const expiresAt = now + service.settings.accessTokenSeconds * 1000;
  const customer = findCustomer(service.db, phone);
  const withIdentity = hasScope(scope, "openid") && customer;
  const token: AccessToken = {
    token: randomName(24),
    refresh_token: refreshToken,
    id_token: withIdentity
      ? makeIdToken(service, { merchantId, audience: merchantId, customer, scope, nonce, expiresAt })
      : null,
    rid,
    merchant_id: merchantId,
    customer: phone,
    scope,
    issued_at: now,
    expires_at: expiresAt,
  };
  insertAccessToken(service.db, token);
  return token;
}
