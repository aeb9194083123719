import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./collapsible.module.css";

export function Collapsible({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className={styles.unfold}>
      <summary>
        {title}
        <ChevronDown aria-hidden size={18} />
      </summary>
      {children}
    </details>
  );
}
