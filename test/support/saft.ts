/**
 * Rules of SAF-T Cash Register 1.00, written for the tests: elements, order, count, types and references. They become a
 * schema for xmllint. The tax administration's own schema is not included; files are also checked against it when
 * `TILL_SAFT_SCHEMA` names it.
 */
import { readFileSync } from "node:fs";
import { validateXML } from "xmllint-wasm";

/** `name:type`, then `?` for at most one, `*` for any number, `+` for at least one. A capital letter is a group below. */
const GROUPS: Record<string, string> = {
  Auditfile: "header:Header company:Company",
  Header:
    "fiscalYear:s9 startDate:date endDate:date curCode:s3 dateCreated:date timeCreated:time softwareDesc:s100 softwareVersion:s20 softwareCompanyName:s100 auditfileVersion:s35 headerComment:s999? userID:s35?",
  Company:
    "companyIdent:s35 companyName:s100 taxRegistrationCountry:s2? taxRegIdent:s50? streetAddress:Address* vatCodeDetails:VatCodes? periods:Periods? employees:Employees? articles:Articles? basics:Basics? location:Location*",
  Address:
    "streetname:s100? number:s20? additionalAddressDetails:s100? city:s50? postalCode:s20? region:s50? country:s2?",
  VatCodes: "vatCodeDetail:VatCode*",
  VatCode: "vatCode:s20 dateOfEntry:date vatDesc:s100? standardVatCode:s9",
  Periods: "period:Period*",
  Period: "periodNumber:n3? periodDesc:s50?",
  Employees: "employee:Employee*",
  Employee: "empID:s35 dateOfEntry:date timeOfEntry:time firstName:s50? surName:s100 employeeRole:Role*",
  Role: "roleType:s50 roleTypeDesc:s100?",
  Articles: "article:Article*",
  Article: "artID:s35 dateOfEntry:date artGroupID:s35? artDesc:s999",
  Basics: "basic:Basic*",
  Basic: "basicType:s9 basicID:s35 predefinedBasicID:s9? basicDesc:s999",
  Location: "name:s100? streetAddress:Address? cashregister:Register*",
  Register: "registerID:s100 regDesc:s999? event:Event* cashtransaction:Transaction*",
  Event:
    "eventID:s35 eventType:s35 transID:s35? empID:s35? eventDate:date eventTime:time eventText:s9999? eventReport:Report?",
  Report:
    "reportID:s35 reportType:report companyIdent:s35 companyName:s100 reportDate:date reportTime:time registerID:s100 reportTotalCashSales:Sales reportArtGroups:ArtGroups reportEmpArtGroups:EmpArtGroups? reportPayments:Payments reportEmpPayments:EmpPayments? reportTip:Tip? reportCashSalesVat:SalesVat reportOpeningChangeFloat:d2 reportReceiptNum:n10 reportOpenCashBoxNum:n10 reportReceiptCopyNum:n10 reportReceiptCopyAmnt:d2 reportReceiptProformaNum:n10 reportReceiptProformaAmnt:d2 reportReturnNum:n10 reportReturnAmnt:d2 reportDiscountNum:n10 reportDiscountAmnt:d2 reportVoidTransNum:n10 reportVoidTransAmnt:d2 reportCorrLines:CorrLines reportPriceInquiries:Inquiries reportOtherCorrs:OtherCorrs reportReceiptDeliveryNum:n10 reportReceiptDeliveryAmnt:d2 reportTrainingNum:n10 reportTrainingAmnt:d2 reportGrandTotalSales:d2 reportGrandTotalReturn:d2 reportGrandTotalSalesNet:d2",
  Sales: "totalCashSaleAmnt:d2 accID:s35? accDesc:s999?",
  ArtGroups: "reportArtGroup:ArtGroup+",
  ArtGroup: "artGroupID:s35 artGroupNum:d6 artGroupAmnt:d2 accID:s35? accDesc:s999?",
  EmpArtGroups: "reportEmpArtGroup:EmpArtGroup+",
  EmpArtGroup: "empID:s35 artGroupID:s35 artGroupNum:d6 artGroupAmnt:d2 accID:s35? accDesc:s999?",
  Payments: "reportPayment:PaymentSum+",
  PaymentSum: "paymentType:s35 paymentNum:n10 paymentAmnt:d2 accID:s35? accDesc:s999?",
  EmpPayments: "reportEmpPayment:EmpPayment+",
  EmpPayment: "empID:s35 paymentType:s35 paymentNum:n10 paymentAmnt:d2 accID:s35? accDesc:s999?",
  Tip: "tipNum:n10 tipAmnt:d2 accID:s35? accDesc:s999?",
  SalesVat: "reportCashSaleVat:SaleVat+",
  SaleVat: "vatCode:s20? vatPerc:d8 cashSaleAmnt:d2 vatAmnt:d2 vatAmntTp:dc? accID:s35? accDesc:s999?",
  CorrLines: "reportCorrLine:CorrLine+",
  CorrLine: "corrLineType:s35 corrLineNum:n10 corrLineAmnt:d2",
  Inquiries: "reportPriceInquiry:Inquiry+",
  Inquiry: "priceInquiryGroup:s35 priceInquiryNum:n10 priceInquiryAmnt:d2",
  OtherCorrs: "reportOtherCorr:OtherCorr+",
  OtherCorr: "otherCorrType:s35 otherCorrNum:n10 otherCorrAmnt:d2",
  Transaction:
    "nr:s35 transID:s35 transType:s35? transAmntIn:d2 transAmntEx:d2 amntTp:dc empID:s35? custSupID:s35? periodNumber:n3? transDate:date transTime:time bookDate:date? bookTime:time? invoiceID:s35? refID:s9999? desc:s9999? ctLine:Line* vat:Vat* savings:Savings* discount:Discount* raise:Raise* rounding:Rounding? payment:Payment* signature:s999 keyVersion:s50 receiptNum:n3? receiptCopyNum:n3? receiptProformaNum:n3? receiptDeliveryNum:n3? voidTransaction:boolean? trainingID:boolean?",
  Line: "nr:s35 lineID:s35 lineType:s35 artGroupID:s35? artID:s35? qnt:d6? lineAmntIn:d2 lineAmntEx:d2 amntTp:dc ppu:d6? costPrice:d2? costID:s35? costObjID:s35? projID:s35? empID:s35? lineAmntInAccID:s35? cashTransLineDescr:s9999? lineDate:date? lineTime:time? vat:Vat? savings:Savings* discount:Discount* raise:Raise*",
  Vat: "vatCode:s20? vatPerc:d8? vatAmnt:d2 vatAmntTp:dc? vatBasAmnt:d2? accID:s35?",
  Savings: "savingsType:s35 savingsUnits:n10 empID:s35? accID:s35?",
  Discount: "dscTp:s35 dscAmnt:d2 empID:s35? accID:s35?",
  Raise: "raiseType:s35 raiseAmnt:d2 empID:s35? accID:s35?",
  Rounding: "roundingAmnt:d2? accID:s35?",
  Payment: "paymentType:s35 paidAmnt:d2 empID:s35? curCode:s3? exchRt:d6? paymentRefID:s999? accID:s35?",
};

