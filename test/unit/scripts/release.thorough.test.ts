import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { readOffer, readReleaseKey } from "../../../main/operations/updates/offer.ts";
import { refusal } from "../../../main/operations/updates/policy.ts";
import { readRelease as readReleaseFacts } from "../../../main/shells/electron/updater.ts";
import { NEWEST_VERSION } from "../../../main/storage/database/migrations.ts";
import { fromBuilder, ROOT, readConfiguration, validate } from "../../support/builder.ts";
import { temporaryFolder } from "../../support/folder.ts";

interface Release {
  url: string;
  key: KeyObject;
}

const { readRelease, releaseConfiguration, signChannelFiles } = (await import(join(ROOT, "scripts/release.mjs"))) as {
  readRelease(env: Record<string, string | undefined>): Release | null;
  releaseConfiguration(release: Release | null): {
    extraMetadata: { updates?: unknown };
    releaseInfo?: { vendor: { databaseVersion: number } };
  };
  signChannelFiles(folder: string, release: Release): Promise<string[]>;
};
const yaml = fromBuilder("js-yaml") as { load(text: string): unknown; dump(value: unknown): string };

const folder = temporaryFolder();
const keyFile = join(folder.path, "release.pem");
const env = { TILL_UPDATE_URL: "https://updates.example/till", TILL_RELEASE_KEY_FILE: keyFile };

beforeAll(() => {
  const { privateKey } = generateKeyPairSync("ed25519");
  writeFileSync(keyFile, privateKey.export({ type: "pkcs8", format: "pem" }));
  return () => folder[Symbol.dispose]();
});

describe("a release", () => {
  it("requires an address and a key", () => {
    expect(readRelease({})).toBeNull();
    expect(releaseConfiguration(null)).toEqual({ publish: null, extraMetadata: {} });
    expect(readRelease(env)?.url).toBe("https://updates.example/till/");
    for (const wrong of [
      { TILL_UPDATE_URL: env.TILL_UPDATE_URL },
      { TILL_RELEASE_KEY_FILE: keyFile },
      { ...env, TILL_UPDATE_URL: "http://updates.example/" },
      { ...env, TILL_UPDATE_URL: "nowhere" },
    ])
      expect(() => readRelease(wrong)).toThrow();
    const rsa = join(folder.path, "rsa.pem");
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    writeFileSync(rsa, privateKey.export({ type: "pkcs8", format: "pem" }));
    expect(() => readRelease({ ...env, TILL_RELEASE_KEY_FILE: rsa })).toThrow("Ed25519");
  });

  it("has a configuration that electron-builder accepts, and sets the program's update address", async () => {
    const { extraMetadata, ...configuration } = releaseConfiguration(readRelease(env));
    await expect(validate({ ...readConfiguration(), ...configuration })).resolves.toBeUndefined();
    const facts = readReleaseFacts(extraMetadata.updates);
    expect(facts?.url.href).toBe("https://updates.example/till/");
    expect(readReleaseKey(facts?.key)).not.toBeNull();
    expect(JSON.stringify(extraMetadata)).not.toContain("PRIVATE");
  });

  it("names its database version, and has a signature that a till accepts", async () => {
    const made = readRelease(env);
    if (made === null) throw new Error("no release");
    const { releaseInfo } = releaseConfiguration(made);
    expect(releaseInfo?.vendor.databaseVersion).toBe(NEWEST_VERSION);
    const sha512 = Buffer.alloc(64, 7).toString("base64");
    const channel = {
      version: "1.1.0",
      files: [{ url: "till-1.1.0-linux-x64.AppImage", sha512, size: 5, blockMapSize: 1 }],
      path: "till-1.1.0-linux-x64.AppImage",
      sha512,
      ...releaseInfo,
      releaseDate: "2026-03-01T00:00:00.000Z",
    };
    writeFileSync(join(folder.path, "latest-linux.yml"), yaml.dump(channel));
    expect(await signChannelFiles(folder.path, made)).toEqual(["latest-linux.yml"]);
    const signed = yaml.load(readFileSync(join(folder.path, "latest-linux.yml"), "utf8"));
    expect(signed).toMatchObject({ ...channel, vendor: { databaseVersion: NEWEST_VERSION } });
    const offer = readOffer(signed);
    const releaseKey = readReleaseKey(readReleaseFacts(releaseConfiguration(made).extraMetadata.updates)?.key);
    if (offer === null) throw new Error("not an offer");
    expect(refusal({ current: "1.0.0", databaseVersion: NEWEST_VERSION, releaseKey }, offer)).toBeNull();
  });
});
