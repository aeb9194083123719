import { useTranslation } from "react-i18next";
import type { TillError } from "../../contract/errors.ts";
import { useActions } from "../store/store.ts";
import { Button } from "../ui/button.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { useFormat } from "../ui/use-format.ts";
import styles from "./panels.module.css";

/** What happened, whether money moved, and what to do next. */
export function FailureSheet({ error }: { error: TillError }) {
  const { t } = useTranslation();
  const { clock } = useFormat();
  const actions = useActions();
  const { code, details } = error;
  const time = details.until ? clock(details.until) : "";
  const extra: [name: string, text: string][] = [];
  if (details.reason) extra.push([t("failure.reason"), details.reason]);
  const fields = (details.fields ?? []).map(({ field, expected }) => `${field}: ${expected}`).join("\n");
  if (fields !== "") extra.push([t("failure.fields"), fields]);
  if (details.errorId) extra.push([t("failure.errorId"), details.errorId]);
  return (
    <Sheet
      role="alertdialog"
      title={t(`error.${code}.happened`)}
      onClose={actions.closeFailure}
      footer={
        <Button kind="primary" autoFocus onPress={actions.closeFailure}>
          {t("common.ok")}
        </Button>
      }
    >
      <dl className={styles.failure} data-testid="failure" data-code={code}>
        <div className={styles.money} data-tone={code === "internal" ? "attention" : "closed"}>
          <dt>{t("failure.money")}</dt>
          <dd>{t(`error.${code}.money`)}</dd>
        </div>
        {extra.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
        <div>
          <dt>{t("failure.next")}</dt>
          <dd>{t(`error.${code}.next`, { time })}</dd>
        </div>
      </dl>
    </Sheet>
  );
}
