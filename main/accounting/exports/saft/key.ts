import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { type Database, transact } from "../../../storage/database/database.ts";
import type { Journal } from "../../../storage/journal/journal.ts";
import type { Vault } from "../../../storage/vault/vault.ts";

export interface SaftKey {
  version: number;
  privateKey: KeyObject;
}

/** The public part of a key, with which anyone can verify its signatures. */
export interface PublicSaftKey {
  version: number;
  publicKey: string;
  since: number;
}

/** Required by the tax administration's validator. The journal's hash chain does not depend on it. */
const MODULUS_BITS = 1024;

/**
 * Opens the till's signing key and creates it at first use. A key from a new vault becomes the next version.
 * @throws when the disk or the vault cannot store the key
 */
export function openSaftKey(ports: { database: Database; vault: Vault; journal: Journal; now: number }): SaftKey {
  const { database, vault, journal, now } = ports;
  const privateKey = vault.use("saftKey", (bytes) => createPrivateKey(bytes)) ?? makeKey(vault);
  const publicKey = createPublicKey(privateKey).export({ type: "spki", format: "pem" }).toString();
  const storedKey = saftKeys(database).find((key) => key.publicKey === publicKey);
  if (storedKey) return { version: storedKey.version, privateKey };
  return transact(database, () => {
    const version = (saftKeys(database).at(-1)?.version ?? 0) + 1;
    database.prepare("INSERT INTO saft_key (version, public_key, since) VALUES (?, ?, ?)").run(version, publicKey, now);
    const fingerprint = createHash("sha256").update(publicKey).digest("hex");
    journal.append({ event: "saft.keyMade", data: { version, fingerprint } }, now);
    return { version, privateKey };
  });
}

export function saftKeys(database: Database): PublicSaftKey[] {
  return database
    .prepare<[], PublicSaftKey>("SELECT version, public_key AS publicKey, since FROM saft_key ORDER BY version")
    .all();
}

function makeKey(vault: Vault): KeyObject {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: MODULUS_BITS });
  vault.put("saftKey", privateKey.export({ type: "pkcs8", format: "pem" }).toString());
  return privateKey;
}
