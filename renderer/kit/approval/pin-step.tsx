import { KeyRound } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { DigitPad } from "../ui/digit-pad.tsx";
import { Field } from "../ui/field.tsx";
import { isPin, useLockLeft } from "./pin.ts";
import styles from "./pin-step.module.css";

const LONGEST = 12;

export interface PinStepProps {
  label: string;
  submit: string;
  /** Length of the PIN when all possible PINs have the same length; the last digit then submits it */
  digits?: number | null;
  hint?: ReactNode;
  problem?: string | undefined;
  lockedUntil?: string | undefined;
  isChecking: boolean;
  /** The user must be chosen first: the keys are disabled until then */
  isWaiting?: boolean;
  /** The initial focus is elsewhere on the screen; a wrong PIN takes it anyway */
  keepsFocus?: boolean;
  onPin: (pin: string) => void;
}

/**
 * A PIN field with its pad. While PINs are locked, the keys are disabled and show the remaining time. The input is
 * cleared as soon as it is submitted.
 */
export function PinStep(props: PinStepProps) {
  const {
    label,
    submit,
    digits = null,
    hint,
    problem,
    isChecking,
    isWaiting = false,
    keepsFocus = false,
    onPin,
  } = props;
  const hintId = useId();
  const form = useRef<HTMLFormElement>(null);
  const left = useLockLeft(props.lockedUntil);
  const isDead = isChecking || isWaiting || left > 0;
  // Returns the focus to the field after a wrong PIN, also after the submit key was pressed.
  useEffect(() => {
    if (problem !== undefined && !isChecking) form.current?.querySelector("input")?.focus();
  }, [problem, isChecking]);
  const { pin, send, type } = usePinEntry(digits, isDead, onPin);
  return (
    <form
      ref={form}
      className={styles.step}
      data-testid="pin-step"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send(pin);
      }}
    >
      <Field
        label={label}
        Icon={KeyRound}
        isDisabled={isWaiting}
        autoFocus={!keepsFocus && !isWaiting}
        value={pin}
        onChange={type}
        isReadOnly={isDead}
        isBusy={isChecking}
        isInvalid={!isChecking && (problem !== undefined || left > 0)}
        aria-describedby={hintId}
        // The keys are on the screen: the system keyboard would cover them.
        input={{ type: "password", inputMode: "none", autoComplete: "off", maxLength: LONGEST }}
      />
      <Says id={hintId} isChecking={isChecking} left={left} problem={problem} hint={hint} />
      <DigitPad
        value={pin}
        onChange={type}
        isDisabled={isDead}
        enter={{ label: submit, isDisabled: isDead || !isPin(pin) }}
      />
    </form>
  );
}

interface SaysProps extends Pick<PinStepProps, "hint" | "problem" | "isChecking"> {
  id: string;
  /** Remaining lock time in ms */
  left: number;
}

function Says({ id, isChecking, left, problem, hint }: SaysProps) {
  const { t } = useTranslation();
  const statusText = isChecking
    ? t("manager.checking")
    : left > 0
      ? t("manager.lockedFor", { time: minutes(left) })
      : problem;
  return (
    <p
      className={styles.says}
      id={id}
      role={isChecking || left > 0 ? "status" : "alert"}
      data-wrong={(!isChecking && statusText !== undefined) || undefined}
    >
      {statusText ?? hint}
    </p>
  );
}

/**
 * State of the typed digits.
 * @param digits length that submits the PIN; null: a key submits it
 */
function usePinEntry(digits: number | null, isDead: boolean, onPin: (pin: string) => void) {
  const [pin, setPin] = useState("");
  const send = (tried: string) => {
    if (!isPin(tried) || isDead) return;
    setPin("");
    onPin(tried);
  };
  const type = (text: string) => {
    const next = text.replace(/\D/g, "").slice(0, LONGEST);
    if (isDead) return;
    // Only a typed digit submits automatically; an autofilled PIN needs the key.
    if (next.length === digits && next.length === pin.length + 1) return send(next);
    setPin(next);
  };
  return { pin, send, type };
}

function minutes(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
