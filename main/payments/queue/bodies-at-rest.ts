/**
 * Encryption at rest of request bodies. One that names a customer is sealed: until it is settled, a token in it could be
 * used by anyone who reads the file or a backup of it, and a number says who was asked. The bytes that are sent are the stored ones all the same.
 */
import { createHmac, type KeyObject, randomBytes } from "node:crypto";
import { z } from "zod";
import { sealBytes, sealedFields, sealingKey, unsealBytes } from "../../storage/vault/cipher.ts";
import { bytesOf } from "../../storage/vault/values.ts";
import type { Vault } from "../../storage/vault/vault.ts";

export interface BodiesAtRest {
  /** @param id of the operation: in another one's place it does not open */
  seal(id: string, body: Uint8Array): Uint8Array;
  /** What {@link BodiesAtRest.seal} made, or bytes that never were sealed; empty where this vault cannot open them */
  open(id: string, stored: Uint8Array): Uint8Array;
}

/** A request is JSON, which begins with no such byte. */
const SEALED = 0;

const envelopeSchema = z.object(sealedFields);

/** Seals under a key of the till's vault, which is made with the first of them. */
export function bodiesAtRest(vault: Pick<Vault, "use" | "put">): BodiesAtRest {
  return {
    seal(id, body) {
      const sealing = madeKey(vault);
      const plain = Buffer.from(body);
      return Buffer.concat([Buffer.of(SEALED), bytesOf(JSON.stringify(sealBytes(plain, sealing, aboutBody(id))))]);
    },
    open(id, stored) {
      if (stored[0] !== SEALED) return stored;
      const sealing = keyIn(vault);
      try {
        const envelope = envelopeSchema.parse(JSON.parse(Buffer.from(stored.subarray(1)).toString("utf8")));
        return sealing === null ? NOTHING : unsealBytes(envelope, sealing, aboutBody(id));
      } catch {
        // Nothing is not what was stored: it is not sent, and an operator is told.
        return NOTHING;
      }
    },
  };
}

/**
 * Digests under the same key, of what may name a customer: by one without a key their number could be found out by trying.
 * Where the vault was lost, the same content has another.
 */
export function keyedDigests(vault: Pick<Vault, "use" | "put">): (content: string) => Buffer {
  let key: KeyObject | null = null;
  return (content) => {
    key ??= madeKey(vault);
    return createHmac("sha256", key).update("till-digest\0").update(content).digest();
  };
}

function keyIn(vault: Pick<Vault, "use">): KeyObject | null {
  return vault.use("bodyKey", (bytes) => sealingKey(Buffer.from(bytes.toString("latin1"), "hex")));
}

function madeKey(vault: Pick<Vault, "use" | "put">): KeyObject {
  const kept = keyIn(vault);
  if (kept !== null) return kept;
  vault.put("bodyKey", randomBytes(32).toString("hex"));
  const made = keyIn(vault);
  if (made === null) throw new Error("the vault did not keep the key for requests");
  return made;
}

/** Where there is no vault, there is nothing to seal with. */
export const UNSEALED: BodiesAtRest = {
  seal() {
    throw new Error("a request that names a customer is not kept without a vault");
  },
  open: (_id, stored) => stored,
};

const NOTHING = new Uint8Array();

function aboutBody(id: string): string {
  return `till-operation ${id}`;
}
