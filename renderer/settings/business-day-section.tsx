import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { BusinessDay } from "../../contract/accounting/reports.ts";
import { clockText } from "../../contract/accounting/reports-time.ts";
import { CommandProblem } from "../kit/approval/command-problem.tsx";
import { Button } from "../kit/ui/button.tsx";
import { Choice } from "../kit/ui/choice.tsx";
import layout from "../kit/ui/layout.module.css";
import { Saved } from "../kit/ui/saved.tsx";
import { Section } from "../kit/ui/section-tabs.tsx";
import { Switch } from "../kit/ui/switch.tsx";
import { useFormat } from "../kit/ui/use-format.ts";
import { useActions, useTill } from "../store/store.ts";
import { useSaving } from "../store/use-saving.ts";

const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: clockText(hour), label: clockText(hour) }));

export function BusinessDaySection() {
  const actions = useActions();
  const { day, problem } = useTill(({ reports }) => ({ day: reports.day, problem: reports.problem }));
  useEffect(() => {
    void actions.readDay();
    void actions.readShift();
  }, [actions]);
  return (
    <Section narrow>
      {problem && <CommandProblem problem={problem} />}
      {day && <Form day={day} />}
      <Counting />
    </Section>
  );
}

function Form({ day }: { day: BusinessDay }) {
  const { t } = useTranslation();
  const actions = useActions();
  const format = useFormat();
  const [cutOff, setCutOff] = useState(day.cutOff);
  const saving = useSaving();
  return (
    <div className={layout.stack}>
      <p>
        {t("reports.dayNow", { day: format.day(day.businessDay) })} {t("reports.dayZone", { zone: day.timeZone })}
      </p>
      <div className={`${layout.row} ${layout.oneHeight}`}>
        <span aria-hidden>{t("reports.dayFrom")}</span>
        <Choice
          label={t("reports.dayFrom")}
          value={cutOff}
          options={HOURS}
          onChange={(value) => {
            saving.changed();
            setCutOff(value);
          }}
        />
        <Button
          kind="primary"
          isDisabled={cutOff === day.cutOff}
          onPress={() => void saving.save(actions.setDay(cutOff))}
        >
          {t("reports.daySave")}
        </Button>
      </div>
      <p className={layout.prose}>{t("reports.dayEffect")}</p>
      {saving.isSaved && <Saved text={t("reports.daySaved", { cutOff: day.cutOff })} />}
    </div>
  );
}

function Counting() {
  const { t } = useTranslation();
  const actions = useActions();
  const counting = useTill(({ reports }) => reports.shift?.counting ?? null);
  if (counting === null) return null;
  return (
    <div className={layout.closeStack}>
      <Switch isSelected={counting} onChange={(on) => void actions.setCounting(on)}>
        {t("reports.shift.counting")}
      </Switch>
      <p className={layout.prose}>{t("reports.shift.countingText")}</p>
    </div>
  );
}
