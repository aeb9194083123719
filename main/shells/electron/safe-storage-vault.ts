/** The desktop's vault over Electron's keychain. Only after the app is ready: before, there is no keychain to ask. */
import { safeStorage } from "electron";
import { readConsent } from "../../storage/vault/consent.ts";
import { openDesktopVault } from "../../storage/vault/desktop-vault.ts";
import type { OsKeychain } from "../../storage/vault/keychain.ts";
import type { OpenVault } from "../../storage/vault/vault.ts";

/** Opens a till's vault in the system's keychain, or as {@link openDesktopVault} says. */
export const openSafeStorageVault: OpenVault = (folder, { passphrase, consent, looking }) => {
  const keychain: OsKeychain = safeStorage;
  return openDesktopVault(folder, {
    keychain,
    passphrase,
    consent: readConsent(folder) ?? consent,
    platform: process.platform,
    looking,
  });
};
