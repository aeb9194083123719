/** Who may use the sandbox: merchants, their users, integrators; and the files that tell a person's client how. */
import { randomInt } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ID_PATTERN } from "../contract/identifiers.ts";
import { weakness } from "../contract/pins.ts";
import type { Service } from "./context.ts";
import { type KeyPair, keyPairIn, makeKeyPair, readPublicKey, throwawayKeyPair } from "./keys.ts";
import { missing } from "./problem.ts";
import { type ApplicationInput, insertApplication, type Registered } from "./state/applications.ts";
import { findMerchant, findUser, putIntegrator, putMerchant, putUser } from "./state/merchants.ts";
import { randomName } from "./state/tokens.ts";

/** The user that a till gets when nobody asks for another. */
const DEFAULT_USER = "till";

/** What a new or changed merchant user is to be. */
export interface ProvisionRequest {
  /** The merchant's id; default: the demo merchant. A new one is made. */
  merchant?: string;
  merchantName?: string;
  /** Default: `till` */
  user?: string;
  /** The user's public key; none: a key pair is made and handed out */
  publicKeyPem?: string;
  /** The user's shared secret; none: one is made and handed out */
  secret?: string;
  netmask?: string | null;
}

/** All that a client needs to act as a merchant's user. */
export interface Credentials {
  baseUrl: string;
  vendor: string;
  /** The vendor token of media types (G26) */
  mediaType: string;
  merchant: string;
  user: string;
  secret: string;
  /** The private key, when the sandbox made it; null when the client has it */
  privateKeyPem: string | null;
  publicKeyPem: string;
  testbedToken: string | null;
  /** The service's key, which signs callbacks and id_tokens */
  callbackPublicKeyPem: string;
}

/** Makes a user of a merchant, or gives it new credentials. Throws a RangeError for a key or secret that cannot be one. */
export function provision(service: Service, defaultMerchant: string, asked: ProvisionRequest): Credentials {
  const merchant = asked.merchant ?? defaultMerchant;
  if (merchant !== defaultMerchant) putMerchant(service.db, { id: merchant, name: asked.merchantName ?? merchant });
  const made = asked.publicKeyPem === undefined ? makeKeyPair() : null;
  const publicKeyPem = asked.publicKeyPem ?? made?.publicPem ?? "";
  if (!readPublicKey(publicKeyPem))
    throw new RangeError("publicKeyPem: expected an RSA key of at least 2048 bits in PEM");
  const secret = asked.secret ?? randomName(36);
  if (secret.length < 8 || secret.length > 64) throw new RangeError("secret: expected 8 to 64 characters");
  const user = asked.user ?? DEFAULT_USER;
  if (!ID_PATTERN.test(user)) throw new RangeError("user: expected letters, digits, _ . -");
  putUser(service.db, merchant, { id: user, roles: [], netmask: asked.netmask ?? null, secret, pubkey: publicKeyPem });
  return {
    baseUrl: service.url(),
    vendor: service.settings.vendor,
    mediaType: service.settings.mediaType,
    merchant,
    user,
    secret,
    privateKeyPem: made?.privatePem ?? null,
    publicKeyPem,
    testbedToken: service.settings.testbedToken,
    callbackPublicKeyPem: service.keys.publicPem,
  };
}

/**
 * Makes an integrator, which acts for any merchant of the sandbox by signature (5.2).
 * @param folder where a key that is made here is kept; null: nowhere
 * @returns its private key
 */
export function provisionIntegrator(
  service: Service,
  folder: string | null,
  id: string,
  publicKeyPem?: string,
): { privateKeyPem: string | null } {
  if (!ID_PATTERN.test(id)) throw new RangeError("id: expected letters, digits, _ . -");
  const made = publicKeyPem === undefined ? integratorKey(folder, id) : null;
  const pem = publicKeyPem ?? made?.publicPem ?? "";
  if (!readPublicKey(pem)) throw new RangeError("publicKeyPem: expected an RSA key of at least 2048 bits in PEM");
  putIntegrator(service.db, id, pem);
  return { privateKeyPem: made?.privatePem ?? null };
}

/** What an application is to be: of the first merchant unless another is named. */
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

/** The same without a data folder: users of one name share a key pair in this process, since making one takes long. */
export function provisionInMemory(service: Service, merchant: string, asked: ProvisionRequest): Credentials {
  if (asked.publicKeyPem !== undefined) return provision(service, merchant, asked);
  const shared = throwawayKeyPair(asked.user ?? DEFAULT_USER);
  const credentials = provision(service, merchant, { ...asked, publicKeyPem: shared.publicPem });
  return { ...credentials, privateKeyPem: shared.privatePem };
}

/** The same with files: a user keeps key and secret over restarts, and the default user's are written out for a person. */
export function provisionInFolder(
  service: Service,
  merchant: string,
  dataDir: string,
  asked: ProvisionRequest,
): Credentials {
  const user = asked.user ?? DEFAULT_USER;
  if (asked.publicKeyPem !== undefined || !ID_PATTERN.test(user)) return provision(service, merchant, asked);
  const folder = folderOf(dataDir, merchant, asked.merchant ?? merchant);
  const file = join(folder, `${user}-private.pem`);
  const before = existsSync(file) ? findUser(service.db, asked.merchant ?? merchant, user) : undefined;
  const kept = keyPairIn(file);
  // A key that the merchant has changed through the API since stays: else its till would be locked out by a restart.
  const publicKeyPem = before?.pubkey ?? kept.publicPem;
  const secret = asked.secret ?? (user === DEFAULT_USER ? readKeptSecret(folder) : undefined);
  const netmask = asked.netmask ?? before?.netmask ?? null;
  const made = provision(service, merchant, { ...asked, publicKeyPem, secret, netmask });
  const credentials = { ...made, privateKeyPem: publicKeyPem === kept.publicPem ? kept.privatePem : null };
  if (user === DEFAULT_USER) writeCredentials(folder, credentials, service.settings.currency);
  return credentials;
}

/** The first merchant's files are in the data folder itself; another's, in a folder of their own in it. */
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

/**
 * Writes what a person's client needs into a folder: `credentials.json` for any client, and `provisioning.json`, which
 * a till takes as its `--config`.
 */
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

/** A folder's own PIN stays over restarts: a till that was provisioned with it finds the same file. */
function keptPin(file: string): string | null {
  if (!existsSync(file)) return null;
  const { staff } = JSON.parse(readFileSync(file, "utf8")) as { staff?: { managerPin?: unknown } };
  const pin = staff?.managerPin;
  return typeof pin === "string" && weakness(pin) === null ? pin : null;
}

/** A PIN that a till accepts. */
function newPin(): string {
  const pin = String(randomInt(1_000_000)).padStart(6, "0");
  return weakness(pin) === null ? pin : newPin();
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function writePrivately(file: string, text: string): void {
  writeFileSync(file, text, { mode: 0o600 });
}
