import { HandCoins, Smartphone } from "lucide-react";
import { StatePicture } from "../kit/ui/state-picture.tsx";
import { useTill } from "../store/store.ts";
import { useDispatch, useMachineRule, useTexts } from "./context.ts";
import { Frame } from "./frame.tsx";
import { KioskButton } from "./kiosk-button.tsx";
import styles from "./message.module.css";

export function Deposit() {
  const { t, money } = useTexts();
  const dispatch = useDispatch();
  const rule = useMachineRule();
  const deposit = useTill(({ terminal }) => terminal?.vending?.deposit ?? 0);
  return (
    <Frame
      name="deposit"
      title={t("deposit.title", { amount: money(deposit) })}
      onBack={() => dispatch({ type: "back" })}
      action={
        <KioskButton
          kind="primary"
          Icon={Smartphone}
          isFirst
          onPress={() => dispatch({ type: "pay", reference: crypto.randomUUID() })}
        >
          {t("deposit.approve")}
        </KioskButton>
      }
    >
      <div className={styles.message}>
        <StatePicture Icon={HandCoins} />
        <p className={styles.text}>{t("deposit.text")}</p>
        {rule !== null && <p className={styles.text}>{rule}</p>}
      </div>
    </Frame>
  );
}
