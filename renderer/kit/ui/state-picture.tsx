import type { LucideIcon } from "lucide-react";
import styles from "./state-picture.module.css";

interface StatePictureProps {
  Icon: LucideIcon;
  /** It waits for the customer, on their own phone */
  isPulsing?: boolean;
}

/** What a customer's screen is about, in the colour of its state: seen from a step away, and said by the words beside it. */
export function StatePicture({ Icon, isPulsing = false }: StatePictureProps) {
  return (
    <span className={styles.picture} data-pulsing={isPulsing || undefined} aria-hidden>
      <Icon />
    </span>
  );
}
