/**
 * The newest settings from head office that this till ever accepted, by head office's key: under a new key every version
 * starts again. In the vault: restoring a backup does not take them back.
 */
import { createPublicKey } from "node:crypto";
import { z } from "zod";
import { canonicalJson } from "../../../contract/canonical-json.ts";
import type { Vault } from "../../storage/vault/vault.ts";
import { publicHalfOf } from "../keys/slots.ts";
import type { Newest } from "./check.ts";

/** By the key's fingerprint and by `for`. */
const storedSchema = z.record(
  z.string(),
  z.record(z.string(), z.strictObject({ version: z.int(), issuedAt: z.number(), digest: z.string() })),
);

interface NewestStore {
  /** Returns null where nothing was stored under this key. */
  get(): Newest | null;
  /** What was set is on disk when this returns. */
  set(newest: Newest): void;
}

/** Opens the store of one of head office's keys. @param key its public half, in PEM */
export function newestStore(vault: Pick<Vault, "use" | "put">, key: string): NewestStore {
  const { fingerprint } = publicHalfOf(createPublicKey(key));
  const text = () => vault.use("newestSettings", (bytes) => bytes.toString("utf8")) ?? "{}";
  const stored = () => storedSchema.parse(JSON.parse(text()));
  return {
    get: () => stored()[fingerprint] ?? null,
    set(newest) {
      const next = canonicalJson({ ...stored(), [fingerprint]: newest });
      if (next !== text()) vault.put("newestSettings", next);
    },
  };
}
