/** Authentication by sections 5.1 to 5.4. */
import type { KeyObject } from "node:crypto";
import { BlockList, isIP } from "node:net";
import { parseDateTime, vendorHeader } from "../../contract/wire/wire.ts";
import type { Service } from "../context.ts";
import { readPublicKey } from "../keys.ts";
import { forbidden, unauthenticated } from "../problem.ts";
import {
  contentDigest,
  type Header,
  sameDigest,
  sameText,
  signedText,
  vendorHeaders,
  verifyText,
} from "../signature.ts";
import { digestSecret, findIntegratorKey, findMerchant, findUser } from "../state/merchants.ts";

/** Levels of 5.1, lowest first. */
export const LEVELS = ["OPEN", "SECRET", "KEY"] as const;
export type Level = (typeof LEVELS)[number];

/** Authenticated caller. On an OPEN endpoint the merchant is empty. */
export interface Caller {
  level: Level;
  merchantId: string;
  name: string;
}

export interface SignedRequest {
  method: string;
  /** Scheme, host and path with query, as the client requested */
  url: string;
  /** Headers as sent, including repeated ones */
  headers: readonly Header[];
  body: Uint8Array;
  remoteAddress: string;
}

/** Maximum difference between a request's timestamp and the clock (G27). */
const CLOCK_TOLERANCE_MS = 5 * 60 * 1000;

const ANYONE: Caller = { level: "OPEN", merchantId: "", name: "" };

/** Authenticates a request. Throws 401 for missing or wrong credentials, 403 for an insufficient level (G18). */
export function authenticate(service: Service, request: SignedRequest, required: Level): Caller {
  checkTestbedToken(service, request);
  if (required === "OPEN") return ANYONE;
  const caller = identify(service, request);
  if (LEVELS.indexOf(caller.level) >= LEVELS.indexOf(required)) return caller;
  throw forbidden("This endpoint needs a higher level of authentication.", {
    Authorization: `level ${required} is required; the request has level ${caller.level}`,
  });
}

function checkTestbedToken(service: Service, request: SignedRequest): void {
  const expected = service.settings.testbedToken;
  if (expected === null) return;
  const sent = headerOf(request, "X-Testbed-Token");
  if (sent === null) throw unauthenticated({ "X-Testbed-Token": "is required in this test environment" });
  if (!sameText(sent, expected)) throw unauthenticated({ "X-Testbed-Token": "is not the token of this environment" });
}

function identify(service: Service, request: SignedRequest): Caller {
  const { vendor } = service.settings;
  refuseRepeated(vendorHeaders(request.headers, vendor));
  const merchantHeader = vendorHeader(vendor, "Merchant");
  const merchantId = required(request, merchantHeader);
  const [scheme, data] = readAuthorization(request);
  if (!findMerchant(service.db, merchantId))
    throw unauthenticated({ [merchantHeader]: "is not a merchant of this service" });
  if (headerOf(request, vendorHeader(vendor, "Integrator")) !== null) {
    return asIntegrator(service, request, merchantId, scheme, data);
  }
  return asUser(service, request, merchantId, scheme, data);
}

function asUser(service: Service, request: SignedRequest, merchantId: string, scheme: string, data: string): Caller {
  const userHeader = vendorHeader(service.settings.vendor, "User");
  const name = required(request, userHeader);
  const user = findUser(service.db, merchantId, name);
  if (!user) throw unauthenticated({ [userHeader]: `is not a user of merchant ${merchantId}` });
  if (!isWithin(request.remoteAddress, user.netmask)) {
    throw forbidden("This user may not act from this address.", {
      netmask: `expected an address within ${user.netmask}`,
    });
  }
  if (scheme === "SECRET") {
    if (!user.secret_digest) throw unauthenticated({ Authorization: "this user has no secret; expected RSA-SHA256" });
    if (!sameDigest(digestSecret(data), user.secret_digest))
      throw unauthenticated({ Authorization: "the secret is wrong" });
    return { level: "SECRET", merchantId, name };
  }
  if (user.pubkey === null) throw unauthenticated({ Authorization: "this user has no public key; expected SECRET" });
  checkSignature(service, request, data, user.pubkey);
  return { level: "KEY", merchantId, name };
}

