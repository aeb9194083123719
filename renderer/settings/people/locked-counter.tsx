import { LockKeyhole } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../kit/ui/button.tsx";
import { useActions } from "../../store/store.ts";
import styles from "./staff.module.css";

/**
 * A locked till with an open payment: the payment can be cancelled, and users can sign in. No other payments or figures
 * are shown.
 */
export function LockedCounter({ isOver, children }: { isOver: boolean; children: ReactNode }) {
  const { t } = useTranslation();
  const actions = useActions();
  return (
    <div className={styles.lockedCounter} data-testid="locked-counter">
      <header className={styles.lockedBar}>
        <LockKeyhole aria-hidden />
        <p role="status">{t(isOver ? "staff.signIn.lockedResult" : "staff.signIn.lockedCounter")}</p>
        <Button onPress={() => actions.open({ kind: "signIn" })}>{t("staff.signIn.enter")}</Button>
      </header>
      <main className={styles.lockedMain}>{children}</main>
    </div>
  );
}
