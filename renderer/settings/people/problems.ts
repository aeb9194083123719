import { useTranslation } from "react-i18next";
import type { TillError } from "../../../contract/calls/errors.ts";
import type { ReasonFormatter } from "../../kit/format/reason-text.ts";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useErrorText, useReasonText } from "../../kit/ui/use-reason-text.ts";

export function fieldProblem(say: ReasonFormatter, problem: TillError | null, field: string): string | undefined {
  const found = problem?.details.fields?.find((one) => one.field === field);
  return say(found?.because, found?.expected);
}

/** Returns a PIN error in one sentence that also says that no money moved. */
export function useProblem(): (problem: TillError) => string {
  const { t } = useTranslation();
  const { clock } = useFormat();
  const sayReason = useReasonText();
  const errorText = useErrorText();
  return (problem) => {
    const { code, details } = problem;
    if (code === "locked_out") return t("staff.signIn.locked", { time: details.until ? clock(details.until) : "…" });
    const { triesLeft = 0 } = details;
    if (code === "not_allowed" && triesLeft > 0) return t("staff.signIn.wrongLeft", { count: triesLeft });
    if (code === "not_allowed") return t("staff.signIn.wrong");
    const [field] = details.fields ?? [];
    return sayReason(field?.because, field?.expected) ?? errorText(problem);
  };
}
