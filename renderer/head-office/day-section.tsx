import { ChevronLeft, ChevronRight, CircleSlash, Monitor } from "lucide-react";
import { useTranslation } from "react-i18next";
import { type ChainDay, type CurrencyDay, tillProblem } from "../../contract/head-office/head-office.ts";
import { Button, IconButton } from "../kit/ui/button.tsx";
import { Empty } from "../kit/ui/empty.tsx";
import { Money } from "../kit/ui/money.tsx";
import { Section } from "../kit/ui/section-tabs.tsx";
import { Segmented } from "../kit/ui/segmented.tsx";
import { useFormat } from "../kit/ui/use-format.ts";
import { Bars } from "../office/reports/bars.tsx";
import reports from "../office/reports/reports.module.css";
import { Tile } from "../office/reports/tile.tsx";
import dayStyles from "../office/reports/today.module.css";
import { useOffice, useOfficeActions } from "./context.ts";
import styles from "./head-office.module.css";
import { sizeOf } from "./state.ts";
import { Waiting } from "./waiting.tsx";

export function DaySection() {
  const { day, currency } = useOffice((state) => ({ day: state.today, currency: state.currency }));
  if (day === null) return <Waiting />;
  const sales = day.sales.find((one) => one.currency === currency) ?? day.sales[0];
  return (
    <Section dense wide>
      <div className={dayStyles.day} data-testid="day">
        <Head day={day} sales={sales} />
        <Tiles day={day} sales={sales} />
        <Sold day={day} sales={sales} />
      </div>
      <div className={reports.pair}>
        {sales && <ShopTable sales={sales} />}
        <Waits day={day} />
      </div>
    </Section>
  );
}

interface DayProps {
  day: ChainDay;
  /** In the selected currency; undefined: no sales */
  sales: CurrencyDay | undefined;
}

function Head({ day, sales }: DayProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const payments = t("reports.paymentCount", { count: sales?.payments ?? 0 });
  return (
    <div className={`${dayStyles.headline} ${styles.headline}`} data-testid="headline">
      <div>
        <p className={dayStyles.headlineWord}>
          {t(day.isPresent ? "headOffice.today.net" : "headOffice.today.netOn", { day: format.day(day.day) })}
        </p>
        <p>
          <Money
            amount={(sales?.captured ?? 0) - (sales?.refunded ?? 0)}
            currency={sales?.currency ?? "NOK"}
            className={dayStyles.net}
          />
        </p>
      </div>
      <div className={dayStyles.explained}>
        <p className={dayStyles.average}>
          {sales === undefined || sales.payments === 0
            ? payments
            : t("reports.onAverage", {
                payments,
                average: format.money(Math.round(sales.captured / sales.payments), sales.currency),
              })}
        </p>
        <p className={dayStyles.quiet}>{t("headOffice.asOf", { time: format.exact(day.asOf) })}</p>
      </div>
      <Choices day={day} sales={sales} />
    </div>
  );
}

function Choices({ day, sales }: DayProps) {
  const { t } = useTranslation();
  const actions = useOfficeActions();
  const isPresent = useOffice((state) => state.day === null);
  return (
    <div className={styles.choices}>
      {sales && day.sales.length > 1 && (
        <Segmented
          label={t("headOffice.currency")}
          value={sales.currency}
          onChange={actions.chooseCurrency}
          options={day.sales.map(({ currency }) => ({ value: currency, label: currency }))}
        />
      )}
      <IconButton label={t("headOffice.today.back")} Icon={ChevronLeft} onPress={() => actions.stepDay(-1)} />
      {!isPresent && <Button onPress={() => actions.chooseDay(null)}>{t("headOffice.today.present")}</Button>}
      <IconButton
        label={t("headOffice.today.forward")}
        Icon={ChevronRight}
        isDisabled={isPresent}
        onPress={() => actions.stepDay(1)}
      />
    </div>
  );
}

