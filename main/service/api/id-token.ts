/**
 * The proof of who a customer is (2.4): a JWT that the service signed for this merchant. Anything that does not hold -
 * another algorithm, key, issuer, audience, authorised party or nonce, or one that is over or old - is no proof at all.
 */
import type { KeyObject } from "node:crypto";
import { z } from "zod";
import { keyObject } from "./fields.ts";
import { MIN_KEY_BITS } from "./verify-callback.ts";

export interface IdTokenPorts {
  /** The service's public key, the one of its callbacks; null: there is none here */
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
  /** There is no key that proves anything: none, or one under 2048 bits (G27) */
  | { is: "unprovable" }
  | { is: "refused" };

/** The clocks of the two may differ by so much; see `verify-callback.ts`. */
const TOLERANCE_SECONDS = 30;
const MAX_SUBJECT = 255;
/** How long before its use a token may have been issued, and how far in the future by the service's own clocks. */
const OLDEST_SECONDS = 86_400;
const EARLIEST_SECONDS = 600;

/** An issuer, audience or time that is missing would not be looked at, and let any token through. */
const wanted = z.object({
  publicKey: keyObject.nullable(),
  issuer: z.string().min(1),
  audience: z.string().min(1),
  now: z.number(),
  nonce: z.string().nullish(),
});

/** Verifies an id_token. What is wrong with one is told to nobody: it may be made to find that out. */
export async function verifyIdToken(token: string, ports: IdTokenPorts): Promise<IdTokenVerdict> {
  const checked = wanted.safeParse(ports);
  if (!checked.success || typeof token !== "string") return { is: "refused" };
  const { publicKey, issuer, audience, now, nonce = null } = checked.data;
  if (publicKey === null || (publicKey.asymmetricKeyDetails?.modulusLength ?? 0) < MIN_KEY_BITS)
    return { is: "unprovable" };
  try {
    // Sixty modules that no start needs.
    const { jwtVerify } = await import("jose");
    const { payload } = await jwtVerify(token, publicKey, {
      algorithms: ["RS256"],
      issuer,
      audience,
      currentDate: new Date(now),
      clockTolerance: TOLERANCE_SECONDS,
      requiredClaims: ["sub", "exp", "iat"],
    });
    const { sub = "", iat = 0, aud, azp } = payload;
    const age = now / 1000 - iat;
    const isCurrent = age >= -EARLIEST_SECONDS && age <= OLDEST_SECONDS;
    // OpenID Connect Core, section 3.1.3.7: with several audiences the token says to whom of them it was issued.
    const isForUs = azp === undefined ? !Array.isArray(aud) || aud.length === 1 : azp === audience;
    const isOurs = isCurrent && isForUs && (payload.nonce ?? null) === nonce;
    return isOurs && sub !== "" && sub.length <= MAX_SUBJECT ? { is: "proven", subject: sub } : { is: "refused" };
  } catch {
    return { is: "refused" };
  }
}
