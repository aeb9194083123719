import { KeyRound } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { TillError } from "../../../contract/errors.ts";
import { useKit } from "../context.ts";
import { DigitPad } from "../ui/digit-pad.tsx";
import { Field } from "../ui/field.tsx";
import styles from "./pin-step.module.css";

const LONGEST = 12;

export interface PinStepProps {
  label: string;
  /** On the key that ends a PIN whose length is not known */
  submit: string;
  /** How many digits the PIN has, where everybody's that it may be has as many: then its last digit ends it */
  digits?: number | null;
  hint?: ReactNode;
  /** What was wrong with the last one */
  problem?: string | undefined;
  /** Until when no PIN is taken, of a problem that says so */
  lockedUntil?: string | undefined;
  /** Main is looking at one */
  isChecking: boolean;
  /** Whose PIN it is has to be said first: the keys are dead until then */
  isWaiting?: boolean;
  /** Where something else on the screen has the focus first; a PIN that was wrong takes it in any case */
  keepsFocus?: boolean;
  onPin: (pin: string) => void;
}

/**
 * A PIN, alone with its pad: a step of its own. Nothing moves when it errs, and while the till takes none the keys are
 * dead and say for how long. What was typed is forgotten as soon as it is tried.
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
  // Back from a wrong PIN, the next thing to type is the right one: also after a press of the key that ends it.
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
        // The keys are on the screen: the system's own would cover them.
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
  /** For how long no PIN is taken, in ms */
  left: number;
}

/** What comes of the PIN, or what is expected. */
function Says({ id, isChecking, left, problem, hint }: SaysProps) {
  const { t } = useTranslation();
  const says = isChecking
    ? t("manager.checking")
    : left > 0
      ? t("manager.lockedFor", { time: minutes(left) })
      : problem;
  return (
    <p
      className={styles.says}
      id={id}
      role={isChecking || left > 0 ? "status" : "alert"}
      data-wrong={(!isChecking && says !== undefined) || undefined}
    >
      {says ?? hint}
    </p>
  );
}

/** The digits that are typed. @param digits how many make it whole, null: a key ends it */
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
    // One digit more makes it whole; a PIN that is filled in at once is ended by its key.
    if (next.length === digits && next.length === pin.length + 1) return send(next);
    setPin(next);
  };
  return { pin, send, type };
}

/** Whether a text can be a PIN at all. */
export function isPin(text: string): boolean {
  return /^\d{4,12}$/.test(text);
}

/** How long a refusal keeps the keys dead, in ms. */
export function useLockLeft(until: string | undefined): number {
  return useKit(({ now }) =>
    until === undefined ? 0 : Math.max(0, Math.ceil((Date.parse(until) - now) / 1000) * 1000),
  );
}

function minutes(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Of a refusal: until when no PIN is taken. The wrong PIN that was one too many says so, too. */
export function lockedUntil(problem: TillError | null): string | undefined {
  return problem?.code === "locked_out" || problem?.code === "not_allowed" ? problem.details.until : undefined;
}
