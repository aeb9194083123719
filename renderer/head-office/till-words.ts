import i18next from "i18next";
import { useTranslation } from "react-i18next";
import type { TillLine } from "../../contract/head-office/head-office.ts";
import { LANGUAGE_LOCALES } from "../kit/i18n/index.ts";
import { useOffice } from "./context.ts";

const UNITS = [
  { unit: "day", seconds: 86_400 },
  { unit: "hour", seconds: 3600 },
  { unit: "minute", seconds: 60 },
  { unit: "second", seconds: 1 },
] as const;

/** A duration in its largest unit: `3 min`, `2 hr`. */
function spanOf(seconds: number, locale: string): string {
  const { unit, seconds: unitSeconds } = UNITS.find((one) => seconds >= one.seconds) ?? { unit: "second", seconds: 1 };
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "short" }).format(
    Math.floor(seconds / unitSeconds),
  );
}

export function useTillWords() {
  const { t } = useTranslation();
  const { language, readAt, now } = useOffice(({ language, tills, now }) => ({
    language,
    readAt: tills === null ? 0 : Date.parse(tills.asOf),
    now,
  }));
  const locale = LANGUAGE_LOCALES[language];
  const sinceRead = Math.max(0, Math.floor((now - readAt) / 1000));
  const ago = new Intl.RelativeTimeFormat(locale, { style: "short", numeric: "always" });
  return {
    seen({ silentFor }: TillLine) {
      if (silentFor === null) return t("headOffice.tills.never");
      const seconds = silentFor + sinceRead;
      const { unit, seconds: of } = UNITS.find((one) => seconds >= one.seconds) ?? { unit: "second", seconds: 1 };
      return ago.format(-Math.floor(seconds / of), unit);
    },
    queue: ({ queueDepth, queueAge }: TillLine) =>
      queueDepth === null || queueDepth === 0
        ? "–"
        : t("headOffice.tills.queued", { count: queueDepth, time: spanOf(queueAge ?? 0, locale) }),
    behind: ({ behind }: TillLine) =>
      behind === null || behind === 0 ? "–" : t("headOffice.tills.rows", { count: behind }),
    /** The till's reported problem; null: none */
    why({ refused, error }: TillLine) {
      if (refused !== null) return t("headOffice.tills.refusedText", { because: refused });
      return error === null ? null : findingIn(language, error);
    },
  };
}

/** Translates a health finding without till-specific values; unknown ones by code. */
function findingIn(language: string, code: string): string {
  const text: unknown = i18next.getResource(language, "translation", `healthFinding.${code}`);
  if (typeof text !== "string") return code;
  const sentences = text.replace(/ ?\(\{\{\w+\}\}\)/g, "").split(/(?<=[.!?]) /);
  const withoutValues = sentences.filter((sentence) => !sentence.includes("{{"));
  return withoutValues.length > 0 ? withoutValues.join(" ") : text.replace(/\{\{\w+\}\}/g, "…");
}
