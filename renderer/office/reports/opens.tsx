import type { ReactNode } from "react";
import { Link } from "react-aria-components";
import styles from "./reports.module.css";

/** A figure that leads to the payments it counts: a link, which paper keeps, where a button would be gone. */
export function Opens({ onOpen, children }: { onOpen: () => void; children: ReactNode }) {
  return (
    <Link className={styles.opens ?? ""} onPress={onOpen}>
      {children}
    </Link>
  );
}
