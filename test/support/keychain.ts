/** A stand-in for the system's keychain as Electron offers it, on plain Node: it encrypts with keys of its own. */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { OsKeychain } from "../../main/storage/vault/keychain.ts";

export interface FakeKeychain extends OsKeychain {
  /** As on Linux: which one the desktop session offers */
  backend: string;
  available: boolean;
  /** What stands before everything that it sealed: `v11` under a keyring, `v10` under Chromium's built-in password */
  version: string;
  /** Seals under a new key from now on, and asks for what was sealed under an older one to be sealed again */
  rotate(): void;
  /** Forgets every key: another user's session, or another machine */
  forget(): void;
  /** What is wrong with it */
  fault: "none" | "encrypt" | "decrypt" | "other text";
  /** How often it was asked to seal, and to open */
  asked: { encrypt: number; decrypt: number };
}

/** A keychain with one key. */
export function fakeKeychain(
  given: Partial<Pick<FakeKeychain, "backend" | "available" | "version">> = {},
): FakeKeychain {
  let keys: Buffer[] = [randomBytes(32)];
  const keychain: FakeKeychain = {
    backend: "gnome_libsecret",
    available: true,
    version: "v11",
    fault: "none",
    asked: { encrypt: 0, decrypt: 0 },
    ...given,
    rotate: () => void keys.unshift(randomBytes(32)),
    forget() {
      keys = [randomBytes(32)];
    },
    isAsyncEncryptionAvailable: async () => keychain.available,
    getSelectedStorageBackend: () => keychain.backend,
    async encryptStringAsync(plainText) {
      keychain.asked.encrypt += 1;
      if (keychain.fault === "encrypt" || !keychain.available) throw new Error("Error while encrypting the text");
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", keys[0] ?? "", nonce);
      const sealed = Buffer.concat([cipher.update(plainText, "utf8"), cipher.final()]);
      return Buffer.concat([Buffer.from(keychain.version), nonce, cipher.getAuthTag(), sealed]);
    },
    async decryptStringAsync(encrypted) {
      keychain.asked.decrypt += 1;
      if (keychain.fault === "decrypt" || !keychain.available) throw new Error("Error while decrypting the ciphertext");
      for (const [age, key] of keys.entries()) {
        const result = opened(encrypted, key);
        if (result === null) continue;
        const text = keychain.fault === "other text" ? randomBytes(32).toString("base64") : result;
        return { result: text, shouldReEncrypt: age > 0 };
      }
      throw new Error("Error while decrypting the ciphertext");
    },
  };
  return keychain;
}

function opened(encrypted: Buffer, key: Buffer): string | null {
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, encrypted.subarray(3, 15));
    decipher.setAuthTag(encrypted.subarray(15, 31));
    return Buffer.concat([decipher.update(encrypted.subarray(31)), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}
