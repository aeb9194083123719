/** Totals of reports, and how they add up. Amounts are in minor units. */

export interface Totals {
  /** Additional amounts included */
  captured: number;
  /** Additional amounts included */
  refunded: number;
  net: number;
  /** The additional part of `captured` */
  tips: number;
  /** The additional part of `refunded` */
  tipsRefunded: number;
  /** Transaction fees and interchange; negative if refunded by the service */
  fees: number;
  transactionFees: number;
  interchangeFees: number;
  /** `net` − `fees`: expected from the service */
  payout: number;
}

export interface Reserved {
  count: number;
  amount: number;
}

export function addTotals(all: readonly Totals[]): Totals {
  const sum = (part: "captured" | "refunded" | "tips" | "tipsRefunded" | "transactionFees" | "interchangeFees") =>
    all.reduce((total, each) => total + each[part], 0);
  return totalsFrom({
    captured: sum("captured"),
    refunded: sum("refunded"),
    tips: sum("tips"),
    tipsRefunded: sum("tipsRefunded"),
    transactionFees: sum("transactionFees"),
    interchangeFees: sum("interchangeFees"),
  });
}

/** Adds `net`, `fees` and `payout`. */
export function totalsFrom(counted: Omit<Totals, "net" | "fees" | "payout">): Totals {
  const net = counted.captured - counted.refunded;
  const fees = counted.transactionFees + counted.interchangeFees;
  return { ...counted, net, fees, payout: net - fees };
}
