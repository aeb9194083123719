import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ArrivalBucket, CallbackHealth } from "../../../contract/diagnostics/diagnostics.ts";
import { Collapsible } from "../../kit/ui/collapsible.tsx";
import layout from "../../kit/ui/layout.module.css";
import { Segmented } from "../../kit/ui/segmented.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import styles from "./trend.module.css";

const WAYS = ["callback", "poll", "answer"] as const;

export function Trend({ callbacks }: { callbacks: CallbackHealth }) {
  const { t } = useTranslation();
  const [span, setSpan] = useState<"day" | "week">("day");
  const buckets = callbacks[span];
  const most = Math.max(0, ...buckets.map(sumOf));
  const nameOf = useSpanName(span);
  return (
    <section className={layout.stack} aria-labelledby="trend-title">
      <header className={styles.header}>
        <h3 id="trend-title">{t("health.trend.title")}</h3>
        <Segmented
          label={t("health.trend.title")}
          value={span}
          onChange={setSpan}
          options={[
            { value: "day", label: t("health.trend.day") },
            { value: "week", label: t("health.trend.week") },
          ]}
        />
      </header>
      {most === 0 ? (
        <p className={layout.quiet}>{t("health.trend.none")}</p>
      ) : (
        <>
          <Legend />
          <div className={styles.bars} aria-hidden>
            {buckets.map((bucket) => (
              <Bar key={bucket.from} bucket={bucket} most={most} name={nameOf(bucket)} />
            ))}
          </div>
        </>
      )}
      {most > 0 && <Twin buckets={buckets} nameOf={nameOf} />}
    </section>
  );
}

function sumOf({ callback, poll, answer }: ArrivalBucket): number {
  return callback + poll + answer;
}

/** A three-hour span is named by its start, a day by its date. */
function useSpanName(span: "day" | "week"): (bucket: ArrivalBucket) => string {
  const { clock, date } = useFormat();
  return (bucket) => (span === "day" ? clock(bucket.from) : date(bucket.to));
}

function Legend() {
  const { t } = useTranslation();
  return (
    <ul className={styles.legend}>
      {WAYS.map((way) => (
        <li key={way}>
          <span className={styles.swatch} data-way={way} aria-hidden />
          {t(`health.trend.${way}`)}
        </li>
      ))}
    </ul>
  );
}

function Bar({ bucket, most, name }: { bucket: ArrivalBucket; most: number; name: string }) {
  const { t } = useTranslation();
  return (
    <div className={styles.column} title={t("health.trend.bar", { span: name, ...bucket })}>
      <span>{sumOf(bucket) === 0 ? "" : sumOf(bucket)}</span>
      <span className={styles.stack}>
        {WAYS.map((way) => (
          <span key={way} data-way={way} style={{ height: `${(100 * bucket[way]) / most}%` }} />
        ))}
      </span>
      <span className={styles.label}>{name}</span>
    </div>
  );
}

function Twin({ buckets, nameOf }: { buckets: ArrivalBucket[]; nameOf: (bucket: ArrivalBucket) => string }) {
  const { t } = useTranslation();
  return (
    <Collapsible title={t("health.trend.table")}>
      <table className={styles.twin}>
        <thead>
          <tr>
            <th scope="col">{t("health.trend.span")}</th>
            {WAYS.map((way) => (
              <th key={way} scope="col">
                {t(`health.trend.${way}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {buckets.filter(sumOf).map((bucket) => (
            <tr key={bucket.from}>
              <th scope="row">{nameOf(bucket)}</th>
              {WAYS.map((way) => (
                <td key={way}>{bucket[way]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Collapsible>
  );
}
