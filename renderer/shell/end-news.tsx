import { X } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Payment } from "../../contract/views.ts";
import { lookOf } from "../appearance.ts";
import { shownAmount } from "../store/select.ts";
import { useActions, useTill } from "../store/store.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { useFormat } from "../ui/use-format.ts";
import { Banner } from "./banner.tsx";

/** More of them would leave too little of the screen; the others follow as these are read. */
const SHOWN = 2;

/**
 * Payments that ended while nobody looked, until somebody opens or dismisses each. They stand above the screen, and
 * never over it: another customer's code stays whole.
 */
export function EndNews() {
  const { t } = useTranslation();
  const { news, more } = useTill((state) => ({
    news: state.endNews.slice(0, SHOWN).join(" "),
    more: state.endNews.length - SHOWN,
  }));
  const payments = useTill((state) =>
    news.split(" ").flatMap((posTid) => (state.payments[posTid] ? [state.payments[posTid]] : [])),
  );
  return (
    <>
      {payments.map((payment, index) => (
        <Ended
          key={payment.posTid}
          payment={payment}
          more={index === payments.length - 1 && more > 0 ? t("endNews.more", { count: more }) : null}
        />
      ))}
    </>
  );
}

function Ended({ payment, more }: { payment: Payment; more: string | null }) {
  const { t } = useTranslation();
  const { money, clock } = useFormat();
  const actions = useActions();
  const { word, tone, Icon } = lookOf(payment);
  const isFailure = tone === "failed" || tone === "attention";
  return (
    <Banner
      tone={tone}
      Icon={Icon}
      role={isFailure ? "alert" : "status"}
      testId="banner-ended"
      after={
        <>
          <Button onPress={() => actions.select(payment.posTid)}>
            {t("endNews.open", { number: payment.number })}
          </Button>
          <IconButton
            label={t("endNews.dismiss", { number: payment.number })}
            Icon={X}
            onPress={() => actions.dismissEndNews(payment.posTid)}
          />
        </>
      }
    >
      <strong>{t(`state.${word}`)}</strong> <span>{money(shownAmount(payment), payment.currency)}</span>{" "}
      <span>{payment.number}</span> <span>{clock(payment.modifiedAt)}</span> {more !== null && <span>{more}</span>}
    </Banner>
  );
}
