import type { LucideIcon } from "lucide-react";
import { type ReactNode, type Ref, useLayoutEffect, useRef } from "react";
import { Button as AriaButton, type ButtonProps as AriaButtonProps, type PressEvent } from "react-aria-components";
import { useKit } from "../context.ts";
import styles from "./button.module.css";

export interface ButtonProps extends Omit<AriaButtonProps, "className" | "style" | "children"> {
  children: ReactNode;
  /** `primary` is used once per screen; `quiet` has no border */
  kind?: "primary" | "secondary" | "quiet";
  size?: "normal" | "large";
  Icon?: LucideIcon;
  fill?: boolean;
}

export function Button({ children, kind = "secondary", size = "normal", Icon, fill = false, ...rest }: ButtonProps) {
  const keeper = useKeptFocus(rest);
  return (
    <AriaButton
      {...rest}
      {...keeper}
      className={styles.button}
      data-kind={kind}
      data-size={size}
      data-fill={fill || undefined}
    >
      {Icon && <Icon aria-hidden className={styles.icon} />}
      <span className={styles.words}>{children}</span>
    </AriaButton>
  );
}

/** Restores the focus of a submit button that was disabled during the submission, unless another element took it. */
function useKeptFocus({ type, isDisabled = false, onPressStart }: Omit<ButtonProps, "children">) {
  const ref = useRef<HTMLButtonElement>(null);
  const isPressed = useRef(false);
  useLayoutEffect(() => {
    if (isDisabled || !isPressed.current) return;
    isPressed.current = false;
    if (document.activeElement === document.body) ref.current?.focus();
  }, [isDisabled]);
  if (type !== "submit") return { onPressStart };
  return {
    ref,
    onPressStart(event: PressEvent) {
      isPressed.current = true;
      onPressStart?.(event);
    },
  };
}

/**
 * A button for an irreversible action. It ignores presses for one second after a screen change, because they were meant
 * for the previous screen. It does not use `isPending`, which screen readers would announce.
 */
export function GuardedButton({ onPress, ...rest }: ButtonProps) {
  const isFresh = useKit((state) => state.isFresh);
  const pressStartedActive = useRef(false);
  return (
    <Button
      {...rest}
      aria-disabled={isFresh}
      onPressStart={() => {
        pressStartedActive.current = !isFresh;
      }}
      onPress={(event) => {
        if (pressStartedActive.current && !isFresh) onPress?.(event);
      }}
    />
  );
}

export interface IconButtonProps extends Omit<AriaButtonProps, "className" | "style" | "children"> {
  label: string;
  Icon: LucideIcon;
  ref?: Ref<HTMLButtonElement>;
}

export function IconButton({ label, Icon, ...rest }: IconButtonProps) {
  return (
    <AriaButton {...rest} aria-label={label} className={styles.iconButton}>
      <Icon aria-hidden size={22} />
    </AriaButton>
  );
}
