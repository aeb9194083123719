import { useEffect } from "react";
import { ToggleButton } from "react-aria-components";
import { useTranslation } from "react-i18next";
import { DayField } from "../../kit/ui/day-field.tsx";
import { useActions, useTill } from "../../store/store.ts";
import styles from "./exports.module.css";
import { PRESETS, presetPeriod, presetsOf } from "./presets.ts";

export function PeriodFields() {
  const { t } = useTranslation();
  const actions = useActions();
  const { selection, now, timeZone, cutOff } = useTill(({ exports, now: time, terminal }) => ({
    selection: exports.selection,
    now: Math.trunc(time / 60_000) * 60_000,
    timeZone: terminal?.timeZone ?? "UTC",
    cutOff: terminal?.cutOff ?? "00:00",
  }));
  const shop = { timeZone, cutOff };
  const isUnset = selection.from === "" && selection.to === "";
  useEffect(() => {
    if (isUnset) actions.selectExport(presetPeriod("month", now, { timeZone, cutOff }));
  }, [actions, isUnset, now, timeZone, cutOff]);
  const chosen = presetsOf(selection, now, shop);
  const isBackwards = selection.from !== "" && selection.to !== "" && selection.from > selection.to;
  return (
    <div className={styles.part}>
      <h3 className={styles.heading}>{t("exports.period")}</h3>
      <div className={styles.presets}>
        {PRESETS.map((preset) => (
          <ToggleButton
            key={preset}
            className={styles.preset}
            isSelected={chosen.includes(preset)}
            onChange={() => actions.selectExport(presetPeriod(preset, now, shop))}
          >
            {t(`exports.presets.${preset}`)}
          </ToggleButton>
        ))}
      </div>
      <div className={styles.days}>
        <DayField
          label={t("exports.from")}
          value={selection.from}
          onChange={(from) => actions.selectExport({ from })}
          description={t("exports.dayHint")}
        />
        <DayField
          label={t("exports.to")}
          value={selection.to}
          onChange={(to) => actions.selectExport({ to })}
          problem={isBackwards ? t("exports.backwards") : undefined}
        />
      </div>
    </div>
  );
}
