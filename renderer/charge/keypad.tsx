import { Delete, LockKeyhole, Phone, QrCode, ScanQrCode } from "lucide-react";
import type { ReactNode } from "react";
import { Button as AriaButton } from "react-aria-components";
import { useTranslation } from "react-i18next";
import { decimalSeparator } from "../../contract/money.ts";
import { useActions, useTill } from "../store/store.ts";
import { Button } from "../ui/button.tsx";
import { useFormat } from "../ui/use-format.ts";
import { DISK_PROBLEM_ID } from "./amount-panel.tsx";
import styles from "./charge.module.css";
import { type EntryAction, totalOf } from "./entry.ts";

/** The keypad, and the one button that charges. */
export function Keypad() {
  const { t } = useTranslation();
  const separator = useTill((state) => decimalSeparator(state.terminal?.locale ?? "en"));
  const digit = (value: number) => <Key key={value} action={{ type: "digit", digit: value }} shown={value} />;
  return (
    <section className={styles.side} aria-label={t("charge.keypad")}>
      <div className={styles.keys}>
        {[1, 2, 3].map(digit)}
        <Key action={{ type: "backspace" }} name={t("charge.backspace")} shown={<Delete aria-hidden />} isWork />
        {[4, 5, 6].map(digit)}
        <Key action={{ type: "add" }} name={t("charge.add")} shown="+" isWork />
        {[7, 8, 9].map(digit)}
        <Key action={{ type: "multiply" }} name={t("charge.multiply")} shown="×" isWork />
        <Key action={{ type: "double_zero" }} shown="00" />
        {digit(0)}
        <Key action={{ type: "separator" }} name={t("charge.separator")} shown={separator} />
        <Key action={{ type: "clear" }} name={t("charge.clear")} shown="C" isWork />
      </div>
      <ChargeButton />
    </section>
  );
}

interface KeyProps {
  action: EntryAction;
  shown: ReactNode;
  /** What is read aloud, where that is not what is shown */
  name?: string;
  /** A key that types nothing */
  isWork?: boolean;
}

/** A key keeps no focus: Enter after a touch charges, and does not press the key again. */
function Key({ action, shown, name, isWork = false }: KeyProps) {
  const actions = useActions();
  return (
    <AriaButton
      className={styles.key ?? ""}
      aria-label={name}
      data-work={isWork || undefined}
      data-keypad-key
      preventFocusOnPress
      onPress={() => actions.enter(action)}
    >
      {shown}
    </AriaButton>
  );
}

function ChargeButton() {
  const { t } = useTranslation();
  const { money } = useFormat();
  const actions = useActions();
  const { draft, isBusy, isFull } = useTill((state) => ({
    draft: state.draft,
    isBusy: state.busy.start === true,
    isFull: state.terminal?.disk === "full",
  }));
  const amount = totalOf(draft.entry);
  const isReserve = draft.action === "AUTH";
  const words =
    amount === 0
      ? t(isReserve ? "charge.reserveEmpty" : "charge.buttonEmpty")
      : t(isReserve ? "charge.reserveButton" : "charge.button", { amount: money(amount) });
  return (
    <Button
      kind="primary"
      size="large"
      fill
      Icon={iconOf()}
      isDisabled={amount === 0 || isBusy || isFull}
      aria-describedby={isFull ? DISK_PROBLEM_ID : undefined}
      onPress={() => void actions.charge()}
    >
      {words}
    </Button>
  );
  function iconOf() {
    if (draft.customer) return ScanQrCode;
    if (draft.phone.trim() !== "") return Phone;
    return isReserve ? LockKeyhole : QrCode;
  }
}
