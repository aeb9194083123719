/** Codes of the tax administration's lists for SAF-T Cash Register (`PredefinedBasicID-*`), without their texts. */
const LAST: Record<string, number> = { "04": 21, "10": 1, "11": 17, "12": 11, "13": 30 };

/**
 * Returns the predefined codes of a basic type: consecutive, then `…999` for others. Empty for a type without a list.
 */
export function predefinedCodes(type: string): string[] {
  const last = LAST[type];
  if (last === undefined) return [];
  return [...Array.from({ length: last }, (_, index) => index + 1), 999].map(
    (number) => `${type}${String(number).padStart(3, "0")}`,
  );
}

/** Codes of `BasicType`. */
export const BASIC_TYPES = Array.from({ length: 16 }, (_, index) => String(index + 1).padStart(2, "0"));

/** Standard codes of output VAT, and of turnover without VAT. */
export const STANDARD_VAT_CODES = ["0", "3", "31", "32", "33", "5", "51", "52", "6", "7"];
