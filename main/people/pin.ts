import { createHmac, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { SCRYPT_COST } from "../storage/vault/scrypt-cost.ts";

// The pepper in the vault protects six digits if the disk is copied.
const stretch = promisify<string | Buffer, Buffer, number, typeof SCRYPT_COST, Buffer>(scrypt);

/** Cost of hashing a PIN. Tests lower it. */
export const PIN_STRETCH = { ...SCRYPT_COST };

export interface Pepper {
  secret: string;
}

/** Minimum length of a manager's PIN, and the usual one. */
export const USUAL_DIGITS = 6;

export interface PinHash {
  salt: Buffer;
  hash: Buffer;
  /** True if the PIN has {@link USUAL_DIGITS}. Other lengths are not stored */
  isUsual: boolean;
}

/**
 * Returns the common salt of all PINs of a till. PINs are unique per till and the pepper separates tills, so one hash
 * identifies a person; a salt per person would need one hash each.
 */
export function tillSalt({ secret }: Pepper): Buffer {
  return createHmac("sha256", secret).update("the salt of this till's PINs").digest().subarray(0, 16);
}

/** Hashes a PIN with the vault's pepper. @param salt {@link tillSalt}, or that of an older hash to compare with */
export async function hashPin(pin: string, pepper: Pepper, salt = tillSalt(pepper)): Promise<PinHash> {
  return { salt, hash: await derive(pin, salt, pepper), isUsual: pin.length === USUAL_DIGITS };
}

/** Compares two hashes in constant time. */
export function isSamePin(one: Omit<PinHash, "isUsual">, other: Omit<PinHash, "isUsual">): boolean {
  return one.salt.equals(other.salt) && timingSafeEqual(one.hash, other.hash);
}

/** Compares a PIN with a stored hash in constant time. */
export async function checkPin(pin: string, pepper: Pepper, stored: PinHash): Promise<boolean> {
  return isSamePin(await hashPin(pin, pepper, stored.salt), stored);
}

/**
 * Derives a 256-bit key from a PIN and the vault's pepper. The caller wipes it.
 * @param purpose separates the keys of different purposes from each other and from the PIN's hash
 */
export function keyOfPin(pin: string, pepper: Pepper, { purpose, salt }: { purpose: string; salt: Buffer }) {
  return derive(`${purpose}\0${pin}`, salt, pepper);
}

function derive(text: string, salt: Buffer, { secret }: Pepper): Promise<Buffer> {
  return stretch(createHmac("sha256", secret).update(text).digest(), salt, 32, PIN_STRETCH);
}
