/** The newest settings from head office that this till ever accepted. In the vault: restoring a backup does not take them back. */
import { z } from "zod";
import type { Vault } from "../../storage/vault/vault.ts";
import type { Newest } from "./check.ts";

const newestSchema = z.record(
  z.string(),
  z.strictObject({ version: z.int(), issuedAt: z.number(), digest: z.string() }),
);

/** Reads and keeps them; what was put is on disk when `put` returns. */
export function newestAccepted(vault: Pick<Vault, "use" | "put">): { get(): Newest; put(newest: Newest): void } {
  return {
    get: () => vault.use("newestSettings", (bytes) => newestSchema.parse(JSON.parse(bytes.toString("utf8")))) ?? {},
    put: (newest) => vault.put("newestSettings", JSON.stringify(newest)),
  };
}
