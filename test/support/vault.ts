import { openFileVault } from "../../main/vault/file-vault.ts";
import type { Vault } from "../../main/vault/vault.ts";
import { temporaryFolder } from "./folder.ts";

/** A real vault in a folder of its own. */
export function temporaryVault(): { vault: Vault } & Disposable {
  const folder = temporaryFolder();
  return { vault: openFileVault(folder.path, { machineId: "test" }), [Symbol.dispose]: () => folder[Symbol.dispose]() };
}
