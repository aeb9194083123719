/** The authentication headers of a request (sections 5.2 to 5.4, G26). */
import { KeyObject } from "node:crypto";
import { formatDateTime, mediaType, vendorHeader } from "../../../contract/wire.ts";
import { contentDigest, sign, signatureMessage } from "./signing.ts";

/** A secret that does not get out by accident: what prints or serialises it should show nothing. */
export interface Secret {
  reveal(): string;
}

export type Credentials = { scheme: "RSA-SHA256"; privateKey: KeyObject } | { scheme: "SECRET"; secret: Secret };

/** Credentials that may be exchanged while the client is in use: each request asks once, and keeps to what it was told. */
export interface CredentialSource {
  inForce(): {
    current: Credentials;
    /** The previous ones, while the service may still know us by them alone */
    previous: Credentials | null;
  };
  /** Hears which of the two the service accepted, as {@link CredentialSource.inForce} gave them. Only while there are two. */
  accepted(which: "current" | "previous", credentials: Credentials): void;
}

/** Credentials that stay, as a source. */
export function fixedCredentials(credentials: Credentials): CredentialSource {
  const inForce = { current: credentials, previous: null };
  return { inForce: () => inForce, accepted: () => undefined };
}

/** Who we are to the service. Either a user, or an integrator acting for merchants from a server of its own (5.2). */
export interface Identity {
  /** The vendor token of header names, `svc` for `X-Svc-…` (G26) */
  vendor: string;
  /** The media type's vendor token where it is another; none: the same */
  mediaType?: string | null | undefined;
  merchant: string;
  user: string | null;
  integrator: string | null;
  /** Test environments ask for it with every request; always named `X-Testbed-Token` */
  testbedToken: string | null;
}

/** The parts of a request that a signature covers. */
export interface Unsigned {
  method: string;
  /** As it will be sent */
  url: string;
  body: Uint8Array | null;
  contentType: string;
  /** ms since the epoch, by the corrected clock (G27) */
  now: number;
}

/** Headers to send, and which texts in them must never be seen again. */
export interface Authenticated {
  headers: Record<string, string>;
  secrets: string[];
}

/**
 * Checks that identity and credentials fit each other, once, at start.
 * @throws TypeError when neither or both of user and integrator are given, or an integrator would not sign (5.2)
 */
export function checkIdentity({ user, integrator }: Identity, credentials: Credentials): void {
  if (user === null && integrator === null) throw new TypeError("a user or an integrator is needed");
  if (integrator !== null && credentials.scheme !== "RSA-SHA256") throw new TypeError("an integrator may only sign");
  if (credentials.scheme === "RSA-SHA256" && !isSigningKey(credentials.privateKey))
    throw new TypeError("signing needs an RSA private key");
}

/** Whether requests can be signed with a key (section 5.4). */
export function isSigningKey(key: unknown): key is KeyObject {
  return key instanceof KeyObject && key.type === "private" && key.asymmetricKeyType === "rsa";
}

/** Headers that every request has: what we accept, what we send, and the testbed's token. */
export function plainHeaders(identity: Identity, request: Pick<Unsigned, "body" | "contentType">): Authenticated {
  const { testbedToken } = identity;
  return {
    headers: {
      Accept: mediaType(mediaVendorOf(identity)),
      ...(request.body === null ? {} : { "Content-Type": request.contentType }),
      ...(testbedToken === null ? {} : { "X-Testbed-Token": testbedToken }),
    },
    secrets: testbedToken === null ? [] : [testbedToken],
  };
}

/** The vendor token of media types (G26). */
export function mediaVendorOf({ vendor, mediaType }: Pick<Identity, "vendor" | "mediaType">): string {
  return mediaType ?? vendor;
}

/** Headers of a request in the till's own name, by the scheme of its credentials (levels SECRET and KEY). */
export function tillHeaders(identity: Identity, credentials: Credentials, request: Unsigned): Authenticated {
  const { vendor, merchant } = identity;
  const plain = plainHeaders(identity, request);
  const headers = { ...plain.headers, [vendorHeader(vendor, "Merchant")]: merchant, ...actor(identity) };
  if (credentials.scheme === "SECRET") {
    const secret = credentials.secret.reveal();
    return { headers: { ...headers, Authorization: `SECRET ${secret}` }, secrets: [...plain.secrets, secret] };
  }
  const signed = {
    ...headers,
    [vendorHeader(vendor, "Timestamp")]: formatDateTime(request.now),
    [vendorHeader(vendor, "Content-Digest")]: contentDigest(request.body),
  };
  const signature = sign(signatureMessage(request.method, request.url, signed, vendor), credentials.privateKey);
  return {
    headers: { ...signed, Authorization: `RSA-SHA256 ${signature}` },
    secrets: [...plain.secrets, signature],
  };
}

/** Headers of a request in a customer's name, with the access token of a permission request (5.6, G25). */
export function bearerHeaders(identity: Identity, token: string, request: Unsigned): Authenticated {
  const plain = plainHeaders(identity, request);
  return { headers: { ...plain.headers, Authorization: `Bearer ${token}` }, secrets: [...plain.secrets, token] };
}

/** `X-Svc-Integrator` replaces `X-Svc-User` (5.2): never both. */
function actor({ vendor, user, integrator }: Identity): Record<string, string> {
  if (integrator !== null) return { [vendorHeader(vendor, "Integrator")]: integrator };
  return { [vendorHeader(vendor, "User")]: user ?? "" };
}
