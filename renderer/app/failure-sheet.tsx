import { useTranslation } from "react-i18next";
import type { TillError } from "../../contract/calls/errors.ts";
import type { OwnError } from "../kit/client/own-failure.ts";
import { errorTextKeys } from "../kit/format/reason-text.ts";
import { Button } from "../kit/ui/button.tsx";
import { Sheet } from "../kit/ui/sheet.tsx";
import { useFormat } from "../kit/ui/use-format.ts";
import { useReasonText } from "../kit/ui/use-reason-text.ts";
import { offlineLimits } from "../store/select.ts";
import { useActions, useTill } from "../store/store.ts";
import styles from "./panels.module.css";

export function FailureSheet({ error }: { error: OwnError }) {
  const { t } = useTranslation();
  const { clock } = useFormat();
  const reasonText = useReasonText();
  const actions = useActions();
  const { code, details, texts } = error;
  const time = details.until ? clock(details.until) : "";
  const limits = useLimits(code);
  const extra: [name: string, text: string][] = [];
  const reason = reasonText(details.because, details.reason);
  if (reason && limits.length === 0) extra.push([t("failure.reason"), reason]);
  const fields = (details.fields ?? [])
    .map(({ field, expected, because }) => `${field}: ${reasonText(because, expected)}`)
    .join("\n");
  if (fields !== "") extra.push([t("failure.fields"), fields]);
  if (details.errorId) extra.push([t("failure.errorId"), details.errorId]);
  return (
    <Sheet
      role="alertdialog"
      title={t(`${errorTextKeys(error)}.happened`).replace(/^([^.]*)\.$/, "$1")}
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
          <dd>{t(`${texts ?? (`error.${code}` as const)}.money`)}</dd>
        </div>
        {extra.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
        {limits.length > 0 && (
          <div>
            <dt>{t("limits.title")}</dt>
            {limits.map((limit) => (
              <dd key={limit}>{limit}</dd>
            ))}
          </div>
        )}
        <div>
          <dt>{t("failure.next")}</dt>
          <dd>{t(`${errorTextKeys(error)}.next`, { time })}</dd>
        </div>
      </dl>
    </Sheet>
  );
}

function useLimits(code: TillError["code"]): string[] {
  const { t } = useTranslation();
  const { money } = useFormat();
  const offline = useTill(offlineLimits);
  if (offline === null || (code !== "limit" && code !== "offline")) return [];
  if (!offline.enabled) return [t("limits.none")];
  const { maxAmount, maxTotal, amount, maxAgeMinutes } = offline;
  const wholeHours = maxAgeMinutes % 60 === 0;
  return [
    t("limits.each", { amount: money(maxAmount) }),
    t("limits.total", { amount: money(maxTotal), used: money(amount) }),
    wholeHours ? t("limits.ageHours", { count: maxAgeMinutes / 60 }) : t("limits.age", { count: maxAgeMinutes }),
  ];
}
