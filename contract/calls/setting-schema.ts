/** Schemas of settings, made from their rows. */
import { z } from "zod";
import { expectedReason } from "../reasons/reasons.ts";
import { MAX_AMOUNT } from "../values/money.ts";
import {
  MAX_PRESETS,
  type PresetUnit,
  type SettingInput,
  type SettingRow,
  type SettingRows,
  type SettingValues,
} from "../values/setting-rows.ts";
import { MAX_VAT_RATE } from "../values/vat.ts";
import { exactName } from "./command-row.ts";

export const colour = z.string().regex(/^#[0-9a-f]{6}$/i, expectedReason("field_colour"));
/** SHA-256 of the picture, hexadecimal. */
export const pictureId = z.string().regex(/^[0-9a-f]{64}$/, expectedReason("field_picture"));
export const vatRate = z.int().min(0).max(MAX_VAT_RATE);

/** Percentages are at most 100 %. */
const MAX_PRESET: Record<PresetUnit, number> = { percent: 10_000, money: MAX_AMOUNT };

const presets = (unit: PresetUnit) =>
  z
    .array(z.int().min(1).max(MAX_PRESET[unit]))
    .min(1)
    .max(MAX_PRESETS)
    .refine(
      (values) => values.every((value, index) => index === 0 || value > (values[index - 1] ?? 0)),
      expectedReason("field_ascending"),
    );

/** `complete`: every field is required · `defaults`: absent fields get their defaults at every depth */
type Absent = "complete" | "defaults";

/** Returns the schema of a file or of stored data. Absent fields get their defaults; unknown fields are rejected. */
export function schemaOf<const R extends SettingRows>(rows: R): z.ZodType<SettingValues<R>, SettingInput<R>> {
  return z.strictObject(shapeOf(rows, "defaults", null)) as unknown as z.ZodType<SettingValues<R>, SettingInput<R>>;
}

/** Returns the schema of a command that replaces all settings: a window that lacks a field must not reset it. */
export function completeSchemaOf<const R extends SettingRows>(rows: R): z.ZodType<SettingValues<R>> {
  return z.strictObject(shapeOf(rows, "complete", null)) as unknown as z.ZodType<SettingValues<R>>;
}

function shapeOf(rows: SettingRows, absent: Absent, variant: string | null): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.entries(rows).map(([name, row]) => {
      const present = presentValue(row, absent, variant);
      const schema = row.default === null ? present.nullable() : present;
      return [name, row.default === undefined || absent === "complete" ? schema : schema.default(row.default)];
    }),
  );
}

function presentValue(row: SettingRow, absent: Absent, variant: string | null): z.ZodType {
  switch (row.control) {
    case "switch":
      return z.boolean();
    case "choice":
      return z.enum(row.options);
    case "vatRate":
      return vatRate;
    case "text":
      return exactName(row.maxLength);
    case "colour":
      return colour;
    case "picture":
      return pictureId;
    case "presets":
      return presets(row.units[variant ?? ""] ?? "percent");
    case "variants":
      return variantsSchema(row.fields, row.by, { absent });
  }
}

/**
 * Returns the schema of the fields of variants: an object for each option of the choice `by`.
 * @param options `others`: further fields of each object
 */
export function variantsSchema(
  rows: SettingRows,
  by: string,
  { absent = "defaults", others = {} }: { absent?: Absent; others?: Record<string, z.ZodType> },
): z.ZodType {
  const choice = rows[by];
  const [first, ...rest] = (choice?.control === "choice" ? choice.options : []).map((option) =>
    z.strictObject({ ...shapeOf(rows, absent, option), ...others, [by]: z.literal(option) }),
  );
  if (first === undefined) throw new Error(`the row ${by} is not a choice`);
  return z.discriminatedUnion(by, [first, ...rest]);
}
