import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type DesktopVaultOptions, openDesktopVault } from "../../../../../main/storage/vault/desktop-vault.ts";
import { openFileVault } from "../../../../../main/storage/vault/file-vault.ts";
import { VaultError } from "../../../../../main/storage/vault/vault.ts";
import { readConsent } from "../../../../../main/storage/vault/weak-vault.ts";
import { temporaryFolder } from "../../../../support/folder.ts";
import { type FakeKeychain, fakeKeychain } from "../../../../support/keychain.ts";

const machine = { machineId: "this-machine", machineIdKind: "machine-id" } as const;
const CONSENT = { by: "Kari", at: "2026-03-02T10:00:00.000Z", sentence: "I accept it." };

function open(folder: string, keychain: FakeKeychain, more: Partial<DesktopVaultOptions> = {}) {
  return openDesktopVault(folder, {
    keychain,
    consent: readConsent(folder),
    platform: "linux",
    machine,
    passphrase: undefined,
    ...more,
  });
}

/** The content of all files in a folder. */
function contentOf(folder: string): Record<string, string> {
  return Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "latin1")]));
}

describe("the desktop vault", () => {
  it("returns the stored values after a restart, and asks the keychain once per open", async () => {
    using folder = temporaryFolder();
    const keychain = fakeKeychain();
    const vault = await open(folder.path, keychain);
    expect([vault.backend, vault.weak]).toEqual(["gnome_libsecret", false]);
    const { encrypt } = keychain.asked;
    vault.put("secret", "very-secret-value");
    vault.change({ previousSecret: { from: "secret" }, secret: "another-secret-value" });
    vault.close();
    const before = { ...keychain.asked };
    const again = await open(folder.path, keychain);
    expect([again.get("secret"), again.get("previousSecret"), again.get("privateKey")]).toEqual([
      "another-secret-value",
      "very-secret-value",
      null,
    ]);
    expect([encrypt, keychain.asked.encrypt, keychain.asked.decrypt - before.decrypt]).toEqual([1, 1, 1]);
  });

  it("writes no plain text, is readable by its owner only, and names its keychain", async () => {
    using folder = temporaryFolder();
    (await open(folder.path, fakeKeychain())).put("secret", "very-secret-value");
    for (const [name, content] of Object.entries(contentOf(folder.path))) {
      expect(content).not.toContain("very-secret-value");
      expect(statSync(join(folder.path, name)).mode & 0o077).toBe(0);
    }
    expect(readdirSync(folder.path)).toEqual(["vault.keychain.json"]);
    expect(JSON.parse(readFileSync(join(folder.path, "vault.keychain.json"), "utf8"))).toMatchObject({
      backend: "keychain",
      keychain: "gnome_libsecret",
    });
  });

  it.each([
    ["darwin", "macos_keychain"],
    ["win32", "windows_dpapi"],
    ["linux", "kwallet6"],
  ] as const)("on %s is protected by %s", async (platform, name) => {
    using folder = temporaryFolder();
    // Only Linux has named backends. Elsewhere Chromium's v10 prefix means a keychain.
    const keychain = fakeKeychain({ backend: "kwallet6", version: platform === "linux" ? "v11" : "v10" });
    expect((await open(folder.path, keychain, { platform })).backend).toBe(name);
  });

  it.each<[string, (keychain: FakeKeychain) => void, RegExp]>([
    [
      "another keyring",
      (keychain) => void Object.assign(keychain, { backend: "kwallet6" }),
      /gnome_libsecret.*kwallet6/,
    ],
    [
      "no keyring",
      (keychain) => void Object.assign(keychain, { backend: "basic_text" }),
      /this session has basic_text/,
    ],
    ["a keyring that does not answer", (keychain) => void Object.assign(keychain, { available: false }), /locked/],
    // Electron then has no key, but reports that encryption is available.
    ["a locked keyring", (keychain) => void Object.assign(keychain, { fault: "decrypt" }), /locked.* unlock it/],
    ["another user's keyring", (keychain) => keychain.forget(), /another user or machine/],
    ["a keyring with another text", (keychain) => void Object.assign(keychain, { fault: "other text" }), /changed/],
  ])("is not opened with %s, and stays unchanged", async (_what, change, message) => {
    using folder = temporaryFolder();
    const keychain = fakeKeychain();
    (await open(folder.path, keychain)).put("secret", "very-secret-value");
    const before = contentOf(folder.path);
    change(keychain);
    const opening = open(folder.path, keychain, { consent: CONSENT });
    await expect(opening).rejects.toThrow(VaultError);
    await expect(opening).rejects.toThrow(message);
    expect(contentOf(folder.path)).toEqual(before);
  });

  it.each<[string, (envelope: Record<string, string>) => Record<string, string>]>([
    ["its values", (envelope) => ({ ...envelope, sealed: flipped(envelope.sealed) })],
    [
      "its tag",
      (envelope) => ({
        ...envelope,
        tag: Buffer.from(envelope.tag ?? "", "base64")
          .subarray(0, 4)
          .toString("base64"),
      }),
    ],
    ["its sealed key", (envelope) => ({ ...envelope, sealedKey: flipped(envelope.sealedKey) })],
    ["its form", () => ({})],
  ])("detects a change of %s", async (_what, change) => {
    using folder = temporaryFolder();
    const keychain = fakeKeychain();
    (await open(folder.path, keychain)).put("secret", "very-secret-value");
    const path = join(folder.path, "vault.keychain.json");
    writeFileSync(path, JSON.stringify(change(JSON.parse(readFileSync(path, "utf8")))));
    await expect(open(folder.path, keychain)).rejects.toThrow(VaultError);
  });

  it("is sealed again with a new data key when the keychain requests it", async () => {
    using folder = temporaryFolder();
    const keychain = fakeKeychain();
    (await open(folder.path, keychain)).put("secret", "very-secret-value");
    const path = join(folder.path, "vault.keychain.json");
    const before = JSON.parse(readFileSync(path, "utf8"));
    keychain.rotate();
    expect((await open(folder.path, keychain)).get("secret")).toBe("very-secret-value");
    const after = JSON.parse(readFileSync(path, "utf8"));
    expect(after.sealedKey).not.toBe(before.sealedKey);
    expect(after.sealed).not.toBe(before.sealed);
    const asked = { ...keychain.asked };
    expect((await open(folder.path, keychain)).get("secret")).toBe("very-secret-value");
    expect([keychain.asked.encrypt, keychain.asked.decrypt]).toEqual([asked.encrypt, asked.decrypt + 1]);
  });

  it("opens even when it cannot be sealed again now, and keeps its level of protection", async () => {
    using folder = temporaryFolder();
    const keychain = fakeKeychain();
    (await open(folder.path, keychain)).put("secret", "very-secret-value");
    const before = contentOf(folder.path);
    keychain.rotate();
    for (const worse of [{ fault: "encrypt" }, { fault: "none", version: "v10" }] as const) {
      Object.assign(keychain, worse);
      expect((await open(folder.path, keychain)).get("secret")).toBe("very-secret-value");
      expect(contentOf(folder.path)).toEqual(before);
    }
  });

  it("is not written by a reader", async () => {
    using folder = temporaryFolder();
    const keychain = fakeKeychain();
    (await open(folder.path, keychain)).put("secret", "very-secret-value");
    writeFileSync(join(folder.path, "vault.json.moved"), "left over");
    const before = contentOf(folder.path);
    keychain.rotate();
    expect((await open(folder.path, keychain, { readOnly: true })).get("secret")).toBe("very-secret-value");
    expect(contentOf(folder.path)).toEqual(before);
  });

  it("is a file with a passphrase when one is set, whatever keychain there is", async () => {
    using folder = temporaryFolder();
    const keychain = fakeKeychain({ backend: "basic_text" });
    const vault = await open(folder.path, keychain, { passphrase: "correct horse" });
    vault.put("secret", "very-secret-value");
    expect([vault.backend, vault.weak, keychain.asked.encrypt]).toEqual(["passphrase", false, 0]);
    await expect(open(folder.path, fakeKeychain())).rejects.toThrow(/TILL_PASSPHRASE/);
    expect((await open(folder.path, keychain, { passphrase: "correct horse" })).get("secret")).toBe(
      "very-secret-value",
    );
  });

  it("refuses a passphrase for a vault in the keychain", async () => {
    using folder = temporaryFolder();
    (await open(folder.path, fakeKeychain())).put("secret", "very-secret-value");
    await expect(open(folder.path, fakeKeychain(), { passphrase: "correct horse" })).rejects.toThrow(/keychain/);
  });

  it("in the keychain is not treated as missing by the other shells", async () => {
    using folder = temporaryFolder();
    await open(folder.path, fakeKeychain());
    expect(() => openFileVault(folder.path, machine)).toThrow(/desktop app/);
    expect(readdirSync(folder.path)).toEqual(["vault.keychain.json"]);
  });
});

