import { useDispatch, useKiosk, useTexts } from "./context.ts";
import { KioskDialog } from "./dialog.tsx";
import { KioskButton } from "./kiosk-button.tsx";
import { isRequestOpen, STILL_THERE_MS } from "./session.ts";
import styles from "./still-there.module.css";

/** Asks before an idle visit is reset; can be extended repeatedly. */
export function StillThere() {
  const { t } = useTexts();
  const dispatch = useDispatch();
  const { left, isOpen } = useKiosk(({ session, now }) => ({
    left: session.askedAt === null ? null : Math.max(0, Math.ceil((session.askedAt + STILL_THERE_MS - now) / 1000)),
    isOpen: isRequestOpen(session),
  }));
  if (left === null) return null;
  const more = () => dispatch({ type: "moreTime" });
  return (
    <KioskDialog
      name="still-there"
      role="alertdialog"
      title={t("still.title")}
      onClose={more}
      actions={
        <>
          <KioskButton isEnd onPress={() => dispatch({ type: isOpen ? "cancel" : "reset" })}>
            {t("still.over")}
          </KioskButton>
          <KioskButton kind="primary" autoFocus isFirst isClose onPress={more}>
            {t("still.more")}
          </KioskButton>
        </>
      }
    >
      <p className={styles.left} role="timer">
        {left}
      </p>
      <p className={styles.text}>{t("still.text", { count: left })}</p>
    </KioskDialog>
  );
}
