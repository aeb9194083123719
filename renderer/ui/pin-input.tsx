import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { DigitPad } from "./digit-pad.tsx";
import { Field } from "./field.tsx";
import { useTouch } from "./use-touch.ts";

const LONGEST = 12;

export interface PinInputProps {
  label: string;
  value: string;
  onChange: (pin: string) => void;
  Icon?: LucideIcon;
  autoFocus?: boolean;
  description?: ReactNode;
  problem?: string | undefined;
  /** Main is looking at it: it stays as it is until the answer */
  isChecking?: boolean;
  /** `always`: also where no finger works */
  pad?: "touch" | "always" | "never";
  onFocus?: () => void;
}

/** A PIN by keyboard or by touch; nobody reads over a shoulder what it is. */
export function PinInput(props: PinInputProps) {
  const { label, value, onChange, Icon, description, problem, isChecking = false, pad = "touch", ...rest } = props;
  const { t } = useTranslation();
  const isTouched = useTouch();
  const hasPad = pad === "always" || (pad === "touch" && isTouched);
  const type = (text: string) => onChange(text.replace(/\D/g, "").slice(0, LONGEST));
  return (
    <>
      <Field
        {...rest}
        label={label}
        {...(Icon && { Icon })}
        value={value}
        onChange={type}
        isReadOnly={isChecking}
        isBusy={isChecking}
        description={isChecking ? <span role="status">{t("manager.checking")}</span> : description}
        problem={isChecking ? undefined : problem}
        // With keys on the screen the system's own would cover the dialog.
        input={{ type: "password", inputMode: hasPad ? "none" : "numeric", autoComplete: "off", maxLength: LONGEST }}
      />
      {hasPad && <DigitPad value={value} onChange={type} isDisabled={isChecking} />}
    </>
  );
}
