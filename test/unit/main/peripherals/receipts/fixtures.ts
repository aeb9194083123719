/** Payments and a shop for receipts. */
import type { Movement, Operation, Payment } from "../../../../../contract/payments/views.ts";
import type { ReceiptTerms } from "../../../../../main/peripherals/receipts/model.ts";

/** A paid sale of 149.00 in Oslo on 20 November 2026 at 14:32. */
export function payment(changes: Partial<Payment> = {}): Payment {
  return {
    posTid: "K7Q2-0142-ABCD2345",
    number: "K7Q2-0142",
    reference: null,
    register: null,
    tid: "tid-9f31c2",
    action: "SALE",
    currency: "NOK",
    amount: 14_900,
    additionalAmount: 0,
    additionalEdit: false,
    text: null,
    lines: [],
    phase: "captured",
    status: "ok",
    statusCode: 2000,
    statusName: null,
    authorisedLeft: 0,
    authorisedAdditionalLeft: 0,
    capturedTotal: 14_900,
    refundedTotal: 0,
    refundable: 14_900,
    refundableAmount: 14_900,
    refundableAdditional: 0,
    customer: "•••5090",
    qr: null,
    expiresAt: null,
    createdAt: "2026-11-20T13:31:40.000Z",
    modifiedAt: "2026-11-20T13:32:08.000Z",
    captures: [movement(14_900)],
    refunds: [],
    operations: [],
    wordsIn: null,
    attention: null,
    steps: ["refund"],
    checkingSince: null,
    abortRequested: false,
    asked: "yes",
    late: null,
    arrivals: { callback: 1, poll: 0, answer: 0, first: "callback" },
    ...changes,
  } as Payment;
}

export function movement(amount: number, additionalAmount = 0, changes: Partial<Movement> = {}): Movement {
  return { id: "C1", amount, additionalAmount, at: "2026-11-20T13:32:08.000Z", text: null, ...changes };
}

export function operation(kind: Operation["kind"], state: Operation["state"]): Operation {
  return { id: "O1", kind, state } as Operation;
}

export const TERMS: ReceiptTerms = {
  shop: {
    name: "Bakeri Ærlig & Sønn",
    address: ["Åsveien 12", "0650 Oslo"],
    organisationNumber: "NO 923 609 016 MVA",
    phone: "+47 22 33 44 55",
    footer: "Åpent alle dager 7–18. Takk for besøket!",
  },
  environment: "live",
  till: { posId: "counter-1", name: "Kasse 1" },
  locale: "nb-NO",
  timeZone: "Europe/Oslo",
};
