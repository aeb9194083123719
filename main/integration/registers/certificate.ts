/**
 * The certificate that registers see in the shop's network where none was given: the till's own, self-signed. Its key is made
 * once and kept in the vault; the certificate is renewed with that key, so that a register that knows the key goes on.
 */
import { createPrivateKey, generateKeyPairSync, type KeyObject, X509Certificate } from "node:crypto";
import { isIP, isIPv4 } from "node:net";
import { hostname, networkInterfaces } from "node:os";
import { domainToASCII } from "node:url";
import type { Tls } from "../../bridge/loopback.ts";
import { iso } from "../../lib/iso-time.ts";
import type { StorageContext } from "../../storage/context.ts";
import { transact } from "../../storage/database/database.ts";
import { settingStore } from "../../storage/database/settings.ts";
import { selfSigned } from "./self-signed.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Apple's systems take a server's certificate of 825 days at the most. */
const LIVES_MS = 800 * DAY_MS;
/** So long before its end it is another one: a register that trusts the certificate itself is told in time. */
const RENEWED_BEFORE_MS = 90 * DAY_MS;
/** A register's clock may be behind. */
const SINCE_MS = DAY_MS;

/** Where the certificate is kept. */
const KEPT = "registersCertificate";

/** What registers may call this machine. */
export interface Machine {
  name: string;
  addresses: readonly string[];
}

type Ports = Pick<StorageContext, "clock" | "database" | "journal" | "vault">;

/**
 * The certificate for an address, made or renewed where it has to be, with its key.
 * @param host that the till listens on, without its port
 * @throws what the disk or the vault says when it cannot be kept
 */
export function ownCertificate(ports: Ports, host: string, machine: Machine = thisMachine()): Tls {
  const { clock, database, journal, vault } = ports;
  const key = vault.get("registersOwnTlsKey") ?? makeKey(vault);
  const privateKey = createPrivateKey(key);
  const names = namesOf(host, machine);
  const settings = settingStore(database);
  const now = clock.now();
  const kept = certificateIn(settings.get(KEPT));
  if (kept !== null && isGood(kept, { privateKey, names, now })) return { cert: kept.toString(), key };
  const cert = selfSigned({ names, privateKey, from: now - SINCE_MS, until: now + LIVES_MS });
  const data = { fingerprint: fingerprintOf(cert), until: iso(now + LIVES_MS), names: names.join(" ") };
  transact(database, () => {
    settings.set(KEPT, cert);
    journal.append({ event: "register.certificateMade", data }, now);
  });
  return { cert, key };
}

/** SHA-256 of a certificate, of a chain's first one, as browsers and OpenSSL write it. @param pem what it is in */
export function fingerprintOf(pem: string): string {
  return new X509Certificate(pem).fingerprint256;
}

/** Until when a certificate is good, ISO 8601. */
export function endOf(pem: string): string {
  return iso(new X509Certificate(pem).validToDate.getTime());
}

/** The names and addresses that registers reach a host by: of every address of this machine, each of them. Pure. */
export function namesOf(host: string, { name, addresses }: Machine): string[] {
  if (host !== "0.0.0.0" && host !== "::") return [isIP(host) > 0 ? host : domainToASCII(host) || host];
  const isAll = host === "::";
  const isName = /^[a-z\d-]+(\.[a-z\d-]+)*$/i.test(name);
  const own = !isName ? [] : name.includes(".") ? [name] : [name, `${name}.local`];
  const loopback = ["localhost", "127.0.0.1", ...(isAll ? ["::1"] : [])];
  return [...own, ...loopback, ...addresses.filter((address) => isAll || isIPv4(address))];
}

/** Addresses of a link alone are left out: they take a zone beside, which no certificate has. */
function thisMachine(): Machine {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  const reached = all.filter(({ internal, address }) => !internal && !/^fe80:/i.test(address));
  return { name: hostname(), addresses: reached.map(({ address }) => address) };
}

function isGood(
  certificate: X509Certificate,
  { privateKey, names, now }: { privateKey: KeyObject; names: readonly string[]; now: number },
): boolean {
  const { validFromDate, validToDate } = certificate;
  const isNow = validFromDate.getTime() <= now && now < validToDate.getTime() - RENEWED_BEFORE_MS;
  const isFor = (name: string) =>
    (isIP(name) > 0 ? certificate.checkIP(name) : certificate.checkHost(name)) !== undefined;
  return isNow && certificate.checkPrivateKey(privateKey) && names.every(isFor);
}

/** Null: there is none that can be read. */
function certificateIn(kept: unknown): X509Certificate | null {
  if (typeof kept !== "string") return null;
  try {
    return new X509Certificate(kept);
  } catch {
    return null;
  }
}

function makeKey(vault: Ports["vault"]): string {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  vault.put("registersOwnTlsKey", pem);
  return pem;
}
