import { Info, type LucideIcon, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import message from "../../kit/ui/message.module.css";
import styles from "./parts.module.css";

export interface NoteProps {
  /** `attention` asks for an action */
  kind?: "plain" | "attention" | "failed";
  role?: "status" | "alert";
  Icon?: LucideIcon;
  children: ReactNode;
}

export function Note({ kind = "plain", role, Icon = kind === "plain" ? Info : TriangleAlert, children }: NoteProps) {
  return (
    <div className={`${message.note} ${styles.note}`} data-tone={kind === "plain" ? undefined : kind} role={role}>
      <Icon aria-hidden size={22} />
      <div>{children}</div>
    </div>
  );
}