describe("a file vault on a desktop", () => {
  const withFile = () => {
    const folder = temporaryFolder();
    openFileVault(folder.path, machine).put("secret", "very-secret-value");
    return folder;
  };

  it("moves into the keychain once, and leaves no files behind", async () => {
    using folder = withFile();
    const keychain = fakeKeychain();
    const vault = await open(folder.path, keychain);
    expect([vault.backend, vault.get("secret")]).toEqual(["gnome_libsecret", "very-secret-value"]);
    expect(readdirSync(folder.path)).toEqual(["vault.keychain.json"]);
    expect((await open(folder.path, keychain)).get("secret")).toBe("very-secret-value");
  });

  it.each([
    ["does not seal", { fault: "encrypt" }],
    ["does not open what it sealed", { fault: "decrypt" }],
    ["returns another text", { fault: "other text" }],
    ["seals with a publicly known password", { version: "v10" }],
  ] as const)("stays where it is when the keychain %s, and reports that it is weak", async (_what, change) => {
    using folder = withFile();
    const vault = await open(folder.path, Object.assign(fakeKeychain(), change));
    expect([vault.backend, vault.weak, vault.get("secret")]).toEqual(["machine-key", true, "very-secret-value"]);
    vault.put("testbedToken", "kept-too");
    vault.close();
    expect(readdirSync(folder.path).sort()).toEqual(["machine.key", "vault.json"]);
    expect(openFileVault(folder.path, machine).get("testbedToken")).toBe("kept-too");
  });

  it.each(["decrypt", "other text"] as const)(
    "stays where it is when the keychain opens the key but not the file that was just sealed (%s)",
    async (fault) => {
      using folder = withFile();
      const keychain = fakeKeychain();
      const read = keychain.decryptStringAsync;
      // The key alone opens once; the file is read back after that.
      keychain.decryptStringAsync = async (sealed) => {
        const opened = await read(sealed);
        keychain.fault = fault;
        return opened;
      };
      const vault = await open(folder.path, keychain);
      expect([vault.backend, vault.weak, vault.get("secret")]).toEqual(["machine-key", true, "very-secret-value"]);
      vault.close();
      expect(readdirSync(folder.path).sort()).toEqual(["machine.key", "vault.json"]);
      expect(openFileVault(folder.path, machine).get("secret")).toBe("very-secret-value");
    },
  );

  it("completes its move after a power cut when the new vault was verified", async () => {
    using folder = withFile();
    const keychain = fakeKeychain();
    const before = contentOf(folder.path);
    await open(folder.path, keychain);
    for (const [name, content] of Object.entries(before)) writeFileSync(join(folder.path, name), content, "latin1");
    expect((await open(folder.path, keychain)).get("secret")).toBe("very-secret-value");
    expect(readdirSync(folder.path)).toEqual(["vault.keychain.json"]);
  });

  it("moves again after a power cut when the new vault was not verified", async () => {
    using folder = withFile();
    writeFileSync(join(folder.path, "vault.keychain.json.unproven"), "half of");
    expect((await open(folder.path, fakeKeychain())).get("secret")).toBe("very-secret-value");
    expect(readdirSync(folder.path)).toEqual(["vault.keychain.json"]);
  });

  it("is deleted permanently when the power failed during the deletion", async () => {
    using folder = withFile();
    const keychain = fakeKeychain();
    const file = readFileSync(join(folder.path, "vault.json"));
    await open(folder.path, keychain);
    writeFileSync(join(folder.path, "vault.json.moved"), file);
    writeFileSync(join(folder.path, "machine.key"), "left over");
    expect((await open(folder.path, keychain)).get("secret")).toBe("very-secret-value");
    expect(readdirSync(folder.path)).toEqual(["vault.keychain.json"]);
  });

  it("is refused when it was restored next to one in the keychain, and both stay unchanged", async () => {
    using folder = withFile();
    const keychain = fakeKeychain();
    const before = contentOf(folder.path);
    (await open(folder.path, keychain)).put("secret", "rotated-since");
    for (const [name, content] of Object.entries(before)) writeFileSync(join(folder.path, name), content, "latin1");
    const both = contentOf(folder.path);
    await expect(open(folder.path, keychain)).rejects.toThrow(/two vaults/);
    expect(contentOf(folder.path)).toEqual(both);
  });

  it("with a passphrase is not moved without its owner", async () => {
    using folder = temporaryFolder();
    openFileVault(folder.path, { ...machine, passphrase: "correct horse" }).put("secret", "very-secret-value");
    await expect(open(folder.path, fakeKeychain())).rejects.toThrow(/TILL_PASSPHRASE/);
    expect(existsSync(join(folder.path, "vault.keychain.json"))).toBe(false);
  });
});

