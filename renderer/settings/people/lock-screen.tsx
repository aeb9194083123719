import { useTranslation } from "react-i18next";
import { NameAndPin } from "./name-and-pin.tsx";
import styles from "./staff.module.css";

/** The till where everybody signs in, while nobody has. Never over a payment that is under way. */
export function LockScreen() {
  const { t } = useTranslation();
  return (
    <div className={styles.lock} data-testid="lock">
      <section className={styles.lockCard} aria-labelledby="lock-title">
        <h1 id="lock-title" className={styles.title}>
          {t("staff.signIn.title")}
        </h1>
        <p className={styles.quiet}>{t("staff.signIn.text")}</p>
        <NameAndPin onDone={() => undefined} />
      </section>
    </div>
  );
}
