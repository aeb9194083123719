import { useTranslation } from "react-i18next";
import type { Unresolved } from "../../contract/reports.ts";
import { useActions, useTill } from "../store/store.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Quote } from "../ui/quote.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { useFormat } from "../ui/use-format.ts";
import styles from "./reports.module.css";

/** Something that is not settled at the close, and what is decided about it. */
export function Matter({ matter }: { matter: Unresolved }) {
  const { t } = useTranslation();
  const { money, dateTime } = useFormat();
  const actions = useActions();
  const made = useTill(({ reports }) => reports.decisions[matter.subject]);
  const { subject, kind, posTid, difference } = matter;
  // What happens by itself is shown as chosen; what must be decided is not decided by the screen.
  const chosen = made?.decision ?? (matter.required ? null : (matter.decisions[0] ?? null));
  return (
    <li className={styles.matter} data-tone={matter.required && !made ? "attention" : undefined}>
      <div className={styles.matterWords}>
        <p>
          <strong>{matter.number ?? matter.tid ?? ""}</strong> {money(matter.amount, matter.currency)} ·{" "}
          {t(`reports.kinds.${kind}`)}
        </p>
        <p className={styles.quiet}>
          {matter.expiresAt !== null
            ? t("reports.endsAt", { time: dateTime(matter.expiresAt) })
            : t("reports.sinceTime", { time: dateTime(matter.since) })}
        </p>
        {difference && (
          <p>
            {t(`reports.differences.${difference.kind}`)}{" "}
            {difference.here && difference.there && (
              <span className={styles.quiet}>
                {t("reports.hereThere", {
                  here: money(difference.here.captured - difference.here.refunded, difference.here.currency),
                  there: money(difference.there.captured - difference.there.refunded, difference.there.currency),
                })}
              </span>
            )}
          </p>
        )}
        {matter.detail && <Quote>{matter.detail}</Quote>}
      </div>
      <div className={styles.matterChoice}>
        {chosen === null ? (
          <div className={styles.actions}>
            {matter.decisions.map((decision) => (
              <Button key={decision} onPress={() => actions.decide(subject, decision, "")}>
                {t(`reports.decisions.${decision}`)}
              </Button>
            ))}
          </div>
        ) : (
          <Segmented
            label={t("reports.decisionOn", { number: matter.number ?? matter.tid ?? "" })}
            value={chosen}
            onChange={(decision) => actions.decide(subject, decision, made?.note ?? "")}
            options={matter.decisions.map((value) => ({ value, label: t(`reports.decisions.${value}`) }))}
          />
        )}
        {chosen === "accept" && (
          <Field
            label={t("reports.note")}
            value={made?.note ?? ""}
            onChange={(note) => actions.decide(subject, "accept", note)}
            input={{ maxLength: 200, autoComplete: "off" }}
          />
        )}
        {posTid !== null && (
          <Button kind="quiet" onPress={() => actions.select(posTid)}>
            {t("reports.open")}
          </Button>
        )}
      </div>
    </li>
  );
}
