import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openFileVault } from "../../../../main/vault/file-vault.ts";
import { VaultError } from "../../../../main/vault/vault.ts";
import { temporaryFolder } from "../../../support/folder.ts";

const here = { machineId: "this-machine" };

describe("the file vault", () => {
  it("gives back what was put in, after a restart, on the same machine", () => {
    using folder = temporaryFolder();
    openFileVault(folder.path, here).put("secret", "very-secret-value");
    expect(openFileVault(folder.path, here).get("secret")).toBe("very-secret-value");
    expect(openFileVault(folder.path, here).get("privateKey")).toBeNull();
  });

  it("writes nothing in the clear, and lets only its owner read", () => {
    using folder = temporaryFolder();
    openFileVault(folder.path, here).put("secret", "very-secret-value");
    for (const name of readdirSync(folder.path)) {
      const path = join(folder.path, name);
      expect(readFileSync(path, "utf8")).not.toContain("very-secret-value");
      expect(statSync(path).mode & 0o077).toBe(0);
    }
  });

  it("does not open when the folder was copied to another machine", () => {
    using folder = temporaryFolder();
    openFileVault(folder.path, here).put("secret", "very-secret-value");
    expect(() => openFileVault(folder.path, { machineId: "a-thief's" })).toThrow(VaultError);
  });

  it("opens with its passphrase alone", () => {
    using folder = temporaryFolder();
    openFileVault(folder.path, { ...here, passphrase: "correct horse" }).put("secret", "very-secret-value");
    expect(openFileVault(folder.path, { machineId: "any", passphrase: "correct horse" }).get("secret")).toBe(
      "very-secret-value",
    );
    expect(() => openFileVault(folder.path, { ...here, passphrase: "wrong" })).toThrow(/passphrase/);
    expect(() => openFileVault(folder.path, here)).toThrow(/TILL_PASSPHRASE/);
  });

  it("notices a changed byte", () => {
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

describe("a vault's file that is no vault", () => {
  it.each(["", "{}", '{"backend":"machine-key"}', '{"backend":"machine-key","salt":1}', "[1]"])(
    "(%s) is refused in words",
    (content) => {
      using folder = temporaryFolder();
      writeFileSync(join(folder.path, "vault.json"), content);
      expect(() => openFileVault(folder.path, here)).toThrow(VaultError);
    },
  );
});
