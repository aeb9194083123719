/**
 * The journal's head, kept outside the database: how many rows there are and the hash of the last, signed with a key
 * from the vault. A chain alone does not show that its tail is gone; against its head it does.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { canonicalJson } from "../../../contract/canonical-json.ts";
import type { Database } from "../database/database.ts";
import { writeFileDurably } from "../database/durable-file.ts";
import type { SecretName, Vault } from "../vault/vault.ts";
import { type ChainLink, chainEnd, chainLinkAt, checkChain, exhaust } from "./chain.ts";
import { revisionBase } from "./revision.ts";

export interface Head extends ChainLink {
  /** When it was signed, in ms since the epoch by the till's clock */
  at: number;
  /**
   * Whether a till was at work then: one that was killed leaves a write-ahead log beside its database, so that its
   * absence shows that somebody took it away
   */
  open: boolean;
  /** How many journal entries came before this database's own, see {@link revisionBase}; missing: none */
  base?: number;
}

/** The head of a journal as it is now. */
export function currentHead(database: Database, { at, open }: Pick<Head, "at" | "open">): Head {
  const base = revisionBase(database);
  return { ...chainEnd(database)(), at, open, ...(base > 0 && { base }) };
}

/**
 * What is kept beside the database: a head, none yet, or one that nobody with this till's key has signed. `keyless`: no
 * key is there to tell by, and that is right only where no till has been; `heads`: a head that counts something is there.
 */
export type KeptHead =
  | { is: "signed"; head: Head }
  | { is: "none" }
  | { is: "missing" }
  | { is: "forged" }
  | { is: "keyless"; heads: boolean };

export interface HeadFile {
  read(): KeptHead;
  /** Signs a head and puts it on disk in place of the last one. */
  write(head: Head): void;
}

/** `journal.head` of a data folder. The key is made with the first head. */
export function headFile(folder: string, vault: Vault): HeadFile {
  const path = headPath(folder);
  return {
    read() {
      const key = vault.get("journalKey");
      if (key === null) return withoutKey(folder, vault);
      if (!existsSync(path)) return { is: "missing" };
      const head = parseHead(readFileSync(path, "utf8"), key);
      return head ? { is: "signed", head } : { is: "forged" };
    },
    write(head) {
      const kept = vault.get("journalKey");
      const key = kept ?? randomBytes(32).toString("hex");
      writeFileDurably(path, `${signedText(head, key)}\n`, 0o600);
      // After the head: a key without a head would say that somebody took the head away.
      if (kept === null) vault.put("journalKey", key);
    },
  };
}

/** What a folder without a vault has: looking there must not make one. */
export function keylessHead(folder: string): KeptHead {
  return { is: "keyless", heads: countsSomething(headPath(folder)) };
}

/** What a till made its vault for, before there were heads: a vault with none of it is a new one. */
const OLDER: readonly SecretName[] = ["privateKey", "secret", "pinPepper", "callbackPath", "provisioned", "keys"];

/** A till from before there were heads has its keys, and no head; whose vault was taken away has neither. */
function withoutKey(folder: string, vault: Vault): KeptHead {
  const kept = keylessHead(folder);
  const isInUse = OLDER.some((name) => vault.use(name, () => true) !== null);
  return isInUse && !existsSync(headPath(folder)) ? { is: "none" } : kept;
}

/** The first head of all counts nothing: the power may go between it and its key. */
function countsSomething(path: string): boolean {
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
    const given = Buffer.from(String(signature), "hex");
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    return { entries, hash: Buffer.from(hash, "hex"), at, open, ...(base !== undefined && { base }) };
  } catch {
    return null;
  }
}

/**
 * Compares a journal with the head that was signed for it; rows that came after it must continue its chain.
 * @returns what does not fit, as the end of a sentence about the journal; null when all does
 */
export function differsFromHead(database: Database, head: Head): string | null {
  const { entries } = chainEnd(database)();
  if (entries < head.entries) {
    return `it ends after ${entries} entries, and had ${head.entries} at ${new Date(head.at).toISOString()}`;
  }
  const link = chainLinkAt(database, head.entries);
  if (!link?.hash.equals(head.hash)) return `its entry ${head.entries} is another than the one that was signed`;
  const { firstBadAt } = exhaust(checkChain(database, link));
  return firstBadAt === null ? null : `its entry ${firstBadAt} does not follow from the one before`;
}
