/**
 * A shop's books as kept on paper: the expected totals of each payment and closed period. It shares no code with the
 * till or the sandbox, so that they cannot share a mistake.
 */

export interface ModelPayment {
  posTid: string;
  phase:
    | "authorised"
    | "partly_captured"
    | "captured"
    | "released"
    | "aborted"
    | "rejected"
    | "expired"
    | "partly_refunded"
    | "refunded";
  /** Minor units, without additional amounts */
  left: number;
  additionalLeft: number;
  captured: number;
  refunded: number;
  /** Captured and not refunded: without and only the additional amounts */
  refundable: number;
  additionalRefundable: number;
}

/** Expected content of a Z, in minor units. */
export interface ModelPeriod {
  captured: number;
  refunded: number;
  tips: number;
  captures: number;
  refunds: number;
  released: number;
  aborted: number;
  rejected: number;
  expired: number;
}

export interface ShopModel {
  payments: readonly ModelPayment[];
  readonly period: Readonly<ModelPeriod>;
  closed: readonly ModelPeriod[];
  /** Adds an approved sale that the till captured in full. */
  sell(posTid: string, amount: number, additional: number): void;
  reserve(posTid: string, amount: number, additional: number): void;
  /** Ends a request without an approval. */
  end(posTid: string, phase: "aborted" | "rejected" | "expired"): void;
  capture(posTid: string, amount: number, additional: number): void;
  /** Ends the rest of a reservation. */
  endRest(posTid: string, phase: "released" | "expired"): void;
  refund(posTid: string, amount: number, additional: number): void;
  /** Closes the open period. @returns the expected content of its Z */
  close(): ModelPeriod;
}

const EMPTY: ModelPeriod = {
  captured: 0,
  refunded: 0,
  tips: 0,
  captures: 0,
  refunds: 0,
  released: 0,
  aborted: 0,
  rejected: 0,
  expired: 0,
};

const NOTHING = { left: 0, additionalLeft: 0, captured: 0, refunded: 0, refundable: 0, additionalRefundable: 0 };

/** Creates a shop without sales. */
export function createShopModel(): ShopModel {
  const payments: ModelPayment[] = [];
  const closed: ModelPeriod[] = [];
  let period = { ...EMPTY };
  const find = (posTid: string): ModelPayment => {
    const payment = payments.find((one) => one.posTid === posTid);
    if (payment === undefined) throw new Error(`the shop's books have no payment ${posTid}`);
    return payment;
  };
  const reserve = (posTid: string, amount: number, additional: number) => {
    payments.push({ ...NOTHING, posTid, phase: "authorised", left: amount, additionalLeft: additional });
  };
  const capture = (posTid: string, amount: number, additional: number) => {
    const payment = find(posTid);
    payment.left -= amount;
    payment.additionalLeft -= additional;
    payment.captured += amount + additional;
    payment.refundable += amount;
    payment.additionalRefundable += additional;
    payment.phase = payment.left + payment.additionalLeft > 0 ? "partly_captured" : "captured";
    period.captured += amount + additional;
    period.tips += additional;
    period.captures += 1;
  };
  return {
    payments,
    closed,
    get period() {
      return period;
    },
    reserve,
    capture,
    sell(posTid, amount, additional) {
      reserve(posTid, amount, additional);
      capture(posTid, amount, additional);
    },
    end(posTid, phase) {
      payments.push({ ...NOTHING, posTid, phase });
      period[phase] += 1;
    },
    endRest(posTid, phase) {
      const payment = find(posTid);
      payment.left = 0;
      payment.additionalLeft = 0;
      if (payment.captured === 0) period[phase] += 1;
      payment.phase = payment.captured === 0 ? phase : "captured";
    },
    refund(posTid, amount, additional) {
      const payment = find(posTid);
      payment.refunded += amount + additional;
      payment.refundable -= amount;
      payment.additionalRefundable -= additional;
      payment.phase = payment.refunded === payment.captured ? "refunded" : "partly_refunded";
      period.refunded += amount + additional;
      period.refunds += 1;
    },
    close() {
      const end = period;
      closed.push(end);
      period = { ...EMPTY };
      return end;
    },
  };
}
