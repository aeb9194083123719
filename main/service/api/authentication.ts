import { KeyObject } from "node:crypto";
import { formatDateTime, mediaType, vendorHeader } from "../../../contract/wire/wire.ts";
import { contentDigest, sign, signatureMessage } from "./signing.ts";

/** A secret whose printed or serialised form must be empty. */
export interface Secret {
  reveal(): string;
}

export type Credentials = { scheme: "RSA-SHA256"; privateKey: KeyObject } | { scheme: "SECRET"; secret: Secret };

/** Credentials that may change while the client runs. Each request reads them once. */
export interface CredentialSource {
  inForce(): {
    current: Credentials;
    /** The previous credentials, while the service may not know the new ones yet */
    previous: Credentials | null;
  };
  /** Called with the credentials the service accepted. Called only while there are two. */
  accepted(which: "current" | "previous", credentials: Credentials): void;
}

export function fixedCredentials(credentials: Credentials): CredentialSource {
  const inForce = { current: credentials, previous: null };
  return { inForce: () => inForce, accepted: () => undefined };
}

/** The client's identity: a user, or an integrator acting for merchants from its own server (section 5.2). */
export interface Identity {
  /** Vendor token of header names, such as `svc` for `X-Svc-…` (G26) */
  vendor: string;
  /** Vendor token of media types; defaults to `vendor` */
  mediaType?: string | null | undefined;
  merchant: string;
  user: string | null;
  integrator: string | null;
  /** Sent as `X-Testbed-Token`, which test environments require */
  testbedToken: string | null;
}

export interface UnsignedRequest {
  method: string;
  url: string;
  body: Uint8Array | null;
  contentType: string;
  /** ms since the epoch, by the corrected clock (G27) */
  now: number;
}

/** Headers to send, and the secrets in them, which are redacted from logs and errors. */
export interface AuthenticatedHeaders {
  headers: Record<string, string>;
  secrets: string[];
}

/** Throws TypeError without user and integrator, and for an integrator that does not sign (section 5.2). */
export function checkIdentity({ user, integrator }: Identity, credentials: Credentials): void {
  if (user === null && integrator === null) throw new TypeError("a user or an integrator is required");
  if (integrator !== null && credentials.scheme !== "RSA-SHA256")
    throw new TypeError("an integrator requires the scheme RSA-SHA256");
  if (credentials.scheme === "RSA-SHA256" && !isSigningKey(credentials.privateKey))
    throw new TypeError("signing needs an RSA private key");
}

export function isSigningKey(key: unknown): key is KeyObject {
  return key instanceof KeyObject && key.type === "private" && key.asymmetricKeyType === "rsa";
}

export function plainHeaders(
  identity: Identity,
  request: Pick<UnsignedRequest, "body" | "contentType">,
): AuthenticatedHeaders {
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

export function mediaVendorOf({ vendor, mediaType }: Pick<Identity, "vendor" | "mediaType">): string {
  return mediaType ?? vendor;
}

/** Returns the headers of a request with the till's credentials (levels SECRET and KEY). */
export function tillHeaders(
  identity: Identity,
  credentials: Credentials,
  request: UnsignedRequest,
): AuthenticatedHeaders {
  const { vendor, merchant } = identity;
  const plain = plainHeaders(identity, request);
  const headers = { ...plain.headers, [vendorHeader(vendor, "Merchant")]: merchant, ...actorHeader(identity) };
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

/** Returns the headers of a request with a customer's access token (section 5.6, G25). */
export function bearerHeaders(identity: Identity, token: string, request: UnsignedRequest): AuthenticatedHeaders {
  const plain = plainHeaders(identity, request);
  return { headers: { ...plain.headers, Authorization: `Bearer ${token}` }, secrets: [...plain.secrets, token] };
}

/** `X-Svc-Integrator` replaces `X-Svc-User` (section 5.2). */
function actorHeader({ vendor, user, integrator }: Identity): Record<string, string> {
  if (integrator !== null) return { [vendorHeader(vendor, "Integrator")]: integrator };
  return { [vendorHeader(vendor, "User")]: user ?? "" };
}
