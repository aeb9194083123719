/** The operating system's keychain, which seals the vault's data key. */
import { type KeyObject, randomBytes } from "node:crypto";
import { sealingKey } from "./cipher.ts";

/** The asynchronous part of Electron's `safeStorage`. */
export interface OsKeychain {
  isAsyncEncryptionAvailable(): Promise<boolean>;
  encryptStringAsync(plainText: string): Promise<Buffer>;
  decryptStringAsync(encrypted: Buffer): Promise<{ shouldReEncrypt: boolean; result: string }>;
  getSelectedStorageBackend(): string;
}

/** A data key and its sealed form for the disk. */
export interface DataKey {
  key: KeyObject;
  sealedKey: Buffer;
}

const KEY_BYTES = 32;
/** Chromium's names for no keyring, and for one not yet detected. */
const NO_KEYRING = new Set(["basic_text", "unknown"]);
/** Prefix of data that Chromium on Linux encrypted with a password from its source code. */
const BUILT_IN_PASSWORD = Buffer.from("v10");

/** Returns the keychain's name, which is shown to users and stored in the vault's file. */
export function keychainName(platform: NodeJS.Platform, keychain: OsKeychain): string {
  if (platform === "darwin") return "macos_keychain";
  if (platform === "win32") return "windows_dpapi";
  return keychain.getSelectedStorageBackend();
}

export async function hasKeychain(platform: NodeJS.Platform, keychain: OsKeychain): Promise<boolean> {
  return !NO_KEYRING.has(keychainName(platform, keychain)) && (await keychain.isAsyncEncryptionAvailable());
}

/** Creates and seals a data key. Null when it cannot be opened again, or under a publicly known password. */
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

/** Detects Chromium's silent fallback to its built-in password, when the keyring is named but not running. */
function isUnprotected(platform: NodeJS.Platform, sealedKey: Buffer): boolean {
  const isLinux = platform !== "darwin" && platform !== "win32";
  return isLinux && sealedKey.subarray(0, BUILT_IN_PASSWORD.length).equals(BUILT_IN_PASSWORD);
}

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
