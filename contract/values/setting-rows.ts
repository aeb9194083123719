/**
 * Rows of settings. One row declares a setting: its control, values, default and section of the screen. The schema
 * (`contract/calls/setting-schema.ts`), stored and exported values, and the screen follow from the row. Plain data, so
 * that windows need no schema library.
 */

interface Row {
  /** Group of the screen; fields of variants have none */
  section?: string;
}

/** `default`: the value where a file, a call or older stored data lacks the field. Without it the field is required. */
interface SwitchRow extends Row {
  control: "switch";
  default?: boolean;
}

interface ChoiceRow extends Row {
  control: "choice";
  options: readonly string[];
  default?: string;
}

/** In hundredths of a percent; null: none. */
interface VatRateRow extends Row {
  control: "vatRate";
  default: null;
}

/** One line of text; null: none. */
interface TextRow extends Row {
  control: "text";
  maxLength: number;
  default: null;
}

/** `#rrggbb`; null: none. */
interface ColourRow extends Row {
  control: "colour";
  default: null;
}

/** Id of a picture of this till, which is neither provisioned nor exported; null: none. */
interface PictureRow extends Row {
  control: "picture";
  default: null;
}

/** One to four ascending values of a variant: hundredths of a percent, or minor units. */
interface PresetsRow extends Row {
  control: "presets";
  /** By variant. `starts`: the text on the screen when none are set, in whole units */
  variants: Readonly<Record<string, { unit: PresetUnit; starts: string }>>;
  default?: undefined;
}
export type PresetUnit = "percent" | "money";

/** Fields of their own for each value of the choice `by`; null: off. */
interface VariantsRow extends Row {
  control: "variants";
  by: string;
  fields: SettingRows;
  default: null;
}

export type SettingRow =
  | SwitchRow
  | ChoiceRow
  | VatRateRow
  | TextRow
  | ColourRow
  | PictureRow
  | PresetsRow
  | VariantsRow;
export type SettingRows = Readonly<Record<string, SettingRow>>;

export const MAX_PRESETS = 4;

type Present<R, Complete> = R extends { fields: infer F }
  ? Complete extends true
    ? SettingValues<F>
    : SettingInput<F>
  : R extends { control: "switch" }
    ? boolean
    : R extends { options: readonly (infer O)[] }
      ? O
      : R extends { control: "vatRate" }
        ? number
        : R extends { control: "presets" }
          ? number[]
          : string;
type Value<R, Complete = true> = Present<R, Complete> | (R extends { default: null } ? null : never);

/** Complete values of rows. */
export type SettingValues<R> = { -readonly [N in keyof R]: Value<R[N]> };

/** Values as in a file, a call or older stored data: fields with a default may be absent. */
export type SettingInput<R> = {
  -readonly [N in keyof R as R[N] extends { default: unknown } ? never : N]: Value<R[N], false>;
} & { -readonly [N in keyof R as R[N] extends { default: unknown } ? N : never]?: Value<R[N], false> | undefined };

/** Completes values at every depth, in the order of the rows. Drops fields without a row. */
export function withDefaults<const R extends SettingRows>(rows: R, given: NoInfer<SettingInput<R>>): SettingValues<R> {
  const values: Readonly<Record<string, unknown>> = given;
  return Object.fromEntries(
    Object.entries(rows).map(([name, row]) => {
      const value = values[name] === undefined ? row.default : values[name];
      return [name, row.control === "variants" && value !== null ? withDefaults(row.fields, value as never) : value];
    }),
  ) as SettingValues<R>;
}

/** Rows whose values are valid at another till. */
export type PortableRows<R> = { [N in keyof R as R[N] extends { control: "picture" } ? never : N]: R[N] };

export function portableRows<R extends SettingRows>(rows: R): PortableRows<R> {
  return Object.fromEntries(Object.entries(rows).filter(([, { control }]) => control !== "picture")) as PortableRows<R>;
}

/** Returns the ids of the pictures in use. */
export function picturesIn<R extends SettingRows>(rows: R, values: NoInfer<SettingValues<R>>): string[] {
  return Object.entries(rows).flatMap(([name, { control }]) => {
    const value = values[name];
    return control === "picture" && typeof value === "string" ? [value] : [];
  });
}
