import { TriangleAlert } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { Blocker, ClosingPreview } from "../../../contract/reports.ts";
import { Button } from "../../kit/ui/button.tsx";
import { HoldButton } from "../../kit/ui/hold-button.tsx";
import message from "../../kit/ui/message.module.css";
import { Quote } from "../../kit/ui/quote.tsx";
import { Section } from "../../kit/ui/section-tabs.tsx";
import { Switch } from "../../kit/ui/switch.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useSay } from "../../kit/ui/use-say.ts";
import { useActions, useTill } from "../../store/store.tsx";
import closeStyles from "./close.module.css";
import { Opened } from "./closed-section.tsx";
import { Difference } from "./difference.tsx";
import { Problem } from "./problem.tsx";
import { ReconcilePart } from "./reconcile-part.tsx";
import { ReportView } from "./report-view.tsx";
import styles from "./reports.module.css";

/** Closing the day: what hinders it, what the service says, what is open - and only then a long press. */
export function CloseSection() {
  const actions = useActions();
  const { t } = useTranslation();
  const { closing, opened } = useTill(({ reports }) => ({ closing: reports.closing, opened: reports.opened }));
  // When a comparison has ended, what it found is to be decided about.
  const ended = useTill(({ reports }) => reports.reconciliation?.finishedAt ?? null);
  const isOpened = opened !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: its end is why it is read again
  useEffect(() => {
    if (!isOpened) void actions.readClosing();
  }, [actions, ended, isOpened]);
  if (opened) return <Opened news={t("reports.dayClosed", { number: opened.number })} />;
  return <Section>{closing === null ? <Problem /> : <Closing closing={closing} />}</Section>;
}

function Closing({ closing }: { closing: ClosingPreview }) {
  const { t } = useTranslation();
  const actions = useActions();
  const { decisions, isBusy } = useTill((state) => ({
    decisions: state.reports.decisions,
    isBusy: state.busy["report.z"] === true,
  }));
  const missing = closing.unresolved.filter(({ subject, required }) => {
    const made = decisions[subject];
    return made ? made.decision === "accept" && made.note.trim() === "" : required;
  }).length;
  const isBlocked = closing.blockers.length > 0;
  return (
    <>
      <Part number={1} title={t("reports.blockers")}>
        {isBlocked ? (
          <ul className={closeStyles.differences}>
            {closing.blockers.map((blocker) => (
              <BlockerRow key={blocker.because === "restored" ? "restored" : blocker.posTid} blocker={blocker} />
            ))}
          </ul>
        ) : (
          <p className={styles.quiet}>{t("reports.noBlockers")}</p>
        )}
      </Part>
      <Part number={2} title={t("reports.reconciliation")}>
        <ReconcilePart />
      </Part>
      <Part number={3} title={t("reports.unresolved")}>
        <Unresolved items={closing.unresolved} />
      </Part>
      <Part number={4} title={t("reports.figures")}>
        <ReportView report={closing.report} />
      </Part>
      <Uncompared />
      <div className={closeStyles.closeBar}>
        <p id="close-missing" className={styles.quiet}>
          {isBlocked
            ? t("reports.blocked", { count: closing.blockers.length })
            : missing > 0 && t("reports.missing", { count: missing })}
        </p>
        <HoldButton
          label={t("reports.hold", { number: closing.number })}
          noHoldLabel={t("reports.noHold")}
          confirmLabel={t("reports.holdNot", { number: closing.number })}
          describedBy="close-missing"
          isDisabled={isBlocked || missing > 0 || isBusy}
          onHeld={() => void actions.closeDay()}
        />
      </div>
    </>
  );
}

function Unresolved({ items }: { items: ClosingPreview["unresolved"] }) {
  const { t } = useTranslation();
  if (items.length === 0) return <p className={styles.quiet}>{t("reports.nothingUnresolved")}</p>;
  return (
    <ul className={closeStyles.differences}>
      {items.map((item) => (
        <Difference key={item.subject} item={item} />
      ))}
    </ul>
  );
}

/** Why it was refused; where that was for want of a comparison, the manager may decide to close without one. */
function Uncompared() {
  const { t } = useTranslation();
  const actions = useActions();
  const { problem, uncompared } = useTill(({ reports }) => reports);
  const because = useSay()(problem?.details.because, problem?.details.reason);
  const isAsked = problem?.details.fields?.some(({ field }) => field === "uncompared") ?? false;
  if (!isAsked && !uncompared) return <Problem />;
  return (
    <div className={message.note} data-tone="attention" role="alert">
      <TriangleAlert aria-hidden />
      <div>
        <p>{t("reports.cannotCompare")}</p>
        {because && <Quote>{because}</Quote>}
        <Switch isSelected={uncompared} onChange={actions.decideUncompared}>
          {t("reports.closeUncompared")}
        </Switch>
      </div>
    </div>
  );
}

function Part({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <section className={closeStyles.part} aria-label={title}>
      <h3>
        <span aria-hidden>{number}</span>
        {title}
      </h3>
      {children}
    </section>
  );
}

function BlockerRow({ blocker }: { blocker: Blocker }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const actions = useActions();
  if (blocker.because === "restored") {
    return (
      <li className={closeStyles.difference} data-tone="attention">
        <p>{t("reports.because.restored")}</p>
        <Button onPress={() => void actions.readClosing()}>{t("reports.refresh")}</Button>
      </li>
    );
  }
  return (
    <li className={closeStyles.difference} data-tone="attention">
      <p>
        <strong>{blocker.number}</strong> {money(blocker.amount, blocker.currency)}
        <br />
        {t(`reports.because.${blocker.because}`)}
      </p>
      <Button
        onPress={() => (blocker.because === "late_money" ? actions.goTo("inbox") : actions.select(blocker.posTid))}
      >
        {t("reports.open")}
      </Button>
    </li>
  );
}
