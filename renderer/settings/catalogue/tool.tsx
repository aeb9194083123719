import type { LucideIcon } from "lucide-react";
import { Button as AriaButton, type ButtonProps } from "react-aria-components";
import styles from "./catalogue.module.css";

interface ToolProps extends Omit<ButtonProps, "className" | "style" | "children"> {
  children: string;
  Icon: LucideIcon;
  isMain?: boolean;
}

export function Tool({ children, Icon, isMain = false, ...rest }: ToolProps) {
  return (
    <AriaButton {...rest} className={styles.tool} data-main={isMain || undefined}>
      <Icon aria-hidden size={20} />
      {children}
    </AriaButton>
  );
}