function Tiles({ day, sales }: DayProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const actions = useOfficeActions();
  const tills = useOffice((state) => state.tills?.tills) ?? [];
  const active = useOffice((state) => sizeOf(state)?.active ?? 0);
  const problemCount = tills.filter((till) => tillProblem(till) !== null).length;
  const currency = sales?.currency ?? "NOK";
  const risk = day.atRisk.filter((one) => one.currency === currency);
  const count = (payments: number) => t("reports.paymentCount", { count: payments });
  const riskCount = risk.reduce((sum, { payments }) => sum + payments, 0);
  return (
    <div className={dayStyles.tileRoom}>
      <ul className={styles.tiles} data-testid="tiles">
        <Tile
          label={t("reports.captured")}
          value={money(sales?.captured ?? 0, currency)}
          note={count(sales?.payments ?? 0)}
        />
        <Tile
          label={t("headOffice.today.refunds")}
          value={money(sales?.refunded ?? 0, currency)}
          note={count(sales?.refunds ?? 0)}
        />
        <Tile label={t("reports.tips")} value={money(sales?.tips ?? 0, currency)} />
        <Tile
          label={t("headOffice.today.atRisk")}
          value={money(
            risk.reduce((sum, { amount }) => sum + amount, 0),
            currency,
          )}
          note={t("reports.nowCount", { payments: count(riskCount) })}
          tone={risk.some(({ because }) => because === "attention") ? "attention" : undefined}
          onOpen={() => void actions.findWaiting()}
        />
        <Tile
          label={t("headOffice.today.late")}
          value={day.late.length}
          tone={day.late.length > 0 ? "attention" : undefined}
          onOpen={() => void actions.findWaiting()}
        />
        <Tile
          label={t("headOffice.today.tills")}
          value={problemCount}
          note={t("headOffice.today.ofTills", { count: active })}
          tone={problemCount > 0 ? "attention" : undefined}
          onOpen={() => {
            actions.filterTills({ onlyTrouble: problemCount > 0, tillsText: "" });
            actions.open("tills");
          }}
        />
      </ul>
    </div>
  );
}

function Sold({ day, sales }: DayProps) {
  const { t } = useTranslation();
  const hasTills = useOffice((state) => state.tills === null || state.tills.tills.length > 0);
  if (!hasTills) {
    return <Empty Icon={Monitor} title={t("headOffice.today.noTills")} text={t("headOffice.today.noTillsText")} />;
  }
  if (!sales || sales.hours.length === 0) {
    return <Empty Icon={CircleSlash} title={t("headOffice.today.empty")} text={t("headOffice.today.emptyText")} />;
  }
  const hasLastWeek = sales.hours.some(({ lastWeek }) => lastWeek > 0);
  return (
    <Bars
      key={day.day}
      title={t("reports.todayBars")}
      currency={sales.currency}
      {...(hasLastWeek && { beforeLabel: t("reports.lastWeek") })}
      bars={sales.hours.map(({ label, captured, payments, lastWeek }) => ({
        label,
        amount: captured,
        count: payments,
        ...(hasLastWeek && { before: lastWeek }),
      }))}
    />
  );
}

function ShopTable({ sales: { shops, currency } }: { sales: CurrencyDay }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  if (shops.length === 0) return null;
  return (
    <table className={reports.table} data-testid="per-shop">
      <caption>{t("headOffice.today.perShop")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("headOffice.shop")}</th>
          <th scope="col">{t("reports.payments")}</th>
          <th scope="col">{t("reports.captured")}</th>
          <th scope="col">{t("reports.refunded")}</th>
        </tr>
      </thead>
      <tbody>
        {shops.map(({ shop, payments, captured, refunded }) => (
          <tr key={shop}>
            <th scope="row">{shop}</th>
            <td>{payments}</td>
            <td>{money(captured, currency)}</td>
            <td>{refunded === 0 ? "–" : money(refunded, currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Waits({ day: { atRisk, late } }: { day: ChainDay }) {
  const { t } = useTranslation();
  const { money, dateTime } = useFormat();
  const actions = useOfficeActions();
  if (atRisk.length + late.length === 0) return null;
  return (
    <section className={styles.waits} aria-label={t("headOffice.today.riskList")} data-testid="waits">
      <h3>{t("headOffice.today.riskList")}</h3>
      <dl className={styles.risks}>
        {atRisk.map(({ because, currency, payments, amount }) => (
          <div key={`${because} ${currency}`}>
            <dt>{t(`headOffice.today.because.${because}`)}</dt>
            <dd>
              {money(amount, currency)} <small>{t("reports.paymentCount", { count: payments })}</small>
            </dd>
          </div>
        ))}
      </dl>
      {late.length > 0 && (
        <>
          <h4>{t("headOffice.today.late")}</h4>
          <ul>
            {late.map(({ till, shop, posTid, number, currency, captured, reserved, since }) => (
              <li key={`${till} ${posTid}`}>
                <button type="button" className={styles.lateRow} onClick={() => void actions.openPayment(till, posTid)}>
                  <strong>{number}</strong>
                  <span>{shop}</span>
                  <time dateTime={since}>{dateTime(since)}</time>
                  <strong className={styles.amount}>{money(captured + reserved, currency)}</strong>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
