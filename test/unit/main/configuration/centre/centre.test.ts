/** Head office's settings: acceptance, activation and the health check afterwards. */
import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  type CentreSettings,
  configurationTextToSign,
  type SignedConfiguration,
} from "../../../../../contract/head-office/centre.ts";
import { canonicalJson } from "../../../../../contract/values/canonical-json.ts";
import { type CentreParts, viewOf } from "../../../../../main/configuration/centre/active-settings.ts";
import { acceptConfigurations, type Checked, wantedSettings } from "../../../../../main/configuration/centre/check.ts";
import { degradationSince } from "../../../../../main/configuration/centre/watch.ts";
import { ed25519Pem } from "../../../../../main/configuration/settings/pem.ts";

const { privateKey, publicKey } = generateKeyPairSync("ed25519");
const PEM = publicKey.export({ type: "spki", format: "pem" }).toString();
const STAFF = { requireSignIn: true, idleLockMinutes: 5 };

function signed(
  content: object | string,
  { key = privateKey, prefix = configurationTextToSign } = {},
): SignedConfiguration {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  return { text, signature: sign(null, Buffer.from(prefix(text)), key).toString("base64") };
}

function version(number: number, settings: CentreSettings = { staff: STAFF }, to = "all", issuedAt?: string) {
  return signed({ version: number, for: to, issuedAt, settings });
}

const NOW = Date.parse("2026-03-02T10:00:00Z");
const own = { key: PEM, own: { till: "k-1", shop: "Vika" }, isForAll: false, now: NOW };
const NONE: Pick<Checked, "accepted" | "newest"> = { accepted: {}, newest: {} };

describe("head office's settings", () => {
  it("apply part by part: the till's, then its shop's, then everyone's, and never another till's", () => {
    const came = [
      version(4, { language: "sv" }, "till:k-1"),
      version(1, { staff: STAFF, language: "nb" }),
      version(
        2,
        { language: "da", updates: { enabled: false, quietHours: { from: "01:00", to: "02:00" } } },
        "shop:Vika",
      ),
      version(9, { language: "fi" }, "till:k-2"),
    ];
    const { refused, accepted } = acceptConfigurations(came, NONE, { ...own, isForAll: true });
    expect(refused).toBeNull();
    expect(Object.keys(accepted).sort()).toEqual(["all", "shop:Vika", "till:k-1"]);
    expect(wantedSettings(accepted)).toEqual({
      staff: STAFF,
      language: "sv",
      updates: { enabled: false, quietHours: { from: "01:00", to: "02:00" } },
    });
  });

  it("never go back to an older version, and each version is unique", () => {
    const before = acceptConfigurations([version(3)], NONE, own);
    expect(acceptConfigurations([version(3)], before, own)).toEqual(before);
    const refusal = (problem: string, number: number) => ({
      ...before,
      refused: { problem, for: "all", version: number },
    });
    expect(acceptConfigurations([version(2)], before, own)).toEqual(refusal("older_version", 2));
    expect(acceptConfigurations([version(3, { language: "de" })], before, own)).toEqual(refusal("version_twice", 3));
    expect(acceptConfigurations([version(4)], before, own)).toMatchObject({
      refused: null,
      accepted: { all: { version: 4 } },
    });
  });

  it("are never issued with an older version: the ledger's database assigns the next one", () => {
    const before = acceptConfigurations([version(11, {}, "all", "2026-03-02T09:00:00Z")], NONE, own);
    const problemOf = (one: SignedConfiguration) => acceptConfigurations([one], before, own).refused?.problem ?? null;
    expect(problemOf(version(101, {}, "all", "2026-03-02T08:59:59Z"))).toBe("older_issue");
    expect(problemOf(version(12))).toBe("older_issue");
    expect(problemOf(version(12, {}, "all", "2026-03-02T09:00:00Z"))).toBeNull();
    expect(problemOf(version(12, {}, "all", "2026-03-03T10:00:00Z"))).toBeNull();
    expect(problemOf(version(12, {}, "all", "2026-03-03T10:00:01Z"))).toBe("issued_in_future");
  });

  it.each([
    ["another shop's", "shop:Frogner", "Vika", "other_shop"],
    ["a shop whose name starts with this shop's name", "shop:Vika 2", "Vika", "other_shop"],
    ["a shop's, at a till without a shop", "shop:Vika", null, "shop_not_provisioned"],
    ["another till's", "till:k-2", "Vika", "other_till"],
  ])("are refused from the ledger, and skipped in a list for all tills: %s", (_what, to, shop, problem) => {
    const terms = { ...own, own: { till: "k-1", shop } };
    expect(acceptConfigurations([version(1, {}, to)], NONE, terms)).toEqual({
      ...NONE,
      refused: { problem, for: to, version: 1 },
    });
    expect(acceptConfigurations([version(1, {}, to)], NONE, { ...terms, isForAll: true })).toEqual({
      ...NONE,
      refused: null,
    });
  });

  const another = generateKeyPairSync("ed25519").privateKey;
  it.each([
    ["signed by another key", signed({ version: 1, for: "all", settings: {} }, { key: another }), "not_signed"],
    [
      "signed for another purpose",
      signed({ version: 1, for: "all", settings: {} }, { prefix: (text) => text }),
      "not_signed",
    ],
    ["changed after signing", { ...version(1), text: '{"version":2,"for":"all","settings":{}}' }, "not_signed"],
    ["without a signature", { ...version(1), signature: "" }, "not_signed"],
    [
      "a PIN",
      signed({ version: 1, for: "all", settings: { staff: { ...STAFF, managerPin: "481516" } } }),
      "settings.staff",
    ],
    ["a secret", signed({ version: 1, for: "all", settings: { service: { secret: "x" } } }), "settings"],
    [
      "the owner's role",
      version(1, { roles: [{ id: "owner", name: null, rights: [], refundLimit: 0 }] }),
      "settings.roles",
    ],
    ["without a valid audience", signed({ version: 1, for: "everyone", settings: {} }), "for"],
    ["invalid JSON", signed("refund limit 500"), "not_json"],
  ])("are refused: %s; the other parts are accepted", (_what, wrong, problem) => {
    const result = acceptConfigurations([wrong, version(7, { language: "nb" }, "till:k-1")], NONE, own);
    expect(result.refused).toEqual({ problem: expect.stringContaining(problem), for: null, version: null });
    expect(Object.keys(result.accepted)).toEqual(["till:k-1"]);
  });
});

