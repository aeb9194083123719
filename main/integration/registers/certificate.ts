/**
 * The certificates that registers see in the shop's network where none was given. A register trusts the till's own root, which
 * is kept for years; under it the server's certificate is made anew whenever the machine's addresses change. Both have one
 * key, which is made once and kept in the vault, so that a register that knows the key goes on as well.
 */
import { createPrivateKey, generateKeyPairSync, type KeyObject, X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import type { Tls } from "../../bridge/loopback.ts";
import { iso } from "../../lib/iso-time.ts";
import type { StorageContext } from "../../storage/context.ts";
import { transact } from "../../storage/database/database.ts";
import { settingStore } from "../../storage/database/settings.ts";
import { rootCertificate, serverCertificate } from "./issue-certificate.ts";
import { type Machine, namesOf, thisMachine } from "./machine.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Apple's systems take a server's certificate of 825 days at the most. */
const LIVES_MS = 800 * DAY_MS;
/** So long before its end a server's is another one. */
const RENEWED_BEFORE_MS = 90 * DAY_MS;
/** A register's clock may be behind. */
const SINCE_MS = DAY_MS;
/** A root is what registers trust: another one is another till to them. */
const ROOT_LIVES_MS = 20 * 365 * DAY_MS;
/** Not by this machine's clock: one that was wrong for an hour would make a root that is good for nobody. */
const ROOT_SINCE = Date.UTC(2020, 0, 1);

/** Where the two are kept. */
const KEPT = "registersCertificate";

type Ports = Pick<StorageContext, "clock" | "database" | "journal" | "vault">;

/** What the till shows, and what a register trusts to know it: a root, or the certificate itself. */
export interface RegistersTls extends Tls {
  trusted: string;
}

/**
 * The certificate for an address, made or renewed where it has to be, with its key and its root.
 * @param host that the till listens on, without its port
 * @throws what the disk or the vault says when it cannot be kept
 */
export function ownCertificate(ports: Ports, host: string, machine: Machine = thisMachine()): RegistersTls {
  const { clock, database, journal, vault } = ports;
  const key = vault.get("registersOwnTlsKey") ?? makeKey(vault);
  const privateKey = createPrivateKey(key);
  const names = namesOf(host, machine);
  const settings = settingStore(database);
  const now = clock.now();
  const kept = certificatesIn(settings.get(KEPT));
  const keptRoot = kept && isGoodRoot(kept.root, { privateKey, now }) ? kept.root : null;
  if (kept && keptRoot && isGood(kept.server, { root: keptRoot, names, now }))
    return { cert: kept.server.toString(), key, trusted: keptRoot.toString() };
  const root = keptRoot?.toString() ?? rootCertificate({ privateKey, from: ROOT_SINCE, until: now + ROOT_LIVES_MS });
  const server = serverCertificate({ names, privateKey, from: now - SINCE_MS, until: now + LIVES_MS });
  transact(database, () => {
    settings.set(KEPT, { root, server });
    const data = { fingerprint: fingerprintOf(root), until: endOf(root) };
    if (keptRoot === null) journal.append({ event: "register.certificateMade", data }, now);
  });
  return { cert: server, key, trusted: root };
}

/** SHA-256 of a certificate, of a chain's first one, as browsers and OpenSSL write it. @param pem what it is in */
export function fingerprintOf(pem: string): string {
  return new X509Certificate(pem).fingerprint256;
}

/** Until when a certificate is good, ISO 8601. */
export function endOf(pem: string): string {
  return iso(new X509Certificate(pem).validToDate.getTime());
}

/** Whatever this machine's clock says of its beginning; it outlives each certificate under it. */
function isGoodRoot(root: X509Certificate, { privateKey, now }: { privateKey: KeyObject; now: number }): boolean {
  return root.ca && root.checkPrivateKey(privateKey) && now + LIVES_MS < root.validToDate.getTime();
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

/** Null: there are none that can be read. */
function certificatesIn(kept: unknown): { root: X509Certificate; server: X509Certificate } | null {
  const { root, server } = { ...(kept as { root?: unknown; server?: unknown } | null) };
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
