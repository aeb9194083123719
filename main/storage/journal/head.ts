/**
 * The journal's head, stored outside the database and signed with a vault key. It shows when the end of the chain is
 * missing, which the chain alone cannot.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { canonicalJson } from "../../../contract/values/canonical-json.ts";
import type { Database } from "../database/database.ts";
import { writeFileDurably } from "../database/durable-file.ts";
import type { SecretName, Vault } from "../vault/vault.ts";
import { type ChainLink, chainEnd, chainLinkAt, checkChain, runToEnd } from "./chain.ts";
import { revisionBase } from "./revision.ts";

export interface Head extends ChainLink {
  /** Time of signing, in ms since the epoch by the till's clock */
  at: number;
  /** True if the till was running. A killed till leaves a log behind, so a missing log was removed */
  open: boolean;
  /** Journal entries of earlier databases, see {@link revisionBase}; missing for none */
  base?: number;
}

export function currentHead(database: Database, { at, open }: Pick<Head, "at" | "open">): Head {
  const base = revisionBase(database);
  return { ...chainEnd(database)(), at, open, ...(base > 0 && { base }) };
}

/**
 * `keyless`: the vault has no key to verify the head, which is correct only in a folder without a till; `heads`: there
 * is a head that counts entries.
 */
export type StoredHead =
  | { is: "signed"; head: Head }
  | { is: "none" }
  | { is: "missing" }
  | { is: "forged" }
  | { is: "keyless"; heads: boolean };

export type HeadFile = ReturnType<typeof headFile>;

/** Opens `journal.head` of a data folder. The key is created with the first head. */
export function headFile(folder: string, vault: Vault) {
  const path = headPath(folder);
  return {
    read(): StoredHead {
      const key = vault.get("journalKey");
      if (key === null) return readWithoutKey(folder, vault);
      if (!existsSync(path)) return { is: "missing" };
      const head = parseHead(readFileSync(path, "utf8"), key);
      return head ? { is: "signed", head } : { is: "forged" };
    },
    write(head: Head) {
      const existingKey = vault.get("journalKey");
      const key = existingKey ?? randomBytes(32).toString("hex");
      writeFileDurably(path, `${signedText(head, key)}\n`, 0o600);
      // The head is written before the key: a key without a head would mean that the head was removed.
      if (existingKey === null) vault.put("journalKey", key);
    },
  };
}

/** Returns the stored head of a folder without a vault, and creates no vault. */
export function keylessHead(folder: string): StoredHead {
  return { is: "keyless", heads: hasEntries(headPath(folder)) };
}

/** Secrets of tills from before heads existed; a vault with none of them is new. */
const LEGACY_SECRETS: readonly SecretName[] = [
  "privateKey",
  "secret",
  "pinPepper",
  "callbackPath",
  "provisioned",
  "keys",
];

/** A till from before heads existed has its secrets and no head. When the vault was removed, both are missing. */
function readWithoutKey(folder: string, vault: Vault): StoredHead {
  const storedHead = keylessHead(folder);
  const isInUse = LEGACY_SECRETS.some((name) => vault.use(name, () => true) !== null);
  return isInUse && !existsSync(headPath(folder)) ? { is: "none" } : storedHead;
}

/** The very first head counts no entries: power may fail between it and its key. */
function hasEntries(path: string): boolean {
  if (!existsSync(path)) return false;
  try {
    return JSON.parse(readFileSync(path, "utf8")).entries !== 0;
  } catch {
    return true;
  }
}

function headPath(folder: string): string {
  return join(folder, "journal.head");
}

function signedText({ entries, hash, at, open, base }: Head, key: string): string {
  const content = { entries, hash: hash.toString("hex"), at, open, base };
  return canonicalJson({ ...content, signature: signatureOf(content, key) });
}

function signatureOf(content: object, key: string): string {
  return createHmac("sha256", Buffer.from(key, "hex")).update(canonicalJson(content)).digest("hex");
}

function parseHead(text: string, key: string): Head | null {
  try {
    const { signature, entries, hash, at, open, base } = JSON.parse(text);
    const expected = Buffer.from(signatureOf({ entries, hash, at, open, base }, key), "hex");
    const actual = Buffer.from(String(signature), "hex");
    if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return null;
    return { entries, hash: Buffer.from(hash, "hex"), at, open, ...(base !== undefined && { base }) };
  } catch {
    return null;
  }
}

/** Returns how a journal differs from its signed head, as the end of a sentence; null when it does not. */
export function differsFromHead(database: Database, head: Head): string | null {
  const { entries } = chainEnd(database)();
  if (entries < head.entries) {
    return `it ends after ${entries} entries, and had ${head.entries} at ${new Date(head.at).toISOString()}`;
  }
  const link = chainLinkAt(database, head.entries);
  if (!link?.hash.equals(head.hash)) return `entry ${head.entries} is not the one that was signed`;
  const { firstBadAt } = runToEnd(checkChain(database, link));
  return firstBadAt === null ? null : `the chain is broken at entry ${firstBadAt}`;
}
