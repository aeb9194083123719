import { useTranslation } from "react-i18next";
import type { TillError } from "../../../contract/errors.ts";
import { useKit } from "../context.ts";
import { type Say, sayIn, wordsOf } from "../format/say.ts";
import { useFormat } from "./use-format.ts";

export function useSay(): Say {
  const { money, dateTime } = useFormat();
  const language = useKit((state) => state.language);
  return sayIn(language, { money, time: (at) => dateTime(new Date(at).toISOString()) });
}

export function useRefusal(): (error: TillError) => string {
  const { t } = useTranslation();
  const say = useSay();
  return (error) =>
    say(error.details.because, null) ?? `${t(`${wordsOf(error)}.happened`)} ${t(`error.${error.code}.money`)}`;
}
