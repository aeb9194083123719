/** The newest settings from head office that this till ever accepted. In the vault: restoring a backup does not take them back. */
import { z } from "zod";
import type { Vault } from "../../storage/vault/vault.ts";
import type { Newest } from "./check.ts";

const newestSchema = z.record(
  z.string(),
  z.strictObject({ version: z.int(), issuedAt: z.number(), digest: z.string() }),
);

/** Where they are kept; what was set is on disk when `set` returns. `get` returns null where there was never anything. */
export function newestStore(vault: Pick<Vault, "use" | "put">): { get(): Newest | null; set(newest: Newest): void } {
  return {
    get: () => vault.use("newestSettings", (bytes) => newestSchema.parse(JSON.parse(bytes.toString("utf8")))),
    set: (newest) => vault.put("newestSettings", JSON.stringify(newest)),
  };
}
