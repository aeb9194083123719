import type { CounterSettings, TipChoices } from "../../../contract/catalogue/counter.ts";
import { decimalText, parseAmountText } from "../../../contract/values/money.ts";
import { percentDigits } from "../../../contract/values/percent.ts";
import { contrast } from "../../kit/contrast.ts";
import { type RateDraft, rateDraft, rateOf } from "./draft.ts";

export interface CounterDraft {
  first: CounterSettings["first"];
  vat: RateDraft;
  tips: "none" | TipChoices["kind"];
  /** `5, 10, 15`: percentages, or amounts in whole units */
  presets: Record<TipChoices["kind"], string>;
  where: TipChoices["where"];
  appName: string;
  accent: string;
  logo: string | null;
}

const MOST_PRESETS = 4;

export function counterDraft(
  { first, keyedVatRate, tips, appName, accent, logo }: CounterSettings,
  { usual, currency }: { usual: readonly number[]; currency: string },
): CounterDraft {
  const shown = (kind: TipChoices["kind"], preset: number) =>
    kind === "percent" ? percentDigits(preset) : decimalText(preset, currency).replace(/\.0+$/, "");
  const own = tips?.presets.map((preset) => shown(tips.kind, preset)).join("; ");
  return {
    first,
    vat: rateDraft(keyedVatRate, usual),
    tips: tips?.kind ?? "none",
    presets: {
      percent: tips?.kind === "percent" && own ? own : "5; 10; 15",
      amount: tips?.kind === "amount" && own ? own : "10; 20; 50",
    },
    where: tips?.where ?? "screen",
    appName: appName ?? "",
    accent: accent ?? "",
    logo,
  };
}

/** Parses one to four increasing values; null: invalid. */
export function presetsOf(kind: TipChoices["kind"], text: string, currency: string): number[] | null {
  const parts = text.split(/[;\s]+|,(?!\d\d?\b)|,(?=\s)/).filter((part) => part !== "");
  const presets = parts.map((part) => {
    // A comma before three digits separates values.
    const read = parseAmountText(part.replace(/%$/, ""), kind === "percent" ? "EUR" : currency, ".");
    return read.ok ? read.amount : 0;
  });
  const rises = presets.every((preset, index) => preset > (presets[index - 1] ?? 0));
  const fits = presets.length >= 1 && presets.length <= MOST_PRESETS;
  return fits && rises && (kind === "amount" || presets.every((preset) => preset <= 10_000)) ? presets : null;
}

export type CounterProblem = "vat" | "presets" | "accent";

export interface CounterFieldsProps {
  draft: CounterDraft;
  problems: readonly CounterProblem[];
  onChange: (part: Partial<CounterDraft>) => void;
}

export function counterProblems(draft: CounterDraft, currency: string): CounterProblem[] {
  const { vat, tips, presets, accent } = draft;
  const wrong: [CounterProblem, boolean][] = [
    ["vat", rateOf(vat) === undefined],
    ["presets", tips !== "none" && presetsOf(tips, presets[tips], currency) === null],
    ["accent", accent !== "" && !isColour(accent)],
  ];
  return wrong.filter(([, is]) => is).map(([problem]) => problem);
}

export function counterOf(draft: CounterDraft, currency: string): CounterSettings {
  const { first, vat, tips, presets, where, appName, accent, logo } = draft;
  return {
    first,
    keyedVatRate: rateOf(vat) ?? null,
    tips: tips === "none" ? null : { kind: tips, presets: presetsOf(tips, presets[tips], currency) ?? [], where },
    appName: appName.trim() === "" ? null : appName.trim(),
    accent: accent === "" ? null : accent.toLowerCase(),
    logo,
  };
}

export function isColour(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text);
}

/** Returns the theme in which a colour has too little contrast: shapes need 3 to 1. */
export function lowContrastTheme(colour: string): "light" | "dark" | null {
  if (contrast(colour, "#f5f6f4") < 3) return "light";
  return contrast(colour, "#0f1419") < 3 ? "dark" : null;
}
