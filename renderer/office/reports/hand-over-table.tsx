import { useTranslation } from "react-i18next";
import type { Report } from "../../../contract/accounting/reports.ts";
import { useFormat } from "../../kit/ui/use-format.ts";
import styles from "./reports.module.css";

export function HandOverTable({ report: { handOvers, currency } }: { report: Report }) {
  const { t } = useTranslation();
  const { money, dateTime } = useFormat();
  if (handOvers.length === 0) return null;
  return (
    <table className={styles.table}>
      <caption>{t("reports.handOvers")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("reports.person")}</th>
          <th scope="col">{t("reports.payments")}</th>
          <th scope="col">{t("reports.net")}</th>
          <th scope="col">{t("reports.acceptedBy")}</th>
        </tr>
      </thead>
      <tbody>
        {handOvers.map(({ id, person, from, at, payments, net, acceptedBy }) => (
          <tr key={id}>
            <th scope="row">
              {person}{" "}
              <span className={styles.quiet}>{t("reports.fromTo", { from: dateTime(from), to: dateTime(at) })}</span>
            </th>
            <td>{payments}</td>
            <td>{money(net, currency)}</td>
            <td>{acceptedBy ?? t("reports.notAccepted")}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
