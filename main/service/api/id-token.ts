/** Verifies the proof of a customer's identity (section 2.4): a JWT signed by the service for this merchant. */
import type { KeyObject } from "node:crypto";
import { z } from "zod";
import { keyObject } from "./fields.ts";
import { MIN_KEY_BITS } from "./verify-callback.ts";

export interface IdTokenPorts {
  /** The service's public key for callbacks; null when none is configured */
  publicKey: KeyObject | null;
  issuer: string;
  audience: string;
  now: number;
  /** Nonce of the request; null when none was sent, and then the token must have none */
  nonce?: string | null;
}

export type IdTokenVerdict =
  | { is: "proven"; subject: string }
  /** The key is missing or shorter than 2048 bits (G27) */
  | { is: "unprovable" }
  | { is: "refused" };

const TOLERANCE_SECONDS = 30;
const MAX_SUBJECT = 255;
/** Limits of a token's age: issued at most a day ago, or ten minutes ahead of the clock. */
const OLDEST_SECONDS = 86_400;
const EARLIEST_SECONDS = 600;

/** Requires issuer, audience and time: `jwtVerify` skips the check of a missing one. */
const portsSchema = z.object({
  publicKey: keyObject.nullable(),
  issuer: z.string().min(1),
  audience: z.string().min(1),
  now: z.number(),
  nonce: z.string().nullish(),
});

/** Verifies an id_token. The verdict gives no reason, which a forger could learn from. */
export async function verifyIdToken(token: string, ports: IdTokenPorts): Promise<IdTokenVerdict> {
  const checked = portsSchema.safeParse(ports);
  if (!checked.success || typeof token !== "string") return { is: "refused" };
  const { publicKey, issuer, audience, now, nonce = null } = checked.data;
  if (publicKey === null || (publicKey.asymmetricKeyDetails?.modulusLength ?? 0) < MIN_KEY_BITS)
    return { is: "unprovable" };
  try {
    // Loaded on demand: `jose` has sixty modules that startup does not need.
    // biome-ignore lint/plugin/connections: verifies tokens with keys that it is given
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
    // OpenID Connect Core, section 3.1.3.7: with several audiences, `azp` names the one it was issued to.
    const isForUs = azp === undefined ? !Array.isArray(aud) || aud.length === 1 : azp === audience;
    const isOurs = isCurrent && isForUs && (payload.nonce ?? null) === nonce;
    return isOurs && sub !== "" && sub.length <= MAX_SUBJECT ? { is: "proven", subject: sub } : { is: "refused" };
  } catch {
    return { is: "refused" };
  }
}
