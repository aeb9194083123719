import type { LucideIcon } from "lucide-react";
import styles from "./state-picture.module.css";

interface StatePictureProps {
  Icon: LucideIcon;
  isPulsing?: boolean;
}

/** A large icon in the state's colour on the customer screen. Decorative: the text says the same. */
export function StatePicture({ Icon, isPulsing = false }: StatePictureProps) {
  return (
    <span className={styles.picture} data-pulsing={isPulsing || undefined} aria-hidden>
      <Icon />
    </span>
  );
}
