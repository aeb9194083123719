import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from "node:crypto";
import { z } from "zod";
import { decodeValues, encodeValues, type Values } from "./values.ts";

export const base64 = z.string().regex(/^[A-Za-z0-9+/]*={0,2}$/);

export const sealedFields = { nonce: base64, tag: base64, sealed: base64 };

export interface Sealed {
  nonce: string;
  tag: string;
  sealed: string;
}

/** Creates a 256-bit key for {@link seal} and wipes the bytes. */
export function sealingKey(bytes: Buffer): KeyObject {
  const key = createSecretKey(bytes);
  bytes.fill(0);
  return key;
}

/** Encrypts values. `associatedData` is authenticated plain text: changing it makes them unreadable. */
export function seal(values: Values, key: KeyObject, associatedData: string): Sealed {
  const plain = encodeValues(values);
  try {
    return sealBytes(plain, key, associatedData);
  } finally {
    plain.fill(0);
  }
}

export function sealBytes(plain: Buffer, key: KeyObject, associatedData: string): Sealed {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(associatedData));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return {
    nonce: nonce.toString("base64"),
    tag: cipher.getAuthTag().toString("base64"),
    sealed: sealed.toString("base64"),
  };
}

/** Decrypts {@link seal}. Throws for another key, other `associatedData`, or changed data. */
export function unseal(sealed: Sealed, key: KeyObject, associatedData: string): Values {
  const plain = unsealBytes(sealed, key, associatedData);
  try {
    return decodeValues(plain);
  } finally {
    plain.fill(0);
  }
}

/** Decrypts bytes, which the caller wipes. `associatedData` is null when the data was sealed without. */
export function unsealBytes({ nonce, tag, sealed }: Sealed, key: KeyObject, associatedData: string | null): Buffer {
  // Rejects short tags, which can be guessed.
  const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(nonce, "base64"), { authTagLength: 16 });
  if (associatedData !== null) decipher.setAAD(Buffer.from(associatedData));
  decipher.setAuthTag(Buffer.from(tag, "base64"));
  const parts = [decipher.update(Buffer.from(sealed, "base64"))];
  try {
    parts.push(decipher.final());
    return Buffer.concat(parts);
  } finally {
    for (const part of parts) part.fill(0);
  }
}
