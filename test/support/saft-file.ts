/** Reads a SAF-T Cash Register file for tests. Lists stay lists with one element, and amounts are minor units. */
import { convert } from "xmlbuilder2";
import type { TestTill } from "./test-till.ts";

type Many<T> = T | T[] | undefined;
type Texts<K extends string> = Record<K, string>;

export type Vat = Texts<"vatCode" | "vatPerc" | "vatAmnt" | "vatBasAmnt" | "vatAmntTp">;
export type Line = Texts<"lineType" | "artGroupID" | "artID" | "qnt" | "lineAmntIn" | "lineAmntEx" | "amntTp"> & {
  vat: Vat;
  discount?: Many<Texts<"dscTp" | "dscAmnt">>;
};
type TransactionTexts = Texts<
  "nr" | "transID" | "transType" | "transAmntIn" | "transAmntEx" | "amntTp" | "refID" | "receiptNum" | "receiptCopyNum"
>;
export type Transaction = TransactionTexts & {
  empID?: string;
  ctLine: Many<Line>;
  vat: Many<Vat>;
  raise?: Many<Texts<"raiseType" | "raiseAmnt">>;
  payment: Texts<"paymentType" | "paidAmnt">;
};
type ArtGroup = Texts<"artGroupID" | "artGroupNum" | "artGroupAmnt">;
type PaymentSum = Texts<"paymentType" | "paymentNum" | "paymentAmnt">;
export type Report = Record<`report${string}`, string> & {
  reportTotalCashSales: Texts<"totalCashSaleAmnt">;
  reportArtGroups: { reportArtGroup: Many<ArtGroup> };
  reportEmpArtGroups?: { reportEmpArtGroup: Many<ArtGroup & Texts<"empID">> };
  reportPayments: { reportPayment: Many<PaymentSum> };
  reportEmpPayments?: { reportEmpPayment: Many<PaymentSum & Texts<"empID">> };
  reportTip?: Texts<"tipNum" | "tipAmnt">;
  reportCashSalesVat: {
    reportCashSaleVat: Many<Texts<"vatCode" | "vatPerc" | "cashSaleAmnt" | "vatAmnt" | "vatAmntTp">>;
  };
};
export type Event = Texts<"eventID" | "eventType" | "transID" | "empID" | "eventText"> & { eventReport?: Report };
export type Basic = Texts<"basicType" | "basicID"> & { predefinedBasicID?: string };

interface SaftFile {
  auditfile: {
    company: {
      vatCodeDetails: { vatCodeDetail: Many<Texts<"vatCode" | "standardVatCode">> };
      articles: { article: Many<Texts<"artID" | "artGroupID" | "artDesc">> };
      basics: { basic: Many<Basic> };
      location: { cashregister: { event: Many<Event>; cashtransaction: Many<Transaction> } };
    };
  };
}

export const list = <T>(many: Many<T>): T[] => (many === undefined ? [] : ([many].flat() as T[]));

/** Converts a decimal with two digits to minor units. */
export const minor = (text: string | undefined): number => Math.round(Number(text ?? 0) * 100);

/** Exports everything as SAF-T and reads the file. The till's user must be a manager. */
export async function exportSaft(world: TestTill) {
  const { exportId, files } = await world.must("export.make", { kind: "saft", from: "2000-01-01", to: "2099-12-31" });
  const name = files.find(({ part }) => part === "saft")?.name;
  const pieces: Buffer[] = [];
  for (let offset: number | null = 0; offset !== null; ) {
    const chunk: { data: string; next: number | null } = await world.must("export.read", { exportId, name, offset });
    pieces.push(Buffer.from(chunk.data, "base64"));
    offset = chunk.next;
  }
  const xml = Buffer.concat(pieces).toString("utf8");
  const { company } = (convert(xml, { format: "object" }) as never as SaftFile).auditfile;
  const { event, cashtransaction } = company.location.cashregister;
  const basics = list(company.basics.basic);
  const codeOf = new Map(basics.map(({ basicID, predefinedBasicID }) => [basicID, predefinedBasicID]));
  return {
    xml,
    basics,
    articles: list(company.articles.article),
    vatCodes: list(company.vatCodeDetails.vatCodeDetail),
    transactions: list(cashtransaction),
    events: list(event),
    reports: list(event).flatMap(({ eventReport }) => eventReport ?? []),
    /** Events of a predefined code. */
    eventsOf: (code: string) => list(event).filter(({ eventType }) => codeOf.get(eventType) === code),
  };
}

export type ReadSaft = Awaited<ReturnType<typeof exportSaft>>;
