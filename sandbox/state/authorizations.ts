/** Authorization requests of the standard flow, with codes and tokens (RFC 6749, section 4.1). */
import { type Db, one, run } from "./database.ts";
import { digestSecret } from "./merchants.ts";
import { makeId } from "./tokens.ts";

export interface Authorization {
  id: string;
  client_id: string;
  redirect_uri: string;
  scope: string;
  state: string | null;
  nonce: string | null;
  code_challenge: string;
  expires_at: number;
  status: "asked" | "declined" | "granted" | "exchanged" | "revoked";
  customer: string | null;
  granted_scope: string | null;
}

export type NewAuthorization = Pick<
  Authorization,
  "client_id" | "redirect_uri" | "scope" | "state" | "nonce" | "code_challenge" | "expires_at"
>;

export interface ApplicationToken {
  authorization_id: string;
  refreshed: 0 | 1;
  scope: string;
  expires_at: number;
}

export interface ApplicationAccess {
  merchant_id: string;
  customer: string;
  scope: string;
  expires_at: number;
}

export function insertAuthorization(db: Db, made: NewAuthorization): string {
  const id = makeId();
  const sql = `INSERT INTO authorization (id, client_id, redirect_uri, scope, state, nonce, code_challenge, expires_at,
      status) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'asked')`;
  const { client_id, redirect_uri, scope, state, nonce, code_challenge, expires_at } = made;
  run(db, sql, id, client_id, redirect_uri, scope, state, nonce, code_challenge, expires_at);
  return id;
}

export function findAuthorization(db: Db, id: string): Authorization | undefined {
  return one(db, "SELECT * FROM authorization WHERE id = ?", id);
}

/** Finds a request by its code, in any state. */
export function findByCode(db: Db, code: string): Authorization | undefined {
  return one(db, "SELECT * FROM authorization WHERE code_digest = ?", digestSecret(code));
}

export function grantAuthorization(
  db: Db,
  id: string,
  granted: { customer: string; scope: string; code: string; expiresAt: number },
): void {
  const sql = `UPDATE authorization SET status = 'granted', customer = ?, granted_scope = ?, code_digest = ?, expires_at = ?
    WHERE id = ?`;
  run(db, sql, granted.customer, granted.scope, digestSecret(granted.code), granted.expiresAt, id);
}

/** Sets the status. Revocation invalidates the tokens. */
export function setStatus(db: Db, id: string, status: Authorization["status"]): void {
  run(db, "UPDATE authorization SET status = ? WHERE id = ?", status, id);
}

export function insertToken(
  db: Db,
  made: { authorizationId: string; access: string; refresh: string; scope: string; expiresAt: number },
): void {
  const sql = `INSERT INTO application_token (authorization_id, access_digest, refresh_digest, scope, expires_at)
    VALUES (?, ?, ?, ?, ?)`;
  run(db, sql, made.authorizationId, digestSecret(made.access), digestSecret(made.refresh), made.scope, made.expiresAt);
}

export function findByApplicationRefresh(db: Db, refreshToken: string): ApplicationToken | undefined {
  return one(db, "SELECT * FROM application_token WHERE refresh_digest = ?", digestSecret(refreshToken));
}

/** Marks a refresh token as used; each is valid once. */
export function markRefreshed(db: Db, refreshToken: string): void {
  run(db, "UPDATE application_token SET refreshed = 1 WHERE refresh_digest = ?", digestSecret(refreshToken));
}

export function findApplicationAccess(db: Db, accessToken: string): ApplicationAccess | undefined {
  const sql = `SELECT application.merchant_id, customer, token.scope, token.expires_at
    FROM application_token AS token JOIN authorization ON authorization.id = token.authorization_id
    JOIN application USING (client_id) WHERE access_digest = ? AND status = 'exchanged'`;
  return one(db, sql, digestSecret(accessToken));
}
