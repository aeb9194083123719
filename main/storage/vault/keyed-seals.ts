/**
 * Records that are sealed each under a key of its own, which is in the vault and nowhere else. The database and its backups
 * hold the sealed bytes; destroying the key erases them everywhere at once.
 */
import { randomBytes } from "node:crypto";
import { z } from "zod";
import { sealBytes, sealedFields, sealingKey, unsealBytes } from "./cipher.ts";
import type { SecretName, Vault } from "./vault.ts";

export interface KeyedSeals {
  /** Seals a record under its own key, which is made with the first one and in the vault when this returns. The plain one is wiped. */
  seal(id: string, plain: Buffer): Buffer;
  /** Null: its key was destroyed, or the bytes are another's. The caller wipes what it gets. */
  open(id: string, sealed: Uint8Array): Buffer | null;
  /** For good, everywhere. */
  destroy(ids: readonly string[]): void;
  /** Whose keys there are */
  known(): string[];
}

const keysSchema = z.record(z.string(), z.base64());
const envelopeSchema = z.object(sealedFields);

/** @param about what a record says of itself in the clear: in another's place it does not open */
export function keyedSeals(
  vault: Pick<Vault, "use" | "put">,
  name: Extract<SecretName, "customerKeys" | "mailKeys">,
  about: (id: string) => string,
): KeyedSeals {
  const keys = () =>
    new Map(Object.entries(vault.use(name, (bytes) => keysSchema.parse(JSON.parse(bytes.toString("utf8")))) ?? {}));
  const write = (changed: Map<string, string>) => vault.put(name, JSON.stringify(Object.fromEntries(changed)));
  const keyOf = (text: string) => sealingKey(Buffer.from(text, "base64"));
  return {
    seal(id, plain) {
      const known = keys();
      // The same one again: a till that is killed before the row is written opens what the row held before.
      const key = known.get(id) ?? randomBytes(32).toString("base64");
      if (!known.has(id)) write(known.set(id, key));
      try {
        return Buffer.from(JSON.stringify(sealBytes(plain, keyOf(key), about(id))));
      } finally {
        plain.fill(0);
      }
    },
    open(id, sealed) {
      const text = keys().get(id);
      if (text === undefined) return null;
      try {
        const envelope = envelopeSchema.parse(JSON.parse(Buffer.from(sealed).toString("utf8")));
        return unsealBytes(envelope, keyOf(text), about(id));
      } catch {
        return null;
      }
    },
    destroy(ids) {
      const left = keys();
      const gone = ids.filter((id) => left.delete(id));
      if (gone.length > 0) write(left);
    },
    known: () => [...keys().keys()],
  };
}
