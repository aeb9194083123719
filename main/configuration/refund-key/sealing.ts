/**
 * The encryption of the refund key in the vault: sealed once more under a random wrapping key, and that wrapped once
 * for each person under a key made of their PIN. A PIN has few digits: what protects it is that its key takes the
 * vault's pepper and a quarter of a second to make.
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

/** The wrapping key, wrapped for one person. */
export interface Wrap {
  person: string;
  /** Of the refund key that it opens */
  keyId: string;
  salt: Buffer;
  /** JSON */
  wrapped: string;
}

/** Seals a private key under a new wrapping key, whose bytes the caller wipes. @returns what the vault keeps, as text */
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

/** Which key the vault holds; null for none, or for what cannot be read. */
export function sealedKeyId(sealed: string | null): string | null {
  return sealed === null ? null : (parsed(sealedKeySchema, sealed)?.id ?? null);
}

/** Opens what {@link sealRefundKey} made. @returns null when this wrapping key does not open it */
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

/** Wraps the wrapping key for somebody whose PIN was checked. */
export async function wrapFor(
  wrappingKey: Buffer,
  { person, keyId, pin, pepper }: { person: string; keyId: string; pin: string; pepper: Pepper },
): Promise<Wrap> {
  const salt = randomBytes(16);
  const key = sealingKey(await keyOfPin(pin, pepper, { purpose: PURPOSE, salt }));
  const wrapped = JSON.stringify(sealBytes(wrappingKey, key, aboutWrap(keyId, person)));
  return { person, keyId, salt, wrapped };
}

/** The wrapping key, whose bytes the caller wipes. @returns null when this PIN does not open it */
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

/** A wrap that is put beside another person's name, or another key, opens nothing. */
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
