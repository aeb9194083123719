/**
 * Encryption of the refund key: sealed under a wrapping key, which is encrypted for each person under a key derived
 * from the PIN. The vault's pepper and a slow derivation (250 ms) protect the short PIN.
 */
import { createPrivateKey, type KeyObject, randomBytes } from "node:crypto";
import { z } from "zod";
import { keyOfPin, type Pepper } from "../../people/pin.ts";
import { randomIdentifier } from "../../storage/database/identifiers.ts";
import { sealBytes, sealedFields, sealingKey, unsealBytes } from "../../storage/vault/cipher.ts";

const KEY_BYTES = 32;
const PURPOSE = "till-refund-key 1";

const sealedKeySchema = z.object({ id: z.string().min(1), ...sealedFields });
const wrappedSchema = z.object(sealedFields);

export interface Wrap {
  person: string;
  keyId: string;
  salt: Buffer;
  wrapped: string;
}

/** Seals a private key under a new wrapping key, which the caller must overwrite. `sealed` is the vault's text. */
export function sealRefundKey(key: KeyObject): { id: string; sealed: string; wrappingKey: Buffer } {
  const id = randomIdentifier(20);
  const wrappingKey = Buffer.from(randomBytes(KEY_BYTES));
  const plain = key.export({ type: "pkcs8", format: "der" });
  try {
    const sealed = sealBytes(plain, sealingKey(Buffer.from(wrappingKey)), aboutKey(id));
    return { id, sealed: JSON.stringify({ id, ...sealed }), wrappingKey };
  } finally {
    plain.fill(0);
  }
}

/** Returns the id of the vault's key; null for none or an unreadable one. */
export function sealedKeyId(sealed: string | null): string | null {
  return sealed === null ? null : (parsed(sealedKeySchema, sealed)?.id ?? null);
}

export function openRefundKey(sealed: string, wrappingKey: Buffer): KeyObject | null {
  const envelope = parsed(sealedKeySchema, sealed);
  if (envelope === null) return null;
  const plain = opened(() => unsealBytes(envelope, sealingKey(Buffer.from(wrappingKey)), aboutKey(envelope.id)));
  if (plain === null) return null;
  try {
    return createPrivateKey({ key: plain, format: "der", type: "pkcs8" });
  } finally {
    plain.fill(0);
  }
}

export async function wrapFor(
  wrappingKey: Buffer,
  { person, keyId, pin, pepper }: { person: string; keyId: string; pin: string; pepper: Pepper },
): Promise<Wrap> {
  const salt = randomBytes(16);
  const key = sealingKey(await keyOfPin(pin, pepper, { purpose: PURPOSE, salt }));
  const wrapped = JSON.stringify(sealBytes(wrappingKey, key, aboutWrap(keyId, person)));
  return { person, keyId, salt, wrapped };
}

/** Returns the wrapping key, which the caller must overwrite; null for a wrong PIN. */
export async function unwrap(wrap: Wrap, pin: string, pepper: Pepper): Promise<Buffer | null> {
  const { person, keyId, salt, wrapped } = wrap;
  const envelope = parsed(wrappedSchema, wrapped);
  if (envelope === null) return null;
  const key = sealingKey(await keyOfPin(pin, pepper, { purpose: PURPOSE, salt }));
  return opened(() => unsealBytes(envelope, key, aboutWrap(keyId, person)));
}

function aboutKey(id: string): string {
  return `${PURPOSE} key ${id}`;
}

/** Binds a wrap to its key and person. */
function aboutWrap(keyId: string, person: string): string {
  return `${PURPOSE} wrap ${keyId} ${person}`;
}

function parsed<T>(schema: z.ZodType<T>, text: string): T | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

function opened(open: () => Buffer): Buffer | null {
  try {
    return open();
  } catch {
    return null;
  }
}
