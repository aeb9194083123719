import { Delete } from "lucide-react";
import type { ReactNode } from "react";
import { Button as AriaButton } from "react-aria-components";
import { useTranslation } from "react-i18next";
import { decimalSeparator } from "../../../contract/values/money.ts";
import type { EntryAction } from "../../kit/amount/entry.ts";
import { useActions, useTill } from "../../store/store.ts";
import screen from "./charge.module.css";
import styles from "./keypad.module.css";

const ROWS = [
  [1, 2, 3],
  [4, 5, 6],
  [7, 8, 9],
] as const;

/** The keypad. It types into the focused target: amount or phone number. */
export function Keypad() {
  const { t } = useTranslation();
  const isForPhone = useTill(({ draft }) => draft.keysFor === "phone" && draft.customer === null);
  return (
    <section className={screen.pad} aria-label={t("charge.keypad")}>
      {isForPhone ? <PhoneKeys /> : <AmountKeys />}
    </section>
  );
}

function AmountKeys() {
  const { t } = useTranslation();
  const actions = useActions();
  const separator = useTill((state) => decimalSeparator(state.terminal?.locale ?? "en"));
  const does = (action: EntryAction) => () => actions.enter(action);
  const digit = (value: number) => <Key key={value} shown={value} onPress={does({ type: "digit", digit: value })} />;
  return (
    <div className={styles.keys} data-keys-for="amount">
      {ROWS[0].map(digit)}
      <Key name={t("charge.backspace")} shown={<Delete aria-hidden />} isWork onPress={does({ type: "backspace" })} />
      {ROWS[1].map(digit)}
      <Key name={t("charge.add")} shown="+" isWork onPress={does({ type: "add" })} />
      {ROWS[2].map(digit)}
      <Key name={t("charge.multiply")} shown="×" isWork onPress={does({ type: "multiply" })} />
      <Key shown="00" onPress={does({ type: "double_zero" })} />
      {digit(0)}
      <Key name={t("charge.separator")} shown={separator} onPress={does({ type: "separator" })} />
      <Key name={t("charge.clear")} shown="C" isWork onPress={does({ type: "clear" })} />
    </div>
  );
}

function PhoneKeys() {
  const { t } = useTranslation();
  const actions = useActions();
  const types = (text: string) => <Key key={text} shown={text} onPress={() => actions.typePhone(text)} />;
  const digit = (value: number) => types(String(value));
  return (
    <div className={styles.keys} data-keys-for="phone">
      {ROWS[0].map(digit)}
      <Key name={t("charge.backspace")} shown={<Delete aria-hidden />} isWork onPress={actions.erasePhone} />
      {ROWS[1].map(digit)}
      <Key name={t("pad.clearPhone")} shown="C" isWork onPress={() => actions.setPhone("")} />
      {ROWS[2].map(digit)}
      <Key isLeaving shown={t("pad.toAmount")} onPress={leaveField} />
      {types("+")}
      {types("0")}
      {types("00")}
    </div>
  );
}

/** Blurring the field returns the keypad to the amount. */
function leaveField(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

interface KeyProps {
  onPress: () => void;
  shown: ReactNode;
  name?: string;
  isWork?: boolean;
  isLeaving?: boolean;
}

/** A key takes no focus: Enter then charges instead of pressing it again. */
function Key({ onPress, shown, name, isWork = false, isLeaving = false }: KeyProps) {
  return (
    <AriaButton
      className={styles.key}
      aria-label={name}
      data-work={isWork || isLeaving || undefined}
      data-leaving={isLeaving || undefined}
      data-keypad-key
      preventFocusOnPress
      onPress={onPress}
    >
      {shown}
    </AriaButton>
  );
}
