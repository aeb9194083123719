/** The money of a report, and how its parts add up: pure. Amounts are integers in minor units. */

/** The money of a period, a day, an hour or a person. */
export interface Totals {
  /** What customers paid, additional amounts included */
  captured: number;
  /** What was given back, additional amounts included */
  refunded: number;
  /** `captured` − `refunded` */
  net: number;
  /** The additional part of `captured` */
  tips: number;
  /** The additional part of `refunded` */
  tipsRefunded: number;
  /** What the service deducts: its transaction fees and interchange together. Positive; negative when it gave fees back. */
  fees: number;
  transactionFees: number;
  interchangeFees: number;
  /** `net` − `fees`: what the service is to pay out */
  payout: number;
}

/** Money held on customers' accounts and not yet captured, at the end of a report, or of now. */
export interface Reserved {
  count: number;
  amount: number;
}

/** The sums of what belongs together: hours of a day, days of a week, persons. */
export function addTotals(all: readonly Totals[]): Totals {
  const sum = (part: "captured" | "refunded" | "tips" | "tipsRefunded" | "transactionFees" | "interchangeFees") =>
    all.reduce((total, one) => total + one[part], 0);
  return totalsFrom({
    captured: sum("captured"),
    refunded: sum("refunded"),
    tips: sum("tips"),
    tipsRefunded: sum("tipsRefunded"),
    transactionFees: sum("transactionFees"),
    interchangeFees: sum("interchangeFees"),
  });
}

/** Completes what is counted with what follows from it: `net`, `fees` and `payout`. */
export function totalsFrom(counted: Omit<Totals, "net" | "fees" | "payout">): Totals {
  const net = counted.captured - counted.refunded;
  const fees = counted.transactionFees + counted.interchangeFees;
  return { ...counted, net, fees, payout: net - fees };
}
