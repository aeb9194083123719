import { Check } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ClosingPreview } from "../../../contract/accounting/reports.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Collapsible } from "../../kit/ui/collapsible.tsx";
import { HoldButton } from "../../kit/ui/hold-button.tsx";
import layout from "../../kit/ui/layout.module.css";
import { Money } from "../../kit/ui/money.tsx";
import { Section } from "../../kit/ui/section-tabs.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useActions, useTill } from "../../store/store.ts";
import closeStyles from "./close.module.css";
import { isMissing } from "./decisions.ts";
import { OpenPart } from "./open-part.tsx";
import { Problem } from "./problem.tsx";
import { ReconcilePart } from "./reconcile-part.tsx";
import { ReportView } from "./report-view.tsx";
import styles from "./reports.module.css";
import { Uncompared } from "./uncompared.tsx";

/** Closes the day in three steps: open items, reconciliation, and a long press. */
export function CloseSection() {
  const actions = useActions();
  const closing = useTill(({ reports }) => reports.closing);
  const reconciledAt = useTill(({ reports }) => reports.reconciliation?.finishedAt ?? null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reloads when the reconciliation ends
  useEffect(() => void actions.readClosing(), [actions, reconciledAt]);
  return <Section>{closing === null ? <Problem /> : <Closing closing={closing} />}</Section>;
}

function Closing({ closing }: { closing: ClosingPreview }) {
  const { t } = useTranslation();
  const decisions = useTill(({ reports }) => reports.decisions);
  const compared = useTill(
    ({ reports }) => reports.reconciliation?.state === "done" && closing.comparison.state !== "not_compared",
  );
  const missing = closing.unresolved.filter((item) => isMissing(item, decisions)).length;
  const isOpenDone = closing.blockers.length === 0 && missing === 0;
  const isCompared = compared || closing.comparison.state === "nothing_to_compare";
  return (
    <>
      <div className={closeStyles.steps}>
        <Step
          number={1}
          title={t("reports.unresolved")}
          isDone={isOpenDone}
          said={closing.unresolved.length > 0 && t("reports.openCount", { count: closing.unresolved.length })}
        >
          <OpenPart closing={closing} />
        </Step>
        <Step number={2} title={t("reports.reconciliation")} isDone={isCompared}>
          <ReconcilePart />
        </Step>
        <Step number={3} title={t("reports.figures")} isDone={false}>
          <LastStep closing={closing} missing={missing} />
        </Step>
      </div>
      <Collapsible title={t("reports.showAll")}>
        <ReportView report={closing.report} />
      </Collapsible>
    </>
  );
}

/** @param missing number of missing decisions */
function LastStep({ closing: { number, blockers, report }, missing }: { closing: ClosingPreview; missing: number }) {
  const { t } = useTranslation();
  const actions = useActions();
  const { money, dateTime } = useFormat();
  const isBusy = useTill((state) => state.busy["report.z"] === true);
  const isBlocked = blockers.length > 0;
  return (
    <div className={closeStyles.last}>
      <div>
        <Money amount={report.net} currency={report.currency} className={closeStyles.net} />
        <p className={closeStyles.facts}>
          <span data-testid="closing-period">
            {t(number === 1 ? "reports.sinceSetUp" : "reports.sinceZ", { time: dateTime(report.from) })}
          </span>
          {" · "}
          {t("reports.paymentCount", { count: report.counts.captured })}
          {report.refunded > 0 && ` · ${t("reports.refunded")} ${money(report.refunded, report.currency)}`}
          {report.tips > 0 && ` · ${t("reports.tips")} ${money(report.tips, report.currency)}`}
        </p>
      </div>
      <Uncompared />
      <div className={closeStyles.closeBar}>
        <p id="close-missing" className={styles.quiet}>
          {isBlocked
            ? t("reports.blocked", { count: blockers.length })
            : missing > 0 && t("reports.missing", { count: missing })}
        </p>
        <HoldButton
          label={t("reports.hold")}
          noHoldLabel={t("reports.noHold")}
          confirmLabel={t("reports.holdNot")}
          describedBy="close-missing"
          isDisabled={isBlocked || missing > 0 || isBusy}
          onHeld={() => void actions.closeDay()}
        />
      </div>
    </div>
  );
}

interface StepProps {
  number: number;
  title: string;
  isDone: boolean;
  said?: string | false;
  children: ReactNode;
}

/** In a low window a completed step collapses to one line, so that the last step is visible. */
function Step({ number, title, isDone, said = false, children }: StepProps) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section
      className={closeStyles.step}
      aria-label={title}
      data-state={isDone ? "done" : "now"}
      data-folded={(isDone && !isOpen) || undefined}
    >
      <h3>
        <span aria-hidden className={layout.mark}>
          {isDone ? <Check size={18} strokeWidth={2.5} /> : number}
        </span>
        {title}
        {isDone && (
          <span className={closeStyles.unfold}>
            {said && <span className={styles.quiet}>{said}</span>}
            <Button kind="quiet" aria-expanded={isOpen} onPress={() => setIsOpen(!isOpen)}>
              {t(isOpen ? "reports.fold" : "reports.unfold")}
            </Button>
          </span>
        )}
      </h3>
      <div className={closeStyles.stepBody}>{children}</div>
    </section>
  );
}