/** Authenticates an integrator, which acts for merchants by signature only, without a user (5.2). */
function asIntegrator(
  service: Service,
  request: SignedRequest,
  merchantId: string,
  scheme: string,
  data: string,
): Caller {
  const { vendor } = service.settings;
  const header = vendorHeader(vendor, "Integrator");
  const name = required(request, header);
  if (headerOf(request, vendorHeader(vendor, "User")) !== null) {
    throw unauthenticated({ [header]: `replaces ${vendorHeader(vendor, "User")}: send one of the two` });
  }
  if (scheme !== "RSA-SHA256") throw unauthenticated({ Authorization: "an integrator requires RSA-SHA256" });
  const pubkey = findIntegratorKey(service.db, name);
  if (pubkey === undefined) throw unauthenticated({ [header]: "is not an integrator of this service" });
  checkSignature(service, request, data, pubkey);
  return { level: "KEY", merchantId, name };
}

function checkSignature(service: Service, request: SignedRequest, signature: string, pubkey: string): void {
  const { vendor } = service.settings;
  checkTimestamp(service, request);
  const digestHeader = vendorHeader(vendor, "Content-Digest");
  const digest = required(request, digestHeader);
  if (!sameText(digest, contentDigest(request.body))) {
    throw unauthenticated({ [digestHeader]: `expected ${contentDigest(request.body)} for the received body` });
  }
  const text = signedText(request.method, request.url, request.headers, vendor);
  const key = keyOf(pubkey);
  if (key && verifyText(text, signature, key)) return;
  // The text contains only what the client sent, and helps to debug signatures.
  throw unauthenticated({ Authorization: "the signature does not match", "signed text": text });
}

let lastKey: { pubkey: string; key: KeyObject | null } | null = null;

/** Caches the parsed key, because parsing takes as long as the request. */
function keyOf(pubkey: string): KeyObject | null {
  if (lastKey?.pubkey !== pubkey) lastKey = { pubkey, key: readPublicKey(pubkey) };
  return lastKey.key;
}

/** Accepts the adjusted and the real clock by default; see "Decisions" in the README. */
function checkTimestamp(service: Service, request: SignedRequest): void {
  const header = vendorHeader(service.settings.vendor, "Timestamp");
  const text = required(request, header);
  const time = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(text) ? parseDateTime(text) : null;
  if (time === null) throw unauthenticated({ [header]: "expected the time in UTC, YYYY-MM-DD hh:mm:ss" });
  const { clock, faults } = service;
  const clocks = faults.strictClock ? [clock.now()] : [clock.now(), clock.wall()];
  if (clocks.some((now) => Math.abs(now - time) <= CLOCK_TOLERANCE_MS)) return;
  throw unauthenticated({ [header]: "is more than 5 minutes from the service's clock, see the Date header" });
}

function readAuthorization(request: SignedRequest): [scheme: string, data: string] {
  const parts = /^(SECRET|RSA-SHA256) (\S.*)$/.exec(required(request, "Authorization"));
  if (!parts) throw unauthenticated({ Authorization: "expected SECRET <secret> or RSA-SHA256 <signature>" });
  return [parts[1] ?? "", parts[2] ?? ""];
}

/** Rejects repeated headers: signer and reader could use different values. */
function refuseRepeated(headers: readonly Header[]): void {
  const seen = new Set<string>();
  for (const [name] of headers) {
    if (seen.has(name.toLowerCase())) throw unauthenticated({ [name]: "is sent more than once" });
    seen.add(name.toLowerCase());
  }
}

function required(request: SignedRequest, name: string): string {
  const value = headerOf(request, name);
  if (value === null || value === "") throw unauthenticated({ [name]: "is required" });
  return value;
}

function headerOf(request: SignedRequest, name: string): string | null {
  return request.headers.find(([headerName]) => headerName.toLowerCase() === name.toLowerCase())?.[1] ?? null;
}

/** Returns whether an address is within `a.b.c.d/n` or equals that address. Null matches any address. */
export function isWithin(address: string, netmask: string | null): boolean {
  if (netmask === null) return true;
  const list = readNetmask(netmask);
  const plain = address.replace(/^::ffff:/, "");
  return list?.check(plain, isIP(plain) === 6 ? "ipv6" : "ipv4") ?? false;
}

/** Parses a netmask; null if invalid. */
export function readNetmask(netmask: string): BlockList | null {
  const [address = "", bits] = netmask.split("/");
  const family = isIP(address);
  const longest = family === 6 ? 128 : 32;
  if (family === 0 || (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= longest))) return null;
  const list = new BlockList();
  list.addSubnet(address, Number(bits ?? longest), family === 6 ? "ipv6" : "ipv4");
  return list;
}
