import styles from "./quote.module.css";

/** What the service, the till's own record or a person said, word for word: it is not translated. */
export function Quote({ children }: { children: string }) {
  return (
    <blockquote className={styles.quote} dir="auto">
      {children}
    </blockquote>
  );
}
