import { useTranslation } from "react-i18next";
import { useSay } from "../../kit/ui/use-say.ts";
import { useTill } from "../../store/store.tsx";

export function useKeysProblem(field: "pem" | "value" | "kind" | "reason"): string | undefined {
  const { t } = useTranslation();
  const say = useSay();
  const found = useTill(({ keys }) => keys.problem?.details.fields?.find((one) => one.field === field));
  return found && t(`rotation.problem.${field}`, { expected: say(found.because, found.expected) });
}
