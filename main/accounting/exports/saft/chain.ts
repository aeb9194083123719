/**
 * The chain of signatures of SAF-T Cash Register: each transaction is signed together with the signature of the one
 * before (RSA-SHA1-1024 of the tax administration's requirements for digital signatures in cash register systems). It
 * stands beside the journal's own SHA-256 chain, which covers everything; this one is what the format asks for.
 */
import { type KeyObject, sign, verify } from "node:crypto";
import { decimalText, minorDigits } from "../../../../contract/money.ts";

/** What is signed of a transaction, as text. */
export interface SignedPart {
  nr: number;
  /** `2026-11-20` and `14:32:08`, by the shop's clock */
  transDate: string;
  transTime: string;
  /** `149.00`: the amount with value added tax, and without; what was given back is negative */
  transAmntIn: string;
  transAmntEx: string;
}

export interface SignedTransaction extends SignedPart {
  signature: string;
  keyVersion: number;
}

/** What stands in place of a signature before the first one. */
export const BEFORE_THE_FIRST = "0";

const ALGORITHM = "RSA-SHA1";

/** The text that is signed. @param previous the signature of the transaction before, in Base64 */
export function signedText(
  previous: string,
  { transDate, transTime, nr, transAmntIn, transAmntEx }: SignedPart,
): string {
  return [previous, transDate, transTime, nr, transAmntIn, transAmntEx].join(";");
}

/** Signs a transaction: equal inputs give equal signatures. @returns Base64 */
export function signTransaction(key: KeyObject, previous: string, part: SignedPart): string {
  return sign(ALGORITHM, Buffer.from(signedText(previous, part)), key).toString("base64");
}

/** Whether a transaction follows from the one before. */
export function isSigned(key: KeyObject, previous: string, transaction: SignedTransaction): boolean {
  const text = Buffer.from(signedText(previous, transaction));
  return verify(ALGORITHM, text, key, Buffer.from(transaction.signature, "base64"));
}

/** The decimals of an amount in a file (`Amount2decimals` of the format's schema). */
const DECIMALS = 2;

/** Whether the format can hold amounts of a currency: with more decimals than it has none is written. */
export function isExpressible(currency: string): boolean {
  return minorDigits(currency) <= DECIMALS;
}

/** An amount as it is signed and written: with two decimals, and with all that the currency has where it has more. */
export function amountText(amount: number, currency: string): string {
  const digits = minorDigits(currency);
  const text = decimalText(amount, currency);
  if (digits >= DECIMALS) return text;
  return `${text}${digits === 0 ? "." : ""}${"0".repeat(DECIMALS - digits)}`;
}
