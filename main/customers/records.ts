/** Granted data, sealed: see `keyed-seals.ts`. */
import { z } from "zod";
import { SCOPES } from "../../contract/customers/permissions.ts";
import { createKeyedSeals } from "../storage/vault/keyed-seals.ts";
import { bytesOf } from "../storage/vault/values.ts";
import type { Vault } from "../storage/vault/vault.ts";

const claims = z.partialRecord(z.enum(SCOPES), z.record(z.string(), z.string()));

const grantedDataSchema = z.object({
  accessToken: z.string(),
  refreshToken: z.string().nullable(),
  /** Unverified id_token; null after verification */
  idToken: z.string().nullable(),
  /** Claims by scope and service name. Never a national id */
  claims,
});
/** Secrets: for the main process only, never logged. */
export type GrantedData = z.output<typeof grantedDataSchema>;
export type Claims = z.output<typeof claims>;

export type Records = ReturnType<typeof sealedRecords>;

export function sealedRecords(vault: Pick<Vault, "use" | "put">) {
  const seals = createKeyedSeals(vault, "customerKeys", (posTid) => `till-permission ${posTid}`);
  return {
    destroy: seals.destroy,
    known: seals.known,
    /** Seals a record under its own key, which is in the vault on return. */
    seal: (posTid: string, content: GrantedData): Buffer => seals.seal(posTid, bytesOf(JSON.stringify(content))),
    /** Returns null if the key was destroyed or belongs to another record */
    open(posTid: string, sealed: Uint8Array): GrantedData | null {
      const plain = seals.open(posTid, sealed);
      try {
        return plain && grantedDataSchema.parse(JSON.parse(plain.toString("utf8")));
      } catch {
        return null;
      } finally {
        plain?.fill(0);
      }
    },
  };
}
