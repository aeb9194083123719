import { Bell, X } from "lucide-react";
import { Button as AriaButton } from "react-aria-components";
import { useTranslation } from "react-i18next";
import type { Payment } from "../../contract/views.ts";
import { Banner } from "../counter/banner.tsx";
import bannerStyles from "../counter/banners.module.css";
import { Conditions, LateNews } from "../counter/banners.tsx";
import { lookOf } from "../kit/appearance.ts";
import { Button, IconButton } from "../kit/ui/button.tsx";
import { Sheet } from "../kit/ui/sheet.tsx";
import { useFormat } from "../kit/ui/use-format.ts";
import { newsCount, shownAmount } from "../store/select.ts";
import { useActions, useTill } from "../store/store.tsx";
import styles from "./app.module.css";

/** The one place where news waits: how many, and the way to them. It lies over nothing, and moves nothing. */
export function NewsChip() {
  const { t } = useTranslation();
  const actions = useActions();
  const count = useTill(newsCount);
  if (count === 0) return null;
  return (
    <AriaButton className={styles.chipButton ?? ""} data-testid="news" onPress={() => actions.open({ kind: "news" })}>
      <span className={styles.chip} data-news>
        <Bell aria-hidden size={18} />
        {t("endNews.chip", { count })}
      </span>
    </AriaButton>
  );
}

/** Everything that came while something else was on the screen, to be opened one by one or dismissed at once. */
export function NewsSheet() {
  const { t } = useTranslation();
  const actions = useActions();
  const count = useTill(newsCount);
  const payments = useTill(({ endNews, payments }) =>
    endNews.flatMap((posTid) => (payments[posTid] ? [payments[posTid]] : [])),
  );
  return (
    <Sheet
      wide
      title={t("endNews.title")}
      onClose={actions.closeDialog}
      footer={
        <>
          <Button onPress={actions.closeDialog}>{t("common.close")}</Button>
          <Button kind="primary" onPress={actions.dismissNews}>
            {t("endNews.dismissAll")}
          </Button>
        </>
      }
    >
      <div className={bannerStyles.list}>
        {count === 0 && <p>{t("endNews.none")}</p>}
        <LateNews />
        {payments.map((payment) => (
          <Ended key={payment.posTid} payment={payment} />
        ))}
        <Conditions />
      </div>
    </Sheet>
  );
}

function Ended({ payment }: { payment: Payment }) {
  const { t } = useTranslation();
  const { money, clock } = useFormat();
  const actions = useActions();
  const { word, tone, Icon } = lookOf(payment);
  return (
    <Banner
      tone={tone}
      Icon={Icon}
      testId="banner-ended"
      after={
        <>
          <Button
            onPress={() => {
              actions.closeDialog();
              actions.select(payment.posTid);
            }}
          >
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
      <span>{payment.number}</span> <span>{clock(payment.modifiedAt)}</span>
    </Banner>
  );
}
