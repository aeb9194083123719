import { CircleCheck } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { BusinessDay } from "../../../contract/reports.ts";
import { clockText } from "../../../contract/reports-time.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Choice } from "../../kit/ui/choice.tsx";
import { Section } from "../../kit/ui/section-tabs.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useActions, useTill } from "../../store/store.tsx";
import { Problem } from "./problem.tsx";
import styles from "./reports.module.css";

const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: clockText(hour), label: clockText(hour) }));

/** When the shop's days begin: shown with its time zone, and changed from now on. */
export function DaySection() {
  const actions = useActions();
  const day = useTill(({ reports }) => reports.day);
  useEffect(() => void actions.readDay(), [actions]);
  return (
    <Section narrow>
      <Problem />
      {day && <Form day={day} />}
    </Section>
  );
}

function Form({ day }: { day: BusinessDay }) {
  const { t } = useTranslation();
  const actions = useActions();
  const format = useFormat();
  const [cutOff, setCutOff] = useState(day.cutOff);
  const [isSaved, setIsSaved] = useState(false);
  return (
    <div className={styles.report}>
      <p>
        {t("reports.dayNow", { day: format.day(day.businessDay) })} {t("reports.dayZone", { zone: day.timeZone })}
      </p>
      <div className={styles.actions}>
        <span aria-hidden>{t("reports.dayFrom")}</span>
        <Choice
          label={t("reports.dayFrom")}
          value={cutOff}
          options={HOURS}
          onChange={(value) => {
            setIsSaved(false);
            setCutOff(value);
          }}
        />
      </div>
      <p className={styles.quiet}>{t("reports.dayEffect", { period: day.period })}</p>
      <div className={styles.actions}>
        <Button
          kind="primary"
          isDisabled={cutOff === day.cutOff}
          onPress={() => void actions.setDay(cutOff).then(setIsSaved)}
        >
          {t("reports.daySave")}
        </Button>
        {isSaved && (
          <p className={styles.proof} data-tone="paid" role="status">
            <CircleCheck aria-hidden size={18} />
            {t("reports.daySaved", { cutOff: day.cutOff })}
          </p>
        )}
      </div>
    </div>
  );
}
