import { BadgeCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { ZDifference } from "../../contract/head-office.ts";
import { Empty } from "../kit/ui/empty.tsx";
import { Section } from "../kit/ui/section-tabs.tsx";
import { useFormat } from "../kit/ui/use-format.ts";
import styles from "./differences.module.css";
import { useLocalTime } from "./local-time.ts";
import { PeriodChoice } from "./period-choice.tsx";
import { useOffice } from "./state.ts";
import { Waiting } from "./waiting.tsx";

/** The Zs of a month in which something differs, and what. */
export function DifferencesSection() {
  const { t } = useTranslation();
  const differences = useOffice((state) => state.differences);
  return (
    <Section wide>
      <PeriodChoice />
      {differences === null && <Waiting />}
      {differences?.length === 0 && (
        <Empty Icon={BadgeCheck} title={t("headOffice.differences.none")} text={t("headOffice.differences.noneText")} />
      )}
      {differences !== null && differences.length > 0 && (
        <ul className={styles.differences} aria-label={t("headOffice.differences.list")} data-testid="differences">
          {differences.map((one) => (
            <Difference key={`${one.till} ${one.number}`} of={one} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function Difference({ of }: { of: ZDifference }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const localTime = useLocalTime();
  const { shop, till, number, toLocal, currency, captured, refunded, bookedCaptured, bookedRefunded, decided } = of;
  const rows = [
    { name: t("reports.captured"), said: captured, booked: bookedCaptured },
    { name: t("reports.refunded"), said: refunded, booked: bookedRefunded },
  ].filter(({ said, booked }) => said !== booked);
  return (
    <li className={styles.difference}>
      <h3>{t("reports.zTitle", { number })}</h3>
      <p className={styles.quiet}>
        {shop} · {till} · {localTime(toLocal)}
      </p>
      {rows.length > 0 && (
        <div className={styles.wrong} data-tone="attention">
          <strong>{t("headOffice.differences.sums")}</strong>
          <table>
            <thead>
              <tr>
                <td />
                <th scope="col">{t("headOffice.differences.said")}</th>
                <th scope="col">{t("headOffice.differences.booked")}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ name, said, booked }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{money(said, currency)}</td>
                  <td>{money(booked, currency)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {decided > 0 && <p>{t("headOffice.differences.decided", { count: decided })}</p>}
    </li>
  );
}
