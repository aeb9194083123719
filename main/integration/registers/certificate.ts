/**
 * Self-signed certificates for the registers' API when none is configured. A register trusts the till's root, which is
 * long-lived. The server certificate is renewed when the machine's addresses change. Both use one key from the vault,
 * so a register may pin the key instead.
 */
import { createPrivateKey, generateKeyPairSync, type KeyObject, X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import type { Tls } from "../../bridge/loopback.ts";
import { iso } from "../../lib/iso-time.ts";
import type { StorageContext } from "../../storage/context.ts";
import { transact } from "../../storage/database/database.ts";
import { settingStore } from "../../storage/database/settings.ts";
import { rootCertificate, serverCertificate } from "./issue-certificate.ts";
import { type Machine, reachableHosts, thisMachine } from "./machine.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Apple systems accept at most 825 days. */
const LIFETIME_MS = 800 * DAY_MS;
/** Renews a server certificate this long before it expires. */
const RENEWED_BEFORE_MS = 90 * DAY_MS;
/** Backdates certificates because a register's clock may be slow. */
const BACKDATED_MS = DAY_MS;
/** A new root means that registers no longer trust the till. */
const ROOT_LIFETIME_MS = 20 * 365 * DAY_MS;
/** A fixed date: with a wrong clock the root would never be valid. */
const ROOT_VALID_FROM = Date.UTC(2020, 0, 1);

/** Settings key of both certificates. */
const SETTINGS_KEY = "registersCertificate";

type Ports = Pick<StorageContext, "clock" | "database" | "journal" | "vault">;

/** The server's certificate and the one that a register must trust: the root, or the certificate itself. */
export type RegistersTls = Tls & { trusted: string };

/**
 * Returns the certificate for an address, with its key and root. Creates or renews it if needed.
 * @param host listening host without the port
 * @throws the error of the disk or the vault if it cannot be stored
 */
export function selfSignedCertificate(ports: Ports, host: string, machine: Machine = thisMachine()): RegistersTls {
  const { clock, database, journal, vault } = ports;
  const key = vault.get("registersOwnTlsKey") ?? makeKey(vault);
  const privateKey = createPrivateKey(key);
  const names = reachableHosts(host, machine);
  const settings = settingStore(database);
  const now = clock.now();
  const stored = certificatesIn(settings.get(SETTINGS_KEY));
  const keptRoot = stored && isGoodRoot(stored.root, { privateKey, now }) ? stored.root : null;
  if (stored && keptRoot && isGood(stored.server, { root: keptRoot, names, now }))
    return { cert: stored.server.toString(), key, trusted: keptRoot.toString() };
  const root =
    keptRoot?.toString() ?? rootCertificate({ privateKey, from: ROOT_VALID_FROM, until: now + ROOT_LIFETIME_MS });
  const server = serverCertificate({ names, privateKey, from: now - BACKDATED_MS, until: now + LIFETIME_MS });
  transact(database, () => {
    settings.set(SETTINGS_KEY, { root, server });
    const data = { fingerprint: fingerprintOf(root), until: expiryOf(root) };
    if (keptRoot === null) journal.append({ event: "register.certificateMade", data }, now);
  });
  return { cert: server, key, trusted: root };
}

/** Returns the SHA-256 fingerprint in the format of browsers and OpenSSL. For a chain, uses its first certificate. */
export function fingerprintOf(pem: string): string {
  return new X509Certificate(pem).fingerprint256;
}

/** Returns the expiry date in ISO 8601. */
export function expiryOf(pem: string): string {
  return iso(new X509Certificate(pem).validToDate.getTime());
}

/** Ignores the start date, because this machine's clock may be wrong. The root must outlive its server certificates. */
function isGoodRoot(root: X509Certificate, { privateKey, now }: { privateKey: KeyObject; now: number }): boolean {
  return root.ca && root.checkPrivateKey(privateKey) && now + LIFETIME_MS < root.validToDate.getTime();
}

function isGood(
  certificate: X509Certificate,
  { root, names, now }: { root: X509Certificate; names: readonly string[]; now: number },
): boolean {
  const { validFromDate, validToDate } = certificate;
  const isNow = validFromDate.getTime() <= now && now < validToDate.getTime() - RENEWED_BEFORE_MS;
  const isFor = (name: string) =>
    (isIP(name) > 0 ? certificate.checkIP(name) : certificate.checkHost(name)) !== undefined;
  return isNow && certificate.checkIssued(root) && certificate.verify(root.publicKey) && names.every(isFor);
}

/** Returns null if no readable certificates are stored. */
function certificatesIn(stored: unknown): { root: X509Certificate; server: X509Certificate } | null {
  const { root, server } = { ...(stored as { root?: unknown; server?: unknown } | null) };
  if (typeof root !== "string" || typeof server !== "string") return null;
  try {
    return { root: new X509Certificate(root), server: new X509Certificate(server) };
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
