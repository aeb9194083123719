import { useState } from "react";
import { useTranslation } from "react-i18next";
import { netOfLines } from "../../kit/amount/basket.ts";
import { commitInput } from "../../kit/amount/entry.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Field } from "../../kit/ui/field.tsx";
import layout from "../../kit/ui/layout.module.css";
import { Sheet } from "../../kit/ui/sheet.tsx";
import { useActions, useTill } from "../../store/store.ts";
import styles from "./basket.module.css";
import { useDiscount } from "./discount-draft.ts";
import { DiscountEditor, DiscountSum } from "./discount-editor.tsx";
import { PresetChoice } from "./preset-choice.tsx";

const LONGEST_NOTE = 100;

export function SaleSheet() {
  const { t } = useTranslation();
  const actions = useActions();
  const { entry, before, asked } = useTill(({ draft: { entry, note, preset } }) => ({
    entry,
    before: note,
    asked: preset,
  }));
  const [note, setNote] = useState(before);
  const [preset, setPreset] = useState(asked);
  const base = netOfLines(commitInput(entry).lines);
  const discount = useDiscount(entry.discount, base);
  return (
    <Sheet
      wide
      title={t("basket.saleTitle")}
      onClose={actions.closeDialog}
      footer={
        <Button
          kind="primary"
          isDisabled={!discount.isReady}
          onPress={() => actions.changeSale({ note: note.trim(), preset, discount: discount.discount })}
        >
          {t("basket.done")}
        </Button>
      }
    >
      <div className={layout.columns}>
        <div className={styles.beside}>
          <Field
            label={t("basket.noteField")}
            value={note}
            onChange={setNote}
            description={t("basket.noteHint")}
            input={{ autoComplete: "off", maxLength: LONGEST_NOTE }}
          />
          <PresetChoice chosen={preset} onChoose={setPreset} />
          <DiscountSum draft={discount} label={t("basket.saleSum")} testId="sale-net" />
        </div>
        <DiscountEditor draft={discount} />
      </div>
    </Sheet>
  );
}
