import { useState } from "react";
import { Button as AriaButton } from "react-aria-components";
import { useTranslation } from "react-i18next";
import { useKitActions } from "../context.ts";
import { Button, GuardedButton } from "./button.tsx";
import styles from "./hold-button.module.css";

export interface HoldButtonProps {
  label: string;
  /** On the button that leads to doing the same without holding, and on the one that does it */
  noHoldLabel: string;
  confirmLabel: string;
  isDisabled?: boolean;
  /** The id of what says what it does, or why it is disabled */
  describedBy?: string | undefined;
  /** Where it is what the step before leads to. A key that is still down from there begins nothing: it only repeats. */
  autoFocus?: boolean;
  onHeld: () => void;
}

/**
 * Does its work only when it has been pressed for a while, by finger, mouse, Enter or the space bar. The bar that
 * fills is the clock: its animation's end is the moment. Who cannot hold is asked instead; the second press of a double
 * click or of Enter says no, and yes is no answer before it can have been read.
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
      <Held {...rest} isDisabled={isDisabled} describedBy={describedBy} />
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

/** The button itself; a press that ends too soon says so. */
function Held({ label, isDisabled, describedBy, autoFocus = false, onHeld }: HeldProps) {
  const { t } = useTranslation();
  const [press, setPress] = useState<"none" | "held" | "too_short">("none");
  return (
    <>
      <AriaButton
        className={styles.hold ?? ""}
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
