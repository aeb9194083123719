/** Queries about a till with years of payments, as operators enter them. */
import type { CommandInput } from "../../contract/bridge/commands.ts";
import type { Database } from "../../main/storage/database/database.ts";
import { seededRandom } from "../support/seeded-random.ts";

/** A payment as an operator remembers it. */
interface Remembered {
  number: string;
  pos_tid: string;
  tid: string | null;
  amount: number;
  customer: string | null;
  text: string | null;
  created_at: number;
  sequence: number;
}

export type Question = CommandInput<"payment.list">;

const DAY = 86_400_000;

/** Returns this many queries of each kind, about payments of all years. The same database gives the same queries. */
export function questionsAbout(database: Database, each: number): Map<string, Question[]> {
  const random = seededRandom(7);
  const highest = Number(database.prepare("SELECT max(sequence) FROM payment").pluck().get());
  const find = database.prepare<[number], Remembered>("SELECT * FROM payment WHERE sequence = ?");
  const known = Array.from({ length: each * 4 }, () => find.get(random.between(1, highest)) as Remembered);
  const some = known.slice(0, each);
  const of = (make: (payment: Remembered, at: number) => Question) => some.map(make);
  const withPhone = known.filter(({ customer }) => customer !== null && customer.length > 3).slice(0, each);
  const withText = known.filter(({ text }) => text !== null).slice(0, each);
  const money = (amount: number) => (amount / 100).toFixed(2).replace(".", ",");
  const range = ({ created_at: at }: Remembered, days: number): Question => ({
    from: new Date(at).toISOString(),
    to: new Date(at + days * DAY).toISOString(),
  });
  return new Map<string, Question[]>([
    ["newest payments", of(() => ({}))],
    ["number, whole", of(({ number }) => ({ query: number }))],
    ["number, its beginning", of(({ number }, at) => ({ query: number.slice(0, 5 + (at % (number.length - 4))) }))],
    ["number, its last 3 or 4 digits", of(({ number }, at) => ({ query: number.slice(at % 2 === 0 ? -3 : -4) }))],
    ["reference (posTid)", of(({ pos_tid }) => ({ query: pos_tid }))],
    ["reference (tid)", of(({ tid, number }) => ({ query: tid ?? number }))],
    ["amount", of(({ amount }) => ({ query: money(amount) }))],
    ["amount of a refund", of(({ amount }) => ({ query: money(amount), phases: ["refunded", "partly_refunded"] }))],
    ["amount, in a week", of((one) => ({ query: money(one.amount), ...range(one, 7) }))],
    ["end of the phone number", withPhone.map(({ customer }) => ({ query: customer?.slice(-4) ?? "" }))],
    [
      "words of the text",
      withText.map(({ text }, at) => ({
        query: at % 3 === 0 ? (text ?? "") : (text?.split(" ").at(at % 2 === 0 ? 0 : -1) ?? ""),
      })),
    ],
    ["nothing like it", of(() => ({ query: random.identifier(6).toLowerCase() }))],
    ["a day", of((one) => range(one, 1))],
    ["a month", of((one) => range(one, 30))],
    ["a year", of((one) => range(one, 365))],
    ["rejected or expired, in a month", of((one) => ({ ...range(one, 30), phases: ["rejected", "expired"] }))],
    ["released", of(() => ({ phases: ["released"] }))],
    ["deep in the list", of(({ sequence }) => ({ cursor: `before-${sequence}` }))],
    ["deep in the list, refunded", of(({ sequence }) => ({ cursor: `before-${sequence}`, phases: ["refunded"] }))],
  ]);
}
