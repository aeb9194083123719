import type { LucideIcon } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { Button as AriaButton, type ButtonProps } from "react-aria-components";
import { useTill } from "../store/store.tsx";
import { useKiosk } from "./context.tsx";
import styles from "./frame.module.css";

interface KioskButtonProps extends Omit<ButtonProps, "className" | "style" | "children"> {
  children: ReactNode;
  kind?: "primary" | "secondary";
  Icon?: LucideIcon;
  /** The first key leads here */
  isFirst?: boolean;
  /** It ends what is under way: the key back leads here */
  isEnd?: boolean;
  /** It closes the dialog that it is in: the key back does the same */
  isClose?: boolean;
}

/**
 * A button that a hand finds from a step away. One that ends something does not answer in the second after the screen has
 * changed: a press that begins then was meant for what stood there before.
 */
export function KioskButton(props: KioskButtonProps) {
  const { children, kind = "secondary", Icon, isFirst = false, isEnd = false, isClose = false, ...rest } = props;
  const isFreshHere = useKiosk((state) => state.isFresh);
  const isFreshThere = useTill((state) => state.isFresh);
  const isDead = isEnd && (isFreshHere || isFreshThere);
  const isMeant = useRef(false);
  return (
    <AriaButton
      {...rest}
      className={styles.button ?? ""}
      data-kind={kind}
      data-first={isFirst || undefined}
      data-end={isEnd || undefined}
      data-close={isClose || undefined}
      // Nothing that is told: it answers by the time that a listener has heard of it.
      data-guarded={isDead || undefined}
      onPressStart={() => {
        isMeant.current = !isDead;
      }}
      onPress={(event) => {
        if (isMeant.current && !isDead) rest.onPress?.(event);
      }}
    >
      {Icon && <Icon aria-hidden />}
      <span>{children}</span>
    </AriaButton>
  );
}
