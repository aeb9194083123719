import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { TillError } from "../../../contract/calls/errors.ts";
import type { KioskView } from "../../../contract/kiosk/kiosk-settings.ts";
import { MAX_AMOUNT } from "../../../contract/values/money.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Field } from "../../kit/ui/field.tsx";
import { showFirstProblem } from "../../kit/ui/first-problem.ts";
import { Group } from "../../kit/ui/group.tsx";
import layout from "../../kit/ui/layout.module.css";
import message from "../../kit/ui/message.module.css";
import { Saved } from "../../kit/ui/saved.tsx";
import { Switch } from "../../kit/ui/switch.tsx";
import { type AmountEntry, useAmountEntry } from "../../kit/ui/use-amount-entry.ts";
import { useReasonText } from "../../kit/ui/use-reason-text.ts";
import { useActions, useTill } from "../../store/store.ts";
import { useSaving } from "../../store/use-saving.ts";
import { fieldProblem } from "../people/problems.ts";
import styles from "./kiosk.module.css";
import { choicesOf, type KioskFieldsProps, kioskDraft } from "./kiosk-draft.ts";
import { MachineFields } from "./machine-fields.tsx";
import { MoneyFields } from "./money-fields.tsx";

export function KioskForm({ view }: { view: KioskView }) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const { draft, inForce, deposit, isMissing, fields, isBusy, isSaved, save } = useKioskForm(view);
  return (
    <form
      ref={form}
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void save().then(() => showFirstProblem(form));
      }}
    >
      {view.openVends > 0 && <p className={message.note}>{t("kioskSettings.openVends", { count: view.openVends })}</p>}
      <div className={layout.groups}>
        <div className={layout.groups}>
          <MachineFields {...fields} inForce={inForce} />
          {draft.driver !== "none" && <MoneyFields {...fields} deposit={deposit} isMissing={isMissing} />}
        </div>
        <div className={layout.groups}>
          <NightFields {...fields} />
          <OutOfServiceFields {...fields} />
        </div>
      </div>
      <Button kind="primary" type="submit" isDisabled={isBusy}>
        {t("kioskSettings.save")}
      </Button>
      {isSaved && <Saved text={t("kioskSettings.saved")} />}
    </form>
  );
}

function useKioskForm(view: KioskView) {
  const actions = useActions();
  const reasonText = useReasonText();
  const { isBusy, currency } = useTill(({ busy, terminal }) => ({
    isBusy: busy.kiosk === true,
    currency: terminal?.currency ?? "NOK",
  }));
  const [draft, setDraft] = useState(() => kioskDraft(view));
  const [inForce, setInForce] = useState(draft);
  const [refused, setRefused] = useState<TillError | null>(null);
  const [isMissing, setMissing] = useState(false);
  const saving = useSaving();
  const entry = useAmountEntry(currency, MAX_AMOUNT, view.deposit ?? 0);
  const touched = () => {
    saving.changed();
    setRefused(null);
    setMissing(false);
  };
  const deposit: AmountEntry = {
    ...entry,
    enter(action) {
      touched();
      entry.enter(action);
    },
  };
  const fields: KioskFieldsProps = {
    draft,
    problemOf: (field) => fieldProblem(reasonText, refused, field),
    onChange(part) {
      touched();
      setDraft((before) => ({ ...before, ...part }));
    },
  };
  const save = async () => {
    const wants = draft.driver !== "none" && draft.hasDeposit;
    if (wants && entry.amount === null) return setMissing(true);
    await saving.save(
      actions.saveKiosk(choicesOf(draft, entry.amount)).then((error) => {
        setRefused(error);
        if (error === null) setInForce(draft);
        return error === null;
      }),
    );
  };
  return { draft, inForce, deposit, isMissing, fields, isBusy, isSaved: saving.isSaved, save };
}

function NightFields({ draft, problemOf, onChange }: KioskFieldsProps) {
  const { t } = useTranslation();
  const zone = useTill(({ terminal }) => terminal?.timeZone ?? "");
  return (
    <Group title={t("kioskSettings.night")}>
      <Switch isSelected={draft.restarts} onChange={(restarts) => onChange({ restarts })}>
        {t("kioskSettings.restart")}
      </Switch>
      {draft.restarts && (
        <Field
          label={t("kioskSettings.restartAt")}
          value={draft.restartAt}
          onChange={(restartAt) => onChange({ restartAt })}
          description={t("kioskSettings.restartHint", { zone })}
          problem={problemOf("restartAt")}
          input={{ inputMode: "numeric", autoComplete: "off", maxLength: 5 }}
        />
      )}
    </Group>
  );
}

function OutOfServiceFields({ draft, onChange }: KioskFieldsProps) {
  const { t } = useTranslation();
  const actions = useActions();
  const phone = useTill(({ terminal }) => terminal?.phone ?? null);
  return (
    <Group title={t("kioskSettings.outOfService")}>
      <Switch isSelected={draft.receiptRequired} onChange={(receiptRequired) => onChange({ receiptRequired })}>
        {t("kioskSettings.receiptRequired")}
      </Switch>
      <p>{phone === null ? t("kioskSettings.noPhone") : t("kioskSettings.phone", { phone })}</p>
      <div className={`${layout.row} ${layout.oneHeight}`}>
        <Button onPress={() => actions.openSettings("receipts")}>{t("kioskSettings.toPhone")}</Button>
      </div>
    </Group>
  );
}
