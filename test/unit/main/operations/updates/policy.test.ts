import { generateKeyPairSync } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UPDATE_REASONS } from "../../../../../contract/values/updates.ts";
import {
  isNewer,
  isSigned,
  readOffer,
  readReleaseKey,
  type UpdateOffer,
} from "../../../../../main/operations/updates/offer.ts";
import {
  CHECK_EVERY_MS,
  IDLE_MS,
  isQuiet,
  MAX_INSTALLS,
  nextStep,
  obstacles,
  pauseBefore,
  refusal,
  type UpdateFacts,
} from "../../../../../main/operations/updates/policy.ts";
import { release, testFeed } from "../../../../support/update-feed.ts";

const RELEASE_KEY = testFeed().releaseKey;
const OFFER = readOffer(release("1.1.0")) as UpdateOffer;
/** 03:00 in Oslo. */
const NIGHT = Date.UTC(2026, 2, 2, 2, 0);

/** A till that meets every condition for installing 1.1.0 now. */
const READY: UpdateFacts = {
  now: NIGHT,
  timeZone: "Europe/Oslo",
  settings: { enabled: true, quietHours: { from: "02:00", to: "05:00" } },
  off: null,
  byHand: null,
  unattended: true,
  current: "1.0.0",
  databaseVersion: 7,
  releaseKey: RELEASE_KEY,
  idleMs: IDLE_MS,
  openPayments: 0,
  toSend: 0,
  hasRoom: true,
  damaged: false,
  offer: OFFER,
  downloaded: true,
  wrongFile: false,
  checkInMs: CHECK_EVERY_MS,
  downloadInMs: 0,
  failedInstalls: 0,
};

const stepOf = (changes: Partial<UpdateFacts>) => nextStep({ ...READY, ...changes });

describe("the update policy", () => {
  it("installs a signed, newer, downloaded version at night when the till is idle", () => {
    expect(stepOf({})).toEqual({ do: "install", version: "1.1.0" });
  });

  it.each([
    ["a sale is open", { openPayments: 1 }, "open_payment"],
    ["an operation waits to be sent", { toSend: 1 }, "queue_not_empty"],
    ["the till was used a moment ago", { idleMs: IDLE_MS - 1 }, "not_idle"],
    ["the shop is open", { now: Date.UTC(2026, 2, 2, 10, 0) }, "not_quiet_hours"],
    ["the till's data is damaged", { damaged: true }, "data_damaged"],
    ["an unsigned file was found", { wrongFile: true }, "file_differs"],
    ["a user has to confirm an installation", { unattended: false }, "needs_person"],
    ["it failed twice", { failedInstalls: MAX_INSTALLS }, "install_failed"],
    ["the owner turned updates off", { settings: { ...READY.settings, enabled: false } }, "turned_off"],
    ["there are none for this till", { off: "no_feed" }, "no_feed"],
    ["a user has to install it", { byHand: "system_package" }, "system_package"],
  ] as const)("waits while %s", (_name, changes, because) => {
    expect(stepOf(changes)).toMatchObject({ do: "wait", because });
  });

  it("downloads first, with free disk space, and delays after a failure", () => {
    expect(stepOf({ downloaded: false })).toEqual({ do: "download", version: "1.1.0" });
    expect(stepOf({ downloaded: false, now: Date.UTC(2026, 2, 2, 10, 0), openPayments: 3 })).toMatchObject({
      do: "download",
    });
    expect(stepOf({ downloaded: false, hasRoom: false })).toMatchObject({ do: "wait", because: "disk_short" });
    expect(stepOf({ downloaded: false, downloadInMs: 5000 })).toEqual({ do: "wait", because: null, ms: 5000 });
  });

  it("downloads nothing when an operator installs updates, and keeps checking", () => {
    expect(stepOf({ byHand: "started_with_options", downloaded: false })).toMatchObject({
      ...{ do: "wait", because: "started_with_options" },
    });
    expect(stepOf({ byHand: "started_with_options", checkInMs: 0 })).toEqual({ do: "check" });
    expect(stepOf({ byHand: "system_package", offer: readOffer(release("1.0.0")) })).toMatchObject({
      because: "not_newer",
    });
  });

  it("checks when a check is due, whatever the state", () => {
    expect(stepOf({ checkInMs: 0, openPayments: 2, offer: null })).toEqual({ do: "check" });
    expect(stepOf({ offer: null, checkInMs: 1000 })).toEqual({ do: "wait", because: null, ms: 1000 });
  });

  it("never installs while any condition blocks it", () => {
    const facts = fc.record({
      idleMs: fc.integer({ min: 0, max: 2 * IDLE_MS }),
      openPayments: fc.integer({ min: 0, max: 2 }),
      toSend: fc.integer({ min: 0, max: 2 }),
      damaged: fc.boolean(),
      downloaded: fc.boolean(),
      unattended: fc.boolean(),
      failedInstalls: fc.integer({ min: 0, max: 3 }),
      databaseVersion: fc.integer({ min: 99, max: 101 }),
      now: fc.integer({ min: 0, max: 48 }).map((half) => NIGHT + half * 30 * 60_000),
      current: fc.constantFrom("0.9.9", "1.1.0", "1.1.1", "2.0.0"),
    });
    fc.assert(
      fc.property(facts, (changes) => {
        if (stepOf(changes).do !== "install") return;
        const { idleMs, openPayments, toSend, damaged, downloaded, databaseVersion, now, current } = changes;
        expect([openPayments, toSend, damaged, downloaded]).toEqual([0, 0, false, true]);
        expect(idleMs).toBeGreaterThanOrEqual(IDLE_MS);
        expect(databaseVersion).toBeLessThanOrEqual(100);
        expect(isQuiet(now, READY.timeZone, READY.settings.quietHours)).toBe(true);
        expect(current).toBe("0.9.9");
      }),
      { numRuns: 500 },
    );
  });

  it("shows an operator only the blocking reasons, without the hour and the idle time", () => {
    expect(obstacles({ openPayments: 1, toSend: 2, damaged: true })).toEqual([
      "open_payment",
      "queue_not_empty",
      "data_damaged",
    ]);
    expect(obstacles(READY)).toEqual([]);
  });

  it("has a sentence for every reason", () => {
    for (const { staff } of Object.values(UPDATE_REASONS)) expect(staff).toMatch(/\.$/);
  });
});

