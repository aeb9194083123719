import { Archive, ArrowLeft, ChevronRight, Printer } from "lucide-react";
import { useEffect, useLayoutEffect, useRef } from "react";
import { Button as AriaButton } from "react-aria-components";
import { useTranslation } from "react-i18next";
import { Button, IconButton } from "../../kit/ui/button.tsx";
import { Empty } from "../../kit/ui/empty.tsx";
import message from "../../kit/ui/message.module.css";
import { Section } from "../../kit/ui/section-tabs.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useActions, useTill } from "../../store/store.ts";
import closedStyles from "./closed.module.css";
import { Problem } from "./problem.tsx";
import { ReportView } from "./report-view.tsx";
import styles from "./reports.module.css";

export function ClosedSection() {
  const { t } = useTranslation();
  const actions = useActions();
  const { money, dateTime } = useFormat();
  const { closed, opened } = useTill(({ reports }) => ({ closed: reports.closed, opened: reports.opened }));
  const isOpened = opened !== null;
  useEffect(() => {
    if (!isOpened) void actions.readClosed();
  }, [actions, isOpened]);
  if (opened) return <Opened />;
  return (
    <Section>
      <Problem />
      {closed?.chain.ok === false && (
        <p className={message.note} data-tone="failed" role="alert">
          {t("reports.chainBroken", { number: closed.chain.firstBadAt ?? 0 })}
        </p>
      )}
      {closed?.items.length === 0 && (
        <Empty Icon={Archive} title={t("reports.noneClosed")} text={t("reports.noneClosedText")} />
      )}
      <ul className={closedStyles.closed}>
        {(closed?.items ?? []).map((report) => (
          <li key={report.number}>
            <AriaButton
              className={closedStyles.closedRow}
              onPress={() => void actions.openReport(report.number ?? 0)}
              data-testid={`z-${report.number}`}
            >
              <strong>{t("reports.zTitle", { number: report.number })}</strong>
              <span className={styles.quiet}>
                {t("reports.fromTo", { from: dateTime(report.from), to: dateTime(report.to) })}
              </span>
              <span className={closedStyles.amount}>{money(report.net, report.currency)}</span>
              <ChevronRight aria-hidden size={20} />
            </AriaButton>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Opened() {
  const { t } = useTranslation();
  const actions = useActions();
  const opened = useTill(({ reports }) => reports.opened);
  const top = useRef<HTMLDivElement>(null);
  // Scrolls to the top, because the pressed row may be far down.
  useLayoutEffect(() => {
    // Braces: an effect must not return scrollTo's value as its cleanup.
    void top.current?.closest("[role=tabpanel]")?.scrollTo({ top: 0 });
  }, []);
  if (opened === null) return null;
  return (
    <Section titled>
      <div ref={top}>
        <ReportView
          report={opened}
          back={<IconButton Icon={ArrowLeft} label={t("common.back")} onPress={actions.closeReport} />}
          tools={
            <Button Icon={Printer} onPress={() => window.print()}>
              {t("reports.print")}
            </Button>
          }
        />
      </div>
    </Section>
  );
}
