/** Permission requests from the asking to the answer (G15, G16), and the tokens that come of it. */
import type { PermissionRequestInput } from "../../contract/wire.ts";
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

/** What a customer says: yes, to all or to the scopes they chose, or no. */
export type Answer = { scopes?: readonly string[] | undefined } | "decline";

/** What a request's lifetime is when it does not say (G4), in seconds. */
export const DEFAULT_EXPIRES_IN = 21_600;

/** Asks a customer for data. The same ids with the same data again are the same request. @returns its rid */
export function createPermission(service: Service, merchantId: string, input: PermissionRequestInput): string {
  const rid = inTransaction(service.db, () => {
    const before = findPermissionByPosTid(service.db, merchantId, input.pos_id, input.pos_tid);
    if (before) return sameRequest(before, input);
    if (!findPos(service.db, merchantId, input.pos_id)) throw invalid({ pos_id: "is no POS of this merchant" });
    const scopes = readScopes(input.scope);
    if (!scopes.ok) throw invalid({ scope: scopes.because });
    const now = service.clock.now();
    const made = {
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
    return insertPermission(service.db, made, now, now + (input.expires_in ?? DEFAULT_EXPIRES_IN) * 1000);
  });
  awaitPermissionExpiry(service, rid);
  service.changes.announce();
  return rid;
}

/**
 * The customer grants all that is asked for or the part they chose, or declines. Throws 404 when it is not this
 * customer's, 409 when it is answered or over, 400 for a choice that cannot be.
 */
export function answerPermission(service: Service, rid: string, phone: string, answer: Answer): void {
  const callback = inTransaction(service.db, () => {
    const permission = findPermission(service.db, null, rid);
    if (!permission || permission.customer !== phone || permission.payment_tid !== null) {
      throw missing("permission request for this customer");
    }
    if (answer !== "decline" && chosen(permission, answer) === null)
      throw invalid({ scopes: "expected at least one; to share nothing is to decline" });
    if (!settleAnswered(service, permission, phone, answer)) throw conflict("This request is answered or has expired.");
    return record(service, rid, "permission_request_answered");
  });
  void service.callbacks.launch(callback);
  service.changes.announce();
}

/**
 * Writes an answer down in the caller's transaction; a grant makes the tokens. Nothing chosen of something is declined.
 * @returns false when it was not pending
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

/** Ends the access to what was granted, as time would: a refresh token still leads to a new one. Throws 404. */
export function expireAccess(service: Service, rid: string): void {
  if (!endAccessTokens(service.db, rid, service.clock.now())) throw missing("permission with an access token");
}

/** Issues a new access token for a refresh token. Throws a 400 when it is no refresh token of this merchant's. */
export function refreshAccess(service: Service, merchantId: string, refreshToken: string): AccessToken {
  const before = findByRefreshToken(service.db, refreshToken);
  if (!before || before.merchant_id !== merchantId) {
    throw invalid({ refresh_token: "is no refresh token that this merchant was given" });
  }
  const { rid, customer, scope } = before;
  // A refreshed id_token has no nonce: nothing was asked for it (OpenID Connect Core, 12.2).
  return issueToken(service, { rid, merchantId, phone: customer, scope, nonce: null, refreshToken });
}

/** Sees to it that a request expires when its time comes. */
export function awaitPermissionExpiry(service: Service, rid: string): void {
  const permission = findPermission(service.db, null, rid);
  if (permission?.status === "pending") service.clock.at(permission.expires_at, () => expirePermission(service, rid));
}

/** The same for all that were open when the service stopped. */
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
  throw conflict("There is a permission request of these ids with other data.", {
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