describe("an offer is refused", () => {
  const refusalOf = (feed: unknown, changes: Partial<UpdateFacts> = {}) =>
    refusal({ ...READY, ...changes }, readOffer(feed) as UpdateOffer);

  it("when it is for an older database, or does not name one", () => {
    expect(refusalOf(release("1.1.0", { databaseVersion: 6 }))).toBe("older_schema");
    expect(refusalOf(release("1.1.0", { databaseVersion: 7 }))).toBeNull();
    expect(refusalOf(release("1.1.0", { databaseVersion: null }))).toBe("unknown_schema");
  });

  it("when it is not newer", () => {
    expect(refusalOf(release("1.0.0"))).toBe("not_newer");
    expect(refusalOf(release("0.9.9"))).toBe("not_newer");
  });

  it("when it is unsigned, signed with another key, or differs from the signed one", () => {
    const stranger = generateKeyPairSync("ed25519").privateKey;
    expect(refusalOf(release("1.1.0", { signature: null }))).toBe("not_signed");
    expect(refusalOf(release("1.1.0", {}, stranger))).toBe("not_signed");
    expect(refusalOf(release("1.1.0", { signature: "AAAA" }))).toBe("not_signed");
    expect(refusalOf({ ...release("1.1.0"), version: "9.0.0" })).toBe("not_signed");
    const other = Buffer.alloc(64, 2).toString("base64");
    expect(refusalOf({ ...release("1.1.0"), files: [{ url: OFFER.files[0]?.url, sha512: other }] })).toBe("not_signed");
    const signed = release("1.1.0");
    expect(refusalOf({ ...signed, vendor: { ...signed.vendor, databaseVersion: 200 } })).toBe("not_signed");
    expect(refusalOf(release("1.1.0"), { releaseKey: null })).toBe("not_signed");
    expect(isSigned(OFFER, RELEASE_KEY)).toBe(true);
  });

  it("regardless of earlier results: a cached result of one offer applies to no other offer or key", () => {
    const stranger = generateKeyPairSync("ed25519").publicKey;
    const { signature } = readOffer(release("1.2.0")) ?? OFFER;
    for (let look = 0; look < 2; look += 1) {
      expect(isSigned(OFFER, RELEASE_KEY)).toBe(true);
      expect(isSigned(OFFER, stranger)).toBe(false);
      expect(isSigned({ ...OFFER, signature }, RELEASE_KEY)).toBe(false);
      expect(isSigned({ ...OFFER, version: "1.2.0" }, RELEASE_KEY)).toBe(false);
    }
  });

  it("when the feed returns malformed data", () => {
    for (const feed of [
      null,
      "<html>",
      {},
      { version: "1.1.0" },
      { version: "1.1", files: [] },
      { ...release("1.1.0"), files: [{ url: "a", sha512: "not a hash" }] },
      { ...release("1.1.0"), version: "1.1.0; rm -rf" },
    ])
      expect(readOffer(feed)).toBeNull();
  });
});

