import { useTranslation } from "react-i18next";
import type { ComparedSide, Unresolved } from "../../../contract/accounting/reports.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Field } from "../../kit/ui/field.tsx";
import { Quote } from "../../kit/ui/quote.tsx";
import { Segmented } from "../../kit/ui/segmented.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useReasonText } from "../../kit/ui/use-reason-text.ts";
import { useActions, useTill } from "../../store/store.ts";
import closeStyles from "./close.module.css";
import styles from "./reports.module.css";

export function Difference({ item }: { item: Unresolved }) {
  const { t } = useTranslation();
  const actions = useActions();
  const made = useTill(({ reports }) => reports.decisions[item.subject]);
  const { subject, posTid } = item;
  // There is no default decision: the Z records an undecided item as such.
  const chosen = made?.decision ?? null;
  return (
    <li className={closeStyles.difference} data-tone={item.required && !made ? "attention" : undefined}>
      <Words item={item} isDecided={chosen !== null} />
      <div className={closeStyles.differenceChoice}>
        {chosen === null ? (
          <div className={styles.actions}>
            {item.decisions.map((decision) => (
              <Button key={decision} onPress={() => actions.decide(subject, decision, "")}>
                {t(`reports.decisions.${decision}`)}
              </Button>
            ))}
          </div>
        ) : (
          <Segmented
            label={t("reports.decisionOn", { number: item.number ?? item.tid ?? "" })}
            value={chosen}
            onChange={(decision) => actions.decide(subject, decision, made?.note ?? "")}
            options={item.decisions.map((value) => ({ value, label: t(`reports.decisions.${value}`) }))}
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

function Words({ item, isDecided }: { item: Unresolved; isDecided: boolean }) {
  const { t } = useTranslation();
  const { money, dateTime } = useFormat();
  const reasonText = useReasonText();
  const { kind, difference } = item;
  return (
    <div className={closeStyles.differenceWords}>
      <p>
        <strong>{item.number ?? item.tid ?? ""}</strong> {money(item.amount, item.currency)} ·{" "}
        {item.operation !== null && `${t(`queue.kinds.${item.operation}`)}: `}
        {t(`reports.kinds.${kind}`)}
      </p>
      <p className={styles.quiet}>
        {item.expiresAt !== null
          ? t("reports.endsAt", { time: dateTime(item.expiresAt) })
          : t("reports.sinceTime", { time: dateTime(item.since) })}
      </p>
      {difference && (
        <p>
          {t(`reports.differences.${difference.kind}`)}{" "}
          {difference.here && difference.there && <Sides here={difference.here} there={difference.there} />}
        </p>
      )}
      {item.detail && <Quote>{reasonText(item.detailReason, item.detail)}</Quote>}
      {!isDecided && !item.required && <p className={styles.quiet}>{t("reports.noDecision")}</p>}
    </div>
  );
}

function Sides({ here, there }: { here: ComparedSide; there: ComparedSide }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const parts = [
    { text: "reports.requestedDiffers", of: ({ amount }: ComparedSide) => amount },
    { text: "reports.requestedTipsDiffer", of: ({ additionalAmount }: ComparedSide) => additionalAmount },
    { text: "reports.feesDiffer", of: ({ fees }: ComparedSide) => fees },
    { text: "reports.tipsRefundedDiffer", of: ({ tipsRefunded }: ComparedSide) => tipsRefunded },
  ] as const;
  const net = { text: "reports.hereThere", of: ({ captured, refunded }: ComparedSide) => captured - refunded } as const;
  // Differences found by older versions have no parts.
  const differing = parts.filter(({ of }) => of(here) !== undefined && of(here) !== of(there));
  return (
    <span className={styles.quiet}>
      {[net, ...differing]
        .map(({ text, of }) =>
          t(text, { here: money(of(here) ?? 0, here.currency), there: money(of(there) ?? 0, there.currency) }),
        )
        .join(" · ")}
    </span>
  );
}
