import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { type Database, transact } from "../../../storage/database/database.ts";
import type { Journal } from "../../../storage/journal/journal.ts";
import type { Vault } from "../../../storage/vault/vault.ts";

/** The key that transactions are signed with now. */
export interface SaftKey {
  version: number;
  privateKey: KeyObject;
}

/** A key as an export hands it on: enough to check signatures with, from whenever it was used. */
export interface PublicSaftKey {
  version: number;
  /** PEM */
  publicKey: string;
  /** ms since the epoch */
  since: number;
}

/** The format's own size: its checking program takes no other. The journal's chain does not depend on it. */
const MODULUS_BITS = 1024;

/**
 * Opens the till's signing key, and makes it at first use. A vault that was set up again holds another key: that is the
 * next version. @throws what the disk or the vault says when it cannot be kept
 */
export function openSaftKey(ports: { database: Database; vault: Vault; journal: Journal; now: number }): SaftKey {
  const { database, vault, journal, now } = ports;
  const privateKey = vault.use("saftKey", (bytes) => createPrivateKey(bytes)) ?? makeKey(vault);
  const publicKey = createPublicKey(privateKey).export({ type: "spki", format: "pem" }).toString();
  const known = saftKeys(database).find((key) => key.publicKey === publicKey);
  if (known) return { version: known.version, privateKey };
  return transact(database, () => {
    const version = (saftKeys(database).at(-1)?.version ?? 0) + 1;
    database.prepare("INSERT INTO saft_key (version, public_key, since) VALUES (?, ?, ?)").run(version, publicKey, now);
    const fingerprint = createHash("sha256").update(publicKey).digest("hex");
    journal.append({ event: "saft.keyMade", data: { version, fingerprint } }, now);
    return { version, privateKey };
  });
}

/** Every key that transactions were signed with, oldest first. */
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
