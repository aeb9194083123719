import { createCipheriv, randomBytes, scryptSync } from "node:crypto";
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { seal, sealingKey } from "../../../../../main/storage/vault/cipher.ts";
import { openFileVault } from "../../../../../main/storage/vault/file-vault.ts";
import { VAULT_COST } from "../../../../../main/storage/vault/scrypt-cost.ts";
import type { Values } from "../../../../../main/storage/vault/values.ts";
import { VaultError } from "../../../../../main/storage/vault/vault.ts";
import { realVaults } from "../../../../support/cheap-pins.ts";
import { temporaryFolder } from "../../../../support/folder.ts";

const here = { machineId: "this-machine" };

describe("the file vault", () => {
  it("returns the stored values after a restart on the same machine", () => {
    using folder = temporaryFolder();
    openFileVault(folder.path, here).put("secret", "very-secret-value");
    expect(openFileVault(folder.path, here).get("secret")).toBe("very-secret-value");
    expect(openFileVault(folder.path, here).get("privateKey")).toBeNull();
  });

  it("writes no plain text, and is readable by its owner only", () => {
    using folder = temporaryFolder();
    openFileVault(folder.path, here).put("secret", "very-secret-value");
    for (const name of readdirSync(folder.path)) {
      const path = join(folder.path, name);
      expect(readFileSync(path, "utf8")).not.toContain("very-secret-value");
      expect(statSync(path).mode & 0o077).toBe(0);
    }
  });

  it("restricts its machine key's permissions when others could read it", () => {
    using folder = temporaryFolder();
    openFileVault(folder.path, here).put("secret", "very-secret-value");
    const path = join(folder.path, "machine.key");
    chmodSync(path, 0o644);
    expect(openFileVault(folder.path, here).get("secret")).toBe("very-secret-value");
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it("does not open when the folder was copied to another machine", () => {
    using folder = temporaryFolder();
    openFileVault(folder.path, here).put("secret", "very-secret-value");
    expect(() => openFileVault(folder.path, { machineId: "a-thief's" })).toThrow(VaultError);
  });

  it("opens with its passphrase only", () => {
    using folder = temporaryFolder();
    openFileVault(folder.path, { ...here, passphrase: "correct horse" }).put("secret", "very-secret-value");
    expect(openFileVault(folder.path, { machineId: "any", passphrase: "correct horse" }).get("secret")).toBe(
      "very-secret-value",
    );
    expect(() => openFileVault(folder.path, { ...here, passphrase: "wrong" })).toThrow(/passphrase/);
    expect(() => openFileVault(folder.path, here)).toThrow(/TILL_PASSPHRASE/);
  });

  it("makes a passphrase guess four times as expensive as opening with the machine key", () => {
    using _real = realVaults();
    expect(VAULT_COST).toEqual({ machine: 32_768, passphrase: 131_072 });
    using folder = temporaryFolder();
    openFileVault(folder.path, { ...here, passphrase: "correct horse" }).put("secret", "very-secret-value");
    expect(JSON.parse(readFileSync(join(folder.path, "vault.json"), "utf8"))).toMatchObject({ cost: 131_072 });
    expect(openFileVault(folder.path, { ...here, passphrase: "correct horse" }).get("secret")).toBe(
      "very-secret-value",
    );
  });

  it("detects a changed byte", () => {
    using folder = temporaryFolder();
    openFileVault(folder.path, here).put("secret", "very-secret-value");
    const path = join(folder.path, "vault.json");
    const envelope = JSON.parse(readFileSync(path, "utf8"));
    const sealed = Buffer.from(envelope.sealed, "base64");
    sealed.writeUInt8(sealed.readUInt8(3) ^ 1, 3);
    writeFileSync(path, JSON.stringify({ ...envelope, sealed: sealed.toString("base64") }));
    expect(() => openFileVault(folder.path, here)).toThrow(VaultError);
  });
});

describe("an invalid vault file", () => {
  it.each(["", "{}", '{"backend":"machine-key"}', '{"backend":"machine-key","salt":1}', "[1]"])(
    "(%s) is refused with a message",
    (content) => {
      using folder = temporaryFolder();
      writeFileSync(join(folder.path, "vault.json"), content);
      expect(() => openFileVault(folder.path, here)).toThrow(VaultError);
    },
  );
});

describe("a file vault from before versions", () => {
  // Writes the format of an earlier version: JSON under AES-256-GCM, without a mention of the machine's id.
  const writeOld = (folder: string, id: string | null, passphrase?: string) => {
    const salt = randomBytes(16);
    const nonce = randomBytes(12);
    const machineKey = randomBytes(32).toString("base64");
    if (passphrase === undefined) writeFileSync(join(folder, "machine.key"), machineKey);
    const secret = passphrase ?? `${machineKey}:${id ?? ""}`;
    const key = scryptSync(secret, salt, 32, { N: VAULT_COST.machine, r: 8, p: 1, maxmem: 64 * 1024 * 1024 });
    const cipher = createCipheriv("aes-256-gcm", key, nonce);
    const values = [
      ["secret", "very-secret-value"],
      ["pinPepper", "pepper"],
    ];
    const sealed = Buffer.concat([cipher.update(JSON.stringify(values)), cipher.final()]);
    const envelope = {
      backend: passphrase === undefined ? "machine-key" : "passphrase",
      salt: salt.toString("base64"),
      nonce: nonce.toString("base64"),
      tag: cipher.getAuthTag().toString("base64"),
      sealed: sealed.toString("base64"),
    };
    writeFileSync(join(folder, "vault.json"), JSON.stringify(envelope));
  };
  const envelopeIn = (folder: string) => JSON.parse(readFileSync(join(folder, "vault.json"), "utf8"));
  const macId = { machineId: "1a2b3c4d", machineIdKind: "platform-uuid" } as const;

  it("opens, and stays unchanged when the folder is not locked by this process", () => {
    using _real = realVaults();
    using folder = temporaryFolder();
    writeOld(folder.path, here.machineId);
    const before = readFileSync(join(folder.path, "vault.json"), "utf8");
    expect(openFileVault(folder.path, here).get("secret")).toBe("very-secret-value");
    expect(readFileSync(join(folder.path, "vault.json"), "utf8")).toBe(before);
    expect(() => openFileVault(folder.path, { machineId: "another" })).toThrow(VaultError);
  });

  it("sealed without a machine id is sealed again with one, and then opens on this machine only", () => {
    using folder = temporaryFolder();
    writeOld(folder.path, null);
    expect(openFileVault(folder.path, { machineId: "" }).get("secret")).toBe("very-secret-value");
    const vault = openFileVault(folder.path, { ...macId, reseal: true });
    expect([vault.get("secret"), vault.get("pinPepper")]).toEqual(["very-secret-value", "pepper"]);
    expect(envelopeIn(folder.path)).toMatchObject({ version: 2, backend: "machine-key", machine: "platform-uuid" });
    expect(openFileVault(folder.path, macId).get("secret")).toBe("very-secret-value");
    expect(() => openFileVault(folder.path, { ...macId, machineId: "a-thief's" })).toThrow(/another machine/);
  });

  it("reports a missing machine id and does not open without it", () => {
    using folder = temporaryFolder();
    openFileVault(folder.path, macId).put("secret", "very-secret-value");
    const before = readFileSync(join(folder.path, "vault.json"), "utf8");
    expect(() => openFileVault(folder.path, { machineId: "", machineIdKind: "none", reseal: true })).toThrow(
      /does not provide now/,
    );
    expect(() => openFileVault(folder.path, { machineId: "x", machineIdKind: "machine-guid" })).toThrow(
      /another machine/,
    );
    expect(readFileSync(join(folder.path, "vault.json"), "utf8")).toBe(before);
  });

  it("with a passphrase is upgraded, too", () => {
    using folder = temporaryFolder();
    writeOld(folder.path, null, "correct horse");
    const vault = openFileVault(folder.path, { ...macId, passphrase: "correct horse", reseal: true });
    expect(vault.get("secret")).toBe("very-secret-value");
    const { passphrase: cost } = VAULT_COST;
    expect(envelopeIn(folder.path)).toMatchObject({ version: 3, backend: "passphrase", cost });
    expect(openFileVault(folder.path, { machineId: "any", passphrase: "correct horse" }).get("pinPepper")).toBe(
      "pepper",
    );
    expect(() => openFileVault(folder.path, { machineId: "any", passphrase: "wrong" })).toThrow(/passphrase/);
  });

  it("of the second version with a cheaper passphrase stays unchanged until it is next sealed", () => {
    using folder = temporaryFolder();
    const salt = randomBytes(16);
    const key = scryptSync("correct horse", salt, 32, {
      ...{ N: VAULT_COST.machine, r: 8, p: 1, maxmem: 64 * 1024 * 1024 },
    });
    const values: Values = new Map([["secret", Buffer.from("very-secret-value")]]);
    const sealed = seal(values, sealingKey(key), "till-vault 2 passphrase -");
    const file = { version: 2, backend: "passphrase", salt: salt.toString("base64"), ...sealed };
    writeFileSync(join(folder.path, "vault.json"), JSON.stringify(file));
    const options = { ...here, passphrase: "correct horse" };
    expect(openFileVault(folder.path, options).get("secret")).toBe("very-secret-value");
    expect(envelopeIn(folder.path)).toEqual(file);
    expect(openFileVault(folder.path, { ...options, reseal: true }).get("secret")).toBe("very-secret-value");
    const anew = envelopeIn(folder.path);
    expect(anew).toMatchObject({ version: 3, cost: VAULT_COST.passphrase });
    expect(anew.salt).not.toBe(file.salt);
    expect(openFileVault(folder.path, options).get("secret")).toBe("very-secret-value");
    writeFileSync(join(folder.path, "vault.json"), JSON.stringify({ ...anew, cost: VAULT_COST.machine }));
    expect(() => openFileVault(folder.path, options)).toThrow(VaultError);
  });

  it("of the current version does not open when its file claims another kind of seal", () => {
    using folder = temporaryFolder();
    openFileVault(folder.path, { machineId: "" }).put("secret", "very-secret-value");
    const envelope = envelopeIn(folder.path);
    expect(envelope.machine).toBe("none");
    writeFileSync(join(folder.path, "vault.json"), JSON.stringify({ ...envelope, machine: "machine-id" }));
    expect(() => openFileVault(folder.path, here)).toThrow(VaultError);
  });
});
