import { useTranslation } from "react-i18next";
import { minorDigits } from "../../../contract/values/money.ts";
import { useKit } from "../../kit/context.ts";
import { LANGUAGE_LOCALES } from "../../kit/i18n/index.ts";
import { Collapsible } from "../../kit/ui/collapsible.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import chartStyles from "./chart.module.css";
import styles from "./reports.module.css";
import { scaleOf } from "./scale.ts";

export interface Bar {
  label: string;
  amount: number | null;
  count: number | null;
  before?: number | null;
}

export interface BarsProps {
  bars: readonly Bar[];
  title: string;
  beforeLabel?: string;
  currency?: string;
}

export function Bars({ bars, title, beforeLabel, currency }: BarsProps) {
  const { t } = useTranslation();
  return (
    <figure className={chartStyles.chart}>
      <figcaption className={chartStyles.head}>
        <h4>{title}</h4>
        {beforeLabel && (
          <p className={chartStyles.legend}>
            <span data-before />
            {beforeLabel}
          </p>
        )}
      </figcaption>
      <Chart bars={bars} title={title} currency={currency} />
      <Collapsible title={t("reports.asTable")}>
        <Twin bars={bars} beforeLabel={beforeLabel} currency={currency} />
      </Collapsible>
    </figure>
  );
}

/** Laid out in CSS: labels keep their size at any width. */
function Chart({ bars, title, currency }: Pick<BarsProps, "bars" | "title" | "currency">) {
  const brief = useRoundedAmount(currency);
  const { top, lines } = scaleOf(Math.max(0, ...bars.flatMap(({ amount, before }) => [amount ?? 0, before ?? 0])));
  const highest = bars.reduce<Bar | undefined>(
    (most, bar) => ((bar.amount ?? 0) > (most?.amount ?? 0) ? bar : most),
    undefined,
  );
  const share = (value: number | null | undefined) => `${(Math.max(0, value ?? 0) / top) * 100}%`;
  return (
    <div className={chartStyles.plot} role="img" aria-label={title}>
      {lines.map((value) => (
        <span
          key={value}
          className={chartStyles.line}
          data-axis={value === 0 || undefined}
          style={{ bottom: share(value) }}
        >
          <span className={chartStyles.scale}>{brief(value)}</span>
        </span>
      ))}
      <div className={chartStyles.bars} style={{ gridTemplateColumns: `repeat(${bars.length}, minmax(0, 1fr))` }}>
        {bars.map(({ label, amount, before }) => (
          <span key={label} className={chartStyles.slot} data-highest={label === highest?.label || undefined}>
            {before !== undefined && <span className={chartStyles.before} style={{ height: share(before) }} />}
            <span className={chartStyles.bar} style={{ height: share(amount) }}>
              {amount !== null && amount > 0 && <span className={chartStyles.value}>{brief(amount)}</span>}
            </span>
            <span className={chartStyles.hour}>{label.slice(0, 2)}</span>
          </span>
        ))}
      </div>
    </div>
  );
}

/** Rounded amounts that fit over a bar; the table has exact ones. */
function useRoundedAmount(currency: string | undefined): (amount: number) => string {
  const { own, locale } = useKit(({ terminal, language }) => ({
    own: terminal?.currency ?? "NOK",
    locale: terminal?.locale ?? LANGUAGE_LOCALES[language],
  }));
  const digits = minorDigits(currency ?? own);
  const format = new Intl.NumberFormat(locale, {
    notation: "compact",
    maximumFractionDigits: 1,
  });
  return (amount) => format.format(amount / 10 ** digits);
}

function Twin({ bars, beforeLabel, currency }: Pick<BarsProps, "bars" | "beforeLabel" | "currency">) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const shown = (value: number | null | undefined) =>
    value === null || value === undefined ? "–" : money(value, currency);
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t("reports.hour")}</th>
          <th scope="col">{t("reports.count")}</th>
          <th scope="col">{t("reports.sold")}</th>
          {beforeLabel && <th scope="col">{beforeLabel}</th>}
        </tr>
      </thead>
      <tbody>
        {bars.map(({ label: hour, amount, count, before }) => (
          <tr key={hour}>
            <th scope="row">{hour}</th>
            <td>{count ?? "–"}</td>
            <td>{shown(amount)}</td>
            {beforeLabel && <td>{shown(before)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
