/** The operating system's keychain, as the vault uses it: it seals the one key under which everything else is. */
import { type KeyObject, randomBytes } from "node:crypto";
import { sealingKey } from "./cipher.ts";

/** The part of Electron's `safeStorage` that is used: the asynchronous one. */
export interface OsKeychain {
  isAsyncEncryptionAvailable(): Promise<boolean>;
  encryptStringAsync(plainText: string): Promise<Buffer>;
  decryptStringAsync(encrypted: Buffer): Promise<{ shouldReEncrypt: boolean; result: string }>;
  /** Linux alone */
  getSelectedStorageBackend(): string;
}

/** A data key with the form of it that may lie on the disk. */
export interface DataKey {
  key: KeyObject;
  sealedKey: Buffer;
}

const KEY_BYTES = 32;
/** What Chromium calls it when no keyring is there, and before it has looked. */
const NO_KEYRING = new Set(["basic_text", "unknown"]);
/** On Linux, what was encrypted under a password that is in Chromium's source code begins with this. */
const BUILT_IN_PASSWORD = Buffer.from("v10");

/** What keeps the key: the name that is shown to people and stored beside what it sealed. */
export function keychainName(platform: NodeJS.Platform, keychain: OsKeychain): string {
  if (platform === "darwin") return "macos_keychain";
  if (platform === "win32") return "windows_dpapi";
  return keychain.getSelectedStorageBackend();
}

/** Whether there is a keychain worth the name, and it can be used now. */
export async function hasKeychain(platform: NodeJS.Platform, keychain: OsKeychain): Promise<boolean> {
  return !NO_KEYRING.has(keychainName(platform, keychain)) && (await keychain.isAsyncEncryptionAvailable());
}

/**
 * Makes a data key and has it sealed; it is read back before anything is sealed under it.
 * @returns null when the keychain does not give it back, or would seal it under a password that everybody knows
 */
export async function newDataKey(platform: NodeJS.Platform, keychain: OsKeychain): Promise<DataKey | null> {
  const bytes = randomBytes(KEY_BYTES);
  try {
    const text = bytes.toString("base64");
    const sealedKey = await keychain.encryptStringAsync(text);
    if (isUnprotected(platform, sealedKey)) return null;
    const { result } = await keychain.decryptStringAsync(sealedKey);
    return result === text ? { key: sealingKey(bytes), sealedKey } : null;
  } catch {
    return null;
  } finally {
    bytes.fill(0);
  }
}

/**
 * A desktop that has a keyring's name may still not run it: Chromium then falls back to its built-in password without
 * a word, and only what it made tells.
 */
function isUnprotected(platform: NodeJS.Platform, sealedKey: Buffer): boolean {
  const isLinux = platform !== "darwin" && platform !== "win32";
  return isLinux && sealedKey.subarray(0, BUILT_IN_PASSWORD.length).equals(BUILT_IN_PASSWORD);
}

/** Opens a sealed data key. @returns null when the keychain does not open it */
export async function openDataKey(
  keychain: OsKeychain,
  sealedKey: Buffer,
): Promise<{ key: KeyObject; shouldReEncrypt: boolean } | null> {
  try {
    const { result, shouldReEncrypt } = await keychain.decryptStringAsync(sealedKey);
    const bytes = Buffer.from(result, "base64");
    return bytes.length === KEY_BYTES ? { key: sealingKey(bytes), shouldReEncrypt } : null;
  } catch {
    return null;
  }
}