describe("a release key", () => {
  it("is an Ed25519 public key and nothing else", () => {
    const pem = RELEASE_KEY.export({ type: "spki", format: "pem" });
    expect(readReleaseKey(pem)?.equals(RELEASE_KEY)).toBe(true);
    const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey.export({ type: "spki", format: "pem" });
    for (const wrong of [rsa, "", undefined, "nonsense"]) expect(readReleaseKey(wrong)).toBeNull();
  });
});

describe("versions", () => {
  it.each([
    ["1.0.1", "1.0.0", true],
    ["1.10.0", "1.9.9", true],
    ["2.0.0", "10.0.0", false],
    ["1.0.0", "1.0.0", false],
    ["1.0.0", "1.0.0-rc.2", true],
    ["1.0.0-rc.2", "1.0.0", false],
    ["1.0.0-rc.10", "1.0.0-rc.9", true],
  ])("%s over %s: %s", (version, than, newer) => {
    expect(isNewer(version, than)).toBe(newer);
  });

  it("are never both newer than each other", () => {
    const version = fc
      .tuple(fc.nat(3), fc.nat(3), fc.nat(3), fc.constantFrom("", "-rc.1", "-rc.2", "-beta"))
      .map(([major, minor, patch, pre]) => `${major}.${minor}.${patch}${pre}`);
    fc.assert(fc.property(version, version, (one, other) => !(isNewer(one, other) && isNewer(other, one))));
  });
});

describe("quiet hours", () => {
  const quiet = (utc: string, hours = { from: "02:00", to: "05:00" }, zone = "Europe/Oslo") =>
    isQuiet(Date.parse(utc), zone, hours);

  it("use the shop's local time, also when clocks change", () => {
    expect(quiet("2026-03-02T01:00:00Z")).toBe(true);
    expect(quiet("2026-03-02T00:59:59Z")).toBe(false);
    expect(quiet("2026-03-02T03:59:59Z")).toBe(true);
    expect(quiet("2026-03-02T04:00:00Z")).toBe(false);
    // The nights in which 02:00 to 03:00 is skipped and repeated.
    expect([quiet("2026-03-29T00:59:00Z"), quiet("2026-03-29T01:00:00Z")]).toEqual([false, true]);
    expect([quiet("2026-10-25T00:00:00Z"), quiet("2026-10-25T01:30:00Z")]).toEqual([true, true]);
  });

  it("may span midnight, or the whole day", () => {
    const late = { from: "22:00", to: "04:00" };
    expect(
      ["21:59", "22:00", "23:59", "00:00", "03:59", "04:00"].map((at) => quiet(`2026-07-01T${at}:00Z`, late, "UTC")),
    ).toEqual([false, true, true, true, true, false]);
    expect(quiet("2026-07-01T12:00:00Z", { from: "00:00", to: "00:00" })).toBe(true);
  });
});

it("the update policy checks every six hours, a fifth more or less; after failures sooner, with growing delays", () => {
  expect([pauseBefore(0, 0), pauseBefore(0, 1)]).toEqual([4.8 * 3_600_000, 7.2 * 3_600_000]);
  const minutes = [1, 2, 3, 4, 5, 50].map((failures) => pauseBefore(failures, 0.5) / 60_000);
  expect(minutes).toEqual([5, 15, 60, 180, 360, 360]);
});
