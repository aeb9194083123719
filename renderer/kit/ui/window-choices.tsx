import { useTranslation } from "react-i18next";
import type { Language } from "../i18n/index.ts";
import { Segmented, type SegmentedProps } from "./segmented.tsx";

type ChoiceProps<T extends string> = Omit<SegmentedProps<T>, "label" | "options">;

export function ThemeChoice(props: ChoiceProps<"system" | "light" | "dark">) {
  const { t } = useTranslation();
  const options = (["system", "light", "dark"] as const).map((value) => ({ value, label: t(`settings.${value}`) }));
  return <Segmented {...props} label={t("settings.theme")} options={options} />;
}

/** The language of the window, not of the customer. */
export function WindowLanguageChoice(props: ChoiceProps<Language>) {
  const { t } = useTranslation();
  const options = [
    { value: "en" as const, label: t("settings.english") },
    { value: "nb" as const, label: t("settings.norwegian") },
  ];
  return <Segmented {...props} label={t("settings.language")} options={options} />;
}
