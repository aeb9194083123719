/**
 * What a customer granted, sealed: each record under a key of its own, which is in the vault and nowhere else. The
 * database and its backups hold the sealed bytes; destroying the key erases them everywhere at once.
 */
import { randomBytes } from "node:crypto";
import { z } from "zod";
import { SCOPES } from "../../contract/permissions.ts";
import { sealBytes, sealedFields, sealingKey, unsealBytes } from "../storage/vault/cipher.ts";
import { bytesOf } from "../storage/vault/values.ts";
import type { Vault } from "../storage/vault/vault.ts";

const claims = z.partialRecord(z.enum(SCOPES), z.record(z.string(), z.string()));

const kept = z.object({
  accessToken: z.string(),
  refreshToken: z.string().nullable(),
  /** Until it is verified */
  idToken: z.string().nullable(),
  /** What was read, by scope and the service's name. Never a national id */
  claims,
});
/** Secrets: for main alone, and never for a log. */
export type Kept = z.output<typeof kept>;
export type Claims = z.output<typeof claims>;

export interface Records {
  /** Seals a record under its own key, which is made with the first one and in the vault when this returns. */
  seal(posTid: string, content: Kept): Buffer;
  /** Null: its key was destroyed, or the bytes are another's */
  open(posTid: string, sealed: Uint8Array): Kept | null;
  /** For good, everywhere. */
  destroy(posTids: readonly string[]): void;
  /** Whose keys there are */
  known(): string[];
}

const keysSchema = z.record(z.string(), z.base64());
const envelopeSchema = z.object(sealedFields);

/** The records of one till's vault. */
export function sealedRecords(vault: Pick<Vault, "use" | "put">): Records {
  const keys = () =>
    new Map(
      Object.entries(vault.use("customerKeys", (bytes) => keysSchema.parse(JSON.parse(bytes.toString("utf8")))) ?? {}),
    );
  const write = (changed: Map<string, string>) =>
    vault.put("customerKeys", JSON.stringify(Object.fromEntries(changed)));
  const keyOf = (text: string) => sealingKey(Buffer.from(text, "base64"));
  return {
    seal(posTid, content) {
      const known = keys();
      // The same one again: a till that is killed before the row is written opens what the row held before.
      const key = known.get(posTid) ?? randomBytes(32).toString("base64");
      if (!known.has(posTid)) write(known.set(posTid, key));
      const plain = bytesOf(JSON.stringify(content));
      try {
        return Buffer.from(JSON.stringify(sealBytes(plain, keyOf(key), aboutRecord(posTid))));
      } finally {
        plain.fill(0);
      }
    },
    open(posTid, sealed) {
      const text = keys().get(posTid);
      if (text === undefined) return null;
      try {
        const envelope = envelopeSchema.parse(JSON.parse(Buffer.from(sealed).toString("utf8")));
        const plain = unsealBytes(envelope, keyOf(text), aboutRecord(posTid));
        const content = kept.parse(JSON.parse(plain.toString("utf8")));
        plain.fill(0);
        return content;
      } catch {
        return null;
      }
    },
    destroy(posTids) {
      const left = keys();
      const gone = posTids.filter((posTid) => left.delete(posTid));
      if (gone.length > 0) write(left);
    },
    known: () => [...keys().keys()],
  };
}

function aboutRecord(posTid: string): string {
  return `till-permission ${posTid}`;
}
