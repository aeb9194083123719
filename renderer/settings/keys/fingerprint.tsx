import styles from "./keys.module.css";

/** A fingerprint in groups of four, as two people read it to each other. */
export function Fingerprint({ value }: { value: string }) {
  const groups = value.match(/.{1,4}/g) ?? [];
  return <code className={styles.fingerprint}>{groups.join(" ")}</code>;
}
