import { useTranslation } from "react-i18next";
import type { Today } from "../../../contract/accounting/reports.ts";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useSoldName } from "../../store/sold-name.ts";
import { useActions } from "../../store/store.ts";
import { FigureLink } from "./figure-link.tsx";
import styles from "./reports.module.css";

export function PersonTable({ today }: { today: Today }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const actions = useActions();
  const { from, to, persons } = today;
  if (persons.length === 0) return null;
  return (
    <table className={styles.table} data-testid="per-person">
      <caption>{t("reports.perPerson")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("reports.person")}</th>
          <th scope="col">{t("reports.payments")}</th>
          <th scope="col">{t("reports.captured")}</th>
          <th scope="col">{t("reports.refunded")}</th>
        </tr>
      </thead>
      <tbody>
        {persons.map(({ person, count, captured, refunded }) => (
          <tr key={person ?? ""}>
            <th scope="row">
              <FigureLink onOpen={() => actions.openPayments({ outcome: "captured", from, to, person })}>
                {person ?? t("reports.notSignedIn")}
              </FigureLink>
            </th>
            <td>{count}</td>
            <td>{money(captured)}</td>
            <td>
              {refunded === 0 ? (
                "–"
              ) : (
                <FigureLink onOpen={() => actions.openPayments({ outcome: "refunded", from, to, person })}>
                  {money(refunded)}
                </FigureLink>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function ProductTable({ today: { products } }: { today: Today }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const nameOf = useSoldName();
  if (products.every(({ name }) => name === null)) return null;
  return (
    <table className={styles.table} data-testid="per-product">
      <caption>{t("reports.perProduct")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("reports.product")}</th>
          <th scope="col">{t("reports.quantity")}</th>
          <th scope="col">{t("reports.amount")}</th>
        </tr>
      </thead>
      <tbody>
        {products.map(({ productId, name, quantity, amount }) => (
          <tr key={`${productId ?? ""} ${name ?? ""}`}>
            <th scope="row">{nameOf({ name, productId }) || t("reports.keyed")}</th>
            <td>{quantity}</td>
            <td>{money(amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
