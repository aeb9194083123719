import { CircleSlash, RotateCcw } from "lucide-react";
import type { TillError } from "../../contract/calls/errors.ts";
import { StatePicture } from "../kit/ui/state-picture.tsx";
import { useDispatch, useKiosk, useTexts } from "./context.ts";
import { Frame, Title } from "./frame.tsx";
import { KioskButton } from "./kiosk-button.tsx";
import styles from "./message.module.css";
import { refusalText } from "./select.ts";
import { isRequestOpen } from "./session.ts";

export function Refused({ error }: { error: TillError }) {
  const { t } = useTexts();
  const dispatch = useDispatch();
  const isOpen = useKiosk(({ session }) => isRequestOpen(session));
  return (
    <Frame
      name="refused"
      tone="failed"
      action={
        <>
          {!isOpen && (
            <KioskButton isEnd onPress={() => dispatch({ type: "reset" })}>
              {t("refused.over")}
            </KioskButton>
          )}
          <KioskButton kind="primary" isFirst Icon={RotateCcw} onPress={() => dispatch({ type: "readRefusal" })}>
            {t("refused.again")}
          </KioskButton>
        </>
      }
    >
      <div className={styles.message} role="alert">
        <StatePicture Icon={CircleSlash} />
        <Title className={styles.title}>{t("refused.title")}</Title>
        <p className={styles.text}>{t(`refused.${refusalText(error)}`)}</p>
      </div>
    </Frame>
  );
}
