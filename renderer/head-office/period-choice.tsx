import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { SelectField } from "../kit/ui/select-field.tsx";
import { useOffice, useOfficeActions } from "./context.ts";
import styles from "./head-office.module.css";
import { monthName } from "./local-time.ts";
import { shopsOf } from "./state.ts";

/** Length of the list of months: five years of retention and the current year. */
const MONTHS = 72;

export function PeriodChoice({ children }: { children?: ReactNode }) {
  const { t } = useTranslation();
  const actions = useOfficeActions();
  const { month, shop, now, language } = useOffice(({ month, shop, now, language }) => ({
    month,
    shop,
    now,
    language,
  }));
  const shops = useOffice(shopsOf);
  return (
    <div className={styles.period}>
      <SelectField
        label={t("headOffice.month")}
        value={month}
        onChange={(chosen) => actions.choosePeriod({ month: chosen })}
      >
        {monthsUntil(now).map((one) => (
          <option key={one} value={one}>
            {monthName(one, language)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t("headOffice.shop")}
        value={shop}
        onChange={(chosen) => actions.choosePeriod({ shop: chosen })}
      >
        <option value="">{t("headOffice.allShops")}</option>
        {shops.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </SelectField>
      {children}
    </div>
  );
}

/** `2026-03`, `2026-02` …, newest first. */
function monthsUntil(now: number): string[] {
  const at = new Date(now);
  return Array.from({ length: MONTHS }, (_, back) => {
    const month = new Date(Date.UTC(at.getFullYear(), at.getMonth() - back, 15));
    return month.toISOString().slice(0, 7);
  });
}
