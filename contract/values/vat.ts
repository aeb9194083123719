/**
 * VAT is computed only here. Prices include VAT: at a rate, `amount × rate / (100 % + rate)` is VAT, rounded half up.
 * It is computed per rate on the sum of a receipt's lines, not line by line. Reports and exports add up the VAT of
 * receipts.
 */
import { divideByWeights, lineTotal, type PaymentLine } from "./lines.ts";

export const MAX_VAT_RATE = 10_000;

/** VAT rates by country in percent, standard rate first, 0 implied; August 2026. Other rates may be keyed in. */
const RATES = `
  AT 20 13 10 4.9, BE 21 12 6, BG 20 9, CH 8.1 3.8 2.6, CY 19 9 5 3, CZ 21 12, DE 19 7, DK 25, EE 24 13 9, ES 21 10 4,
  FI 25.5 13.5 10, FR 20 10 5.5 2.1, GB 20 5, GR 24 13 6, HR 25 13 5, HU 27 18 5, IE 23 13.5 9 4.8, IS 24 11,
  IT 22 10 5 4, LI 8.1 3.8 2.6, LT 21 12 5, LU 17 14 8 3, LV 21 12 5, MT 18 12 7 5, NL 21 9, NO 25 15 12, PL 23 8 5,
  PT 23 13 6, RO 21 11, SE 25 12 6, SI 22 9.5 5, SK 23 19 5, UA 20 14 7`;

/** Returns the rates of a locale's country in hundredths of a percent, standard rate first; empty if unknown. */
export function knownRates(locale: string): number[] {
  const country = new Intl.Locale(locale).maximize().region ?? "none";
  const rates = new RegExp(`\\b${country} ([\\d. ]+)`).exec(RATES)?.[1];
  return rates === undefined ? [] : `${rates} 0`.split(" ").map((rate) => Math.round(Number(rate) * 100));
}

/** Checks whether a rate is plausible: one of the country's, or 1 to 30 % for an unknown country. */
export function isLikelyRate(rate: number, locale: string): boolean {
  const known = knownRates(locale);
  return rate === 0 || (known.length > 0 ? known.includes(rate) : rate >= 100 && rate <= 3000);
}

/** Returns the rates to choose from, standard rate first; only 0 for an unknown country. */
export function selectableRates(locale: string): readonly [number, ...number[]] {
  const [standard = 0, ...others] = knownRates(locale);
  return [standard, ...others];
}

export function standardRate(locale: string): number {
  return selectableRates(locale)[0];
}

/** Total of one rate in minor units; `gross` = `net` + `vat`. */
export interface VatTotal {
  /** In hundredths of a percent (2500 = 25 %); null: unknown */
  rate: number | null;
  gross: number;
  net: number;
  vat: number;
}

type TaxedLine = Pick<PaymentLine, "quantity" | "unitAmount" | "discount" | "vatRate">;

/** A capture or refund without tips, in minor units, in order of time. */
export interface VatMovement {
  kind: "capture" | "refund";
  /** Negative: a correction by the service */
  amount: number;
}

/** Returns the VAT in `gross`, in minor units, rounded half away from zero. `rate` is in hundredths of a percent. */
export function includedVat(gross: number, rate: number): number {
  const share = BigInt(Math.abs(gross)) * BigInt(rate);
  const grossBase = 10_000n + BigInt(rate);
  const vat = Number((2n * share + grossBase) / (2n * grossBase));
  return gross < 0 ? -vat : vat;
}

/** Returns the VAT of a whole sale by rate, highest first, unknown last. */
export function vatByRate(lines: readonly TaxedLine[]): VatTotal[] {
  const gross = grossByRate(lines);
  return ratesOf(lines).map((rate, index) => totalAt(rate, gross[index] ?? 0));
}

export function sumVat(totals: readonly VatTotal[]): VatTotal[] {
  const byRate = new Map<number | null, VatTotal>();
  for (const { rate, gross, net, vat } of totals) {
    const sum = byRate.get(rate) ?? { rate, gross: 0, net: 0, vat: 0 };
    byRate.set(rate, { rate, gross: sum.gross + gross, net: sum.net + net, vat: sum.vat + vat });
  }
  return [...byRate.values()].toSorted((a, b) => highestFirst(a.rate, b.rate));
}

/**
 * Returns the VAT of each movement by rate. A part of a sale has its share of every rate. All parts add up to {@link
 * vatByRate} exactly, and a refund of a part reverses the same amounts.
 */
export function vatOfMovements(lines: readonly TaxedLine[], movements: readonly VatMovement[]): VatTotal[][] {
  const rates = ratesOf(lines);
  const sold = grossByRate(lines);
  const captured = sold.map(() => 0);
  const refunded = sold.map(() => 0);
  return movements.map(({ kind, amount }) => {
    const [moved, of] = kind === "capture" ? [captured, sold] : [refunded, captured];
    const shares = splitByRate(moved, of, amount, sold);
    return rates.flatMap((rate, index) => {
      const movedBefore = moved[index] ?? 0;
      const gross = shares[index] ?? 0;
      moved[index] = movedBefore + gross;
      if (gross === 0) return [];
      const vat = rate === null ? 0 : includedVat(movedBefore + gross, rate) - includedVat(movedBefore, rate);
      return [{ rate, gross, net: gross - vat, vat }];
    });
  });
}

/** Divides an amount by the remainder of each rate; a correction by what was moved; any excess like the sale. */
function splitByRate(
  moved: readonly number[],
  of: readonly number[],
  amount: number,
  sold: readonly number[],
): number[] {
  const available =
    amount < 0
      ? moved.map((done) => Math.max(0, done))
      : of.map((limit, index) => Math.max(0, limit - (moved[index] ?? 0)));
  const availableTotal = available.reduce((sum, part) => sum + part, 0);
  const withinAvailable = Math.min(Math.abs(amount), availableTotal);
  const excess = divideByWeights(sold, Math.abs(amount) - withinAvailable);
  const sign = amount < 0 ? -1 : 1;
  return divideByWeights(available, withinAvailable).map((share, index) => sign * (share + (excess[index] ?? 0)));
}

function grossByRate(lines: readonly TaxedLine[]): number[] {
  return ratesOf(lines).map((rate) =>
    lines.reduce((sum, line) => ((line.vatRate ?? null) === rate ? sum + lineTotal(line) : sum), 0),
  );
}

function ratesOf(lines: readonly TaxedLine[]): (number | null)[] {
  return [...new Set(lines.map(({ vatRate }) => vatRate ?? null))].toSorted(highestFirst);
}

function highestFirst(a: number | null, b: number | null): number {
  return (b ?? -1) - (a ?? -1);
}

function totalAt(rate: number | null, gross: number): VatTotal {
  const vat = rate === null ? 0 : includedVat(gross, rate);
  return { rate, gross, net: gross - vat, vat };
}
