import styles from "./quote.module.css";

/** A verbatim quote of the service, the journal or a user; never translated. */
export function Quote({ children }: { children: string }) {
  return (
    <blockquote className={styles.quote} dir="auto">
      {children}
    </blockquote>
  );
}
