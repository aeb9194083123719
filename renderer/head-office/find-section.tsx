import { ArrowLeft, Search, SearchX } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { PaymentLine } from "../../contract/head-office/head-office.ts";
import { appearance } from "../kit/appearance.ts";
import { Badge } from "../kit/ui/badge.tsx";
import { Button } from "../kit/ui/button.tsx";
import { DayField } from "../kit/ui/day-field.tsx";
import { Empty } from "../kit/ui/empty.tsx";
import { Field } from "../kit/ui/field.tsx";
import { Section } from "../kit/ui/section-tabs.tsx";
import { SelectField } from "../kit/ui/select-field.tsx";
import { useFormat } from "../kit/ui/use-format.ts";
import { useOffice, useOfficeActions } from "./context.ts";
import styles from "./head-office.module.css";
import { PaymentView } from "./payment-view.tsx";
import { shopsOf } from "./state.ts";

export function FindSection() {
  const { t } = useTranslation();
  const actions = useOfficeActions();
  const payment = useOffice((state) => state.payment);
  if (payment === null) {
    return (
      <Section wide>
        <SearchForm />
        <Results />
      </Section>
    );
  }
  return (
    <Section wide titled>
      <div className={styles.back} ref={showFromTop}>
        <Button kind="quiet" Icon={ArrowLeft} onPress={actions.closePayment}>
          {t("headOffice.find.back")}
        </Button>
      </div>
      <PaymentView told={payment} />
    </Section>
  );
}

function showFromTop(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "start" });
}

function SearchForm() {
  const { t } = useTranslation();
  const actions = useOfficeActions();
  const find = useOffice((state) => state.find);
  const shops = useOffice(shopsOf);
  return (
    <form
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault();
        void actions.search();
      }}
    >
      <Field
        label={t("headOffice.find.text")}
        Icon={Search}
        value={find.text}
        onChange={(text) => actions.typeSearch({ text })}
        input={{ placeholder: t("headOffice.find.hint"), autoComplete: "off", maxLength: 200 }}
      />
      <DayField label={t("headOffice.day")} value={find.day} onChange={(day) => actions.typeSearch({ day })} />
      <SelectField label={t("headOffice.shop")} value={find.shop} onChange={(shop) => actions.typeSearch({ shop })}>
        <option value="">{t("headOffice.allShops")}</option>
        {shops.map((shop) => (
          <option key={shop} value={shop}>
            {shop}
          </option>
        ))}
      </SelectField>
      <Button type="submit" kind="primary" isDisabled={find.text.trim() === ""}>
        {t("headOffice.find.search")}
      </Button>
    </form>
  );
}

function Results() {
  const { t } = useTranslation();
  const found = useOffice((state) => state.found);
  if (found === null)
    return <Empty Icon={Search} title={t("headOffice.find.begin")} text={t("headOffice.find.beginText")} />;
  if (found.payments.length === 0) {
    return (
      <div role="status">
        <Empty Icon={SearchX} title={t("headOffice.find.none")} text={t("headOffice.find.noneText")} />
      </div>
    );
  }
  return (
    <>
      <ul className={styles.found} aria-label={t("headOffice.find.list")} data-testid="found">
        {found.payments.map((payment) => (
          <FoundRow key={`${payment.till} ${payment.posTid}`} payment={payment} />
        ))}
      </ul>
      {found.hasMore && <p role="status">{t("headOffice.find.more", { count: found.payments.length })}</p>}
    </>
  );
}

function FoundRow({ payment }: { payment: PaymentLine }) {
  const { money, dateTime } = useFormat();
  const actions = useOfficeActions();
  const { till, shop, posTid, number, currency, amount, phase, createdAt } = payment;
  return (
    <li>
      <button type="button" className={styles.foundRow} onClick={() => void actions.openPayment(till, posTid)}>
        <strong>{number}</strong>
        <span>
          {shop} · {till}
        </span>
        <time dateTime={createdAt}>{dateTime(createdAt)}</time>
        <span>
          <Badge look={appearance(phase)} />
        </span>
        <strong className={styles.amount}>{money(amount, currency)}</strong>
      </button>
    </li>
  );
}
