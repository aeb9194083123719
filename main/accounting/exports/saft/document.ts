/**
 * A file in the format SAF-T Cash Register 1.00 of the Norwegian Tax Administration. Amounts without known VAT are
 * marked as such.
 */
import type { SaftDetails } from "../../../../contract/accounting/exports.ts";
import type { Database } from "../../../storage/database/database.ts";
import { journalRows, signedTransactions } from "../records.ts";
import { readSold, type Sold } from "./articles.ts";
import { ARTICLE, BASICS, vatCodeOf } from "./codes.ts";
import { event } from "./event.ts";
import { type Employee, type EmployeeIds, employees, lookups } from "./lookups.ts";
import type { SaftSubject } from "./subject.ts";
import { transaction } from "./transaction.ts";
import { cut, element, group } from "./xml.ts";

export const NAMESPACE = "urn:StandardAuditFile-Taxation-CashRegister:NO";
const AUDITFILE_VERSION = "1.0";

export function* saftPieces(database: Database, subject: SaftSubject): Generator<{ text: string; rows: number }> {
  const people = employees(database, subject.period.from);
  const ids = new Map(people.map(({ name, id }) => [name, id]));
  const empID: EmployeeIds = (name) => (typeof name === "string" ? (ids.get(name) ?? null) : null);
  const sold = readSold(database, subject.period);
  let read = sold.next();
  for (; !read.done; read = sold.next()) yield { text: "", rows: 0 };
  yield { text: documentStart(subject, people, empID, withBookedRates(database, read.value)), rows: 0 };
  const known = lookups(database);
  for (const page of journalRows(database, subject.period)) {
    yield { text: page.map((row) => event(row, subject, empID, known)).join(""), rows: 0 };
  }
  for (const page of signedTransactions(database, subject.period)) {
    yield { text: page.map((row) => transaction(row, subject, empID, known)).join(""), rows: page.length };
  }
  yield { text: "</cashregister></location></company>\n</auditfile>\n", rows: 0 };
}

function withBookedRates(database: Database, { articles, rates }: Sold): Sold {
  const booked = database.prepare<[], number>("SELECT DISTINCT rate FROM vat_tally").pluck().all();
  return { articles, rates: new Set([...booked, ...rates].toSorted((a, b) => b - a)) };
}

function documentStart(subject: SaftSubject, people: readonly Employee[], empID: EmployeeIds, sold: Sold): string {
  const { pos } = subject;
  return [
    `<?xml version="1.0" encoding="UTF-8"?>\n<auditfile xmlns="${NAMESPACE}">`,
    header(subject, empID),
    `<company>${company(subject)}`,
    tables(subject, people, sold),
    `<location>${locationElements(subject)}`,
    `<cashregister>${element("registerID", cut(pos.id, 100))}${element("regDesc", pos.name)}\n`,
  ].join("\n");
}

function header(subject: SaftSubject, empID: EmployeeIds): string {
  const { period, local, day, madeAt, software, currency, person, details } = subject;
  const first = day(period.from);
  const createdAt = local(madeAt);
  return group("header", [
    element("fiscalYear", first.slice(0, 4)),
    element("startDate", first),
    element("endDate", day(period.to - 1)),
    element("curCode", currency),
    element("dateCreated", createdAt.date),
    element("timeCreated", createdAt.time),
    element("softwareDesc", cut(software.name, 100)),
    element("softwareVersion", cut(software.version, 20)),
    element("softwareCompanyName", cut(software.company, 100)),
    element("auditfileVersion", AUDITFILE_VERSION),
    element(
      "headerComment",
      `Payments taken at one payment terminal. Lines without a known VAT rate have the tax code ${details.vatCode}.`,
    ),
    element("userID", empID(person)),
  ]);
}

function company({ details, merchant }: SaftSubject): string {
  const { companyIdent, companyName, vatRegistered, country } = details;
  return [
    element("companyIdent", cut(companyIdent || merchant, 35)),
    element("companyName", cut(companyName || merchant, 100)),
    element("taxRegistrationCountry", country),
    element("taxRegIdent", vatRegistered && companyIdent !== "" ? `${companyIdent}MVA` : null),
    address(details),
  ].join("");
}

function address({ street, postalCode, city, country }: SaftDetails): string {
  return group("streetAddress", [
    element("streetname", cut(street, 100)),
    element("city", cut(city, 50)),
    element("postalCode", cut(postalCode, 20)),
    element("country", country),
  ]);
}

function locationElements({ details, pos }: SaftSubject): string {
  return element("name", cut(pos.name, 100)) + address(details);
}

/** Returns the codes of the booked or sold rates, and the configured code of amounts without a known rate. */
function vatCodes(rates: ReadonlySet<number>, { details, period, local }: SaftSubject): string[] {
  const { vatCode, vatDescription, standardVatCode } = details;
  const unknown = { code: vatCode, standard: standardVatCode, description: vatDescription };
  const known = [...rates].map(vatCodeOf).map(({ code, standard, percentage }) => {
    return { code, standard, description: `VAT ${percentage} %` };
  });
  return [...known, ...(known.some(({ code }) => code === vatCode) ? [] : [unknown])].map(
    ({ code, standard, description }) =>
      group("vatCodeDetail", [
        element("vatCode", code),
        element("dateOfEntry", local(period.from).date),
        element("vatDesc", cut(description, 100)),
        element("standardVatCode", standard),
      ]),
  );
}

function tables(subject: SaftSubject, people: readonly Employee[], { rates, articles }: Sold): string {
  const { period, local } = subject;
  const since = local(period.from).date;
  const article = ([id, description]: [string, string]) =>
    group("article", [
      element("artID", id),
      element("dateOfEntry", since),
      element("artGroupID", ARTICLE.group),
      element("artDesc", description),
    ]);
  const basics = BASICS.map(({ type, id, predefined, description }) =>
    group("basic", [
      element("basicType", type),
      element("basicID", id),
      element("predefinedBasicID", predefined),
      element("basicDesc", description),
    ]),
  );
  return [
    group("vatCodeDetails", vatCodes(rates, subject)),
    group(
      "employees",
      people.map((person) => employee(person, local)),
    ),
    group("articles", [...articles].map(article)),
    group("basics", basics),
  ].join("\n");
}

function employee({ id, name, role, since }: Employee, local: SaftSubject["local"]): string {
  const entered = local(since);
  const words = name.trim().split(/\s+/);
  const roleOf = role === null ? "" : group("employeeRole", [element("roleType", role)]);
  return group("employee", [
    element("empID", id),
    element("dateOfEntry", entered.date),
    element("timeOfEntry", entered.time),
    element("firstName", cut(words.slice(0, -1).join(" "), 50)),
    element("surName", cut(words.at(-1) || "-", 100)),
    roleOf,
  ]);
}
