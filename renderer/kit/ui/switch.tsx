import type { ReactNode } from "react";
import { Switch as AriaSwitch, type SwitchProps as AriaSwitchProps } from "react-aria-components";
import styles from "./switch.module.css";

export interface SwitchProps extends Omit<AriaSwitchProps, "children" | "className" | "style"> {
  children: ReactNode;
}

export function Switch({ children, ...rest }: SwitchProps) {
  return (
    <AriaSwitch {...rest} className={styles.switch}>
      {children}
      <span className={styles.track} />
    </AriaSwitch>
  );
}
