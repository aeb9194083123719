import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { UpdateSettings as Settings } from "../../../contract/values/updates.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Field } from "../../kit/ui/field.tsx";
import { Switch } from "../../kit/ui/switch.tsx";
import { useActions, useTill } from "../../store/store.ts";
import styles from "./updates.module.css";

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

export function UpdateSettings({ settings }: { settings: Settings }) {
  const { t } = useTranslation();
  const actions = useActions();
  const { zone, isBusy } = useTill((state) => ({
    zone: state.terminal?.timeZone ?? "",
    isBusy: state.busy.setUpdates === true,
  }));
  const [draft, setDraft] = useState(settings);
  const { from, to } = draft.quietHours;
  const isValid = TIME.test(from) && TIME.test(to);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(settings);
  const setHours = (hours: Partial<Settings["quietHours"]>) =>
    setDraft({ ...draft, quietHours: { ...draft.quietHours, ...hours } });
  return (
    <form
      noValidate
      className={styles.settings}
      onSubmit={(event) => {
        event.preventDefault();
        if (isValid && isChanged) void actions.setUpdates(draft);
      }}
    >
      <Switch isSelected={draft.enabled} onChange={(enabled) => setDraft({ ...draft, enabled })}>
        {t("updates.automatic")}
      </Switch>
      <fieldset className={styles.hours}>
        <legend>{t("updates.quiet")}</legend>
        <Field
          label={t("updates.quietFrom")}
          value={from}
          onChange={(value) => setHours({ from: value })}
          problem={TIME.test(from) ? undefined : t("updates.quietProblem")}
          input={{ inputMode: "numeric", autoComplete: "off", maxLength: 5 }}
        />
        <Field
          label={t("updates.quietTo")}
          value={to}
          onChange={(value) => setHours({ to: value })}
          problem={TIME.test(to) ? undefined : t("updates.quietProblem")}
          input={{ inputMode: "numeric", autoComplete: "off", maxLength: 5 }}
        />
        <p className={styles.hint}>{t("updates.quietHint", { zone })}</p>
      </fieldset>
      <Button type="submit" isDisabled={!isValid || !isChanged || isBusy}>
        {t("updates.save")}
      </Button>
    </form>
  );
}