/** Identifiers and their references: `group: path/field`. */
const KEYS: Record<string, { key: string; references: string[] }> = {
  basic: {
    key: "company/basics/basic:basicID",
    references: [
      "company/location/cashregister/event:eventType",
      "company/location/cashregister/cashtransaction/ctLine:lineType",
    ],
  },
  employee: {
    key: "company/employees/employee:empID",
    references: [
      "company/location/cashregister/event:empID",
      "company/location/cashregister/cashtransaction:empID",
      "company/location/cashregister/cashtransaction/ctLine:empID",
      "company/location/cashregister/event/eventReport/reportEmpPayments/reportEmpPayment:empID",
      "company/location/cashregister/event/eventReport/reportEmpArtGroups/reportEmpArtGroup:empID",
    ],
  },
  article: {
    key: "company/articles/article:artID",
    references: ["company/location/cashregister/cashtransaction/ctLine:artID"],
  },
  report: { key: "company/location/cashregister/event/eventReport:reportID", references: [] },
};

const NAMESPACE = "urn:StandardAuditFile-Taxation-CashRegister:NO";

const TYPES: Record<string, string> = {
  date: "xs:date",
  time: "xs:time",
  boolean: "xs:boolean",
  report: restricted("xs:string", ["Z report", "X report"].map((word) => `<xs:enumeration value="${word}"/>`).join("")),
  dc: restricted("xs:string", ["C", "D"].map((word) => `<xs:enumeration value="${word}"/>`).join("")),
  d2: restricted("xs:decimal", '<xs:totalDigits value="20"/><xs:fractionDigits value="2"/>'),
  d6: restricted("xs:decimal", '<xs:totalDigits value="20"/><xs:fractionDigits value="6"/>'),
  d8: restricted("xs:decimal", '<xs:totalDigits value="8"/><xs:fractionDigits value="3"/><xs:minInclusive value="0"/>'),
  n3: restricted("xs:nonNegativeInteger", '<xs:totalDigits value="3"/>'),
  n10: restricted("xs:nonNegativeInteger", '<xs:totalDigits value="10"/>'),
};

