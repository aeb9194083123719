import type { ReactNode } from "react";
import styles from "./reports.module.css";

export interface Figure {
  label: string;
  value: ReactNode;
  note?: ReactNode;
  /** It needs attention */
  isOff?: boolean;
}

/** The figures that matter most, large; each with its word. */
export function Figures({ items }: { items: readonly Figure[] }) {
  return (
    <dl className={styles.figures}>
      {items.map(({ label, value, note, isOff }) => (
        <div key={label} data-tone={isOff ? "attention" : undefined}>
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
