import type { LucideIcon } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { Button as AriaButton, type ButtonProps } from "react-aria-components";
import { useTill } from "../store/store.ts";
import { useKiosk } from "./context.ts";
import styles from "./frame.module.css";

interface KioskButtonProps extends Omit<ButtonProps, "className" | "style" | "children"> {
  children: ReactNode;
  kind?: "primary" | "secondary";
  Icon?: LucideIcon;
  isFirst?: boolean;
  isEnd?: boolean;
  /** Closes its dialog, like Back */
  isClose?: boolean;
}

/**
 * A large button. One that ends something ignores presses for one second after a screen change, because they were meant
 * for the previous screen.
 */
export function KioskButton(props: KioskButtonProps) {
  const { children, kind = "secondary", Icon, isFirst = false, isEnd = false, isClose = false, ...rest } = props;
  const isFreshHere = useKiosk((state) => state.isFresh);
  const isFreshThere = useTill((state) => state.isFresh);
  const isDead = isEnd && (isFreshHere || isFreshThere);
  const pressStartedActive = useRef(false);
  return (
    <AriaButton
      {...rest}
      className={styles.button}
      data-kind={kind}
      data-first={isFirst || undefined}
      data-end={isEnd || undefined}
      data-close={isClose || undefined}
      // Not announced as disabled: the button responds again before the announcement would end.
      data-guarded={isDead || undefined}
      onPressStart={() => {
        pressStartedActive.current = !isDead;
      }}
      onPress={(event) => {
        if (pressStartedActive.current && !isDead) rest.onPress?.(event);
      }}
    >
      {Icon && <Icon aria-hidden />}
      <span>{children}</span>
    </AriaButton>
  );
}
