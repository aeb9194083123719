import { useTranslation } from "react-i18next";
import type { Report } from "../../../contract/accounting/reports.ts";
import { useFormat } from "../../kit/ui/use-format.ts";
import styles from "./reports.module.css";

export function VatTable({ report }: { report: Report }) {
  const { t } = useTranslation();
  const { money, percent } = useFormat();
  const { captured = [], refunded = [] } = report.byVat ?? {};
  if (![...captured, ...refunded].some(({ rate }) => rate !== null)) return null;
  const rows = [
    ...captured.map((total) => ({ ...total, kind: "captured" as const })),
    ...refunded.map((total) => ({ ...total, kind: "refunded" as const })),
  ];
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t("reports.vat.title")}</th>
          <th scope="col">{t("reports.vat.net")}</th>
          <th scope="col">{t("reports.vat.vat")}</th>
          <th scope="col">{t("reports.vat.gross")}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ kind, rate, net, vat, gross }) => (
          <tr key={`${kind} ${rate}`}>
            <th scope="row">
              {t(`reports.vat.${kind}`, {
                rate: rate === null ? t("reports.vat.unknown") : percent(rate),
              })}
            </th>
            <td>{money(net, report.currency)}</td>
            <td>{money(vat, report.currency)}</td>
            <td>{money(gross, report.currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
