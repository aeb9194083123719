import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Button as AriaButton, type ButtonProps } from "react-aria-components";
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

/** A button that a hand finds from a step away. */
export function KioskButton(props: KioskButtonProps) {
  const { children, kind = "secondary", Icon, isFirst = false, isEnd = false, isClose = false, ...rest } = props;
  return (
    <AriaButton
      {...rest}
      className={styles.button ?? ""}
      data-kind={kind}
      data-first={isFirst || undefined}
      data-end={isEnd || undefined}
      data-close={isClose || undefined}
    >
      {Icon && <Icon aria-hidden />}
      <span>{children}</span>
    </AriaButton>
  );
}
