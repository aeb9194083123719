import type { ReactNode } from "react";
import { Link } from "react-aria-components";
import styles from "./reports.module.css";

/** A figure that opens its payments. A link, because buttons are not printed. */
export function FigureLink({ onOpen, children }: { onOpen: () => void; children: ReactNode }) {
  return (
    <Link className={styles.opens} onPress={onOpen}>
      {children}
    </Link>
  );
}
