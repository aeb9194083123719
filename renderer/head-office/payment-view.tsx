import { ChevronDown, User } from "lucide-react";
import { useTranslation } from "react-i18next";
import { type ChainPayment, MAX_HISTORY_ROWS, type PaymentLine } from "../../contract/head-office/head-office.ts";
import type { JournalLine } from "../../contract/journal/journal.ts";
import { localisedReason } from "../../contract/reasons/chosen-reasons.ts";
import { unpackReason } from "../../contract/reasons/reasons.ts";
import { appearance } from "../kit/appearance.ts";
import { JournalRow } from "../kit/story/recordings.tsx";
import { approverOf, asksToCancel, backgroundOf } from "../kit/story/sentence.ts";
import { useTimelineSentence } from "../kit/story/use-words.ts";
import { Badge } from "../kit/ui/badge.tsx";
import { FactList } from "../kit/ui/fact-list.tsx";
import { Money } from "../kit/ui/money.tsx";
import { Quote } from "../kit/ui/quote.tsx";
import { useFormat } from "../kit/ui/use-format.ts";
import { useReasonText } from "../kit/ui/use-reason-text.ts";
import timeline from "../payments/list/timeline.module.css";
import { useOffice } from "./context.ts";
import styles from "./head-office.module.css";

export function PaymentView({ told: { payment, story } }: { told: ChainPayment }) {
  return (
    <article className={styles.payment} data-testid="payment">
      <Facts payment={payment} />
      <Story payment={payment} story={story} />
    </article>
  );
}

function Facts({ payment }: { payment: PaymentLine }) {
  const { t } = useTranslation();
  const { money, dateTime } = useFormat();
  const { till, shop, posTid, number, currency, amount, phase, reference, person, createdAt } = payment;
  const sum = (name: string, of: number) => (of === 0 ? [] : [[name, money(of, currency)] as const]);
  return (
    <section className={styles.facts}>
      <h3>{number}</h3>
      <p className={styles.paymentSum}>
        <Money amount={amount} currency={currency} />
        <Badge look={appearance(phase)} />
      </p>
      <FactList
        facts={[
          [t("headOffice.shop"), shop],
          [t("headOffice.till"), till],
          [t("headOffice.find.time"), dateTime(createdAt)],
          ...sum(t("headOffice.find.captured"), payment.capturedTotal),
          ...sum(t("headOffice.find.refunded"), payment.refundedTotal),
          ...sum(t("headOffice.find.reserved"), payment.reserved),
          ...(reference === null ? [] : [[t("headOffice.find.reference"), reference] as const]),
          ...(person === null ? [] : [[t("headOffice.find.person"), person] as const]),
          [t("headOffice.find.id"), posTid],
        ]}
      />
    </section>
  );
}

function Story({ payment, story }: ChainPayment) {
  const { t } = useTranslation();
  const words = useTimelineSentence(payment.currency);
  const cancelledAt = story.findIndex(asksToCancel);
  const lines = story.flatMap((entry, at) => {
    const entryWords = words(entry, cancelledAt >= 0 && at > cancelledAt);
    return entryWords === null ? [] : [{ entry, said: entryWords }];
  });
  return (
    <section>
      <h3 className={styles.storyTitle}>{t("headOffice.find.story")}</h3>
      {story.length === MAX_HISTORY_ROWS && <p>{t("headOffice.find.firstRows", { count: MAX_HISTORY_ROWS })}</p>}
      {lines.length === 0 && <p>{t("headOffice.find.noStory")}</p>}
      <ol className={timeline.timeline} data-testid="story">
        {lines.map(({ entry, said }) => (
          <Line key={entry.sequence} entry={entry} said={said} />
        ))}
      </ol>
    </section>
  );
}

function Line({ entry, said }: { entry: JournalLine; said: string }) {
  const { t } = useTranslation();
  const { exact } = useFormat();
  const reasonText = useReasonText();
  const language = useOffice((state) => state.language);
  const { who, why } = backgroundOf(entry);
  const approver = approverOf(entry);
  return (
    <li className={timeline.entry}>
      <time dateTime={entry.at}>{exact(entry.at)}</time>
      <details className={timeline.details}>
        <summary className={timeline.summary} title={t("evidence.show")}>
          <span className={timeline.event}>
            <span>{said}</span>
            {who && (
              <span className={timeline.actor}>
                <User aria-hidden size={16} />
                {who}
              </span>
            )}
            {approver && <span className={timeline.actor}>{t("story.approver", { name: approver })}</span>}
          </span>
          <ChevronDown aria-hidden size={18} className={timeline.arrow} />
        </summary>
        <div className={timeline.proof}>
          <JournalRow row={entry} />
        </div>
      </details>
      {why !== null && (
        <div className={timeline.why}>
          <Quote>{reasonText(unpackReason(why), localisedReason(language, why))}</Quote>
        </div>
      )}
    </li>
  );
}