it.each([
  [{ outOfService: ["disk"], toSend: 0, parked: 0 }, "disk"],
  [{ outOfService: ["printer"], toSend: 30, parked: 1 }, null],
  [{ outOfService: [], toSend: 30, parked: 2 }, "queue_parked"],
  [{ outOfService: [], toSend: 49, parked: 1 }, null],
  [{ outOfService: [], toSend: 50, parked: 1 }, "queue_growing"],
  // Two vends with an unknown result do not concern the settings.
  [{ outOfService: ["dispenser"], toSend: 30, parked: 1 }, null],
  [{ outOfService: ["dispenser", "dispenser_unreached"], toSend: 30, parked: 1 }, "dispenser_unreached"],
])("a till that is %j is unhealthy: %s", (now, worse) => {
  expect(degradationSince({ outOfService: ["printer"], toSend: 30, parked: 1 }, now)).toBe(worse);
});

it("head office's key is accepted as PEM, SPKI or its 32 bytes, and never as a private key", () => {
  const der = publicKey.export({ type: "spki", format: "der" });
  for (const input of [PEM, der, der.subarray(-32)]) expect(ed25519Pem(input)).toBe(PEM);
  const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey.export({ type: "spki", format: "pem" });
  const secret = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  for (const wrong of ["", "x", rsa.toString(), secret, Buffer.alloc(31)]) expect(ed25519Pem(wrong)).toBeNull();
});

describe("a part applied by an earlier version", () => {
  const name = "Bla\u030abær\u200e";
  const shop = { name, address: ["Storgata  1"], organisationNumber: null, phone: null, footer: null };
  const seen = { ...shop, name: "Blåbær", address: ["Storgata 1"] };
  const as = createHash("sha256").update(canonicalJson(shop)).digest("hex");
  const put = { for: "all", version: 1, at: 0, as } as const;
  const changedWith = (here: typeof shop) => {
    const parts = { shop: { get: () => here } } as unknown as CentreParts;
    return viewOf({ settings: { shop }, at: 0, puts: { shop: put } }, {}, parts).settings[0]?.isChanged;
  };

  it("is not reported as changed because its names are cleaned now", () => {
    expect(changedWith(seen)).toBe(false);
    expect(changedWith(shop)).toBe(false);
    expect(changedWith({ ...seen, name: "Bringebær" })).toBe(true);
  });
});
