import { useTranslation } from "react-i18next";
import type { TillError } from "../../../contract/calls/errors.ts";
import { useKit } from "../context.ts";
import { createReasonFormatter, errorTextKeys, type ReasonFormatter } from "../format/reason-text.ts";
import { useFormat } from "./use-format.ts";

export function useReasonText(): ReasonFormatter {
  const { money, dateTime } = useFormat();
  const language = useKit((state) => state.language);
  return createReasonFormatter(language, { money, time: (at) => dateTime(new Date(at).toISOString()) });
}

export function useErrorText(): (error: TillError) => string {
  const { t } = useTranslation();
  const reasonText = useReasonText();
  return (error) =>
    reasonText(error.details.because, null) ??
    `${t(`${errorTextKeys(error)}.happened`)} ${t(`error.${error.code}.money`)}`;
}
