/**
 * VAT, computed here and nowhere else. Prices have it in them: of an amount at a rate, `amount × rate / (100 % + rate)`
 * is VAT, half a minor unit rounded up. It is computed once for each rate of a receipt, on the sum of that rate's
 * lines, and not line by line. Whatever adds receipts up (a report, an export) adds their VAT. Pure.
 */
import { amountOfLine, apportion, type PaymentLine } from "./lines.ts";

/** In hundredths of a percent: the most that a rate can be. */
export const MAX_VAT_RATE = 10_000;

/** The rates of countries in percent next to 0, the standard rate first, as of August 2026. Others may be keyed in. */
const RATES = `
  AT 20 13 10 4.9, BE 21 12 6, BG 20 9, CH 8.1 3.8 2.6, CY 19 9 5 3, CZ 21 12, DE 19 7, DK 25, EE 24 13 9, ES 21 10 4,
  FI 25.5 13.5 10, FR 20 10 5.5 2.1, GB 20 5, GR 24 13 6, HR 25 13 5, HU 27 18 5, IE 23 13.5 9 4.8, IS 24 11,
  IT 22 10 5 4, LI 8.1 3.8 2.6, LT 21 12 5, LU 17 14 8 3, LV 21 12 5, MT 18 12 7 5, NL 21 9, NO 25 15 12, PL 23 8 5,
  PT 23 13 6, RO 21 11, SE 25 12 6, SI 22 9.5 5, SK 23 19 5, UA 20 14 7`;

/** The rates of a shop's country in hundredths of a percent, the standard rate first; none where it is not known. @param locale the till's: `nb-NO` */
export function knownRates(locale: string): number[] {
  const country = new Intl.Locale(locale).maximize().region ?? "none";
  const rates = new RegExp(`\\b${country} ([\\d. ]+)`).exec(RATES)?.[1];
  return rates === undefined ? [] : `${rates} 0`.split(" ").map((rate) => Math.round(Number(rate) * 100));
}

/** Whether a number can be meant as a rate: one of the country's; where it is not known, 1 to 30 %. @param rate in hundredths of a percent */
export function isLikelyRate(rate: number, locale: string): boolean {
  const known = knownRates(locale);
  return rate === 0 || (known.length > 0 ? known.includes(rate) : rate >= 100 && rate <= 3000);
}

/** The rates to choose from, the standard rate first: 0 alone where the country is not known. @param locale the till's: `nb-NO` */
export function usualRates(locale: string): readonly [number, ...number[]] {
  const [standard = 0, ...others] = knownRates(locale);
  return [standard, ...others];
}

/** The default rate. @param locale the till's: `nb-NO` */
export function standardRate(locale: string): number {
  return usualRates(locale)[0];
}

/** What of an amount has one rate, in minor units; `gross` is with VAT, and `net` + `vat` = `gross`. */
export interface VatTotal {
  /** In hundredths of a percent (2500 = 25 %); null: nothing is known of VAT */
  rate: number | null;
  gross: number;
  net: number;
  vat: number;
}

/** What a line's VAT comes from. */
type Taxed = Pick<PaymentLine, "quantity" | "unitAmount" | "discount" | "vatRate">;

/** Of a payment, in the order in which it happened: what was taken and given back, without tips, in minor units. */
export interface VatMovement {
  kind: "capture" | "refund";
  /** Negative: the service took back what it had said before */
  amount: number;
}

/**
 * The VAT that is in an amount, in minor units, half of one rounded up (and away from zero below it).
 * @param gross with VAT @param rate in hundredths of a percent
 */
export function vatIn(gross: number, rate: number): number {
  const share = BigInt(Math.abs(gross)) * BigInt(rate);
  const whole = 10_000n + BigInt(rate);
  const vat = Number((2n * share + whole) / (2n * whole));
  return gross < 0 ? -vat : vat;
}

/** The VAT of a whole sale by rate, the highest first and what has none known last. */
export function vatByRate(lines: readonly Taxed[]): VatTotal[] {
  const gross = grossByRate(lines);
  return ratesOf(lines).map((rate, index) => totalAt(rate, gross[index] ?? 0));
}

/** Adds up what has the same rate, the highest first. */
export function sumVat(totals: readonly VatTotal[]): VatTotal[] {
  const byRate = new Map<number | null, VatTotal>();
  for (const { rate, gross, net, vat } of totals) {
    const sum = byRate.get(rate) ?? { rate, gross: 0, net: 0, vat: 0 };
    byRate.set(rate, { rate, gross: sum.gross + gross, net: sum.net + net, vat: sum.vat + vat });
  }
  return [...byRate.values()].toSorted((a, b) => highestFirst(a.rate, b.rate));
}

/**
 * What each movement of a payment has of each rate. A part of a sale has its share of every rate; the parts of a whole
 * add up to {@link vatByRate} to the minor unit, and what is given back of it takes back the same.
 * @returns one list for each movement, of the rates that it touches; amounts as the movement's, negative where it is
 */
export function vatOfMovements(lines: readonly Taxed[], movements: readonly VatMovement[]): VatTotal[][] {
  const rates = ratesOf(lines);
  const sold = grossByRate(lines);
  const taken = sold.map(() => 0);
  const returned = sold.map(() => 0);
  return movements.map(({ kind, amount }) => {
    const [moved, of] = kind === "capture" ? [taken, sold] : [returned, taken];
    const shares = shareOf(moved, of, amount, sold);
    return rates.flatMap((rate, index) => {
      const before = moved[index] ?? 0;
      const gross = shares[index] ?? 0;
      moved[index] = before + gross;
      if (gross === 0) return [];
      const vat = rate === null ? 0 : vatIn(before + gross, rate) - vatIn(before, rate);
      return [{ rate, gross, net: gross - vat, vat }];
    });
  });
}

/** Out of what is left of each rate; taken back, out of what was moved; and what goes beyond both as the sale is made up. */
function shareOf(moved: readonly number[], of: readonly number[], amount: number, sold: readonly number[]): number[] {
  const open =
    amount < 0
      ? moved.map((done) => Math.max(0, done))
      : of.map((most, index) => Math.max(0, most - (moved[index] ?? 0)));
  const most = open.reduce((sum, part) => sum + part, 0);
  const within = Math.min(Math.abs(amount), most);
  const beyond = apportion(sold, Math.abs(amount) - within);
  const sign = amount < 0 ? -1 : 1;
  return apportion(open, within).map((share, index) => sign * (share + (beyond[index] ?? 0)));
}

function grossByRate(lines: readonly Taxed[]): number[] {
  return ratesOf(lines).map((rate) =>
    lines.reduce((sum, line) => ((line.vatRate ?? null) === rate ? sum + amountOfLine(line) : sum), 0),
  );
}

function ratesOf(lines: readonly Taxed[]): (number | null)[] {
  return [...new Set(lines.map(({ vatRate }) => vatRate ?? null))].toSorted(highestFirst);
}

function highestFirst(a: number | null, b: number | null): number {
  return (b ?? -1) - (a ?? -1);
}

function totalAt(rate: number | null, gross: number): VatTotal {
  const vat = rate === null ? 0 : vatIn(gross, rate);
  return { rate, gross, net: gross - vat, vat };
}
