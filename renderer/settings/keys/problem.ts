import { useTranslation } from "react-i18next";
import { useReasonText } from "../../kit/ui/use-reason-text.ts";
import { useTill } from "../../store/store.ts";

export function useKeysProblem(field: "pem" | "value" | "kind" | "reason"): string | undefined {
  const { t } = useTranslation();
  const reasonText = useReasonText();
  const found = useTill(({ keys }) => keys.problem?.details.fields?.find((one) => one.field === field));
  return found && t(`rotation.problem.${field}`, { expected: reasonText(found.because, found.expected) });
}
