/**
 * What `npm run dist` adds to a build: the settings and signatures of updates, and Electron's fuses. Without both
 * variables a build has no updates.
 * TILL_UPDATE_URL https URL where the files of `dist/` will be published
 * TILL_RELEASE_KEY_FILE the project's private release key, Ed25519, PEM (openssl genpkey -algorithm ed25519)
 */
import { createPrivateKey, createPublicKey } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { ROOT } from "./node.mjs";

/**
 * Reads the two variables.
 * @returns null if neither is set
 * @throws with one sentence if only one is set, or one is invalid
 */
export function readRelease(env) {
  const { TILL_UPDATE_URL: address, TILL_RELEASE_KEY_FILE: keyFile } = env;
  if (!address && !keyFile) return null;
  if (!address || !keyFile) throw new Error("Set TILL_UPDATE_URL and TILL_RELEASE_KEY_FILE, or neither.");
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.protocol !== "https:") throw new Error("TILL_UPDATE_URL must be an https:// address.");
  const key = createPrivateKey(readFileSync(keyFile, "utf8"));
  if (key.asymmetricKeyType !== "ed25519") throw new Error("TILL_RELEASE_KEY_FILE must be an Ed25519 private key.");
  return { url: url.href.replace(/\/?$/, "/"), key };
}

/** Returns additions to electron-builder.yml. @param release null: no updates */
export function releaseConfiguration(release) {
  if (release === null) return { publish: null, extraMetadata: {} };
  return {
    publish: { provider: "generic", url: release.url, channel: "latest" },
    // In the channel file: a till rejects a version that cannot read its data.
    releaseInfo: { vendor: { databaseVersion: newestDatabase() } },
    // On macOS an update is installed from a zip.
    mac: { target: ["dmg", "zip"] },
    // In the program's archive, which its integrity check and its signature cover.
    extraMetadata: { updates: { url: release.url, key: publicPem(release.key) } },
  };
}

function publicPem(key) {
  return createPublicKey(key).export({ type: "spki", format: "pem" }).toString();
}

/** Returns the newest migration's version. */
export function newestDatabase() {
  const names = readdirSync(join(ROOT, "main", "storage", "database", "migrations"));
  return Math.max(...names.map((name) => Number.parseInt(name, 10)));
}

/** Signs every channel file of a folder. @returns their names */
export async function signChannelFiles(folder, { key }) {
  const { readOffer, signOffer } = await import("../main/operations/updates/offer.ts");
  const yaml = fromBuilder("js-yaml");
  const names = readdirSync(folder).filter((name) => /^latest.*\.yml$/.test(name));
  for (const name of names) {
    const path = join(folder, name);
    const content = yaml.load(readFileSync(path, "utf8"));
    const offer = readOffer(content);
    if (offer === null) throw new Error(`${path} is no channel file of this project.`);
    content.vendor = { ...content.vendor, signature: signOffer(offer, key) };
    writeFileSync(path, yaml.dump(content, { lineWidth: 8000 }));
  }
  return names;
}

/** Names of fuses in electron-builder.yml, by name in @electron/fuses. */
const NAMES = {
  RunAsNode: "runAsNode",
  EnableCookieEncryption: "enableCookieEncryption",
  EnableNodeOptionsEnvironmentVariable: "enableNodeOptionsEnvironmentVariable",
  EnableNodeCliInspectArguments: "enableNodeCliInspectArguments",
  EnableEmbeddedAsarIntegrityValidation: "enableEmbeddedAsarIntegrityValidation",
  OnlyLoadAppFromAsar: "onlyLoadAppFromAsar",
  LoadBrowserProcessSpecificV8Snapshot: "loadBrowserProcessSpecificV8Snapshot",
  GrantFileProtocolExtraPrivileges: "grantFileProtocolExtraPrivileges",
};
/** States in the program's bytes. A fuse that a newer Electron removed is null. */
const STATES = new Map([
  [0x30, false],
  [0x31, true],
]);

/** Loads a module in the version that electron-builder uses. */
export function fromBuilder(name) {
  const builder = createRequire(import.meta.url).resolve("electron-builder/package.json");
  const library = createRequire(builder).resolve("app-builder-lib/package.json");
  return createRequire(library)(name);
}

/**
 * Reads the fuses of a program or a macOS bundle (`….app`).
 * @returns {Promise<Record<string, boolean | null>>} by the configuration's names; null if this Electron removed the
 * fuse
 */
export async function readFuses(program) {
  const { FuseV1Options, getCurrentFuseWire } = fromBuilder("@electron/fuses");
  const wire = await getCurrentFuseWire(program);
  return Object.fromEntries(
    Object.entries(NAMES).map(([name, configured]) => [configured, STATES.get(wire[FuseV1Options[name]]) ?? null]),
  );
}

/** @returns {string[]} a sentence for each fuse with a wrong state; all eight must be configured */
export function fuseProblems(wanted, found) {
  return Object.values(NAMES).flatMap((name) => {
    if (typeof wanted?.[name] !== "boolean") return [`${name} is not decided in electron-builder.yml.`];
    if (found[name] === wanted[name]) return [];
    return [`${name} should be ${wanted[name]} and is ${found[name] ?? "not there"}.`];
  });
}
