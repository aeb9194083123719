/** What a till takes in as head office's, what it puts in force of it, and when it is worse with it. */
import { generateKeyPairSync, sign } from "node:crypto";
import { describe, expect, it } from "vitest";
import { type CentreSettings, type SignedConfiguration, signedText } from "../../../../../contract/centre.ts";
import { takeIn, wantedSettings } from "../../../../../main/configuration/centre/check.ts";
import { worseSince } from "../../../../../main/configuration/centre/watch.ts";
import { ed25519Pem } from "../../../../../main/configuration/settings/pem.ts";

const { privateKey, publicKey } = generateKeyPairSync("ed25519");
const PEM = publicKey.export({ type: "spki", format: "pem" }).toString();
const STAFF = { requireSignIn: true, idleLockMinutes: 5 };

function signed(content: object | string, { key = privateKey, prefix = signedText } = {}): SignedConfiguration {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  return { text, signature: sign(null, Buffer.from(prefix(text)), key).toString("base64") };
}

function version(number: number, settings: CentreSettings = { staff: STAFF }, to = "all") {
  return signed({ version: number, for: to, settings });
}

const own = { key: PEM, isMine: (to: string) => to === "all" || to === "shop:Vika" || to === "till:k-1" };

describe("what came from head office", () => {
  it("counts part by part: the till's own, then its shop's, then everybody's; and no other till's", () => {
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
    const { ok, accepted } = takeIn(came, {}, own);
    expect(ok).toBe(true);
    expect(Object.keys(accepted).sort()).toEqual(["all", "shop:Vika", "till:k-1"]);
    expect(wantedSettings(accepted)).toEqual({
      staff: STAFF,
      language: "sv",
      updates: { enabled: false, quietHours: { from: "01:00", to: "02:00" } },
    });
  });

  it("is never older than what was, and each version is one", () => {
    const { accepted } = takeIn([version(3)], {}, own);
    expect(takeIn([version(3)], accepted, own)).toEqual({ ok: true, accepted });
    expect(takeIn([version(2)], accepted, own)).toMatchObject({
      ok: false,
      accepted,
      problem: "older_version",
    });
    expect(takeIn([version(3, { language: "de" })], accepted, own)).toMatchObject({ ok: false, accepted });
    expect(takeIn([version(4)], accepted, own)).toMatchObject({ ok: true, accepted: { all: { version: 4 } } });
  });

  const another = generateKeyPairSync("ed25519").privateKey;
  it.each([
    ["signed by another", signed({ version: 1, for: "all", settings: {} }, { key: another }), "not_signed"],
    [
      "signed as something else",
      signed({ version: 1, for: "all", settings: {} }, { prefix: (text) => text }),
      "not_signed",
    ],
    ["changed since", { ...version(1), text: '{"version":2,"for":"all","settings":{}}' }, "not_signed"],
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
    ["for nobody", signed({ version: 1, for: "everybody", settings: {} }), "for"],
    ["no JSON", signed("refund limit 500"), "not_json"],
  ])("is refused: %s; what is beside it is taken", (_what, wrong, problem) => {
    const result = takeIn([wrong, version(7, { language: "nb" }, "till:k-1")], {}, own);
    expect(result).toMatchObject({ ok: false, problem: expect.stringContaining(problem) });
    expect(Object.keys(result.accepted)).toEqual(["till:k-1"]);
  });
});

it.each([
  [{ outOfService: ["disk"], toSend: 0, parked: 0 }, "disk"],
  [{ outOfService: ["printer"], toSend: 30, parked: 1 }, null],
  [{ outOfService: [], toSend: 30, parked: 2 }, "queue_parked"],
  [{ outOfService: [], toSend: 49, parked: 1 }, null],
  [{ outOfService: [], toSend: 50, parked: 1 }, "queue_growing"],
])("a till that is %j is worse: %s", (now, worse) => {
  expect(worseSince({ outOfService: ["printer"], toSend: 30, parked: 1 }, now)).toBe(worse);
});

it("a key is given in PEM, in SPKI or as its 32 bytes, and never as a private one", () => {
  const der = publicKey.export({ type: "spki", format: "der" });
  for (const given of [PEM, der, der.subarray(-32)]) expect(ed25519Pem(given)).toBe(PEM);
  const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey.export({ type: "spki", format: "pem" });
  const secret = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  for (const wrong of ["", "x", rsa.toString(), secret, Buffer.alloc(31)]) expect(ed25519Pem(wrong)).toBeNull();
});
