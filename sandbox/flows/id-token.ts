/** id_token: a JWT about the customer, signed RS256 with the service's key (2.4). Can be made invalid on request. */
import { createHmac } from "node:crypto";
import type { Service } from "../context.ts";
import type { IdTokenVariant } from "../faults.ts";
import { throwawayKeyPair } from "../keys.ts";
import { signText } from "../signature.ts";
import type { Customer } from "../state/customers.ts";
import { userInfoClaims } from "./claims.ts";

export interface IdTokenRequest {
  merchantId: string;
  /** The `aud` claim: the merchant id (section 1), or an application's client id */
  audience: string;
  customer: Customer;
  scope: string;
  /** Nonce of the request; null if it had none */
  nonce: string | null;
  /** Expiry, ms since the epoch */
  expiresAt: number;
}

const AN_HOUR_S = 3600;

export function makeIdToken(service: Service, asked: IdTokenRequest): string {
  const variant = service.faults.idToken;
  const text = `${base64url(headerOf(service, variant))}.${base64url({ ...claimsOf(service, asked), ...wrongClaims(service, variant) })}`;
  return `${text}.${signatureOf(service, variant, text)}`;
}

function claimsOf(service: Service, { merchantId, audience, customer, scope, nonce, expiresAt }: IdTokenRequest) {
  return {
    iss: service.url(),
    aud: audience,
    iat: nowInSeconds(service),
    exp: Math.floor(expiresAt / 1000),
    ...(nonce === null ? {} : { nonce }),
    ...userInfoClaims(merchantId, customer, scope),
  };
}

function wrongClaims(service: Service, variant: IdTokenVariant): object {
  const now = nowInSeconds(service);
  switch (variant) {
    case "expired":
      return { iat: now - 2 * AN_HOUR_S, exp: now - AN_HOUR_S };
    case "wrong_issuer":
      return { iss: "https://another-service.example" };
    case "wrong_audience":
      return { aud: "another-merchant" };
    case "wrong_nonce":
      return { nonce: "another-nonce" };
    default:
      return {};
  }
}

function headerOf({ keys }: Service, variant: IdTokenVariant): object {
  const alg = variant === "unsigned" ? "none" : variant === "symmetric" ? "HS256" : "RS256";
  return { alg, typ: "JWT", kid: keys.keyId };
}

/** Forged: signed with another key. Symmetric: an HMAC with the public key as its secret. */
function signatureOf({ keys }: Service, variant: IdTokenVariant, text: string): string {
  if (variant === "unsigned") return "";
  if (variant === "symmetric") return createHmac("sha256", keys.publicPem).update(text).digest("base64url");
  const { privateKey } = variant === "forged" ? throwawayKeyPair("forger") : keys;
  return Buffer.from(signText(text, privateKey), "base64").toString("base64url");
}

function nowInSeconds({ clock }: Service): number {
  return Math.floor(clock.now() / 1000);
}

function base64url(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
