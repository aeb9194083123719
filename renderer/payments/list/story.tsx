import { ChevronDown, User } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Payment } from "../../../contract/payments/views.ts";
import { localisedReason } from "../../../contract/reasons/chosen-reasons.ts";
import { rowsOf, type StoryRow } from "../../kit/story/rows.ts";
import { Button } from "../../kit/ui/button.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { requiresStaff } from "../../store/select.ts";
import { useTill } from "../../store/store.ts";
import styles from "./story.module.css";
import { Timeline } from "./timeline.tsx";

export function Story({ payment }: { payment: Payment }) {
  const { t } = useTranslation();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  // A kiosk's customers do not see users.
  const isHidden = useTill(requiresStaff);
  if (isHidden) return <p>{t("payments.forStaffMore")}</p>;
  return (
    <>
      <Rows payment={payment} />
      <div className={styles.toggle}>
        <Button
          kind="quiet"
          Icon={ChevronDown}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onPress={() => setOpen(!isOpen)}
        >
          {t(isOpen ? "story.less" : "story.more")}
        </Button>
      </div>
      {isOpen && (
        <div id={id} className={styles.more}>
          <Reference payment={payment} />
          <Timeline payment={payment} />
        </div>
      )}
    </>
  );
}

function Rows({ payment }: { payment: Payment }) {
  const { t } = useTranslation();
  const entries = useTill((state) => state.timelines[payment.posTid]);
  const { date } = useFormat();
  const now = useTill((state) => Math.trunc(state.now / 60_000) * 60_000);
  if (entries === undefined) return null;
  const rows = rowsOf(payment, entries);
  // The date is shown when it differs from the previous row's, or from today in the first row.
  const dayOf = ({ at }: StoryRow, index: number) => {
    const before = rows[index - 1]?.at ?? new Date(now).toISOString();
    return date(at) === date(before) ? null : date(at);
  };
  return (
    <ol className={styles.rows} aria-label={t("payment.history")} data-testid="story">
      {rows.map((row, index) => (
        <Row key={row.key} row={row} day={dayOf(row, index)} currency={payment.currency} />
      ))}
    </ol>
  );
}

function Row({ row, day, currency }: { row: StoryRow; day: string | null; currency: string }) {
  const { t } = useTranslation();
  const { exact } = useFormat();
  const words = useRowWords(currency);
  const language = useTill((state) => state.language);
  return (
    <li className={styles.row} data-day={day ?? undefined}>
      {day !== null && <span className={styles.day}>{day}</span>}
      <time dateTime={row.at}>{exact(row.at)}</time>
      <span className={styles.words}>
        <span>{words(row)}</span>
        {row.who !== null && (
          <span className={styles.who}>
            <User aria-hidden size={16} />
            {row.who}
          </span>
        )}
        {row.approver !== null && <span className={styles.who}>{t("story.approver", { name: row.approver })}</span>}
        {row.note !== null && <span className={styles.note}>{localisedReason(language, row.note)}</span>}
      </span>
    </li>
  );
}

function useRowWords(currency: string): (row: StoryRow) => string {
  const { t } = useTranslation();
  const { money } = useFormat();
  return ({ key, amount, times, customer }) => {
    const values = { amount: amount === null ? "" : money(amount, currency), count: times, customer };
    switch (key) {
      case "scanned":
        return t("story.scanned");
      case "sentTo":
        return customer === null ? t("story.sentToPhone") : t("story.sentTo", values);
      case "approved":
      case "approvedTip":
      case "reserved":
        return customer === null ? t(`story.${key}`, values) : t(`story.${key}By`, values);
      case "paid":
      case "captured":
      case "refunded":
      case "renewed":
      case "printed":
        return t(`story.${key}`, values);
      default:
        return t(`story.${key}`, values);
    }
  };
}

function Reference({ payment }: { payment: Payment }) {
  const { t } = useTranslation();
  return (
    <dl className={styles.support}>
      <div>
        <dt>{t("payment.reference")}</dt>
        <dd>{payment.posTid}</dd>
      </div>
    </dl>
  );
}
