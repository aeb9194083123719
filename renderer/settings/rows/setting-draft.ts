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

/** Edited settings by the path of their row (`tips.presets`), as typed. A list of presets has a text per variant. */
export type SettingsDraft = Readonly<Record<string, DraftField>>;
export type DraftField = string | boolean | RateDraft | Readonly<Record<string, string>>;

export interface DraftTerms {
  /** VAT rates that the screen offers */
  usual: readonly number[];
  currency: string;
}

/** The draft of variants that are off. */
export const OFF = "";

export function settingsDraft<R extends SettingRows>(
  rows: R,
  values: NoInfer<SettingValues<R>>,
  terms: DraftTerms,
): SettingsDraft {
  return Object.fromEntries(draftFields(rows, values, { ...terms, parent: "", variant: null }));
}

/** Where a row is: the path of its parent, and the parent's variant. */
interface Place extends DraftTerms {
  parent: string;
  variant: string | null;
}

const pathOf = ({ parent }: Place, name: string) => (parent === "" ? name : `${parent}.${name}`);

function draftFields(
  rows: SettingRows,
  values: Readonly<Record<string, unknown>>,
  place: Place,
): [string, DraftField][] {
  return Object.entries(rows).flatMap(([name, row]): [string, DraftField][] => {
    const path = pathOf(place, name);
    const value = values[name] ?? null;
    if (row.control !== "variants") return [[path, draftField(row, value, place)]];
    const chosen = value as Readonly<Record<string, string>> | null;
    const variant = chosen?.[row.by] ?? OFF;
    return [...draftFields(row.fields, chosen ?? {}, { ...place, parent: path, variant }), [path, variant]];
  });
}

function draftField(row: SettingRow, value: unknown, { variant, usual, currency }: Place): DraftField {
  switch (row.control) {
    case "switch":
      return value === null ? row.default === true : value === true;
    case "choice":
      return (value as string | null) ?? row.default ?? row.options[0] ?? "";
    case "vatRate":
      return rateDraft(value as number | null, usual);
    case "presets": {
      const shown = (preset: number, unit: PresetUnit) =>
        unit === "percent" ? percentDigits(preset) : decimalText(preset, currency).replace(/\.0+$/, "");
      const presets = value as number[] | null;
      return Object.fromEntries(
        Object.entries(row.variants).map(([name, { unit, starts }]) => [
          name,
          name === variant && presets ? presets.map((preset) => shown(preset, unit)).join("; ") : starts,
        ]),
      );
    }
    default:
      return (value as string | null) ?? "";
  }
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
  const read = (some: SettingRows, place: Place): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(some).map(([name, row]) => {
        const path = pathOf(place, name);
        const field = draft[path] ?? "";
        if (row.control === "variants")
          return [
            name,
            field === OFF
              ? null
              : { ...read(row.fields, { ...place, parent: path, variant: String(field) }), [row.by]: field },
          ];
        const value = fieldValue(row, field, place);
        if (value === undefined) problems.push(path);
        return [name, value];
      }),
    );
  const values = read(rows, { ...terms, parent: "", variant: null }) as SettingValues<R>;
  return { problems, values };
}

/** Returns the value of a field; null: none; undefined: invalid. */
function fieldValue(row: SettingRow, field: DraftField, { variant, currency }: Place): unknown {
  switch (row.control) {
    case "vatRate":
      return rateOf(field as RateDraft);
    case "presets": {
      const unit = row.variants[variant ?? ""]?.unit ?? "percent";
      return presetsOf(unit, (field as Readonly<Record<string, string>>)[variant ?? ""] ?? "", currency) ?? undefined;
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
