import { useTranslation } from "react-i18next";
import type { ListReading, RequestDifference } from "../../contract/head-office/head-office.ts";
import { useFormat } from "../kit/ui/use-format.ts";
import { useOffice } from "./context.ts";
import styles from "./differences.module.css";

export function RequestDifferences() {
  const { t } = useTranslation();
  const requests = useOffice((state) => state.requests);
  if (requests === null) return null;
  const { differing, total, list } = requests;
  return (
    <section className={styles.requests} data-testid="requests">
      <h3>{t("headOffice.differences.requests.title")}</h3>
      <p className={styles.quiet}>
        <HowFar list={list} />
        {total === 0 && list.state !== "never" && ` ${t("headOffice.differences.requests.none")}`}
        {differing.length < total &&
          ` ${t("headOffice.differences.requests.first", { shown: differing.length, count: total })}`}
      </p>
      {total > 0 && (
        <ul className={styles.differences} aria-label={t("headOffice.differences.requests.title")}>
          {differing.map((one) => (
            <Request key={one.tid} of={one} />
          ))}
        </ul>
      )}
    </section>
  );
}

function HowFar({ list: { state, readTo } }: { list: ListReading }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  if (state === "never") return t("headOffice.differences.list.never");
  if (readTo === null) return t("headOffice.differences.list.part");
  const time = dateTime(readTo);
  return t(state === "whole" ? "headOffice.differences.list.whole" : "headOffice.differences.list.partSince", { time });
}

function Request({ of }: { of: RequestDifference }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const { difference, since, till, shop, posId, number, currency } = of;
  const rows = [
    { name: t("reports.outcomes.captured"), one: of.captured, other: of.toldCaptured },
    { name: t("reports.refunded"), one: of.refunded, other: of.toldRefunded },
  ].filter(({ one, other }) => (one ?? 0) !== 0 || (other ?? 0) !== 0);
  const whose = till === null ? [posId] : [shop, till];
  return (
    <li className={styles.difference}>
      <h4>{number ?? of.tid}</h4>
      <p className={styles.quiet}>
        {[...whose, t("headOffice.differences.requests.since", { time: dateTime(since) })]
          .filter((word) => word !== null)
          .join(" · ")}
      </p>
      <ComparedSums
        heading={t(`headOffice.differences.requests.kind.${difference}`)}
        columns={[t("headOffice.differences.requests.service"), t("headOffice.differences.requests.till")]}
        rows={currency === null ? [] : rows}
        currency={currency ?? ""}
      />
    </li>
  );
}

export interface ComparedSumsProps {
  heading: string;
  columns: readonly [string, string];
  /** In minor units; null: none */
  rows: readonly { name: string; one: number | null; other: number | null }[];
  currency: string;
}

export function ComparedSums({ heading, columns, rows, currency }: ComparedSumsProps) {
  const { money } = useFormat();
  const text = (sum: number | null) => (sum === null ? "–" : money(sum, currency));
  return (
    <div className={styles.wrong} data-tone="attention">
      <strong>{heading}</strong>
      {rows.length > 0 && (
        <table>
          <thead>
            <tr>
              <td />
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, one, other }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{text(one)}</td>
                <td>{text(other)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}
