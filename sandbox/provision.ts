/** Credentials of merchants, users and integrators, and files for their clients. */
import { randomInt } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { managerPinWeakness } from "../contract/calls/pins.ts";
import { ID_PATTERN } from "../contract/values/identifiers.ts";
import type { Service } from "./context.ts";
import { type KeyPair, keyPairIn, makeKeyPair, readPublicKey, throwawayKeyPair } from "./keys.ts";
import { missing } from "./problem.ts";
import { type ApplicationInput, insertApplication, type Registered } from "./state/applications.ts";
import { findMerchant, findUser, putIntegrator, putMerchant, putUser } from "./state/merchants.ts";
import { randomName } from "./state/tokens.ts";

/** Default user of a till. */
const DEFAULT_USER = "till";

export interface ProvisionRequest {
  /** Merchant id; default: the demo merchant. Created if missing. */
  merchant?: string;
  merchantName?: string;
  /** Default: `till` */
  user?: string;
  /** Public key of the user; default: a new key pair */
  publicKeyPem?: string;
  /** Shared secret of the user; default: a new one */
  secret?: string;
  netmask?: string | null;
}

export interface Credentials {
  baseUrl: string;
  vendor: string;
  /** Vendor token of media types (G26) */
  mediaType: string;
  merchant: string;
  user: string;
  secret: string;
  /** Private key created here; null if the client has it */
  privateKeyPem: string | null;
  publicKeyPem: string;
  testbedToken: string | null;
  /** The service's key, which signs callbacks and id_tokens */
  callbackPublicKeyPem: string;
}

/** Creates a merchant's user or replaces its credentials. Throws a RangeError for an invalid key or secret. */
export function provision(service: Service, defaultMerchant: string, request: ProvisionRequest): Credentials {
  const merchant = request.merchant ?? defaultMerchant;
  if (merchant !== defaultMerchant) putMerchant(service.db, { id: merchant, name: request.merchantName ?? merchant });
  const keyPair = request.publicKeyPem === undefined ? makeKeyPair() : null;
  const publicKeyPem = request.publicKeyPem ?? keyPair?.publicPem ?? "";
  if (!readPublicKey(publicKeyPem))
    throw new RangeError("publicKeyPem: expected an RSA key of at least 2048 bits in PEM");
  const secret = request.secret ?? randomName(36);
  if (secret.length < 8 || secret.length > 64) throw new RangeError("secret: expected 8 to 64 characters");
  const user = request.user ?? DEFAULT_USER;
  if (!ID_PATTERN.test(user)) throw new RangeError("user: expected letters, digits, _ . -");
  putUser(service.db, merchant, {
    id: user,
    roles: [],
    netmask: request.netmask ?? null,
    secret,
    pubkey: publicKeyPem,
  });
  return {
    baseUrl: service.url(),
    vendor: service.settings.vendor,
    mediaType: service.settings.mediaType,
    merchant,
    user,
    secret,
    privateKeyPem: keyPair?.privatePem ?? null,
    publicKeyPem,
    testbedToken: service.settings.testbedToken,
    callbackPublicKeyPem: service.keys.publicPem,
  };
}

/**
 * Creates an integrator, which acts for any merchant by signature (5.2).
 * @param folder where a new key is stored; null does not store it
 * @returns its private key
 */
export function provisionIntegrator(
  service: Service,
  folder: string | null,
  id: string,
  publicKeyPem?: string,
): { privateKeyPem: string | null } {
  if (!ID_PATTERN.test(id)) throw new RangeError("id: expected letters, digits, _ . -");
  const keyPair = publicKeyPem === undefined ? integratorKey(folder, id) : null;
  const pem = publicKeyPem ?? keyPair?.publicPem ?? "";
  if (!readPublicKey(pem)) throw new RangeError("publicKeyPem: expected an RSA key of at least 2048 bits in PEM");
  putIntegrator(service.db, id, pem);
  return { privateKeyPem: keyPair?.privatePem ?? null };
}

/** An application to register; by default for the first merchant. */
export interface ApplicationRequest extends ApplicationInput {
  merchant?: string | undefined;
}

/** Registers an application for the standard flow (section 1). Throws a 404 for an unknown merchant. */
export function registerApplication(service: Service, firstMerchant: string, asked: ApplicationRequest): Registered {
  const { merchant = firstMerchant, name, redirect_uris } = asked;
  if (!findMerchant(service.db, merchant)) throw missing("merchant");
  return insertApplication(service.db, merchant, { name, redirect_uris }, service.clock.now());
}

