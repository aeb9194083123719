/**
 * The proof of who a customer is (2.4): a JWT that the service signed for this merchant. Anything that does not hold -
 * another algorithm, key, issuer, audience or nonce, or one that is over - is no proof at all.
 */
import type { KeyObject } from "node:crypto";
import { jwtVerify } from "jose";
import { MIN_KEY_BITS } from "../service/api/verify-callback.ts";

export interface IdTokenPorts {
  /** The service's public key; null: the till has none */
  publicKey: KeyObject | null;
  /** Who has to have signed it */
  issuer: string;
  /** For whom: the merchant's id, or an application's */
  audience: string;
  /** By the service's clock, in ms since the epoch */
  now: number;
  /** What was sent with the request; null: nothing was, and one that has any is another request's */
  nonce?: string | null;
}

export type IdTokenVerdict =
  | { is: "proven"; subject: string }
  /** The till has no key that proves anything (G27) */
  | { is: "unprovable" }
  | { is: "refused" };

/** The clocks of the two may differ by so much; see `main/service/api/verify-callback.ts`. */
const TOLERANCE_SECONDS = 30;
const MAX_SUBJECT = 255;

/** Verifies an id_token. What is wrong with one is told to nobody: it may be made to find that out. */
export async function verifyIdToken(
  token: string,
  { publicKey, issuer, audience, now, nonce = null }: IdTokenPorts,
): Promise<IdTokenVerdict> {
  if (publicKey === null || (publicKey.asymmetricKeyDetails?.modulusLength ?? 0) < MIN_KEY_BITS)
    return { is: "unprovable" };
  try {
    const { payload } = await jwtVerify(token, publicKey, {
      algorithms: ["RS256"],
      issuer,
      audience,
      currentDate: new Date(now),
      clockTolerance: TOLERANCE_SECONDS,
      requiredClaims: ["sub", "exp", "iat"],
    });
    const { sub = "" } = payload;
    const isOurs = (payload.nonce ?? null) === nonce;
    return isOurs && sub !== "" && sub.length <= MAX_SUBJECT ? { is: "proven", subject: sub } : { is: "refused" };
  } catch {
    return { is: "refused" };
  }
}
