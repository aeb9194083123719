/** Records sealed with individual keys, which only the vault stores: destroying a key erases its record everywhere. */
import { randomBytes } from "node:crypto";
import { z } from "zod";
import { sealBytes, sealedFields, sealingKey, unsealBytes } from "./cipher.ts";
import type { SecretName, Vault } from "./vault.ts";

export type KeyedSeals = ReturnType<typeof createKeyedSeals>;

const keysSchema = z.record(z.string(), z.base64());
const envelopeSchema = z.object(sealedFields);

/** `associatedData` is authenticated plain text of a record, which ties it to its place. */
export function createKeyedSeals(
  vault: Pick<Vault, "use" | "put">,
  name: Extract<SecretName, "customerKeys" | "mailKeys">,
  associatedData: (id: string) => string,
) {
  const keys = () =>
    new Map(Object.entries(vault.use(name, (bytes) => keysSchema.parse(JSON.parse(bytes.toString("utf8")))) ?? {}));
  const write = (changed: Map<string, string>) => vault.put(name, JSON.stringify(Object.fromEntries(changed)));
  const keyOf = (text: string) => sealingKey(Buffer.from(text, "base64"));
  return {
    /** Seals a record and wipes the plain bytes. Its key, created at first use, is in the vault when this returns. */
    seal(id: string, plain: Buffer) {
      const keysByName = keys();
      // Reuses the key: a till killed before writing the row can then still open the row's old content.
      const key = keysByName.get(id) ?? randomBytes(32).toString("base64");
      if (!keysByName.has(id)) write(keysByName.set(id, key));
      try {
        return Buffer.from(JSON.stringify(sealBytes(plain, keyOf(key), associatedData(id))));
      } finally {
        plain.fill(0);
      }
    },
    /** Returns null when the key was destroyed, or the bytes belong to another record. The caller wipes the result. */
    open(id: string, sealed: Uint8Array) {
      const text = keys().get(id);
      if (text === undefined) return null;
      try {
        const envelope = envelopeSchema.parse(JSON.parse(Buffer.from(sealed).toString("utf8")));
        return unsealBytes(envelope, keyOf(text), associatedData(id));
      } catch {
        return null;
      }
    },
    destroy(ids: readonly string[]) {
      const remaining = keys();
      const removed = ids.filter((id) => remaining.delete(id));
      if (removed.length > 0) write(remaining);
    },
    known: () => [...keys().keys()],
  };
}
