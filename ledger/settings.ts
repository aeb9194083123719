/** `settings`: what head office says to its tills, signed with a key that is in no database. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { type CentreConfiguration, MOST_AHEAD_MS, type SignedConfiguration, signedText } from "../contract/centre.ts";
import { centreConfiguration } from "../contract/centre-settings.ts";
import { inEnglish, reasonFor, unpacked } from "../contract/reasons.ts";
import { damagedPlace, decodeText } from "../contract/text-files.ts";
import type { Ledger, Sql } from "./database.ts";
import { readText } from "./options.ts";
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
  /** Whether the key replaces another one: its first version may follow any version in the ledger */
  isNewKey: boolean;
}

/** @returns what settings may be for so that a till of the chain reads them; null: what they are for is among that */
export async function unreadBy(ledger: Ledger, to: string): Promise<string[] | null> {
  const tills = await ledger<{ till: string; shop: string | null }>`
    SELECT till, shop FROM till WHERE revoked_at IS NULL AND replaced_by IS NULL ORDER BY shop, till`;
  const shops = new Set(tills.flatMap(({ shop }) => (shop === null ? [] : [`shop:${shop}`])));
  const known = ["all", ...shops, ...tills.map(({ till }) => `till:${till}`)];
  return known.includes(to) ? null : known;
}

/** What was published. */
export interface Published {
  version: number;
  /** The version before, where this key has not signed it; null: there is none, or this key has signed it */
  otherKeyVersion: number | null;
  signed: SignedConfiguration;
}

/**
 * Signs a file of settings as the next version for these tills, and puts it where they read.
 * @throws Refusal  with each field that is wrong, or where the key is no Ed25519 key
 */
export async function publishSettings(
  ledger: Ledger,
  { path, to, keyPath, isNewKey }: Publication,
  now: () => number = Date.now,
): Promise<Published> {
  const settings = readJson(path);
  const key = readKey(keyPath);
  return await ledger.begin(async (sql) => {
    await sql`SELECT pg_advisory_xact_lock(hashtext('till ledger: settings'))`;
    const last = await lastVersion(sql, to);
    const own = await newestOwn(sql, to, key);
    const version = nextVersion(last, own?.version ?? 0, { to, isNewKey });
    const issuedAt = new Date(issueTime(own, now())).toISOString();
    const checked = centreConfiguration.safeParse({ version, for: to, issuedAt, settings });
    if (!checked.success) {
      const lines = checked.error.issues.map(
        ({ path: at, message }) => `${at.join(".")}: expected ${inEnglish(unpacked(message))}`,
      );
      throw new Refusal(lines.join("\n"));
    }
    const text = JSON.stringify(checked.data);
    const signature = sign(null, Buffer.from(signedText(text)), key).toString("base64");
    await sql`INSERT INTO configuration (scope, version, text, signature) VALUES (${to}, ${version}, ${text}, ${signature})`;
    const otherKeyVersion = last === 0 || last === own?.version ? null : last;
    return { version, otherKeyVersion, signed: { text, signature } };
  });
}

/** Versions that a publication may skip: a hostile database must not raise the version until tills accept no later one. */
const MOST_SKIPPED = 1000;

async function lastVersion(sql: Sql, to: string): Promise<number> {
  const [row] = await sql<{ last: number | null }>`
    SELECT max(version)::float8 AS last FROM configuration WHERE scope = ${to}`;
  return row?.last ?? 0;
}

/** Returns the newest configuration that this key has signed; the database may hold any other rows above it. */
async function newestOwn(sql: Sql, to: string, key: KeyObject): Promise<CentreConfiguration | null> {
  const publicKey = createPublicKey(key);
  for (let below: string | null = null; ; ) {
    const rows: (SignedConfiguration & { version: string })[] = await sql<SignedConfiguration & { version: string }>`
      SELECT version::text AS version, text, signature FROM configuration
      WHERE scope = ${to} AND (${below}::bigint IS NULL OR version < ${below}::bigint)
      ORDER BY version DESC LIMIT 100`;
    for (const { version, text, signature } of rows) {
      if (!verify(null, Buffer.from(signedText(text)), publicKey, Buffer.from(signature, "base64"))) continue;
      const parsed = centreConfiguration.safeParse(JSON.parse(text));
      // A copy of an older configuration in a row with a later version is none.
      if (parsed.success && parsed.data.for === to && String(parsed.data.version) === version) return parsed.data;
    }
    below = rows.at(-1)?.version ?? null;
    if (below === null) return null;
  }
}

/** @throws Refusal where the newest row's version is far above the newest that this key has signed */
function nextVersion(last: number, signed: number, { to, isNewKey }: { to: string; isNewKey: boolean }): number {
  if (last - signed <= MOST_SKIPPED || (isNewKey && signed === 0)) return last + 1;
  const newKey =
    signed === 0 ? " Where the key is new and replaces another one, publish with --new-key the first time." : "";
  throw new Refusal(
    `version: expected one that this key has signed, or at most ${MOST_SKIPPED} above it (${signed}), and the ledger has ${last} for ${to}. Nothing was published. Check who may write to the database, and restore it as it was before.${newKey}`,
  );
}

/** Returns the time of issue: later than the time of the version before, which tills refuse to go behind. */
function issueTime(own: CentreConfiguration | null, now: number): number {
  const before = Date.parse(own?.issuedAt ?? "");
  // No till has accepted a time that far ahead.
  return before <= now + MOST_AHEAD_MS ? Math.max(now, before + 1) : now;
}

function readJson(path: string): unknown {
  let damaged: ReturnType<typeof damagedPlace>;
  try {
    const file = decodeText(readFileSync(path), "en");
    if (!file.isGuess) return JSON.parse(file.text);
    damaged = damagedPlace(file);
  } catch {
    throw new Refusal(`<file>: expected a readable file with settings as JSON, and got ${path}`);
  }
  // The file does not say its code page: guessed names are not signed for every till.
  if (damaged === null)
    throw new Refusal(`<file>: expected UTF-8, and got another encoding in ${path}. Save the file as UTF-8.`);
  throw new Refusal(`<file>: expected ${inEnglish(reasonFor("file_encoding_place", damaged))}, and got ${path}`);
}

function readKey(path: string): KeyObject {
  try {
    const key = createPrivateKey(readText(path) ?? "");
    if (key.asymmetricKeyType === "ed25519") return key;
  } catch {
    // Said below, without the file's content.
  }
  throw new Refusal(`--key: expected a file with an Ed25519 private key in PEM, and got ${path}`);
}
