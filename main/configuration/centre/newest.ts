/** The newest accepted settings per key. The vault keeps them, so that restoring a backup does not reset them. */
import { createPublicKey } from "node:crypto";
import { z } from "zod";
import { canonicalJson } from "../../../contract/values/canonical-json.ts";
import type { Vault } from "../../storage/vault/vault.ts";
import { publicHalfOf } from "../keys/slots.ts";
import type { Newest } from "./check.ts";

const storedSchema = z.record(
  z.string(),
  z.record(z.string(), z.strictObject({ version: z.int(), issuedAt: z.number(), digest: z.string() })),
);

/** Opens the store of one of head office's public keys (PEM). */
export function newestStore(vault: Pick<Vault, "use" | "put">, key: string) {
  const { fingerprint } = publicHalfOf(createPublicKey(key));
  const text = () => vault.use("newestSettings", (bytes) => bytes.toString("utf8")) ?? "{}";
  const stored = () => storedSchema.parse(JSON.parse(text()));
  return {
    get: () => stored()[fingerprint] ?? null,
    set(newest: Newest) {
      const next = canonicalJson({ ...stored(), [fingerprint]: newest });
      if (next !== text()) vault.put("newestSettings", next);
    },
  };
}
