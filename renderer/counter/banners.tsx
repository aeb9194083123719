import { CircleCheck, CloudUpload, HardDrive, KeyRound, OctagonX, TriangleAlert, Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../kit/ui/button.tsx";
import { TryNow } from "../kit/ui/try-now.tsx";
import { useFormat } from "../kit/ui/use-format.ts";
import { unsent } from "../store/drain.ts";
import { isForStaff } from "../store/select.ts";
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

/**
 * The same within a screen, where the most pressing one gets what room there is, and pushes nothing aside.
 * @param isLineAbove whether the connection is told above the screen
 */
export function InnerBanners({ isLineAbove }: { isLineAbove: boolean }) {
  return <div className={styles.inner}>{isLineAbove ? <Faults /> : <Conditions />}</div>;
}

/** The connection, in one row of one height: what it says changes, and nothing below it moves. */
export function LineAbove() {
  const { t } = useTranslation();
  const { isOnline, isDrained } = useTill(({ terminal, drain }) => ({
    isOnline: terminal?.connectivity === "online",
    isDrained: drain === null,
  }));
  return (
    <div className={styles.above}>
      <Connectivity />
      {isOnline && <Drained />}
      {isOnline && isDrained && (
        <Banner tone="closed" Icon={CircleCheck}>
          {t("banner.back")}
        </Banner>
      )}
    </div>
  );
}

/** All of it, with the news: what the bar's count leads to. */
export function Conditions() {
  return (
    <>
      <Damage />
      <RefundAsked />
      <Connectivity />
      <PreviousKey />
      <Disk />
      <Drained />
    </>
  );
}

function Faults() {
  return (
    <>
      <Damage />
      <RefundAsked />
      <PreviousKey />
      <Disk />
    </>
  );
}

/** A register's customer waits for the answer: the oldest one that waits leads to its payment. */
function RefundAsked() {
  const { t } = useTranslation();
  const { money } = useFormat();
  const actions = useActions();
  const [request] = useTill((state) => (isForStaff(state) ? [] : state.refundRequests));
  if (request === undefined) return null;
  const { posTid, register, amount, additionalAmount, currency, number } = request;
  return (
    <Banner
      tone="attention"
      Icon={Undo2}
      testId="banner-refund-asked"
      after={<Button onPress={() => actions.select(posTid)}>{t("banner.refundAskedOpen")}</Button>}
    >
      {t("banner.refundAsked", { register, amount: money(amount + additionalAmount, currency), number })}
    </Banner>
  );
}

/** Why nobody can be asked to pay now, how much waits, and that nothing of it has been paid. */
function Connectivity() {
  const { t } = useTranslation();
  const { money, clock } = useFormat();
  const terminal = useTill((state) => state.terminal);
  if (terminal === null || terminal.connectivity === "online") return null;
  if (terminal.connectivity === "auth_failed")
    return (
      <LineBanner>
        <strong>{t("banner.authFailed")}</strong>
      </LineBanner>
    );
  const { count, amount, oldestAt } = terminal.offline;
  const all = unsent(terminal);
  const isNothingWaiting = oldestAt === null && all === 0;
  const waiting = () => {
    if (oldestAt === null) return t("banner.offlineWaiting", { count: all });
    return t("banner.offlineQueued", { count: Math.max(all, count), amount: money(amount), time: clock(oldestAt) });
  };
  return (
    <LineBanner>
      <strong className={styles.brief}>{t("banner.offline")}</strong>
      <span className={styles.full}>
        <strong>{t(isNothingWaiting ? "banner.offline" : "banner.noConnection")}</strong>{" "}
        {!isNothingWaiting && waiting()} <span className={styles.besides}>{t("banner.onPhones")}</span>
      </span>
    </LineBanner>
  );
}

function LineBanner({ children }: { children: ReactNode }) {
  return (
    <Banner tone="attention" Icon={TriangleAlert} testId="banner-line" after={<TryNow />}>
      {children}
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
      {t("ownKeys.banner", { time: dateTime(until) })}
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

/** The queue going out after an outage; that all is sent, the empty queue says itself. */
function Drained() {
  const { t } = useTranslation();
  const drain = useTill((state) => state.drain);
  const isToldBelow = useTill(({ route, owed }) => route === "queue" && owed.read && owed.items.length === 0);
  if (drain === null || (isToldBelow && drain.doneAt !== null)) return null;
  const { sent, total, doneAt } = drain;
  return (
    <Banner
      tone={doneAt === null ? "waiting" : "closed"}
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

/** The missing connection on a result's solid colour, where no banner may lie. */
export function ResultConnectivity() {
  const { t } = useTranslation();
  const { money, clock } = useFormat();
  const terminal = useTill((state) => state.terminal);
  const since = terminal?.connectivitySince ?? null;
  if (terminal?.connectivity !== "offline" || since === null) return null;
  const time = clock(since);
  const count = unsent(terminal);
  const { count: notAsked, amount } = terminal.offline;
  return (
    <p className={styles.onTone} role="status">
      <TriangleAlert aria-hidden size={20} />
      {count === 0
        ? t("banner.resultOffline", { time })
        : notAsked === count
          ? t("banner.resultOfflineQueued", { time, count, amount: money(amount) })
          : t("banner.resultOfflineWaiting", { time, count })}
    </p>
  );
}
