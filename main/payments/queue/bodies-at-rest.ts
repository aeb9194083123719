/**
 * Encrypts stored request bodies that name a customer. Otherwise the database or a backup would expose phone numbers
 * and usable tokens. The bytes sent are the original ones.
 */
import { createHmac, type KeyObject, randomBytes } from "node:crypto";
import { z } from "zod";
import { sealBytes, sealedFields, sealingKey, unsealBytes } from "../../storage/vault/cipher.ts";
import { bytesOf } from "../../storage/vault/values.ts";
import type { Vault } from "../../storage/vault/vault.ts";

export type BodiesAtRest = ReturnType<typeof bodiesAtRest>;

/** First byte of a sealed body. JSON never starts with it. */
const SEALED = 0;

const envelopeSchema = z.object(sealedFields);

/** Seals bodies with a key in the till's vault. The first use creates the key. */
export function bodiesAtRest(vault: Pick<Vault, "use" | "put">) {
  return {
    /** @param id the operation's id, which is authenticated: the body does not open under another id */
    seal(id: string, body: Uint8Array): Uint8Array {
      const sealing = getOrCreateKey(vault);
      const plain = Buffer.from(body);
      return Buffer.concat([Buffer.of(SEALED), bytesOf(JSON.stringify(sealBytes(plain, sealing, contextOf(id))))]);
    },
    /** Opens a sealed body; returns an unsealed one unchanged, and an empty one when this vault cannot open it */
    open(id: string, stored: Uint8Array): Uint8Array {
      if (stored[0] !== SEALED) return stored;
      const sealing = readKey(vault);
      try {
        const envelope = envelopeSchema.parse(JSON.parse(Buffer.from(stored.subarray(1)).toString("utf8")));
        return sealing === null ? EMPTY : unsealBytes(envelope, sealing, contextOf(id));
      } catch {
        // An empty body differs from the stored one: it is not sent, and the operation needs an operator.
        return EMPTY;
      }
    },
  };
}

/**
 * Returns keyed digests of content that can name a customer, since plain ones could be reversed by trying all numbers.
 */
export function keyedDigests(vault: Pick<Vault, "use" | "put">): (content: string) => Buffer {
  let key: KeyObject | null = null;
  return (content) => {
    key ??= getOrCreateKey(vault);
    return createHmac("sha256", key).update("till-digest\0").update(content).digest();
  };
}

function readKey(vault: Pick<Vault, "use">): KeyObject | null {
  return vault.use("bodyKey", (bytes) => sealingKey(Buffer.from(bytes.toString("latin1"), "hex")));
}

function getOrCreateKey(vault: Pick<Vault, "use" | "put">): KeyObject {
  const existing = readKey(vault);
  if (existing !== null) return existing;
  vault.put("bodyKey", randomBytes(32).toString("hex"));
  const created = readKey(vault);
  if (created === null) throw new Error("the vault did not store the key for requests");
  return created;
}

/** Used without a vault: cannot seal. */
export const UNSEALED: BodiesAtRest = {
  seal() {
    throw new Error("a vault is required to store a request that names a customer");
  },
  open: (_id, stored) => stored,
};

const EMPTY = new Uint8Array();

function contextOf(id: string): string {
  return `till-operation ${id}`;
}
