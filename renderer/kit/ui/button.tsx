import type { LucideIcon } from "lucide-react";
import { type ReactNode, type Ref, useLayoutEffect, useRef } from "react";
import { Button as AriaButton, type ButtonProps as AriaButtonProps, type PressEvent } from "react-aria-components";
import { useKit } from "../context.ts";
import styles from "./button.module.css";

export interface ButtonProps extends Omit<AriaButtonProps, "className" | "style" | "children"> {
  children: ReactNode;
  /** `primary` is ink and there is one on a screen; `quiet` has no border */
  kind?: "primary" | "secondary" | "quiet";
  size?: "normal" | "large";
  Icon?: LucideIcon;
  fill?: boolean;
}

/** Every button with words on it. */
export function Button({ children, kind = "secondary", size = "normal", Icon, fill = false, ...rest }: ButtonProps) {
  const keeper = useKeptFocus(rest);
  return (
    <AriaButton
      {...rest}
      {...keeper}
      className={styles.button ?? ""}
      data-kind={kind}
      data-size={size}
      data-fill={fill || undefined}
    >
      {Icon && <Icon aria-hidden className={styles.icon} />}
      <span className={styles.words}>{children}</span>
    </AriaButton>
  );
}

/** A form's button that cannot be pressed while the form is sent has the focus again afterwards, where nothing else took it. */
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
 * A button for what cannot be taken back, or leads away from it: in the second after the screen has changed it keeps its
 * look and its focus, and does nothing, since a press that begins then was meant for what stood there before. It is not
 * `isPending` meanwhile: that has its name read out over what the screen itself says, and again when the second is over.
 */
export function GuardedButton({ onPress, ...rest }: ButtonProps) {
  const isFresh = useKit((state) => state.isFresh);
  const isMeant = useRef(false);
  return (
    <Button
      {...rest}
      aria-disabled={isFresh}
      onPressStart={() => {
        isMeant.current = !isFresh;
      }}
      onPress={(event) => {
        if (isMeant.current && !isFresh) onPress?.(event);
      }}
    />
  );
}

export interface IconButtonProps extends Omit<AriaButtonProps, "className" | "style" | "children"> {
  label: string;
  Icon: LucideIcon;
  ref?: Ref<HTMLButtonElement>;
}

/** A button that is only a picture: its name is read aloud, and shown when the pointer rests on it. */
export function IconButton({ label, Icon, ...rest }: IconButtonProps) {
  return (
    <AriaButton {...rest} aria-label={label} className={styles.iconButton ?? ""}>
      <Icon aria-hidden size={22} />
    </AriaButton>
  );
}
