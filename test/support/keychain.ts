/** A stand-in for Electron's system keychain on plain Node; it encrypts with its own keys. */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { OsKeychain } from "../../main/storage/vault/keychain.ts";

export interface FakeKeychain extends OsKeychain {
  /** The desktop session's keyring, as on Linux */
  backend: string;
  available: boolean;
  /** Prefix of encrypted values: `v11` with a keyring, `v10` with Chromium's built-in password */
  version: string;
  /** Encrypts with a new key from now on, and requests re-encryption of older values */
  rotate(): void;
  /** Forgets every key, as for another user or machine */
  forget(): void;
  /** Injected fault */
  fault: "none" | "encrypt" | "decrypt" | "other text";
  /** Number of encryptions and decryptions */
  asked: { encrypt: number; decrypt: number };
}

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
