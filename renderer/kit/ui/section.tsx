import type { ReactNode } from "react";
import styles from "./sections.module.css";

/** The body of a section: its parts under one another. @param narrow a form, not wider than it can be read */
export function Section({ narrow = false, children }: { narrow?: boolean; children: ReactNode }) {
  return (
    <div className={styles.body} data-narrow={narrow || undefined}>
      {children}
    </div>
  );
}
