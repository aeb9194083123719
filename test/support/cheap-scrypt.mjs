/**
 * For `node --import`: hashes PINs cheaply, as `cheap-pins.ts` does in Vitest. Each PIN that a test enters costs a
 * quarter of a second of computing otherwise. Vaults keep their cost, also those of a passphrase, which costs as much.
 */
import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

/** `N` of scrypt for a PIN: `SCRYPT_COST` in `main/storage/vault/scrypt-cost.ts`. */
const PIN_COST = 131_072;
const CHEAP = 1024;
const { scrypt } = crypto;
const isPin = ({ N }) => N === PIN_COST && !process.env.TILL_PASSPHRASE;

crypto.scrypt = (password, salt, length, options, callback) =>
  scrypt(password, salt, length, isPin(options) ? { ...options, N: CHEAP } : options, callback);
syncBuiltinESMExports();
