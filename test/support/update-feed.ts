/** An update feed for unit tests: its offers, availability and a record of its calls. */
import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { signOffer, type UpdateOffer } from "../../main/operations/updates/offer.ts";
import type { Updater } from "../../main/operations/updates/updater.ts";

/** The project's release key in tests. */
export const RELEASE = generateKeyPairSync("ed25519");

export interface TestFeed {
  updater: Updater;
  releaseKey: KeyObject;
  /** The feed's response; null: no response */
  says: unknown;
  downloads: boolean;
  /** Whether the download matches its signature */
  isRight: boolean;
  calls: ("check" | "download" | "install")[];
  /** Called during the next check, to simulate concurrent changes */
  meanwhile: (() => void) | null;
  /** Delays a download, and reports its progress */
  downloading: ((tell: (percent: number) => void) => Promise<void>) | null;
}

/** Returns an offer as published by the project's release. */
export function release(version: string, changes: Partial<UpdateOffer> = {}, key = RELEASE.privateKey) {
  const offer = {
    version,
    databaseVersion: 100,
    files: [{ url: `till-${version}-linux-x64.AppImage`, sha512: Buffer.alloc(64, 1).toString("base64") }],
    ...changes,
  };
  const signature = changes.signature === undefined ? signOffer(offer, key) : changes.signature;
  const { databaseVersion } = offer;
  const vendor = {
    ...(databaseVersion === null ? {} : { databaseVersion }),
    ...(signature === null ? {} : { signature }),
  };
  return { version, files: offer.files, path: offer.files[0]?.url, releaseDate: "2026-03-01T00:00:00.000Z", vendor };
}

/** Creates a feed with one release by default. @param key the till's key for signatures */
export function testFeed(says?: unknown, key = RELEASE): TestFeed {
  const feed: TestFeed = {
    says: says === undefined ? release("1.1.0", {}, key.privateKey) : says,
    releaseKey: key.publicKey,
    downloads: true,
    isRight: true,
    calls: [],
    meanwhile: null,
    downloading: null,
    updater: {
      off: null,
      byHand: null,
      from: "updates.example",
      releaseKey: key.publicKey,
      unattended: true,
      async check() {
        feed.calls.push("check");
        feed.meanwhile?.();
        if (feed.says === null) throw new Error("ENOTFOUND");
        return feed.says;
      },
      async download(_offer, onPercent) {
        feed.calls.push("download");
        await feed.downloading?.(onPercent);
        if (!feed.downloads) throw new Error("ENOSPC");
        return feed.isRight;
      },
      install: () => void feed.calls.push("install"),
    },
  };
  return feed;
}
