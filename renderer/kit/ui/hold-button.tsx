import { useState } from "react";
import { Button as AriaButton } from "react-aria-components";
import { useTranslation } from "react-i18next";
import { useKitActions } from "../context.ts";
import { Button, GuardedButton } from "./button.tsx";
import styles from "./hold-button.module.css";

export interface HoldButtonProps {
  label: string;
  /** Labels of the alternative without holding and of its confirmation */
  noHoldLabel: string;
  confirmLabel: string;
  isDisabled?: boolean;
  describedBy?: string | undefined;
  /**
   * For a step that opens with this button. A key still held from the previous step only repeats and does not start a
   * hold.
   */
  autoFocus?: boolean;
  onHeld: () => void;
}

/**
 * A button that must be held, by pointer, Enter or space. The progress bar's animation is the timer. Users who cannot
 * hold get a confirmation, guarded against double clicks.
 */
export function HoldButton({ noHoldLabel, confirmLabel, isDisabled = false, describedBy, ...rest }: HoldButtonProps) {
  const { t } = useTranslation();
  const actions = useKitActions();
  const [isAsking, setIsAsking] = useState(false);
  const confirm = () => {
    setIsAsking(false);
    rest.onHeld();
  };
  if (isAsking)
    return (
      <div className={styles.stack}>
        <GuardedButton kind="primary" size="large" fill isDisabled={isDisabled} onPress={confirm}>
          {confirmLabel}
        </GuardedButton>
        <Button kind="quiet" fill autoFocus onPress={() => setIsAsking(false)}>
          {t("refund.notYet")}
        </Button>
      </div>
    );
  return (
    <div className={styles.stack}>
      <HoldControl {...rest} isDisabled={isDisabled} describedBy={describedBy} />
      <Button
        kind="quiet"
        fill
        isDisabled={isDisabled}
        onPress={() => {
          setIsAsking(true);
          actions.takeStepOn();
        }}
      >
        {noHoldLabel}
      </Button>
    </div>
  );
}

type HeldProps = Pick<HoldButtonProps, "label" | "describedBy" | "autoFocus" | "onHeld"> & { isDisabled: boolean };

function HoldControl({ label, isDisabled, describedBy, autoFocus = false, onHeld }: HeldProps) {
  const { t } = useTranslation();
  const [press, setPress] = useState<"none" | "held" | "too_short">("none");
  return (
    <>
      <AriaButton
        className={styles.hold}
        isDisabled={isDisabled}
        autoFocus={autoFocus}
        aria-describedby={describedBy}
        onPressStart={() => setPress("held")}
        onPressEnd={() => setPress((now) => (now === "held" ? "too_short" : now))}
      >
        {press === "held" && (
          <span
            className={styles.fill}
            onAnimationEnd={() => {
              setPress("none");
              onHeld();
            }}
          />
        )}
        <span className={styles.words}>{press === "held" ? t("refund.holding") : label}</span>
      </AriaButton>
      <p role="status" className={styles.hint}>
        {press === "too_short" ? t("refund.holdLonger") : ""}
      </p>
    </>
  );
}
