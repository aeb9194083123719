import type { SettingRows } from "../../../contract/values/setting-rows.ts";

/** Texts of one row, see {@link SettingTexts} for what each control needs. */
export interface RowTexts {
  label?: string;
  hint?: string;
  /** The value null, where it can be chosen */
  none?: string;
  problem?: string;
  example?: string;
  choose?: string;
  /** By option or variant */
  options?: Readonly<Record<string, string>>;
  hints?: Readonly<Record<string, string>>;
  fields?: Readonly<Record<string, RowTexts>>;
  lowContrast?: Record<"light" | "dark", string>;
}

type TextsOf<R> = R extends { options: readonly (infer O extends string)[] }
  ? { label: string; options: Record<O, string>; hints?: Record<O, string> }
  : R extends { fields: infer F }
    ? { none: string; fields: SettingTexts<F> }
    : R extends { units: infer V }
      ? { options: Record<keyof V, string>; problem: string }
      : R extends { control: "colour" }
        ? { label: string; problem: string; choose: string; lowContrast: Record<"light" | "dark", string> }
        : R extends { control: "vatRate" }
          ? { label: string; none: string }
          : { label: string };

/** The texts that rows need: a language without one of them does not compile. */
export type SettingTexts<R> = { [N in keyof R]: TextsOf<R[N]> & RowTexts };

/** The sections that rows name. */
export type SectionOf<R extends SettingRows> = R[keyof R] extends infer Row
  ? Row extends { section: infer S extends string }
    ? S
    : never
  : never;
