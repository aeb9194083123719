import { decimalText, parseAmountText } from "../../../contract/values/money.ts";
import { percentDigits } from "../../../contract/values/percent.ts";
import {
  MAX_PRESETS,
  type PresetUnit,
  type SettingRow,
  type SettingRows,
  type SettingValues,
} from "../../../contract/values/setting-rows.ts";
import { type RateDraft, rateDraft, rateOf } from "../catalogue/draft.ts";

/** Settings as typed, by the path of their row (`tips.where`). Presets have a text per unit (`tips.presets.percent`). */
export type SettingsDraft = Readonly<Record<string, DraftField>>;
export type DraftField = string | boolean | RateDraft;

export interface DraftTerms {
  /** VAT rates that the screen offers */
  usual: readonly number[];
  currency: string;
}

/** The field of variants that are off. */
export const OFF = "";

/** Texts of presets when none are set, in whole units. */
const FIRST_PRESETS: Record<PresetUnit, string> = { percent: "5; 10; 15", money: "10; 20; 50" };
const UNITS = Object.keys(FIRST_PRESETS) as PresetUnit[];

type Values = Readonly<Record<string, unknown>>;

export function settingsDraft(rows: SettingRows, values: Values, terms: DraftTerms, parent = ""): SettingsDraft {
  const fields = Object.entries(rows).map(([name, row]): SettingsDraft => {
    const path = parent + name;
    const value = values[name] ?? row.default ?? null;
    switch (row.control) {
      case "variants": {
        const inner = (value ?? {}) as Values;
        return { ...settingsDraft(row.fields, inner, terms, `${path}.`), [path]: String(inner[row.by] ?? OFF) };
      }
      case "presets": {
        const unit = row.units[String(values[row.by])];
        const text = (each: PresetUnit) =>
          each === unit ? presetsText(each, value as number[], terms.currency) : FIRST_PRESETS[each];
        return Object.fromEntries(UNITS.map((each) => [`${path}.${each}`, text(each)]));
      }
      case "vatRate":
        return { [path]: rateDraft(value as number | null, terms.usual) };
      case "choice":
        return { [path]: String(value ?? row.options[0]) };
      default:
        return { [path]: (value ?? "") as string | boolean };
    }
  });
  return Object.assign({}, ...fields);
}

/**
 * Reads a draft.
 * @returns the paths of invalid fields, and the settings, which are valid if there are none
 */
export function settingsOf<R extends SettingRows>(
  rows: R,
  draft: SettingsDraft,
  terms: DraftTerms,
): { problems: string[]; values: SettingValues<R> } {
  const problems: string[] = [];
  const read = (some: SettingRows, parent: string, variant: Values): Values =>
    Object.fromEntries(
      Object.entries(some).map(([name, row]) => {
        const path = parent + name;
        if (row.control === "variants") {
          const chosen = draft[path];
          return [name, chosen === OFF ? null : read(row.fields, `${path}.`, { [row.by]: chosen })];
        }
        const value = variant[name] ?? fieldValue(row, path, { draft, variant, currency: terms.currency });
        if (value === undefined) problems.push(path);
        return [name, value];
      }),
    );
  const values = read(rows, "", {}) as SettingValues<R>;
  return { problems, values };
}

interface Around {
  draft: SettingsDraft;
  /** The chosen option of the variants around the field */
  variant: Values;
  currency: string;
}

/** Returns the value of a field; null: none; undefined: invalid. */
function fieldValue(row: SettingRow, path: string, { draft, variant, currency }: Around): unknown {
  const field = draft[path] ?? "";
  switch (row.control) {
    case "vatRate":
      return rateOf(field as RateDraft);
    case "presets": {
      const unit = row.units[String(variant[row.by])] ?? "percent";
      return presetsOf(unit, String(draft[`${path}.${unit}`]), currency) ?? undefined;
    }
    case "colour":
      if (field === "") return null;
      return isColour(String(field)) ? String(field).toLowerCase() : undefined;
    case "text":
    case "picture":
      return String(field).trim() || null;
    default:
      return field;
  }
}

function presetsText(unit: PresetUnit, presets: readonly number[], currency: string): string {
  const shown = (preset: number) =>
    unit === "percent" ? percentDigits(preset) : decimalText(preset, currency).replace(/\.0+$/, "");
  return presets.map(shown).join("; ");
}

/** Parses one to four increasing values; null: invalid. */
export function presetsOf(unit: PresetUnit, text: string, currency: string): number[] | null {
  const parts = text.split(/[;\s]+|,(?!\d\d?\b)|,(?=\s)/).filter((part) => part !== "");
  const presets = parts.map((part) => {
    // A comma before three digits separates values.
    const read = parseAmountText(part.replace(/%$/, ""), unit === "percent" ? "EUR" : currency, ".");
    return read.ok ? read.amount : 0;
  });
  const rises = presets.every((preset, index) => preset > (presets[index - 1] ?? 0));
  const fits = presets.length >= 1 && presets.length <= MAX_PRESETS;
  return fits && rises && (unit === "money" || presets.every((preset) => preset <= 10_000)) ? presets : null;
}

export function isColour(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text);
}
