import type { LucideIcon } from "lucide-react";
import styles from "./state-picture.module.css";

/** A large icon in the state's colour on the customer screen. Decorative: the text says the same. */
export function StatePicture({ Icon, isPulsing = false }: { Icon: LucideIcon; isPulsing?: boolean }) {
  return (
    <span className={styles.picture} data-pulsing={isPulsing || undefined} aria-hidden>
      <Icon />
    </span>
  );
}
