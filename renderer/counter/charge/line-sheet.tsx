import { Minus, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { MAX_QUANTITY } from "../../../contract/values/lines.ts";
import { MAX_AMOUNT } from "../../../contract/values/money.ts";
import type { Line } from "../../kit/amount/basket.ts";
import { Button, IconButton } from "../../kit/ui/button.tsx";
import { Field } from "../../kit/ui/field.tsx";
import layout from "../../kit/ui/layout.module.css";
import message from "../../kit/ui/message.module.css";
import { Sheet } from "../../kit/ui/sheet.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useSoldName } from "../../store/sold-name.ts";
import { useActions, useTill } from "../../store/store.ts";
import styles from "./basket.module.css";
import { useDiscount } from "./discount-draft.ts";
import { DiscountEditor, DiscountSum } from "./discount-editor.tsx";
import { ENTRY_PROBLEM_TEXT } from "./entry-problems.ts";

export function LineSheet({ index }: { index: number }) {
  const line = useTill(({ draft }) => draft.entry.lines[index]);
  return line && <LineForm line={line} index={index} />;
}

function LineForm({ line, index }: { line: Line; index: number }) {
  const { t } = useTranslation();
  const actions = useActions();
  const nameOf = useSoldName();
  const [times, setTimes] = useState(line.times);
  const [name, setName] = useState(line.name ?? "");
  const base = line.amount * times;
  const discount = useDiscount(line.discount, base);
  const isProduct = line.productId !== undefined;
  return (
    <Sheet
      wide
      title={line.name === undefined ? t("basket.lineTitle", { number: index + 1 }) : nameOf(line)}
      onClose={actions.closeDialog}
      footer={
        <>
          <Button Icon={Trash2} onPress={() => actions.removeLine(index)}>
            {t("basket.remove")}
          </Button>
          <Button
            kind="primary"
            isDisabled={!discount.isReady}
            onPress={() =>
              actions.changeLine(index, { times, name: isProduct ? null : name, discount: discount.discount })
            }
          >
            {t("basket.done")}
          </Button>
        </>
      }
    >
      <div className={layout.columns}>
        <div className={styles.beside}>
          <Quantity times={times} price={line.amount} onChange={setTimes} />
          <LineProblem />
          {!isProduct && (
            <Field
              label={t("basket.name")}
              value={name}
              onChange={setName}
              description={t("basket.nameHint")}
              input={{ autoComplete: "off", maxLength: 100 }}
            />
          )}
          <DiscountSum draft={discount} label={t("basket.lineSum")} testId="line-net" />
        </div>
        <DiscountEditor draft={discount} />
      </div>
    </Sheet>
  );
}

function LineProblem() {
  const { t } = useTranslation();
  const problem = useTill(({ draft }) => draft.entry.problem);
  return (
    problem !== null && (
      <p className={message.wrong} role="alert">
        {t(ENTRY_PROBLEM_TEXT[problem], { most: MAX_AMOUNT })}
      </p>
    )
  );
}

interface QuantityProps {
  times: number;
  /** Per unit, in minor units */
  price: number;
  onChange: (times: number) => void;
}

function Quantity({ times, price, onChange }: QuantityProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  return (
    <fieldset className={styles.quantity}>
      <legend className={styles.heading}>{t("basket.quantity")}</legend>
      <IconButton label={t("basket.less")} Icon={Minus} isDisabled={times <= 1} onPress={() => onChange(times - 1)} />
      <output className={styles.times}>{times}</output>
      <IconButton
        label={t("basket.more")}
        Icon={Plus}
        isDisabled={times >= MAX_QUANTITY}
        onPress={() => onChange(times + 1)}
      />
      <span className={layout.quiet}>× {money(price)}</span>
    </fieldset>
  );
}
