/** `settings`: head office's settings for tills, signed with a key that is not in the database. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import {
  type CentreConfiguration,
  configurationTextToSign,
  MAX_CLOCK_LEAD_MS,
  type SignedConfiguration,
} from "../contract/head-office/centre.ts";
import { centreConfiguration } from "../contract/head-office/centre-settings.ts";
import { inEnglish, reasonFor, unpackReason } from "../contract/reasons/reasons.ts";
import { damagedPlace, decodeText } from "../contract/values/text-files.ts";
import type { Ledger, Sql } from "./database.ts";
import { readText } from "./options.ts";
import { Refusal } from "./tills.ts";

/**
 * Creates a key pair and writes the private key to a new file.
 * @returns the public key, base64, for the tills' provisioning
 */
export function makeKeys(path: string): string {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  try {
    writeFileSync(path, privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600, flag: "wx" });
  } catch {
    throw new Refusal(`<file>: expected a new file for the private key in an existing folder, and got ${path}`);
  }
  return publicKey.export({ type: "spki", format: "der" }).toString("base64");
}

export interface Publication {
  path: string;
  to: string;
  keyPath: string;
  /** True if the key replaces another one: its first version may follow any version in the ledger */
  isNewKey: boolean;
}

/** @returns recipients that a till would accept; null if `to` is one of them */
export async function acceptedRecipients(ledger: Ledger, to: string): Promise<string[] | null> {
  const tills = await ledger<{ till: string; shop: string | null }>`
    SELECT till, shop FROM till WHERE revoked_at IS NULL AND replaced_by IS NULL ORDER BY shop, till`;
  const shops = new Set(tills.flatMap(({ shop }) => (shop === null ? [] : [`shop:${shop}`])));
  const addressees = ["all", ...shops, ...tills.map(({ till }) => `till:${till}`)];
  return addressees.includes(to) ? null : addressees;
}

export interface Published {
  version: number;
  /** The previous version if another key signed it; otherwise null */
  otherKeyVersion: number | null;
  signed: SignedConfiguration;
}

/**
 * Signs a settings file as the next version for its recipients and stores it in the ledger.
 * @throws Refusal with each invalid field, or if the key is not Ed25519
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
    const newestConfiguration = await newestOwn(sql, to, key);
    const version = nextVersion(last, newestConfiguration?.version ?? 0, { to, isNewKey });
    const issuedAt = new Date(issueTime(newestConfiguration, now())).toISOString();
    const checked = centreConfiguration.safeParse({ version, for: to, issuedAt, settings });
    if (!checked.success) {
      const lines = checked.error.issues.map(
        ({ path: at, message }) => `${at.join(".")}: expected ${inEnglish(unpackReason(message))}`,
      );
      throw new Refusal(lines.join("\n"));
    }
    const text = JSON.stringify(checked.data);
    const signature = sign(null, Buffer.from(configurationTextToSign(text)), key).toString("base64");
    await sql`INSERT INTO configuration (scope, version, text, signature) VALUES (${to}, ${version}, ${text}, ${signature})`;
    const otherKeyVersion = last === 0 || last === newestConfiguration?.version ? null : last;
    return { version, otherKeyVersion, signed: { text, signature } };
  });
}

/**
 * Maximum gap between versions. Otherwise a hostile database could raise the version until tills accept no later one.
 */
const MAX_SKIPPED_VERSIONS = 1000;

async function lastVersion(sql: Sql, to: string): Promise<number> {
  const [row] = await sql<{ last: number | null }>`
    SELECT max(version)::float8 AS last FROM configuration WHERE scope = ${to}`;
  return row?.last ?? 0;
}

/** Returns the newest configuration signed with this key; the database may contain newer rows of others. */
async function newestOwn(sql: Sql, to: string, key: KeyObject): Promise<CentreConfiguration | null> {
  const publicKey = createPublicKey(key);
  for (let below: string | null = null; ; ) {
    const rows: (SignedConfiguration & { version: string })[] = await sql<SignedConfiguration & { version: string }>`
      SELECT version::text AS version, text, signature FROM configuration
      WHERE scope = ${to} AND (${below}::bigint IS NULL OR version < ${below}::bigint)
      ORDER BY version DESC LIMIT 100`;
    for (const { version, text, signature } of rows) {
      if (!verify(null, Buffer.from(configurationTextToSign(text)), publicKey, Buffer.from(signature, "base64")))
        continue;
      const parsed = centreConfiguration.safeParse(JSON.parse(text));
      // Ignores a copy of an older configuration with a later version.
      if (parsed.success && parsed.data.for === to && String(parsed.data.version) === version) return parsed.data;
    }
    below = rows.at(-1)?.version ?? null;
    if (below === null) return null;
  }
}

/** @throws Refusal if the newest row is far above the newest version of this key */
function nextVersion(last: number, signed: number, { to, isNewKey }: { to: string; isNewKey: boolean }): number {
  if (last - signed <= MAX_SKIPPED_VERSIONS || (isNewKey && signed === 0)) return last + 1;
  const newKey = signed === 0 ? " If this key replaces another one, publish with --new-key the first time." : "";
  throw new Refusal(
    `version: expected one that this key has signed, or at most ${MAX_SKIPPED_VERSIONS} above it (${signed}), and the ledger has ${last} for ${to}. Nothing was published. Check who may write to the database, and restore its previous content.${newKey}`,
  );
}

/** Returns the time of issue, which must be later than that of the previous version. */
function issueTime(own: CentreConfiguration | null, now: number): number {
  const previousIssuedAt = Date.parse(own?.issuedAt ?? "");
  // No till has accepted a later time.
  return previousIssuedAt <= now + MAX_CLOCK_LEAD_MS ? Math.max(now, previousIssuedAt + 1) : now;
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
  // The encoding is ambiguous; do not sign guessed characters.
  if (damaged === null)
    throw new Refusal(`<file>: expected UTF-8, and got another encoding in ${path}. Save the file as UTF-8.`);
  throw new Refusal(`<file>: expected ${inEnglish(reasonFor("file_encoding_place", damaged))}, and got ${path}`);
}

function readKey(path: string): KeyObject {
  try {
    const key = createPrivateKey(readText(path) ?? "");
    if (key.asymmetricKeyType === "ed25519") return key;
  } catch {
    // Reported below, without the file's content.
  }
  throw new Refusal(`--key: expected a file with an Ed25519 private key in PEM, and got ${path}`);
}
