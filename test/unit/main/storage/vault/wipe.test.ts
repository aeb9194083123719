import { closeSync, existsSync, openSync, readdirSync, readSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openDesktopVault } from "../../../../../main/storage/vault/desktop-vault.ts";
import { openFileVault } from "../../../../../main/storage/vault/file-vault.ts";
import { vaultFiles, wipeVault } from "../../../../../main/storage/vault/files.ts";
import { temporaryFolder } from "../../../../support/folder.ts";
import { fakeKeychain } from "../../../../support/keychain.ts";

const machine = { machineId: "this-machine", machineIdKind: "machine-id" } as const;

/** Reads a file's content by a handle opened before its removal: the data left on the disk. */
function holdOpen(path: string): { rest(): string } & Disposable {
  const file = openSync(path, "r");
  const size = statSync(path).size;
  return {
    rest() {
      const bytes = Buffer.alloc(size);
      readSync(file, bytes, 0, size, 0);
      return bytes.toString("latin1");
    },
    [Symbol.dispose]: () => closeSync(file),
  };
}

describe("wiping a vault", () => {
  it("overwrites a file vault and its key, and deletes them", () => {
    using folder = temporaryFolder();
    openFileVault(folder.path, machine).put("secret", "very-secret-value");
    writeFileSync(join(folder.path, "till.db"), "stays");
    using vault = holdOpen(vaultFiles(folder.path).file);
    using key = holdOpen(vaultFiles(folder.path).machineKey);
    const before = [vault.rest(), key.rest()];
    wipeVault(folder.path);
    expect(readdirSync(folder.path)).toEqual(["till.db"]);
    expect(vault.rest()).not.toContain("machine-key");
    expect([vault.rest(), key.rest()]).not.toEqual(before);
    // The next vault in this folder is empty.
    expect(openFileVault(folder.path, machine).get("secret")).toBeNull();
  });

  it("destroys the only copy of the key that the keychain sealed", async () => {
    using folder = temporaryFolder();
    const options = { keychain: fakeKeychain(), consent: null, platform: "linux", machine } as const;
    (await openDesktopVault(folder.path, options)).put("secret", "very-secret-value");
    using vault = holdOpen(vaultFiles(folder.path).keychain);
    wipeVault(folder.path);
    expect(vault.rest()).not.toContain("sealedKey");
    expect(readdirSync(folder.path)).toEqual([]);
    expect((await openDesktopVault(folder.path, options)).get("secret")).toBeNull();
  });

  it("also deletes unfinished files, and does nothing when there are none", () => {
    using folder = temporaryFolder();
    const leftOver = Object.values(vaultFiles(folder.path)).flatMap((path) => [path, `${path}.new`]);
    for (const path of leftOver) writeFileSync(path, "left");
    wipeVault(folder.path);
    expect(leftOver.filter((path) => existsSync(path))).toEqual([]);
    wipeVault(folder.path);
    expect(readdirSync(folder.path)).toEqual([]);
  });
});
