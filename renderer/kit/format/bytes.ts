const UNITS = ["kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

/** `64.1 GB`, in the operator's locale. */
export function formatBytes(bytes: number, locale: string): string {
  const power = bytes < 1000 ? 1 : Math.min(UNITS.length, Math.floor(Math.log10(bytes) / 3));
  return new Intl.NumberFormat(locale, {
    style: "unit",
    unit: UNITS[power - 1] ?? "kilobyte",
    unitDisplay: "short",
    maximumFractionDigits: 1,
  }).format(bytes / 1000 ** power);
}
