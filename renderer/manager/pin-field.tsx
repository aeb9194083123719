import { KeyRound } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { TillError } from "../../contract/errors.ts";
import { refundLimit, roleForRefund } from "../../contract/staff.ts";
import type { Payment } from "../../contract/views.ts";
import { useTill } from "../store/store.ts";
import { PinInput } from "../ui/pin-input.tsx";
import { useFormat } from "../ui/use-format.ts";
import { CommandProblem } from "./command-problem.tsx";
import { isPinBeingChecked, refundedSoFar } from "./rights.ts";

export interface PinFieldProps {
  /** Whose PIN it is; the manager's unless told */
  label?: string;
  value: string;
  onChange: (pin: string) => void;
}

/** The manager's PIN, for the one command that the dialog is about. */
export function PinField({ label, value, onChange }: PinFieldProps) {
  const { t } = useTranslation();
  const { clock } = useFormat();
  const { problem, demo, isChecking } = useTill((state) => ({
    problem: state.managerProblem,
    demo: state.terminal?.demo ?? null,
    isChecking: isPinBeingChecked(state.busy),
  }));
  return (
    <>
      <PinInput
        label={label ?? t("manager.pin")}
        Icon={KeyRound}
        // Back from a wrong PIN, the next thing to type is the right one.
        autoFocus={problem !== null}
        value={value}
        onChange={onChange}
        isChecking={isChecking}
        description={demo?.managerPin ? t("manager.pinDemo", { pin: demo.managerPin }) : t("manager.pinHint")}
        problem={problem ? pinProblem(problem) : undefined}
      />
      {problem && !isPinProblem(problem) && <CommandProblem problem={problem} />}
    </>
  );
  function pinProblem(error: TillError): string | undefined {
    if (error.code === "locked_out")
      return t("manager.pinLocked", { time: error.details.until ? clock(error.details.until) : "…" });
    return isPinProblem(error) ? t("manager.pinWrong") : undefined;
  }
}

function isPinProblem({ code, details }: TillError): boolean {
  const aboutPin = (details.fields ?? []).some(({ field }) => field === "pin");
  return code === "locked_out" || aboutPin;
}

/** Whether a manager is signed in already: then no PIN is asked for. */
export function useIsManager(): boolean {
  return useTill((state) => state.terminal?.staff?.role === "manager" || state.terminal?.staff?.role === "owner");
}

/** Whether each refund of this till needs a PIN, whoever is signed in: it unlocks what signs the refund. */
export function useRefundsNeedPin(): boolean {
  return useTill((state) => state.terminal?.refundsNeedPin === true);
}

/**
 * Whether whoever is signed in may refund this much more without anybody's PIN, as far as this window knows: main has
 * the last word. @param amount in minor units
 */
export function useMayRefund(payment: Payment, amount: number): boolean {
  return useTill(({ terminal }) => {
    const role = terminal?.staff?.role;
    if (!terminal || role === undefined || terminal.refundsNeedPin) return false;
    const limit = refundLimit(role, terminal.people);
    return limit === null || (limit > 0 && refundedSoFar(payment) + amount <= limit);
  });
}

/** Whose PIN a refund of this much more needs. */
export function useRefundApprover(payment: Payment, amount: number): "manager" | "owner" {
  return useTill(({ terminal }) =>
    terminal !== null && roleForRefund(refundedSoFar(payment) + amount, terminal.people) === "owner"
      ? "owner"
      : "manager",
  );
}

/** Whether a text can be a PIN at all. */
export function isPin(text: string): boolean {
  return /^\d{4,12}$/.test(text);
}
