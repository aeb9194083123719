import { closeSync, existsSync, openSync, readdirSync, readSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openDesktopVault } from "../../../../../main/storage/vault/desktop-vault.ts";
import { openFileVault } from "../../../../../main/storage/vault/file-vault.ts";
import { vaultFiles, wipeVault } from "../../../../../main/storage/vault/files.ts";
import { temporaryFolder } from "../../../../support/folder.ts";
import { fakeKeychain } from "../../../../support/keychain.ts";

const machine = { machineId: "this-machine", machineIdKind: "machine-id" } as const;

/** A file's content by a handle that was open before it was removed: what is left of it on the disk. */
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
  it("overwrites a file vault and the key to it, and takes them away", () => {
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
    // The next vault there knows nothing.
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

  it("takes what was left half done, too, and does nothing where there is nothing", () => {
    using folder = temporaryFolder();
    const leftOver = Object.values(vaultFiles(folder.path)).flatMap((path) => [path, `${path}.new`]);
    for (const path of leftOver) writeFileSync(path, "left");
    wipeVault(folder.path);
    expect(leftOver.filter((path) => existsSync(path))).toEqual([]);
    wipeVault(folder.path);
    expect(readdirSync(folder.path)).toEqual([]);
  });
});
