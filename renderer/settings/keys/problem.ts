import { useTranslation } from "react-i18next";
import { useSay } from "../../kit/ui/use-say.ts";
import { useTill } from "../../store/store.tsx";

/** What was wrong with a field of the last thing that was entered, in a sentence; undefined when nothing was. */
export function useKeysProblem(field: "pem" | "value" | "kind" | "reason"): string | undefined {
  const { t } = useTranslation();
  const say = useSay();
  const found = useTill(({ keys }) => keys.problem?.details.fields?.find((one) => one.field === field));
  return found && t(`rotation.problem.${field}`, { expected: say(found.because, found.expected) });
}
