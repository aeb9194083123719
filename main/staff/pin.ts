import { createHmac, randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

// About a quarter of a second: the pepper in the vault is what protects six digits when the disk is copied.
const COST = { N: 131_072, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };
const derive = promisify<string | Buffer, Buffer, number, typeof COST, Buffer>(scrypt);

export interface PinHash {
  salt: Buffer;
  hash: Buffer;
}

/** Hashes a PIN under the vault's pepper, with a new salt. */
export async function hashPin(pin: string, pepper: string): Promise<PinHash> {
  const salt = randomBytes(16);
  return { salt, hash: await derive(peppered(pin, pepper), salt, 32, COST) };
}

/** Whether a PIN is the one that was hashed; takes the same time either way. */
export async function checkPin(pin: string, pepper: string, stored: PinHash): Promise<boolean> {
  return timingSafeEqual(await derive(peppered(pin, pepper), stored.salt, 32, COST), stored.hash);
}

/**
 * A key of 256 bits that only this PIN makes, under the vault's pepper.
 * @param purpose keeps the keys of different purposes, and the PIN's own hash, apart. The caller wipes the bytes.
 */
export function keyOfPin(pin: string, pepper: string, { purpose, salt }: { purpose: string; salt: Buffer }) {
  return derive(peppered(`${purpose}\0${pin}`, pepper), salt, 32, COST);
}

function peppered(pin: string, pepper: string): Buffer {
  return createHmac("sha256", pepper).update(pin).digest();
}
