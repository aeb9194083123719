import { useState } from "react";
import { Button as AriaButton } from "react-aria-components";
import { useTranslation } from "react-i18next";
import { Button } from "./button.tsx";
import styles from "./hold-button.module.css";

export interface HoldButtonProps {
  label: string;
  /** On the button that leads to doing the same without holding, and on the one that does it */
  noHoldLabel: string;
  confirmLabel: string;
  isDisabled?: boolean;
  /** The id of what says why it is disabled */
  describedBy?: string | undefined;
  onHeld: () => void;
}

/**
 * Does its work only when it has been pressed for a while, by finger, mouse, Enter or the space bar. The bar that
 * fills is the clock: its animation's end is the moment. Who cannot hold takes two presses instead.
 */
export function HoldButton({
  label,
  noHoldLabel,
  confirmLabel,
  isDisabled = false,
  describedBy,
  onHeld,
}: HoldButtonProps) {
  const { t } = useTranslation();
  const [isHeld, setIsHeld] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className={styles.stack}>
      <AriaButton
        className={styles.hold ?? ""}
        isDisabled={isDisabled}
        aria-describedby={describedBy}
        onPressStart={() => setIsHeld(true)}
        onPressEnd={() => setIsHeld(false)}
      >
        {isHeld && (
          <span
            className={styles.fill}
            onAnimationEnd={() => {
              setIsHeld(false);
              onHeld();
            }}
          />
        )}
        <span className={styles.words}>{isHeld ? t("refund.holding") : label}</span>
      </AriaButton>
      {isAsking ? (
        <Button fill isDisabled={isDisabled} onPress={onHeld} autoFocus>
          {confirmLabel}
        </Button>
      ) : (
        <Button kind="quiet" fill isDisabled={isDisabled} onPress={() => setIsAsking(true)}>
          {noHoldLabel}
        </Button>
      )}
    </div>
  );
}
