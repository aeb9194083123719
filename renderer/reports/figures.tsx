import type { ReactNode } from "react";
import styles from "./reports.module.css";

/** The figures that matter most, large; each with its word. */
export function Figures({ items }: { items: readonly { label: string; value: ReactNode; note?: ReactNode }[] }) {
  return (
    <dl className={styles.figures}>
      {items.map(({ label, value, note }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {value}
            {note && <small>{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
