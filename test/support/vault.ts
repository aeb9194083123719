import { openFileVault } from "../../main/storage/vault/file-vault.ts";
import type { Vault } from "../../main/storage/vault/vault.ts";
import { temporaryFolder } from "./folder.ts";

/** Opens a file vault with cheap key derivation: tests open hundreds, and the content needs no protection. */
export function testVault(folder: string): Vault {
  return openFileVault(folder, { machineId: "test", cost: 1024 });
}

/** Opens a real vault in a temporary folder. */
export function temporaryVault(): { vault: Vault } & Disposable {
  const folder = temporaryFolder();
  return { vault: testVault(folder.path), [Symbol.dispose]: () => folder[Symbol.dispose]() };
}
