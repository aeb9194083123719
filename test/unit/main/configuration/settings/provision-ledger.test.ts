import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { checkProvisioning } from "../../../../../main/configuration/settings/provision.ts";
import { selfSigned } from "../../../../support/certificate.ts";

const { cert } = selfSigned();
const files: Record<string, string> = { "ca.pem": cert, "nonsense.pem": "no certificate" };

function check(ledger: unknown, centre?: unknown) {
  const service = {
    baseUrl: "https://pay.example",
    merchant: "T001",
    user: "u",
    auth: { scheme: "SECRET", secret: "12345678" },
  };
  const content = { service, pos: { id: "kasse-1", name: "Kasse 1", type: "store" }, currency: "NOK", ledger, centre };
  const readFile = (name: string) => {
    const text = files[name];
    if (text === undefined) throw new Error("ENOENT");
    return text;
  };
  return checkProvisioning(content, readFile, false);
}

describe("the chain's ledger in a provisioning file", () => {
  it("is stored without its password, which goes to the vault", () => {
    const checked = check({ url: "postgres://till:p%40ss@db.example/chain", caFile: "ca.pem" });
    if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
    const { settings, secrets } = checked.value;
    expect(settings.ledger).toEqual({ url: "postgres://till@db.example/chain", till: "kasse-1", ca: cert });
    expect(secrets.ledgerPassword).toBe("p@ss");
    expect(JSON.stringify(settings)).not.toContain("p@ss");
  });

  it("is identified by its own id there", () => {
    expect(check({ url: "postgres://till@db.example/chain", till: "Vika 1" })).toMatchObject({
      ok: true,
      value: { settings: { ledger: { till: "Vika 1", ca: null } } },
    });
  });

  it("removes its password when it is removed, and leaves no trace if it never existed", () => {
    expect(check(null)).toMatchObject({
      ok: true,
      value: { settings: { ledger: null }, secrets: { ledgerPassword: "" } },
    });
    const without = check(undefined);
    if (!without.ok) throw new Error(JSON.stringify(without.problems));
    expect(without.value.settings).not.toHaveProperty("ledger");
    expect(without.value.secrets).not.toHaveProperty("ledgerPassword");
  });

  it.each([
    [{ url: "postgres://till@db.example/chain?sslmode=disable" }, "ledger.url", "TLS"],
    [{ url: "https://db.example/chain" }, "ledger.url", "postgres://"],
    [{ url: "postgres://db.example/chain" }, "ledger.url", "with a user name"],
    [{ url: "postgres://till@db.example" }, "ledger.url", "with a database name"],
    [{ url: "postgres://till@db.example/chain", caFile: "nonsense.pem" }, "ledger.caFile", "nonsense.pem"],
    [{ url: "postgres://till@db.example/chain", caFile: "missing.pem" }, "ledger.caFile", "read"],
    [{ url: "postgres://till@db.example/chain", till: "" }, "ledger.till", "one line"],
    [{ till: "kasse-1" }, "ledger.url", "text"],
  ])("%j is refused at %s", (ledger, field, expected) => {
    expect(check(ledger)).toEqual({
      ok: false,
      problems: [expect.objectContaining({ field, expected: expect.stringContaining(expected) })],
    });
  });
});

describe("settings from head office in a provisioning file", () => {
  const KEY = generateKeyPairSync("ed25519").publicKey;
  const der = KEY.export({ type: "spki", format: "der" });
  const pem = KEY.export({ type: "spki", format: "pem" }).toString();
  files["head-office.pem"] = pem;

  it.each([
    ["in printed form", der.toString("base64")],
    ["as its 32 bytes", der.subarray(-32).toString("base64")],
    ["in a file", "head-office.pem"],
  ])("are verified by a key %s", (_how, publicKey) => {
    expect(check(null, { publicKey })).toMatchObject({
      ok: true,
      value: { settings: { centre: { publicKey: pem, url: null } } },
    });
  });

  it.each([
    ["centre.publicKey", { publicKey: "nonsense.pem" }],
    ["centre.publicKey", { publicKey: Buffer.alloc(33).toString("base64") }],
    ["centre.publicKey", { publicKey: "nowhere.pem" }],
    ["centre.url", { publicKey: "head-office.pem", url: "http://settings.example/" }],
  ])("report the invalid field: %s", (field, centre) => {
    expect(check(null, centre)).toMatchObject({ ok: false, problems: [{ field }] });
  });
});
