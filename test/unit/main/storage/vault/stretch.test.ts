import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openFileVault } from "../../../../../main/storage/vault/file-vault.ts";
import { machineIdentity } from "../../../../../main/storage/vault/machine-id.ts";
import { deriveAhead, derivedAhead } from "../../../../../main/storage/vault/stretch.ts";
import { temporaryFolder } from "../../../../support/folder.ts";

const PASSPHRASES = [undefined, "correct horse battery"];

describe("a key that is derived before the vault is opened", () => {
  it.each(PASSPHRASES)("opens it, is used up, and stays nowhere (passphrase: %s)", async (passphrase) => {
    using folder = temporaryFolder();
    const options = { passphrase, ...machineIdentity() };
    openFileVault(folder.path, options).put("secret", "very-secret-value");
    deriveAhead(folder.path, passphrase);
    const ahead = await derivedAhead();
    const key = Buffer.from(ahead?.key ?? "");
    expect(openFileVault(folder.path, { ...options, ahead }).get("secret")).toBe("very-secret-value");
    expect([ahead?.key, ahead?.secret].map((bytes) => bytes?.every((byte) => byte === 0))).toEqual([true, true]);
    expect(await derivedAhead()).toBeNull();
    // It is what opened it: another key that says the same of itself does not.
    deriveAhead(folder.path, passphrase);
    const other = await derivedAhead();
    expect(other?.key.equals(key)).toBe(true);
    other?.key.fill(1);
    expect(() => openFileVault(folder.path, { ...options, ahead: other })).toThrow(/the vault/);
  });

  it("is left aside when the file, the passphrase or the machine is another by then", async () => {
    using folder = temporaryFolder();
    using later = temporaryFolder();
    for (const { path } of [folder, later]) openFileVault(path, machineIdentity()).put("secret", "very-secret-value");
    deriveAhead(folder.path, undefined);
    const ahead = await derivedAhead();
    expect(openFileVault(later.path, { ...machineIdentity(), ahead }).get("secret")).toBe("very-secret-value");
    deriveAhead(folder.path, undefined);
    const stolen = { machineId: "a-thief's", ahead: await derivedAhead() };
    expect(() => openFileVault(folder.path, stolen)).toThrow(/another machine/);
  });

  it("is begun with nothing but what a till wrote: no file, another shape, another price", async () => {
    using folder = temporaryFolder();
    const begun = () => {
      deriveAhead(folder.path, undefined);
      return derivedAhead();
    };
    expect(await begun()).toBeNull();
    openFileVault(folder.path, machineIdentity()).put("secret", "very-secret-value");
    const path = join(folder.path, "vault.json");
    const envelope = JSON.parse(readFileSync(path, "utf8"));
    const cases = [null, [], { ...envelope, salt: 7 }, { ...envelope, cost: "2" }, { ...envelope, cost: 2 ** 30 }];
    for (const content of cases) {
      writeFileSync(path, JSON.stringify(content));
      expect(await begun(), JSON.stringify(content)).toBeNull();
    }
    writeFileSync(path, JSON.stringify(envelope));
    expect(await begun()).not.toBeNull();
  });
});
