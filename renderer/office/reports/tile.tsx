import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Button as AriaButton } from "react-aria-components";
import styles from "./today.module.css";

export interface TileProps {
  label: string;
  value: ReactNode;
  note?: ReactNode;
  tone?: "attention" | undefined;
  /** Opens the counted payments; omitted: not possible */
  onOpen?: (() => void) | undefined;
}

export function Tile({ label, value, note, tone, onOpen }: TileProps) {
  const content = (
    <>
      <span className={styles.tileWord}>
        {label}
        {onOpen && <ChevronRight aria-hidden size={18} />}
      </span>
      <strong className={styles.tileValue}>{value}</strong>
      {note && <span className={styles.tileNote}>{note}</span>}
    </>
  );
  return (
    <li>
      {onOpen ? (
        <AriaButton className={styles.tile} data-tone={tone} onPress={onOpen}>
          {content}
        </AriaButton>
      ) : (
        <div className={styles.tile} data-tone={tone}>
          {content}
        </div>
      )}
    </li>
  );
}
