/** Wiping on a factory reset. */
import { shred, vaultFiles } from "./files.ts";

/**
 * Overwrites and removes everything by which this folder's key material could be read: first what opens it, then the
 * rest. A keychain's entry belongs to the program and not to a folder, and the system offers no way to remove one: the
 * only copy of the key that it sealed is in the vault's file, and goes with it. Nothing may have the vault open.
 */
export function wipeVault(folder: string): void {
  const { machineKey, keychain, unproven, moved, file, consent } = vaultFiles(folder);
  const beside = (path: string) => `${path}.new`;
  shred(
    folder,
    [machineKey, keychain, unproven, moved, file, consent].flatMap((path) => [path, beside(path)]),
  );
}