function integratorKey(folder: string | null, id: string): KeyPair {
  return folder === null ? makeKeyPair() : keyPairIn(join(folder, `integrator-${id}-private.pem`));
}

/** Provisions without a data folder. Users of one name share a key pair, because creating one is slow. */
export function provisionInMemory(service: Service, merchant: string, asked: ProvisionRequest): Credentials {
  if (asked.publicKeyPem !== undefined) return provision(service, merchant, asked);
  const shared = throwawayKeyPair(asked.user ?? DEFAULT_USER);
  const credentials = provision(service, merchant, { ...asked, publicKeyPem: shared.publicPem });
  return { ...credentials, privateKeyPem: shared.privatePem };
}

/** Provisions with files: key and secret survive restarts, and the default user's credentials are written out. */
export function provisionInFolder(
  service: Service,
  merchant: string,
  dataDir: string,
  request: ProvisionRequest,
): Credentials {
  const user = request.user ?? DEFAULT_USER;
  if (request.publicKeyPem !== undefined || !ID_PATTERN.test(user)) return provision(service, merchant, request);
  const folder = folderOf(dataDir, merchant, request.merchant ?? merchant);
  const file = join(folder, `${user}-private.pem`);
  const existingUser = existsSync(file) ? findUser(service.db, request.merchant ?? merchant, user) : undefined;
  const storedKeyPair = keyPairIn(file);
  // Keep a key that the merchant changed through the API; a restart must not lock its till out.
  const publicKeyPem = existingUser?.pubkey ?? storedKeyPair.publicPem;
  const secret = request.secret ?? (user === DEFAULT_USER ? readKeptSecret(folder) : undefined);
  const netmask = request.netmask ?? existingUser?.netmask ?? null;
  const provisioned = provision(service, merchant, { ...request, publicKeyPem, secret, netmask });
  const credentials = {
    ...provisioned,
    privateKeyPem: publicKeyPem === storedKeyPair.publicPem ? storedKeyPair.privatePem : null,
  };
  if (user === DEFAULT_USER) writeCredentials(folder, credentials, service.settings.currency);
  return credentials;
}

/** The first merchant's files are in the data folder; those of other merchants in subfolders. */
function folderOf(dataDir: string, first: string, merchant: string): string {
  if (merchant === first) return dataDir;
  const folder = join(dataDir, `merchant-${encodeURIComponent(merchant)}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

function readKeptSecret(folder: string): string | undefined {
  const file = join(folder, "credentials.json");
  if (!existsSync(file)) return undefined;
  const { secret } = JSON.parse(readFileSync(file, "utf8")) as { secret?: unknown };
  return typeof secret === "string" ? secret : undefined;
}

/** Writes `credentials.json` for any client, and `provisioning.json` for a till's `--config`. */
function writeCredentials(folder: string, credentials: Credentials, currency: string): void {
  const privateKeyFile = join(folder, `${credentials.user}-private.pem`);
  const publicKeyFile = join(folder, "service-public.pem");
  writePrivately(publicKeyFile, credentials.callbackPublicKeyPem);
  const { baseUrl, vendor, mediaType, merchant, user, secret, testbedToken } = credentials;
  const service = {
    baseUrl,
    vendor,
    mediaType,
    merchant,
    user,
    testbedToken,
    publicKeyFile,
    auth: { scheme: "RSA-SHA256", privateKeyFile },
  };
  const pos = { id: "counter-1", name: "Counter 1", type: "store" };
  writePrivately(join(folder, "credentials.json"), json({ ...service, secret, phone: `${baseUrl}/phone` }));
  const file = join(folder, "provisioning.json");
  writePrivately(file, json({ service, pos, currency, staff: { managerPin: keptPin(file) ?? newPin() } }));
}

/** Keeps the PIN across restarts, so provisioning.json does not change. */
function keptPin(file: string): string | null {
  if (!existsSync(file)) return null;
  const { staff } = JSON.parse(readFileSync(file, "utf8")) as { staff?: { managerPin?: unknown } };
  const pin = staff?.managerPin;
  return typeof pin === "string" && managerPinWeakness(pin) === null ? pin : null;
}

function newPin(): string {
  const pin = String(randomInt(1_000_000)).padStart(6, "0");
  return managerPinWeakness(pin) === null ? pin : newPin();
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function writePrivately(file: string, text: string): void {
  writeFileSync(file, text, { mode: 0o600 });
}
