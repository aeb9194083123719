import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openFileVault } from "../../../../../main/storage/vault/file-vault.ts";
import { machineIdentity } from "../../../../../main/storage/vault/machine-id.ts";
import { deriveAhead, derivedAhead, VAULT_COST } from "../../../../../main/storage/vault/scrypt-cost.ts";
import { temporaryFolder } from "../../../../support/folder.ts";

const PASSPHRASES = [undefined, "correct horse battery"];

describe("a key that is derived before the vault is opened", () => {
  it.each(PASSPHRASES)("opens it, is used up, and leaves no copy (passphrase: %s)", async (passphrase) => {
    using folder = temporaryFolder();
    const options = { passphrase, ...machineIdentity() };
    openFileVault(folder.path, options).put("secret", "very-secret-value");
    deriveAhead(folder.path, passphrase);
    const ahead = await derivedAhead();
    const key = Buffer.from(ahead?.key ?? "");
    expect(openFileVault(folder.path, { ...options, ahead }).get("secret")).toBe("very-secret-value");
    expect([ahead?.key, ahead?.secret].map((bytes) => bytes?.every((byte) => byte === 0))).toEqual([true, true]);
    expect(await derivedAhead()).toBeNull();
    // This key is the one that opens the file: another key with the same parameters does not.
    deriveAhead(folder.path, passphrase);
    const other = await derivedAhead();
    expect(other?.key.equals(key)).toBe(true);
    other?.key.fill(1);
    expect(() => openFileVault(folder.path, { ...options, ahead: other })).toThrow(/the vault/);
  });

  it("is ignored when the file, the passphrase, the cost or the machine has changed", async () => {
    using folder = temporaryFolder();
    using later = temporaryFolder();
    const [passphrase] = PASSPHRASES.slice(1);
    const options = { passphrase, ...machineIdentity() };
    for (const { path } of [folder, later]) openFileVault(path, options).put("secret", "very-secret-value");
    const derive = async (path: string, given = passphrase) => {
      deriveAhead(path, given);
      return await derivedAhead();
    };
    // Each file has its own salt, even with the same passphrase.
    expect(openFileVault(later.path, { ...options, ahead: await derive(folder.path) }).get("secret")).not.toBeNull();
    const other = await derive(folder.path, "another horse altogether");
    expect(openFileVault(folder.path, { ...options, ahead: other }).get("secret")).not.toBeNull();
    const cheaper = await derive(folder.path);
    const ahead = cheaper && { ...cheaper, cost: VAULT_COST.machine, key: Buffer.alloc(32, 1) };
    expect(openFileVault(folder.path, { ...options, ahead }).get("secret")).not.toBeNull();
    openFileVault(folder.path, options).put("secret", "very-secret-value");
    using machines = temporaryFolder();
    openFileVault(machines.path, machineIdentity()).put("secret", "very-secret-value");
    deriveAhead(machines.path, undefined);
    const stolen = { machineId: "a-thief's", ahead: await derivedAhead() };
    expect(() => openFileVault(machines.path, stolen)).toThrow(/another machine/);
  });

  it("is not derived when the machine's key cannot be read, and nothing is thrown", async () => {
    using folder = temporaryFolder();
    openFileVault(folder.path, machineIdentity()).put("secret", "very-secret-value");
    rmSync(join(folder.path, "machine.key"));
    mkdirSync(join(folder.path, "machine.key"));
    deriveAhead(folder.path, undefined);
    expect(await derivedAhead()).toBeNull();
  });

  it("is derived only from a till's own file: no missing file, other form or other cost", async () => {
    using folder = temporaryFolder();
    const derive = () => {
      deriveAhead(folder.path, undefined);
      return derivedAhead();
    };
    expect(await derive()).toBeNull();
    openFileVault(folder.path, machineIdentity()).put("secret", "very-secret-value");
    const path = join(folder.path, "vault.json");
    const envelope = JSON.parse(readFileSync(path, "utf8"));
    const cases = [null, [], { ...envelope, salt: 7 }, { ...envelope, cost: "2" }, { ...envelope, cost: 2 ** 30 }];
    for (const content of cases) {
      writeFileSync(path, JSON.stringify(content));
      expect(await derive(), JSON.stringify(content)).toBeNull();
    }
    writeFileSync(path, JSON.stringify(envelope));
    expect(await derive()).not.toBeNull();
  });
});
