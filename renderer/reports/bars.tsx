import { useTranslation } from "react-i18next";
import { useFormat } from "../ui/use-format.ts";
import styles from "./reports.module.css";

export interface Bar {
  label: string;
  amount: number | null;
  count: number | null;
  /** The same hour of the day that it is held against */
  before?: number | null;
}

const HEIGHT = 160;
const SLOT = 24;
const WIDTH = 14;

/** Hours as bars, and the same figures as a table for whoever reads or hears them. */
export function Bars({ bars, label, beforeLabel }: { bars: readonly Bar[]; label: string; beforeLabel?: string }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const most = Math.max(1, ...bars.flatMap(({ amount, before }) => [amount ?? 0, before ?? 0]));
  const height = (value: number | null | undefined) => (Math.max(0, value ?? 0) / most) * HEIGHT;
  const shown = (value: number | null | undefined) => (value === null || value === undefined ? "–" : money(value));
  return (
    <figure className={styles.chart}>
      <svg viewBox={`0 0 ${bars.length * SLOT} ${HEIGHT + 24}`} role="img" aria-label={label}>
        {bars.map(({ label: hour, amount, before }, index) => (
          <g key={hour} transform={`translate(${index * SLOT} 0)`}>
            {before !== undefined && (
              <rect
                className={styles.before}
                x={1}
                width={SLOT - 2}
                y={HEIGHT - height(before)}
                height={height(before)}
              />
            )}
            <rect
              className={styles.bar}
              x={(SLOT - WIDTH) / 2}
              width={WIDTH}
              y={HEIGHT - height(amount)}
              height={height(amount)}
            />
            {index % 3 === 0 && (
              <text className={styles.hour} x={SLOT / 2} y={HEIGHT + 18}>
                {hour.slice(0, 2)}
              </text>
            )}
          </g>
        ))}
        <line className={styles.axis} x1={0} x2={bars.length * SLOT} y1={HEIGHT} y2={HEIGHT} />
      </svg>
      {beforeLabel && (
        <figcaption className={styles.legend}>
          <span data-now />
          {label}
          <span data-before />
          {beforeLabel}
        </figcaption>
      )}
      <details className={styles.twin}>
        <summary>{t("reports.asTable")}</summary>
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
      </details>
    </figure>
  );
}
