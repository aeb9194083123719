import { Smartphone } from "lucide-react";
import { decimalSeparator, MAX_AMOUNT } from "../../contract/values/money.ts";
import { entryActionOf, keyText } from "../kit/amount/keys.ts";
import { AmountPad } from "../kit/ui/digit-pad.tsx";
import { useTypedAmount } from "../kit/ui/use-amount-entry.ts";
import { useTill } from "../store/store.ts";
import styles from "./amount.module.css";
import { useDispatch, useTexts } from "./context.ts";
import { Frame } from "./frame.tsx";
import { KioskButton } from "./kiosk-button.tsx";
import { useTypedKeys } from "./typed-keys.ts";

export function Amount() {
  const { t, c, locale, money } = useTexts();
  const dispatch = useDispatch();
  const currency = useTill(({ terminal }) => terminal?.currency ?? "NOK");
  const { enter, typed, amount } = useTypedAmount("whole", currency, MAX_AMOUNT);
  useTypedKeys((event) => {
    const action = entryActionOf(keyText(event));
    if (action?.type === "digit" || action?.type === "separator" || action?.type === "backspace") enter(action);
  });
  return (
    <Frame
      name="amount"
      title={t("amount.title")}
      onBack={() => dispatch({ type: "back" })}
      action={
        <KioskButton
          kind="primary"
          Icon={Smartphone}
          isDisabled={amount === null}
          onPress={() => amount !== null && dispatch({ type: "pay", reference: crypto.randomUUID(), amount })}
        >
          {t("basket.pay", { amount: money(typed) })}
        </KioskButton>
      }
    >
      <div className={styles.amount}>
        <p
          className={styles.typed}
          data-typed={typed > 0 || undefined}
          role="status"
          aria-label={`${t("amount.typed")}: ${money(typed)}`}
        >
          {money(typed)}
        </p>
        <div className={styles.pad}>
          <AmountPad
            enter={enter}
            separator={decimalSeparator(locale)}
            names={{ backspace: c("keys.backspace"), separator: c("keys.separator"), clear: c("keys.clear") }}
          />
        </div>
      </div>
    </Frame>
  );
}
