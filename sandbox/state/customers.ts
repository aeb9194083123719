/** The customers of the simulated phones: identity, balance and limits. */
import { all, type Db, one, run } from "./database.ts";
import type { Refusal } from "./payment-machine.ts";

/** Amounts in minor units. */
export interface Customer {
  phone: string;
  name: string;
  email: string;
  street_address: string;
  postal_code: string;
  locality: string;
  country: string;
  /** Synthetic, with valid check digits: 80 is added to the month, as in the population register's test data */
  national_id: string;
  /** Purpose of this customer, shown on the phone page */
  note: string;
  balance: number;
  payment_limit: number;
  day_limit: number;
  month_limit: number;
  credit: 0 | 1;
}

/** Amounts spent this day and this month, in minor units, for the limits. */
export interface Spent {
  today: number;
  month: number;
}

const PLENTY = { balance: 2_500_000, payment_limit: 1_000_000, day_limit: 2_000_000, month_limit: 5_000_000 } as const;
const OSLO = { locality: "Oslo", country: "NO" } as const;

export const DEMO_CUSTOMERS: readonly Customer[] = [
  {
    phone: "4791234567",
    name: "Kari Nordmann",
    email: "kari.nordmann@example.com",
    street_address: "Markveien 35",
    postal_code: "0554",
    ...OSLO,
    national_id: "01857111253",
    note: "Plenty of money",
    ...PLENTY,
    credit: 0,
  },
  {
    phone: "4798765432",
    name: "Ola Hansen",
    email: "ola.hansen@example.com",
    street_address: "Thorvald Meyers gate 56",
    postal_code: "0552",
    ...OSLO,
    national_id: "12918412369",
    note: "Pays by credit where it is allowed",
    ...PLENTY,
    credit: 1,
  },
  {
    phone: "4790000001",
    name: "Ingrid Berg",
    email: "ingrid.berg@example.com",
    street_address: "Nygårdsgaten 4",
    postal_code: "5015",
    locality: "Bergen",
    country: "NO",
    national_id: "23879013461",
    note: "Has 10.00 left: insufficient funds (5007)",
    ...PLENTY,
    balance: 1_000,
    credit: 0,
  },
  {
    phone: "4790000002",
    name: "Mads Lien",
    email: "mads.lien@example.com",
    street_address: "Kongens gate 12",
    postal_code: "7013",
    locality: "Trondheim",
    country: "NO",
    national_id: "05900160188",
    note: "100.00 a payment (5008), 150.00 a day (5009)",
    ...PLENTY,
    payment_limit: 10_000,
    day_limit: 15_000,
    credit: 0,
  },
  {
    phone: "4790000003",
    name: "Amina Yusuf",
    email: "amina.yusuf@example.com",
    street_address: "Kirkegata 9",
    postal_code: "4006",
    locality: "Stavanger",
    country: "NO",
    national_id: "17887615659",
    note: "50.00 in 30 days (5101)",
    ...PLENTY,
    month_limit: 5_000,
    credit: 0,
  },
  {
    phone: "46701234567",
    name: "Åsa Lindqvist",
    email: "asa.lindqvist@example.com",
    street_address: "Götgatan 21",
    postal_code: "116 46",
    locality: "Stockholm",
    country: "SE",
    national_id: "28857916869",
    note: "A visitor from Sweden",
    ...PLENTY,
    credit: 0,
  },
  {
    phone: "4790000004",
    name: "Nora Lien",
    email: "nora.lien@example.com",
    street_address: "Kongens gate 12",
    postal_code: "7013",
    locality: "Trondheim",
    country: "NO",
    national_id: "09831761226",
    note: "A child, born on 9 March 2017",
    ...PLENTY,
    credit: 0,
  },
];

const COLUMNS = [
  "phone",
  "name",
  "email",
  "street_address",
  "postal_code",
  "locality",
  "country",
  "national_id",
  "note",
  "balance",
  "payment_limit",
  "day_limit",
  "month_limit",
  "credit",
] as const satisfies readonly (keyof Customer)[];

export function putCustomer(db: Db, customer: Customer): void {
  const updates = COLUMNS.map((column) => `${column} = excluded.${column}`).join(", ");
  run(
    db,
    `INSERT INTO customer (${COLUMNS.join(", ")}) VALUES (${COLUMNS.map(() => "?").join(", ")})
     ON CONFLICT (phone) DO UPDATE SET ${updates}`,
    ...COLUMNS.map((column) => customer[column]),
  );
}

/** Adds missing demo customers; existing ones keep their state. */
export function seedCustomers(db: Db): void {
  for (const customer of DEMO_CUSTOMERS) if (!findCustomer(db, customer.phone)) putCustomer(db, customer);
}

export function listCustomers(db: Db): Customer[] {
  return all(db, `SELECT ${COLUMNS.join(", ")} FROM customer ORDER BY seq`);
}

export function findCustomer(db: Db, phone: string): Customer | undefined {
  return one(db, `SELECT ${COLUMNS.join(", ")} FROM customer WHERE phone = ?`, phone);
}

/** Adds an amount (may be negative) to a customer's balance. */
export function changeBalance(db: Db, phone: string, by: number): void {
  if (by !== 0) run(db, "UPDATE customer SET balance = balance + ? WHERE phone = ?", by, phone);
}

/**
 * Checks whether a customer can pay an amount after earlier spending (minor units). Checks the limits before the
 * balance.
 * @returns null, or the reason (G10)
 */
export function checkFunds(
  customer: Pick<Customer, "balance" | "payment_limit" | "day_limit" | "month_limit">,
  total: number,
  spent: Spent,
): Refusal | null {
  if (total > customer.payment_limit) return "amountLimit";
  if (total + spent.today > customer.day_limit) return "dayLimit";
  if (total + spent.month > customer.month_limit) return "limit";
  return total > customer.balance ? "insufficientFunds" : null;
}
