import { openFileVault } from "../../main/storage/vault/file-vault.ts";
import type { Vault } from "../../main/storage/vault/vault.ts";
import { temporaryFolder } from "./folder.ts";

/** A vault in a file, opened as cheaply as tests need that open hundreds: what is in it protects nothing. */
export function testVault(folder: string): Vault {
  return openFileVault(folder, { machineId: "test", cost: 1024 });
}

/** A real vault in a folder of its own. */
export function temporaryVault(): { vault: Vault } & Disposable {
  const folder = temporaryFolder();
  return { vault: testVault(folder.path), [Symbol.dispose]: () => folder[Symbol.dispose]() };
}
