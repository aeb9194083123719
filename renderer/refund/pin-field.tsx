import { KeyRound } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { TillError } from "../../contract/errors.ts";
import { useTill } from "../store/store.ts";
import { Field } from "../ui/field.tsx";
import { useFormat } from "../ui/use-format.ts";
import styles from "./refund.module.css";

/** The manager's PIN, for this one refund. */
export function PinField({ value, onChange }: { value: string; onChange: (pin: string) => void }) {
  const { t } = useTranslation();
  const { clock } = useFormat();
  const { problem, demo } = useTill((state) => ({ problem: state.refundProblem, demo: state.terminal?.demo ?? null }));
  return (
    <>
      <Field
        label={t("refund.pin")}
        Icon={KeyRound}
        value={value}
        onChange={(pin) => onChange(pin.replace(/\D/g, ""))}
        description={demo ? t("refund.pinDemo", { pin: demo.managerPin }) : t("refund.pinHint")}
        problem={problem ? pinProblem(problem) : undefined}
        input={{ type: "password", inputMode: "numeric", autoComplete: "off", maxLength: 12 }}
      />
      {problem && !isPinProblem(problem) && (
        <p className={styles.problem} data-tone="failed" role="alert">
          {t(`error.${problem.code}.happened`)} {t(`error.${problem.code}.money`)} {problem.details.reason}
        </p>
      )}
    </>
  );
  function pinProblem(error: TillError): string | undefined {
    if (error.code === "locked_out")
      return t("refund.pinLocked", { time: error.details.until ? clock(error.details.until) : "…" });
    return isPinProblem(error) ? t("refund.pinWrong") : undefined;
  }
}

function isPinProblem({ code, details }: TillError): boolean {
  const aboutPin = (details.fields ?? []).some(({ field }) => field === "pin");
  return code === "locked_out" || aboutPin;
}
