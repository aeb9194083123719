import { useTranslation } from "react-i18next";
import type { DisplayView } from "../../contract/receipts/display.ts";
import type { PaymentLine } from "../../contract/values/lines.ts";
import { formatMoney } from "../../contract/values/money.ts";
import { percentText } from "../../contract/values/percent.ts";
import { vatByRate } from "../../contract/values/vat.ts";
import { CUSTOMERS } from "../kit/i18n/customers.ts";
import styles from "./sale.module.css";

/** Number of lines that fit next to the code on the smallest screen. */
const MOST_LINES = 5;

export function Sale({ display }: { display: DisplayView }) {
  const { t } = useTranslation(CUSTOMERS);
  const { additionalAmount, currency, lines, locale } = display;
  if (lines.length === 0 || (lines.length === 1 && lines[0]?.name == null)) return null;
  const money = (amount: number) => formatMoney(amount, currency, locale);
  // One extra line takes no more space than the note about it.
  const shown = lines.length === MOST_LINES + 1 ? lines.length : MOST_LINES;
  const left = lines.length - shown;
  const discount = lines.reduce((sum, line) => sum + (line.discount ?? 0), 0);
  return (
    <section className={styles.sale} aria-label={t("sold")} data-testid="customer-lines">
      <ul>
        {lines.slice(0, shown).map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id
          <li key={index}>
            <span>{labelOf(line, t("someAmount"))}</span>
            <span>{money(line.quantity * line.unitAmount)}</span>
          </li>
        ))}
        {left > 0 && <li className={styles.quiet}>{t("more", { count: left })}</li>}
        {discount > 0 && <Row label={t("discount")} value={money(-discount)} />}
        {additionalAmount > 0 && <Row label={t("tipLine")} value={money(additionalAmount)} />}
      </ul>
      <Vat display={display} />
    </section>
  );
}

function Row({ label, value }: { label: string; value: string }) {
  return (
    <li>
      <span>{label}</span>
      <span>{value}</span>
    </li>
  );
}

function Vat({ display: { currency, lines, locale } }: { display: DisplayView }) {
  const { t } = useTranslation(CUSTOMERS);
  const rates = vatByRate(lines).flatMap(({ rate, vat }) => (rate === null || vat === 0 ? [] : [{ rate, vat }]));
  if (rates.length === 0) return null;
  return (
    <p className={styles.quiet}>
      {rates
        .map(({ rate, vat }) =>
          t("vat", { rate: percentText(rate, locale), amount: formatMoney(vat, currency, locale) }),
        )
        .join(" · ")}
    </p>
  );
}

function labelOf({ name, quantity }: PaymentLine, unnamed: string): string {
  return quantity > 1 ? `${quantity} × ${name ?? unnamed}` : (name ?? unnamed);
}
