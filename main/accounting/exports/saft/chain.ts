/** The signature chain of SAF-T Cash Register (RSA-SHA1-1024). Each signature covers the previous one. */
import { type KeyObject, sign, verify } from "node:crypto";
import { decimalText, minorDigits } from "../../../../contract/values/money.ts";

export interface SignedPart {
  nr: number;
  /** `2026-11-20` and `14:32:08` in the shop's time zone */
  transDate: string;
  transTime: string;
  /** `149.00`: the amounts with and without VAT. Refunds are negative. */
  transAmntIn: string;
  transAmntEx: string;
}

export interface SignedTransaction extends SignedPart {
  signature: string;
  keyVersion: number;
}

/** The previous signature of the first transaction. */
export const INITIAL_SIGNATURE = "0";

const ALGORITHM = "RSA-SHA1";

/** Returns the text to sign. The previous signature is in Base64. */
export function signedText(
  previous: string,
  { transDate, transTime, nr, transAmntIn, transAmntEx }: SignedPart,
): string {
  return [previous, transDate, transTime, nr, transAmntIn, transAmntEx].join(";");
}

export function signTransaction(key: KeyObject, previous: string, part: SignedPart): string {
  return sign(ALGORITHM, Buffer.from(signedText(previous, part)), key).toString("base64");
}

/** Verifies a transaction's signature against the previous one. */
export function isSignatureValid(key: KeyObject, previous: string, transaction: SignedTransaction): boolean {
  const text = Buffer.from(signedText(previous, transaction));
  return verify(ALGORITHM, text, key, Buffer.from(transaction.signature, "base64"));
}

const DECIMALS = 2;

/** Returns whether the format can hold the currency's amounts. SAF-T has two decimals. */
export function isExpressible(currency: string): boolean {
  return minorDigits(currency) <= DECIMALS;
}

/** Returns an amount with at least two decimals. */
export function amountText(amount: number, currency: string): string {
  const digits = minorDigits(currency);
  const text = decimalText(amount, currency);
  if (digits >= DECIMALS) return text;
  return `${text}${digits === 0 ? "." : ""}${"0".repeat(DECIMALS - digits)}`;
}
