/** The desktop's vault in Electron's keychain. Use only after the app is ready. */
// biome-ignore lint/plugin/connections: the keyring
import { safeStorage } from "electron";
import { openDesktopVault } from "../../storage/vault/desktop-vault.ts";
import type { OsKeychain } from "../../storage/vault/keychain.ts";
import type { OpenVault } from "../../storage/vault/vault.ts";
import { readConsent } from "../../storage/vault/weak-vault.ts";

/** Opens a vault in the system's keychain; see {@link openDesktopVault}. */
export const openSafeStorageVault: OpenVault = (folder, { passphrase, consent, readOnly }) => {
  const keychain: OsKeychain = safeStorage;
  return openDesktopVault(folder, {
    keychain,
    passphrase,
    consent: readConsent(folder) ?? consent,
    platform: process.platform,
    readOnly,
  });
};
