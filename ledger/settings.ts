/** `settings`: what head office says to its tills, signed with a key that is in no database. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { type SignedConfiguration, signedText } from "../contract/centre.ts";
import { centreConfiguration } from "../contract/centre-settings.ts";
import { inEnglish, unpacked } from "../contract/reasons.ts";
import type { Ledger } from "./database.ts";
import { Refusal } from "./tills.ts";

/**
 * Makes a key pair; the private half goes into a file that must not be there yet, and nowhere else.
 * @returns the public half, base64, as tills are provisioned with it
 */
export function makeKeys(path: string): string {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  try {
    writeFileSync(path, privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600, flag: "wx" });
  } catch {
    throw new Refusal(
      `<file>: expected a place for the private key, in a folder that is there, where no file is yet, and got ${path}`,
    );
  }
  return publicKey.export({ type: "spki", format: "der" }).toString("base64");
}

/** What is published: the settings of a file, for whom, and the private key's file. */
export interface Publication {
  path: string;
  to: string;
  keyPath: string;
}

/** @returns what settings may be for so that a till of the chain reads them; null: what they are for is among that */
export async function unreadBy(ledger: Ledger, to: string): Promise<string[] | null> {
  const tills = await ledger<{ till: string; shop: string | null }>`
    SELECT till, shop FROM till WHERE revoked_at IS NULL AND replaced_by IS NULL ORDER BY shop, till`;
  const shops = new Set(tills.flatMap(({ shop }) => (shop === null ? [] : [`shop:${shop}`])));
  const known = ["all", ...shops, ...tills.map(({ till }) => `till:${till}`)];
  return known.includes(to) ? null : known;
}

/**
 * Signs a file of settings as the next version for these tills, and puts it where they read.
 * @throws Refusal  with each field that is wrong, or where the key is no Ed25519 key
 */
export async function publishSettings(
  ledger: Ledger,
  { path, to, keyPath }: Publication,
): Promise<{ version: number; signed: SignedConfiguration }> {
  const settings = readJson(path);
  const key = readKey(keyPath);
  return await ledger.begin(async (sql) => {
    await sql`SELECT pg_advisory_xact_lock(hashtext('till ledger: settings'))`;
    const rows = await sql<SignedConfiguration & { version: number }>`
      SELECT version::float8 AS version, text, signature FROM configuration WHERE scope = ${to} ORDER BY version DESC LIMIT 100`;
    const version = nextVersion(rows, to, key);
    const checked = centreConfiguration.safeParse({ version, for: to, issuedAt: new Date().toISOString(), settings });
    if (!checked.success) {
      const lines = checked.error.issues.map(
        ({ path: at, message }) => `${at.join(".")}: expected ${inEnglish(unpacked(message))}`,
      );
      throw new Refusal(lines.join("\n"));
    }
    const text = JSON.stringify(checked.data);
    const signature = sign(null, Buffer.from(signedText(text)), key).toString("base64");
    await sql`INSERT INTO configuration (scope, version, text, signature) VALUES (${to}, ${version}, ${text}, ${signature})`;
    return { version, signed: { text, signature } };
  });
}

/** Versions that a publication may skip: a hostile database must not raise the version until tills accept no later one. */
const MOST_SKIPPED = 1000;

/** @throws Refusal where the newest row's version is far above the newest that this key has signed */
function nextVersion(rows: readonly (SignedConfiguration & { version: number })[], to: string, key: KeyObject): number {
  const publicKey = createPublicKey(key);
  const own = rows.flatMap(({ text, signature }) => {
    if (!verify(null, Buffer.from(signedText(text)), publicKey, Buffer.from(signature, "base64"))) return [];
    const parsed = centreConfiguration.safeParse(JSON.parse(text));
    return parsed.success && parsed.data.for === to ? [parsed.data.version] : [];
  });
  const [last, signed] = [Math.max(0, ...rows.map(({ version }) => version)), Math.max(0, ...own)];
  if (last - signed <= MOST_SKIPPED) return last + 1;
  throw new Refusal(
    `version: expected one that this key has signed, or at most ${MOST_SKIPPED} above it (${signed}), and the ledger has ${last} for ${to}. Nothing was published. Check who may write to the database, and restore it as it was before.`,
  );
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    throw new Refusal(`<file>: expected a readable file with settings as JSON, and got ${path}`);
  }
}

function readKey(path: string): KeyObject {
  try {
    const key = createPrivateKey(readFileSync(path));
    if (key.asymmetricKeyType === "ed25519") return key;
  } catch {
    // Said below, without the file's content.
  }
  throw new Refusal(`--key: expected a file with an Ed25519 private key in PEM, and got ${path}`);
}
