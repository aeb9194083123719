/** Codes of SAF-T Cash Register: own ids and predefined ones (code lists 04, 10, 11, 12 and 13). */
import type { VatTotal } from "../../../../contract/values/vat.ts";

export interface Basic {
  type: string;
  id: string;
  predefined: string | null;
  description: string;
}

/** The article of keyed amounts, and the only article group, because a sale does not store groups. */
export const ARTICLE = {
  id: "AMOUNT",
  group: "AMOUNTS",
  description: "Amount entered at the payment terminal",
} as const;
/** Standard codes of Norwegian VAT rates in hundredths of a percent. Other rates have no standard code. */
const STANDARD_VAT_CODES: Readonly<Record<number, string>> = { 2500: "3", 1500: "31", 1111: "32", 1200: "33", 0: "5" };

export interface VatCode {
  code: string;
  /** `25.00` */
  percentage: string;
  standard: string;
}

/** The rate is in hundredths of a percent. */
export function vatCodeOf(rate: number): VatCode {
  const standard = STANDARD_VAT_CODES[rate];
  return { code: standard ?? `P${rate}`, percentage: (rate / 100).toFixed(2), standard: standard ?? "0" };
}

/** Amounts with one VAT code, in minor units. */
export interface CodeTotal extends Pick<VatCode, "code" | "percentage">, Omit<VatTotal, "rate"> {}

/** Sums the totals by VAT code. `unknownCode` is the code of amounts without a known rate. */
export function byVatCode(totals: readonly VatTotal[], unknownCode: string): CodeTotal[] {
  const codes = Map.groupBy(totals, ({ rate }) => (rate === null ? unknownCode : vatCodeOf(rate).code));
  return [...codes].map(([code, same]) => {
    const sum = (of: "gross" | "net" | "vat") => same.reduce((total, one) => total + one[of], 0);
    const { percentage } = vatCodeOf(same[0]?.rate ?? 0);
    return { code, percentage, gross: sum("gross"), net: sum("net"), vat: sum("vat") };
  });
}

export const LINE = { sale: "SAL", refund: "RET" } as const;
/** `correction`: the service changed an earlier capture or refund */
export const TRANSACTION = { sale: "CASHSAL", refund: "RETURNSAL", correction: "CORRECTION" } as const;
export const PAYMENT_TYPE = "MOBILE";
export const TIP = "TIP";
export const DISCOUNT = "Discount";

export const EVENTS = {
  POSSTART: ["13001", "POS application start"],
  POSEND: ["13002", "POS application shut down"],
  EMPIN: ["13003", "Employee log in"],
  EMPOUT: ["13004", "Employee log out"],
  DRAWOPEN: ["13005", "Open cash drawer"],
  POSUPDATE: ["13007", "Update of POS application"],
  XREP: ["13008", "X report"],
  ZREP: ["13009", "Z report"],
  SALREC: ["13012", "Sales receipt printed"],
  RETREC: ["13013", "Return receipt"],
  COPYREC: ["13014", "Copy receipt"],
  OTHERREC: ["13018", "Other reports or receipts"],
  EXPORT: ["13020", "Export of journal to external storage"],
  PRICECHANGE: ["13021", "Price change"],
  NORECEIPT: ["13030", "Concluded sale without receipt printed"],
  OTHER: ["13999", "Other"],
} as const satisfies Record<string, readonly [predefined: string, description: string]>;

export type EventType = keyof typeof EVENTS;

export const BASICS: readonly Basic[] = [
  { type: "04", id: ARTICLE.group, predefined: "04999", description: "Other" },
  { type: "05", id: LINE.sale, predefined: null, description: "Sale line" },
  { type: "05", id: LINE.refund, predefined: null, description: "Return line" },
  { type: "08", id: DISCOUNT, predefined: null, description: "Discount on a line" },
  { type: "10", id: TIP, predefined: "10001", description: "Amount from gratuity/tip" },
  { type: "11", id: TRANSACTION.sale, predefined: "11001", description: "Cash sale" },
  { type: "11", id: TRANSACTION.refund, predefined: "11006", description: "Return payment" },
  { type: "11", id: TRANSACTION.correction, predefined: "11009", description: "Correction" },
  { type: "12", id: PAYMENT_TYPE, predefined: "12011", description: "Mobile phone apps" },
  ...Object.entries(EVENTS).map(([id, [predefined, description]]) => ({ type: "13", id, predefined, description })),
];

export interface JournalFacts {
  event: string;
  data: Record<string, unknown>;
  receipt: string | null;
}

/** Returns null for rows that are no cash register event: steps of a payment, and messages to and from the service. */
export function eventTypeOf({ event, data, receipt }: JournalFacts): EventType | null {
  if (event === "receipt.printed") return receiptType(data, receipt);
  const known = EVENT_TYPES[event];
  const [subject = ""] = event.split(".");
  return known ?? (PAYMENT_SUBJECTS.has(subject) ? null : "OTHER");
}

const EVENT_TYPES: Readonly<Record<string, EventType>> = {
  "till.started": "POSSTART",
  "till.stopped": "POSEND",
  "database.upgraded": "POSUPDATE",
  "update.installed": "POSUPDATE",
  "staff.signedIn": "EMPIN",
  "staff.signedOut": "EMPOUT",
  "drawer.asked": "DRAWOPEN",
  "product.priceChanged": "PRICECHANGE",
  "report.read": "XREP",
  "report.closed": "ZREP",
  "receipt.sent": "OTHERREC",
  "export.made": "EXPORT",
};

const PAYMENT_SUBJECTS = new Set(
  "payment operation outcome money phase pos shortlink receipt print printer reconciliation difference reservation".split(
    " ",
  ),
);

function receiptType({ copy }: JournalFacts["data"], receipt: string | null): EventType {
  if (typeof copy === "number" && copy > 0) return "COPYREC";
  if (receipt === "refund") return "RETREC";
  return receipt === "sale" || receipt === "capture" ? "SALREC" : "OTHERREC";
}
