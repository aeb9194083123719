/**
 * `safeStorage`: encrypts with a key from the file in `STAND_IN_KEYRING`, which outlives the process like a keyring.
 * Without one it behaves as Linux without a keyring: Chromium's built-in password, marked `v10`.
 */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

const file = process.env.STAND_IN_KEYRING;
const mark = file ? "v11" : "v10";

function theKey(): Buffer {
  if (!file) return Buffer.alloc(32, "peanuts");
  if (!existsSync(file)) writeFileSync(file, randomBytes(32), { mode: 0o600 });
  return readFileSync(file);
}

export const keyring = {
  isAsyncEncryptionAvailable: async () => true,
  getSelectedStorageBackend: () => (file ? ("gnome_libsecret" as const) : ("basic_text" as const)),
  async encryptStringAsync(text: string): Promise<Buffer> {
    const iv = randomBytes(12);
    const cipher = createCipheriv("aes-256-gcm", theKey(), iv);
    const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
    return Buffer.concat([Buffer.from(mark), iv, cipher.getAuthTag(), sealed]);
  },
  async decryptStringAsync(sealed: Buffer): Promise<{ shouldReEncrypt: boolean; result: string }> {
    const decipher = createDecipheriv("aes-256-gcm", theKey(), sealed.subarray(3, 15));
    decipher.setAuthTag(sealed.subarray(15, 31));
    const opened = Buffer.concat([decipher.update(sealed.subarray(31)), decipher.final()]);
    return { shouldReEncrypt: false, result: opened.toString("utf8") };
  },
};
