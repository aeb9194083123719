import { useState } from "react";
import { useTranslation } from "react-i18next";
import { decimalSeparator, parseAmountText } from "../../../contract/values/money.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Field } from "../../kit/ui/field.tsx";
import layout from "../../kit/ui/layout.module.css";
import { useActions, useTill } from "../../store/store.ts";
import shiftStyles from "./shift.module.css";

/** The user counts before the till shows its figures, to avoid counting towards them. */
export function CountFirst({ through }: { through: number }) {
  const { t } = useTranslation();
  const actions = useActions();
  const [payments, setPayments] = useState("");
  const [sum, setSum] = useState("");
  const { currency, locale } = useTill(({ terminal }) => ({
    currency: terminal?.currency ?? "NOK",
    locale: terminal?.locale ?? "en",
  }));
  const isBusy = useTill((state) => state.busy["shift.handOver"] === true);
  const net = readSum(sum, currency, locale);
  const isReady = /^\d{1,5}$/.test(payments) && net !== null;
  return (
    <form
      className={shiftStyles.count}
      onSubmit={(event) => {
        event.preventDefault();
        if (net !== null && isReady) void actions.handOver({ through, tally: { payments: Number(payments), net } });
      }}
    >
      <p className={layout.prose}>{t("reports.shift.countFirst")}</p>
      <div className={layout.columns}>
        <Field
          label={t("reports.shift.countPayments")}
          value={payments}
          onChange={(text) => setPayments(text.replace(/\D/g, "").slice(0, 5))}
          input={{ inputMode: "numeric", autoComplete: "off" }}
        />
        <Field
          label={t("reports.shift.countNet")}
          value={sum}
          onChange={setSum}
          description={t("reports.shift.countNetHint")}
          problem={sum.trim() !== "" && net === null ? t("reports.shift.countNetWrong") : undefined}
          input={{ inputMode: "decimal", autoComplete: "off", maxLength: 20 }}
        />
      </div>
      <Button type="submit" kind="primary" size="large" isDisabled={!isReady || isBusy}>
        {t("reports.shift.handOverCount")}
      </Button>
    </form>
  );
}

/**
 * Negative when more was refunded than taken.
 * @returns minor units, or null when invalid
 */
function readSum(text: string, currency: string, locale: string): number | null {
  const [, minus = "", digits = ""] = /^\s*([-−]?)(.*)$/.exec(text) ?? [];
  const read = parseAmountText(digits, currency, decimalSeparator(locale));
  if (!read.ok) return null;
  return minus === "" || read.amount === 0 ? read.amount : -read.amount;
}
