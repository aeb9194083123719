import { Unplug } from "lucide-react";
import { StatePicture } from "../kit/ui/state-picture.tsx";
import { useTill } from "../store/store.ts";
import { useTexts } from "./context.ts";
import { Title, Utilities } from "./frame.tsx";
import styles from "./message.module.css";
import type { OutOfService as Cause } from "./select.ts";

/**
 * Shows why nothing can be bought, before any scan.
 * @param isOpen whether a payment was in progress, whose outcome follows later
 */
export function OutOfService({ cause, isOpen }: { cause: Cause; isOpen: boolean }) {
  const { t, c } = useTexts();
  const isMachine = cause === "dispenser";
  // After two uncertain vends, or with all slots blocked, an operator must restore it.
  const isStopped = useTill(({ terminal }) => terminal?.outOfService[0] === "dispenser") && isMachine;
  const isAutomatic = !isStopped && cause !== "goods";
  const phone = useTill(({ terminal }) => terminal?.phone ?? null);
  return (
    <div className={styles.whole} data-tone="attention" data-testid="kiosk-out" data-cause={cause}>
      <div className={styles.message} role="alert">
        <StatePicture Icon={Unplug} />
        <Title className={styles.title}>{t("out.title")}</Title>
        <p className={styles.text}>{t(`out.${cause}`)}</p>
        {isMachine && (
          <p className={styles.text}>{phone === null ? c("wait.staff.text") : t("out.askOrCall", { phone })}</p>
        )}
        <p className={styles.text}>
          {isAutomatic && `${t("out.next")} `}
          {t(isOpen ? "out.nextUnknown" : "out.noMoney")}
        </p>
        {!isMachine && phone !== null && <p className={styles.text}>{t("out.call", { phone })}</p>}
      </div>
      <Utilities />
    </div>
  );
}
