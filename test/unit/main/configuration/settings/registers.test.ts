/** Registers in a provisioning file: rejected names, and the stored part of a key. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkProvisioning } from "../../../../../main/configuration/settings/provision.ts";
import { hashOfKey } from "../../../../../main/integration/registers/clients.ts";

const KEY = "k".repeat(32);
const CLIENT = { name: "Register A", key: KEY, rights: ["sell"] };
const TLS = join(import.meta.dirname, "../../../../support/tls");

const check = (registers: object) =>
  checkProvisioning(
    {
      service: {
        baseUrl: "https://service.example",
        merchant: "m",
        user: "u",
        auth: { scheme: "SECRET", secret: "12345678" },
      },
      pos: { id: "p", name: "P", type: "store" },
      currency: "NOK",
      registers,
    },
    (name) => readFileSync(join(TLS, name), "utf8"),
    false,
  );

const wrong = (registers: object) => {
  const checked = check(registers);
  return checked.ok ? [] : checked.problems.map(({ field }) => field);
};

describe("registers in a provisioning file", () => {
  it("default to none", () => {
    const checked = check({});
    expect(checked.ok && checked.value.settings.registers).toEqual({
      listen: null,
      tlsCertificate: null,
      clients: [],
      webhooks: [],
      folder: null,
    });
  });

  it("store only the digest of their keys", () => {
    const checked = check({ listen: "127.0.0.1:0", clients: [CLIENT] });
    if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
    expect(checked.value.settings.registers?.clients).toEqual([
      { name: "Register A", rights: ["sell"], refundLimit: null, keyHash: hashOfKey(KEY) },
    ]);
    expect(JSON.stringify(checked.value)).not.toContain(KEY);
  });

  it("store webhooks in the settings, and webhook secrets in the vault", () => {
    const secret = `whsec_${Buffer.alloc(32, 9).toString("base64")}`;
    const url = "https://shop.example/hook";
    const checked = check({
      webhooks: [
        { url, secret },
        { url: "http://127.0.0.1:9/", register: "Register A" },
      ],
    });
    if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
    expect(checked.value.settings.registers?.webhooks).toEqual([
      { url, register: null, secretHash: hashOfKey(secret) },
      { url: "http://127.0.0.1:9/", register: "Register A", secretHash: null },
    ]);
    expect(JSON.parse(checked.value.secrets.provisionedWebhookSecrets ?? "")).toEqual({ [url]: secret });
    expect(JSON.stringify(checked.value.settings)).not.toContain(secret);
  });

  it("store the certificate in the settings, and its key in the vault", () => {
    const tls = { certFile: "localhost.pem", keyFile: "localhost-key.pem" };
    const checked = check({ listen: "0.0.0.0:0", tls, clients: [CLIENT] });
    if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
    expect(checked.value.settings.registers?.tlsCertificate).toContain("BEGIN CERTIFICATE");
    expect(checked.value.secrets.registersTlsKey).toContain("PRIVATE KEY");
    expect(JSON.stringify(checked.value.settings)).not.toContain("PRIVATE KEY");
  });

  it.each<[string, object, string[]]>([
    ["a relative folder", { folder: "registers" }, ["registers.folder"]],
    ["a webhook over plain HTTP", { webhooks: [{ url: "http://shop.example/" }] }, ["registers.webhooks[0].url"]],
    ["a webhook with a password", { webhooks: [{ url: "https://a:b@shop.example/" }] }, ["registers.webhooks[0].url"]],
    [
      "a duplicate address",
      { webhooks: [{ url: "https://shop.example/" }, { url: "https://shop.example/" }] },
      ["registers.webhooks[1].url"],
    ],
    [
      "a secret that is too short",
      { webhooks: [{ url: "https://shop.example/", secret: "whsec_AAAA" }] },
      ["registers.webhooks[0].secret"],
    ],
    ["an invalid port", { listen: "127.0.0.1:99999" }, ["registers.listen"]],
    ["a short key", { clients: [{ ...CLIENT, key: "k".repeat(31) }] }, ["registers.clients[0].key"]],
    ["no rights", { clients: [{ ...CLIENT, rights: [] }] }, ["registers.clients[0].rights"]],
    ["an unknown right", { clients: [{ ...CLIENT, rights: ["pay"] }] }, ["registers.clients[0].rights[0]"]],
    [
      "a fraction of a minor unit",
      { clients: [{ ...CLIENT, refundLimit: 0.5 }] },
      ["registers.clients[0].refundLimit"],
    ],
    [
      "a duplicate name and key",
      { clients: [CLIENT, CLIENT] },
      ["registers.clients[1].name", "registers.clients[1].key"],
    ],
    ["the folder's name", { clients: [{ ...CLIENT, name: " Folder " }] }, ["registers.clients[0].name"]],
    ["a NUL in a name", { clients: [{ ...CLIENT, name: "a\u0000b" }] }, ["registers.clients[0].name"]],
    [
      "an invalid certificate",
      { listen: "0.0.0.0:0", tls: { certFile: "localhost-key.pem", keyFile: "localhost-key.pem" } },
      ["registers.tls.certFile"],
    ],
  ])("are refused with %s", (_name, registers, fields) => {
    expect(wrong(registers)).toEqual(fields);
  });

  it("may send a webhook for the folder's payments", () => {
    expect(wrong({ webhooks: [{ url: "https://shop.example/", register: "folder" }] })).toEqual([]);
  });

  it.each(["127.0.0.1:0", "localhost:8080", "[::1]:8080", "0.0.0.0:8080", "till.shop.example:8080"])(
    "need no certificate at %s: plain HTTP on this machine, else a certificate made by the till",
    (listen) => {
      for (const tls of [{}, { tls: null }]) expect(wrong({ listen, ...tls })).toEqual([]);
    },
  );
});
