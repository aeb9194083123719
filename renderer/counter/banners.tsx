import { CircleCheck, CloudUpload, HardDrive, Inbox, KeyRound, OctagonX, TriangleAlert, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button, IconButton } from "../kit/ui/button.tsx";
import { TryNow } from "../kit/ui/try-now.tsx";
import { useFormat } from "../kit/ui/use-format.ts";
import { shownAmount } from "../store/select.ts";
import { useActions, useTill } from "../store/store.tsx";
import { Banner } from "./banner.tsx";
import styles from "./banners.module.css";

/** How the till itself is, whatever screen is open, the most pressing first. Above a screen that has no keys to move. */
export function Banners() {
  return (
    <div className={styles.stack}>
      <Conditions />
    </div>
  );
}

/** The same within a screen, where the most pressing one gets what room there is, and pushes nothing aside. */
export function InnerBanners() {
  return (
    <div className={styles.inner}>
      <Conditions />
    </div>
  );
}

/** All of it, with the news: what the bar's count leads to. */
export function Conditions() {
  return (
    <>
      <Damage />
      <Connectivity />
      <PreviousKey />
      <Disk />
      <Drained />
    </>
  );
}

/** Why nobody can be asked to pay now, how much waits, and that nothing of it has been paid. */
function Connectivity() {
  const { t } = useTranslation();
  const { money, clock } = useFormat();
  const { connectivity, offline } = useTill((state) => ({
    connectivity: state.terminal?.connectivity ?? "online",
    offline: state.terminal?.offline ?? null,
  }));
  if (connectivity === "online" || offline === null) return null;
  const { count, amount, oldestAt } = offline;
  return (
    <Banner tone="attention" Icon={TriangleAlert} testId="banner-line" after={<TryNow />}>
      {connectivity === "auth_failed"
        ? t("banner.authFailed")
        : count === 0 || oldestAt === null
          ? t("banner.offline")
          : t("banner.offlineQueued", { count, amount: money(amount), time: clock(oldestAt) })}
    </Banner>
  );
}

/** The till works, but by the previous key alone: the owner has to hear of it. */
function PreviousKey() {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const until = useTill((state) => state.terminal?.previousKeyUntil ?? null);
  if (until === null) return null;
  return (
    <Banner tone="attention" Icon={KeyRound} testId="banner-key">
      {t("rotation.banner", { time: dateTime(until) })}
    </Banner>
  );
}

/** Loud, and no more than that: payments go on, since the service knows each of them. */
function Damage() {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const actions = useActions();
  const at = useTill((state) => state.terminal?.damage?.at ?? null);
  if (at === null) return null;
  return (
    <Banner
      tone="failed"
      Icon={OctagonX}
      role="alert"
      testId="banner-damage"
      after={<Button onPress={() => actions.openSettings("health")}>{t("damage.open")}</Button>}
    >
      {t("damage.banner", { time: dateTime(at) })}
    </Banner>
  );
}

function Disk() {
  const { t } = useTranslation();
  const disk = useTill((state) => state.terminal?.disk ?? "ok");
  if (disk === "ok") return null;
  return (
    <Banner tone={disk === "full" ? "failed" : "attention"} Icon={HardDrive} testId="banner-disk">
      {t(disk === "full" ? "banner.diskFull" : "banner.diskLow")}
    </Banner>
  );
}

/** The queue going out after an outage. */
function Drained() {
  const { t } = useTranslation();
  const drain = useTill((state) => state.drain);
  if (drain === null) return null;
  const { sent, total, doneAt } = drain;
  return (
    <Banner
      tone={doneAt === null ? "waiting" : "paid"}
      Icon={doneAt === null ? CloudUpload : CircleCheck}
      testId="banner-drain"
    >
      {doneAt === null ? t("banner.draining", { sent, total }) : t("banner.drained")}
      {doneAt === null && (
        <span className={styles.bar} aria-hidden>
          <span style={{ transform: `scaleX(${sent / total})` }} />
        </span>
      )}
    </Banner>
  );
}

/** Money that came after the till had given a payment up. */
export function LateNews() {
  const { t } = useTranslation();
  const { money } = useFormat();
  const actions = useActions();
  const payment = useTill((state) => (state.lateNews === null ? null : (state.payments[state.lateNews] ?? null)));
  if (payment?.late == null) return null;
  return (
    <Banner
      tone="attention"
      Icon={Inbox}
      testId="banner-late"
      after={
        <>
          <Button
            onPress={() => {
              actions.closeDialog();
              actions.goTo("inbox");
            }}
          >
            {t("banner.lateOpen")}
          </Button>
          <IconButton label={t("common.dismiss")} Icon={X} onPress={actions.dismissLateNews} />
        </>
      }
    >
      {t("banner.late", { amount: money(shownAmount(payment), payment.currency) })}
    </Banner>
  );
}

/** The missing connection on a result's solid colour, where no banner may lie. */
export function ResultConnectivity() {
  const { t } = useTranslation();
  const { money, clock } = useFormat();
  const { isOffline, since, offline } = useTill((state) => ({
    isOffline: state.terminal?.connectivity === "offline",
    since: state.terminal?.connectivitySince ?? null,
    offline: state.terminal?.offline ?? null,
  }));
  if (!isOffline || since === null || offline === null) return null;
  const time = clock(since);
  const { count, amount } = offline;
  return (
    <p className={styles.onTone} role="status">
      <TriangleAlert aria-hidden size={20} />
      {count === 0
        ? t("banner.resultOffline", { time })
        : t("banner.resultOfflineQueued", { time, count, amount: money(amount) })}
    </p>
  );
}
