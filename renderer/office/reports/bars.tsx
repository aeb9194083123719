import { useTranslation } from "react-i18next";
import { minorDigits } from "../../../contract/money.ts";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useTill } from "../../store/store.tsx";
import chartStyles from "./chart.module.css";
import styles from "./reports.module.css";
import { scaleOf } from "./scale.ts";

export interface Bar {
  label: string;
  amount: number | null;
  count: number | null;
  /** The same hour of the day that it is held against */
  before?: number | null;
}

export interface BarsProps {
  bars: readonly Bar[];
  title: string;
  beforeLabel?: string;
  currency?: string;
}

const HEIGHT = 160;
const TOP = 14;
const LEFT = 44;
const SLOT = 24;
const WIDTH = 14;

/** Hours as bars with their scale, and the same figures as a table, to be read or heard. */
export function Bars({ bars, title, beforeLabel, currency }: BarsProps) {
  const { t } = useTranslation();
  return (
    <figure className={chartStyles.chart}>
      <h4>{title}</h4>
      <Chart bars={bars} title={title} currency={currency} />
      {beforeLabel && (
        <figcaption className={chartStyles.legend}>
          <span data-now />
          {title}
          <span data-before />
          {beforeLabel}
        </figcaption>
      )}
      <details className={chartStyles.twin}>
        <summary>{t("reports.asTable")}</summary>
        <Twin bars={bars} beforeLabel={beforeLabel} currency={currency} />
      </details>
    </figure>
  );
}

function Chart({ bars, title, currency }: Pick<BarsProps, "bars" | "title" | "currency">) {
  const brief = useBrief(currency);
  const { top, lines } = scaleOf(Math.max(0, ...bars.flatMap(({ amount, before }) => [amount ?? 0, before ?? 0])));
  const height = (value: number | null | undefined) => (Math.max(0, value ?? 0) / top) * HEIGHT;
  const right = LEFT + bars.length * SLOT;
  return (
    <svg viewBox={`0 0 ${right} ${TOP + HEIGHT + 24}`} role="img" aria-label={title}>
      <g transform={`translate(0 ${TOP})`}>
        {lines.map((value) => (
          <g key={value} transform={`translate(0 ${HEIGHT - height(value)})`}>
            <line className={value === 0 ? chartStyles.axis : chartStyles.grid} x1={LEFT} x2={right} y1={0} y2={0} />
            <text className={chartStyles.scale} x={LEFT - 6} y={3}>
              {brief(value)}
            </text>
          </g>
        ))}
        {bars.map(({ label: hour, amount, before }, index) => (
          <g key={hour} transform={`translate(${LEFT + index * SLOT} 0)`}>
            {before !== undefined && (
              <rect
                className={chartStyles.before}
                x={1}
                width={SLOT - 2}
                y={HEIGHT - height(before)}
                height={height(before)}
              />
            )}
            <rect
              className={chartStyles.bar}
              x={(SLOT - WIDTH) / 2}
              width={WIDTH}
              y={HEIGHT - height(amount)}
              height={height(amount)}
            />
            {amount !== null && amount > 0 && (
              <text className={chartStyles.value} x={SLOT / 2} y={HEIGHT - height(amount) - 3}>
                {brief(amount)}
              </text>
            )}
            {index % 3 === 0 && (
              <text className={chartStyles.hour} x={SLOT / 2} y={HEIGHT + 18}>
                {hour.slice(0, 2)}
              </text>
            )}
          </g>
        ))}
      </g>
    </svg>
  );
}

/** Whole amounts, in as few characters as fit over a bar: the table has them to the last digit. */
function useBrief(currency: string | undefined): (amount: number) => string {
  const terminal = useTill((state) => state.terminal);
  const digits = minorDigits(currency ?? terminal?.currency ?? "NOK");
  const format = new Intl.NumberFormat(terminal?.locale ?? "en", {
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
