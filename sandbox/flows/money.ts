/** What the service keeps for itself of a payment or a permission. Invented figures, stable so that tests can count on them. */

/** Of what is captured, in basis points, and of what is captured on credit on top of that. */
const TRANSACTION_FEE_BP = 100;
const INTERCHANGE_FEE_BP = 75;

/** The fee of a permission that is granted, in minor units (2.4). */
export const PERMISSION_FEE = 100;

/** The service's fee on a captured amount, in minor units. */
export function transactionFee(captured: number): number {
  return share(captured, TRANSACTION_FEE_BP);
}

/** What a credit payment costs on top, in minor units; nothing otherwise. */
export function interchangeFee(captured: number, credit: boolean): number {
  return credit ? share(captured, INTERCHANGE_FEE_BP) : 0;
}

/** So many hundredths of a percent of an amount, half up, without a float in between. */
function share(amount: number, basisPoints: number): number {
  return Number((BigInt(amount) * BigInt(basisPoints) + 5_000n) / 10_000n);
}
