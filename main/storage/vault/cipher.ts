/** AES-256-GCM over the vault's values. */
import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from "node:crypto";
import { z } from "zod";
import { decodeValues, encodeValues, type Values } from "./values.ts";

/** Bytes in a vault's file. */
export const base64 = z.string().regex(/^[A-Za-z0-9+/]*={0,2}$/);

/** What is sealed, as it is written down. */
export const sealedFields = { nonce: base64, tag: base64, sealed: base64 };

export interface Sealed {
  nonce: string;
  tag: string;
  sealed: string;
}

/** A key of 256 bits for {@link seal}. The bytes are wiped: they are in the key now. */
export function sealingKey(bytes: Buffer): KeyObject {
  const key = createSecretKey(bytes);
  bytes.fill(0);
  return key;
}

/** Seals values. @param about what the file says of itself in the clear: changing that makes it unreadable, too */
export function seal(values: Values, key: KeyObject, about: string): Sealed {
  const plain = encodeValues(values);
  try {
    return sealBytes(plain, key, about);
  } finally {
    plain.fill(0);
  }
}

/** The same for bytes. The caller wipes them. */
export function sealBytes(plain: Buffer, key: KeyObject, about: string): Sealed {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(about));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return {
    nonce: nonce.toString("base64"),
    tag: cipher.getAuthTag().toString("base64"),
    sealed: sealed.toString("base64"),
  };
}

/** Opens what {@link seal} made. @throws with another key, another `about`, or when a bit was changed */
export function unseal(sealed: Sealed, key: KeyObject, about: string): Values {
  const plain = unsealBytes(sealed, key, about);
  try {
    return decodeValues(plain);
  } finally {
    plain.fill(0);
  }
}

/** The sealed bytes themselves; see {@link unseal}. The caller wipes them. @param about null: nothing was said */
export function unsealBytes({ nonce, tag, sealed }: Sealed, key: KeyObject, about: string | null): Buffer {
  // A short tag would be a guessable one.
  const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(nonce, "base64"), { authTagLength: 16 });
  if (about !== null) decipher.setAAD(Buffer.from(about));
  decipher.setAuthTag(Buffer.from(tag, "base64"));
  const parts = [decipher.update(Buffer.from(sealed, "base64"))];
  try {
    parts.push(decipher.final());
    return Buffer.concat(parts);
  } finally {
    for (const part of parts) part.fill(0);
  }
}