describe("a desktop without a keyring", () => {
  const noKeyring = () => fakeKeychain({ backend: "basic_text" });

  it.each([
    ["basic_text", fakeKeychain({ backend: "basic_text" })],
    ["unknown", fakeKeychain({ backend: "unknown" })],
    ["a named keyring that does not run", fakeKeychain({ version: "v10" })],
  ])("(%s) stores no key or secret before the owner has accepted it", async (_what, keychain) => {
    using folder = temporaryFolder();
    const vault = await open(folder.path, keychain);
    expect([vault.backend, vault.weak, vault.consent]).toEqual(["machine-key", true, null]);
    for (const name of ["privateKey", "secret", "testbedToken", "tlsKey", "nextSecret"] as const) {
      vault.put(name, `value of ${name}`);
    }
    vault.put("pinPepper", "its own pepper");
    expect(vault.get("secret")).toBe("value of secret");
    vault.close();
    const again = await open(folder.path, keychain);
    expect([again.get("secret"), again.get("privateKey"), again.get("tlsKey")]).toEqual([null, null, null]);
    expect(again.get("pinPepper")).toBe("its own pepper");
  });

  it("stores everything, including earlier values, once the owner has accepted it", async () => {
    using folder = temporaryFolder();
    const vault = await open(folder.path, noKeyring());
    vault.put("secret", "very-secret-value");
    vault.accept(CONSENT);
    expect([vault.weak, vault.consent]).toEqual([false, CONSENT]);
    vault.put("testbedToken", "later");
    vault.close();
    const again = await open(folder.path, noKeyring());
    expect([again.weak, again.consent, again.get("secret"), again.get("testbedToken")]).toEqual([
      false,
      CONSENT,
      "very-secret-value",
      "later",
    ]);
    for (const content of Object.values(contentOf(folder.path))) expect(content).not.toContain("very-secret-value");
  });

  it("accepts the owner's consent for another folder of the same till", async () => {
    using folder = temporaryFolder();
    const vault = await open(folder.path, noKeyring(), { consent: CONSENT });
    vault.put("secret", "very-secret-value");
    expect([vault.weak, (await open(folder.path, noKeyring())).get("secret")]).toEqual([false, "very-secret-value"]);
  });

  it("moves into a keyring that appears later, and then needs no consent", async () => {
    using folder = temporaryFolder();
    const vault = await open(folder.path, noKeyring(), { consent: CONSENT });
    vault.put("secret", "very-secret-value");
    vault.close();
    const later = await open(folder.path, fakeKeychain());
    expect([later.backend, later.weak, later.consent, later.get("secret")]).toEqual([
      "gnome_libsecret",
      false,
      null,
      "very-secret-value",
    ]);
    expect(readdirSync(folder.path)).toEqual(["vault.keychain.json"]);
    expect(() => later.accept(CONSENT)).toThrow();
  });

  it("does not treat a damaged consent file as consent", async () => {
    using folder = temporaryFolder();
    for (const text of ["", "{", "{}", '{"by":"Kari","at":"yesterday","sentence":"yes"}']) {
      writeFileSync(join(folder.path, "vault.consent.json"), text);
      expect((await open(folder.path, noKeyring())).weak).toBe(true);
    }
  });
});

function flipped(base64 = ""): string {
  const bytes = Buffer.from(base64, "base64");
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
  return bytes.toString("base64");
}
