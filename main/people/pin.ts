import { createHmac, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { STRETCH } from "../storage/vault/stretch.ts";

// The pepper in the vault is what protects six digits when the disk is copied.
const stretch = promisify<string | Buffer, Buffer, number, typeof STRETCH, Buffer>(scrypt);

/** What hashing a PIN costs. Tests lower it: they hash hundreds, and none protects anything. */
export const PIN_STRETCH = { ...STRETCH };

/** What every PIN is mixed with: the vault's pepper. */
export interface Pepper {
  secret: string;
}

/** The fewest digits of a manager's PIN, and what most people choose. */
export const USUAL_DIGITS = 6;

export interface PinHash {
  salt: Buffer;
  hash: Buffer;
  /** Whether the PIN has {@link USUAL_DIGITS}: how many another one has is kept nowhere */
  isUsual: boolean;
}

/**
 * The one salt of all of a till's PINs. No two people of a till have the same PIN, and the pepper keeps tills apart: a
 * salt for each person would only make the till try a PIN as often as it has people, to find out whose it is.
 */
export function tillSalt({ secret }: Pepper): Buffer {
  return createHmac("sha256", secret).update("the salt of this till's PINs").digest().subarray(0, 16);
}

/** Hashes a PIN under the vault's pepper. @param salt of {@link tillSalt}, unless it is to be compared with an older hash */
export async function hashPin(pin: string, pepper: Pepper, salt = tillSalt(pepper)): Promise<PinHash> {
  return { salt, hash: await derive(pin, salt, pepper), isUsual: pin.length === USUAL_DIGITS };
}

/** Whether two hashes are of one PIN; takes the same time either way. */
export function isSamePin(one: Omit<PinHash, "isUsual">, other: Omit<PinHash, "isUsual">): boolean {
  return one.salt.equals(other.salt) && timingSafeEqual(one.hash, other.hash);
}

/** Whether a PIN is the one that was hashed; takes the same time either way. */
export async function checkPin(pin: string, pepper: Pepper, stored: PinHash): Promise<boolean> {
  return isSamePin(await hashPin(pin, pepper, stored.salt), stored);
}

/**
 * A key of 256 bits that only this PIN makes, under the vault's pepper.
 * @param purpose keeps the keys of different purposes, and the PIN's own hash, apart. The caller wipes the bytes.
 */
export function keyOfPin(pin: string, pepper: Pepper, { purpose, salt }: { purpose: string; salt: Buffer }) {
  return derive(`${purpose}\0${pin}`, salt, pepper);
}

function derive(text: string, salt: Buffer, { secret }: Pepper): Promise<Buffer> {
  return stretch(createHmac("sha256", secret).update(text).digest(), salt, 32, PIN_STRETCH);
}
