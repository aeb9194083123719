import { useState } from "react";
import { useTranslation } from "react-i18next";
import { priceOfWeight } from "../../../contract/catalogue/barcodes.ts";
import { localisedName, type Product } from "../../../contract/catalogue/catalogue.ts";
import { Button } from "../../kit/ui/button.tsx";
import { DigitPad } from "../../kit/ui/digit-pad.tsx";
import { Field } from "../../kit/ui/field.tsx";
import layout from "../../kit/ui/layout.module.css";
import { Sheet } from "../../kit/ui/sheet.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useActions, useTill } from "../../store/store.ts";

/** As in barcodes of scales: up to 99 kg. */
const DIGITS = 5;

export function WeighSheet({ product }: { product: Product }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const actions = useActions();
  const language = useTill((state) => state.language);
  const [typed, setTyped] = useState("");
  const type = (text: string) => setTyped(text.replace(/\D/g, "").replace(/^0+/, "").slice(0, DIGITS));
  const grams = Number(typed);
  const amount = priceOfWeight(grams, product.amount);
  const add = () => amount > 0 && actions.addWeighed(product, grams);
  return (
    <Sheet title={t("shelf.weighTitle", { name: localisedName(product, language) })} onClose={actions.closeDialog}>
      <form
        className={layout.stack}
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <Field
          label={t("shelf.weight")}
          autoFocus
          value={typed}
          onChange={type}
          description={t("shelf.perKilo", { price: money(product.amount) })}
          input={{ inputMode: "none", autoComplete: "off" }}
        />
        <DigitPad value={typed} onChange={type} />
        <Button type="submit" kind="primary" fill isDisabled={amount === 0}>
          {amount === 0 ? t("shelf.weighEmpty") : t("shelf.weighYes", { amount: money(amount) })}
        </Button>
      </form>
    </Sheet>
  );
}
