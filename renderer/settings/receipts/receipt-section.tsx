import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ReceiptSettings } from "../../../contract/receipts/receipts.ts";
import { linesOf } from "../../kit/text-files.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Field } from "../../kit/ui/field.tsx";
import { Group } from "../../kit/ui/group.tsx";
import layout from "../../kit/ui/layout.module.css";
import { LinesField } from "../../kit/ui/lines-field.tsx";
import { Saved } from "../../kit/ui/saved.tsx";
import { Section } from "../../kit/ui/section-tabs.tsx";
import { Segmented } from "../../kit/ui/segmented.tsx";
import { Switch } from "../../kit/ui/switch.tsx";
import { useActions, useTill } from "../../store/store.ts";
import { useSaving } from "../../store/use-saving.ts";
import styles from "./receipts.module.css";

type Given = Pick<ReceiptSettings, "shop" | "receipt">;

export function ReceiptSection() {
  const actions = useActions();
  const [settings, setSettings] = useState<ReceiptSettings | null>(null);
  useEffect(() => {
    void actions.readReceiptSettings().then(setSettings);
  }, [actions]);
  return <Section>{settings && <Form {...settings} />}</Section>;
}

interface Draft {
  name: string;
  address: string;
  organisationNumber: string;
  phone: string;
  footer: string;
  print: Given["receipt"]["print"];
  electronic: boolean;
}

function Form({ shop, receipt, printer }: ReceiptSettings) {
  const { t } = useTranslation();
  const actions = useActions();
  const isBusy = useTill((state) => state.busy.receiptSettings === true);
  const saving = useSaving();
  const [draft, setDraft] = useState<Draft>({
    name: shop.name,
    address: shop.address.join("\n"),
    organisationNumber: shop.organisationNumber ?? "",
    phone: shop.phone ?? "",
    footer: shop.footer ?? "",
    ...receipt,
  });
  const address = linesOf(draft.address);
  const addressFits = address.length <= 5 && address.every((line) => line.length <= 60);
  const isRight = draft.name.trim() !== "" && addressFits;
  const change = (part: Partial<Draft>) => {
    saving.changed();
    setDraft((before) => ({ ...before, ...part }));
  };
  const save = () => saving.save(actions.saveReceiptSettings(settingsOf(draft)));
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isRight && !isBusy) void save();
      }}
    >
      <div className={layout.groups}>
        <ShopFields draft={draft} addressFits={addressFits} onChange={change} />
        <WhenFields draft={draft} hasPrinter={printer.kind !== "none"} onChange={change} />
      </div>
      <Button kind="primary" type="submit" isDisabled={!isRight || isBusy}>
        {t("receiptSettings.save")}
      </Button>
      {saving.isSaved && <Saved text={t("receiptSettings.saved")} />}
    </form>
  );
}

interface FieldsProps {
  draft: Draft;
  onChange: (part: Partial<Draft>) => void;
}

function ShopFields({ draft, addressFits, onChange }: FieldsProps & { addressFits: boolean }) {
  const { t } = useTranslation();
  return (
    <Group title={t("receiptSettings.shop")}>
      <Field
        label={t("receiptSettings.name")}
        value={draft.name}
        onChange={(name) => onChange({ name })}
        problem={draft.name.trim() === "" ? t("receiptSettings.nameProblem") : undefined}
        input={{ maxLength: 60 }}
      />
      <LinesField
        label={t("receiptSettings.address")}
        value={draft.address}
        onChange={(address) => onChange({ address })}
        hint={t("receiptSettings.addressHint")}
        problem={addressFits ? undefined : t("receiptSettings.addressProblem")}
      />
      <div className={layout.pair}>
        <Field
          label={t("receiptSettings.organisation")}
          value={draft.organisationNumber}
          onChange={(organisationNumber) => onChange({ organisationNumber })}
          description={t("receiptSettings.organisationHint")}
          input={{ maxLength: 40 }}
        />
        <Field
          label={t("receiptSettings.phone")}
          value={draft.phone}
          onChange={(phone) => onChange({ phone })}
          input={{ maxLength: 40, inputMode: "tel" }}
        />
      </div>
      <Field
        label={t("receiptSettings.footer")}
        value={draft.footer}
        onChange={(footer) => onChange({ footer })}
        description={t("receiptSettings.footerHint")}
        input={{ maxLength: 200 }}
      />
    </Group>
  );
}

function WhenFields({ draft, hasPrinter, onChange }: FieldsProps & { hasPrinter: boolean }) {
  const { t } = useTranslation();
  const hint = draft.print === "always" && !hasPrinter ? "noPrinter" : draft.print;
  return (
    <Group title={t("receiptSettings.giving")}>
      <div>
        <h4 className={layout.fieldTitle}>{t("receiptSettings.print")}</h4>
        <Segmented
          fill
          label={t("receiptSettings.print")}
          value={draft.print}
          onChange={(print) => onChange({ print })}
          options={[
            { value: "ask", label: t("receiptSettings.prints.ask") },
            { value: "always", label: t("receiptSettings.prints.always") },
            { value: "never", label: t("receiptSettings.prints.never") },
          ]}
        />
        <p className={layout.fieldHint}>{t(`receiptSettings.printHints.${hint}`)}</p>
      </div>
      <div>
        <Switch isSelected={draft.electronic} onChange={(electronic) => onChange({ electronic })}>
          {t("receiptSettings.electronic")}
        </Switch>
        <p className={layout.fieldHint}>{t("receiptSettings.electronicHint")}</p>
      </div>
      <p className={layout.quiet}>{t("receiptSettings.vat")}</p>
    </Group>
  );
}

function settingsOf({ name, address, organisationNumber, phone, footer, print, electronic }: Draft): Given {
  const text = (value: string) => (value.trim() === "" ? null : value.trim());
  return {
    shop: {
      name: name.trim(),
      address: linesOf(address),
      organisationNumber: text(organisationNumber),
      phone: text(phone),
      footer: text(footer),
    },
    receipt: { print, electronic },
  };
}
