/**
 * What makes a build able to update itself, and its successors to be taken: an address, the public release key in the
 * program, and a signature over the channel file that the address serves. Without both variables a build has none of it.
 *
 * TILL_UPDATE_URL        https address that the files of `dist/` will be put under
 * TILL_RELEASE_KEY_FILE  the project's private release key, Ed25519, PEM (openssl genpkey -algorithm ed25519)
 */
import { createPrivateKey, createPublicKey } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fromBuilder } from "./fuses.mjs";
import { ROOT } from "./node.mjs";

/**
 * Reads the two variables.
 * @returns null when neither is set
 * @throws with one sentence when only one is, or one is not right
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

/** What electron-builder is told on top of electron-builder.yml. @param release null: no updates */
export function releaseConfiguration(release) {
  if (release === null) return { publish: null, extraMetadata: {} };
  return {
    publish: { provider: "generic", url: release.url, channel: "latest" },
    // Goes into the channel file: a till takes no version that cannot read its data.
    releaseInfo: { vendor: { databaseVersion: newestDatabase() } },
    // A program on macOS is replaced out of a zip.
    mac: { target: ["dmg", "zip"] },
    // Goes into the program's archive, which is what its integrity check and its signature cover.
    extraMetadata: { updates: { url: release.url, key: publicPem(release.key) } },
  };
}

function publicPem(key) {
  return createPublicKey(key).export({ type: "spki", format: "pem" }).toString();
}

/** The version of the database that this program works on: its newest migration's. */
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
