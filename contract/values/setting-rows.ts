/**
 * Rows of settings. One row declares a setting: its control, values, default and section of the screen. The schema
 * (`contract/calls/setting-schema.ts`), stored and exported values, and the screen follow from the row. Plain data, so
 * that windows need no schema library.
 */
import { canonicalJson } from "./canonical-json.ts";

/** `default`: the value where a file or older stored data lacks the field. Without it the field is required. */
export type SettingRow = {
  /** Group of the screen; fields of variants have none */
  section?: string;
} & (
  | { control: "switch"; default: boolean }
  | { control: "choice"; options: readonly string[]; default?: string }
  /** One line; null: none */
  | { control: "text"; maxLength: number; default: null }
  /** Hundredths of a percent; `#rrggbb`; id of a picture, which is neither provisioned nor exported; null: none */
  | { control: "vatRate" | "colour" | "picture"; default: null }
  /** One to four ascending values: hundredths of a percent, or minor units. `units`: by option of the field `by` */
  | { control: "presets"; by: string; units: Readonly<Record<string, PresetUnit>>; default?: undefined }
  /** Different fields for each option of the field `by`; null: off */
  | { control: "variants"; by: string; fields: SettingRows; default: null }
);
export type PresetUnit = "percent" | "money";
export interface SettingRows {
  readonly [name: string]: SettingRow;
}

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

/** Values as in a file or older stored data: fields with a default may be absent. */
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

/** Returns canonical JSON of the complete values. Settings of an earlier version equal today's with defaults. */
export function completeJson<const R extends SettingRows>(rows: R, given: NoInfer<SettingInput<R>> | null): string {
  return canonicalJson(given && withDefaults(rows, given));
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
