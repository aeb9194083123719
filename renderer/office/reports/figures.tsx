import type { ReactNode } from "react";
import { FigureLink } from "./figure-link.tsx";
import styles from "./reports.module.css";

export interface Figure {
  label: string;
  value: ReactNode;
  note?: ReactNode;
  isOff?: boolean;
  onOpen?: (() => void) | undefined;
}

/**
 * The main figures with their labels.
 * @param isHeadline a single, larger figure above the others
 */
export function Figures({ items, isHeadline = false }: { items: readonly Figure[]; isHeadline?: boolean }) {
  return (
    <div className={styles.figureRoom}>
      <dl
        className={styles.figures}
        data-columns={items.length % 4 === 0 ? 4 : 3}
        data-headline={isHeadline || undefined}
      >
        {items.map(({ label, value, note, isOff, onOpen }) => (
          <div key={label} data-tone={isOff ? "attention" : undefined}>
            <dt>{label}</dt>
            <dd>
              {onOpen ? <FigureLink onOpen={onOpen}>{value}</FigureLink> : value}
              {note && <small>{note}</small>}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
