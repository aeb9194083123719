/** Invented fees of the service; constant, so that tests can rely on them. */

/** Fee on captures in basis points, and the additional fee on credit. */
const TRANSACTION_FEE_BP = 100;
const INTERCHANGE_FEE_BP = 75;

export const PERMISSION_FEE = 100;

export function transactionFee(captured: number): number {
  return share(captured, TRANSACTION_FEE_BP);
}

/** Returns the additional fee of a credit payment, in minor units; otherwise 0. */
export function interchangeFee(captured: number, credit: boolean): number {
  return credit ? share(captured, INTERCHANGE_FEE_BP) : 0;
}

/** Returns basis points of an amount, rounded half up, in integers. */
function share(amount: number, basisPoints: number): number {
  return Number((BigInt(amount) * BigInt(basisPoints) + 5_000n) / 10_000n);
}