function restricted(base: string, facets: string): string {
  return `<xs:simpleType><xs:restriction base="${base}">${facets}</xs:restriction></xs:simpleType>`;
}

function elementOf(fact: string): string {
  const [, name, type = "", often] = /^(\w+):(\w+)([?*+]?)$/.exec(fact) ?? [];
  const occurs = `minOccurs="${often === "?" || often === "*" ? 0 : 1}" maxOccurs="${often === "*" || often === "+" ? "unbounded" : 1}"`;
  const inner = typeOf(type);
  return inner.startsWith("<")
    ? `<xs:element name="${name}" ${occurs}>${inner}</xs:element>`
    : `<xs:element name="${name}" type="${inner}" ${occurs}/>`;
}

function typeOf(type: string): string {
  const group = GROUPS[type];
  if (group !== undefined)
    return `<xs:complexType><xs:sequence>${group.split(" ").map(elementOf).join("")}</xs:sequence></xs:complexType>`;
  const most = /^s(\d+)$/.exec(type)?.[1];
  return most === undefined ? (TYPES[type] ?? "") : restricted("xs:string", `<xs:maxLength value="${most}"/>`);
}

function constraint(kind: string, name: string, place: string, refer = ""): string {
  const [path = "", field = ""] = place.split(":");
  const selector = path
    .split("/")
    .map((step) => `s:${step}`)
    .join("/");
  return `<xs:${kind} name="${name}"${refer}><xs:selector xpath="${selector}"/><xs:field xpath="s:${field}"/></xs:${kind}>`;
}

function schema(): string {
  const keys = Object.entries(KEYS).map(
    ([name, { key, references }]) =>
      constraint("key", `${name}Key`, key) +
      references
        .map((place, index) => constraint("keyref", `${name}Ref${index}`, place, ` refer="s:${name}Key"`))
        .join(""),
  );
  return `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:s="${NAMESPACE}" targetNamespace="${NAMESPACE}" elementFormDefault="qualified">
    <xs:element name="auditfile">${typeOf("Auditfile")}${keys.join("")}</xs:element></xs:schema>`;
}

/** Returns xmllint's errors for a file. */
export async function saftProblems(xml: string): Promise<string[]> {
  const own = process.env.TILL_SAFT_SCHEMA;
  const schemas = [schema(), ...(own ? [readFileSync(own, "utf8")] : [])];
  const found: string[] = [];
  for (const one of schemas) {
    const { errors } = await validateXML({ xml: { fileName: "export.xml", contents: xml }, schema: one });
    found.push(...errors.map(({ message }) => message));
  }
  return found;
}
