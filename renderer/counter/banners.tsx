import {
  CircleCheck,
  CloudUpload,
  HardDrive,
  KeyRound,
  type LucideIcon,
  OctagonX,
  TriangleAlert,
  Undo2,
} from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Tone } from "../kit/appearance.ts";
import { Button } from "../kit/ui/button.tsx";
import { TryNow } from "../kit/ui/try-now.tsx";
import { useFormat } from "../kit/ui/use-format.ts";
import { unsentCount } from "../store/drain.ts";
import { requiresStaff } from "../store/select.ts";
import { useActions, useTill } from "../store/store.ts";
import styles from "./banners.module.css";

/** The till's conditions, most urgent first, above screens without a keypad. */
export function Banners() {
  return (
    <div className={styles.stack}>
      <Conditions />
    </div>
  );
}

/**
 * The most urgent banner, in a fixed space inside a screen.
 * @param isLineAbove whether the connection is shown above the screen
 */
export function InnerBanners({ isLineAbove }: { isLineAbove: boolean }) {
  return <div className={styles.inner}>{isLineAbove ? <Faults /> : <Conditions />}</div>;
}

/** The connection in a row of fixed height, so that nothing below moves. */
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

function RefundAsked() {
  const { t } = useTranslation();
  const { money } = useFormat();
  const actions = useActions();
  const [request] = useTill((state) => (requiresStaff(state) ? [] : state.refundRequests));
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
  const { enabled, count, amount, oldestAt } = terminal.offline;
  const all = unsentCount(terminal);
  const isNothingWaiting = oldestAt === null && all === 0;
  const waiting = () => {
    if (oldestAt === null) return t("banner.offlineWaiting", { count: all });
    const unpaid = { amount: money(amount), time: clock(oldestAt) };
    // The others may have been sent, so the till cannot say that nothing is paid.
    if (all > count) return t("banner.offlineMixed", { total: all, ...unpaid });
    return t("banner.offlineQueued", { count, ...unpaid });
  };
  const newPayments = t(enabled ? "banner.newPaymentsWait" : "banner.offline");
  return (
    <LineBanner>
      <strong className={styles.brief}>{newPayments}</strong>
      <span className={styles.full}>
        <strong>{isNothingWaiting ? newPayments : t("banner.noConnection")}</strong> {!isNothingWaiting && waiting()}{" "}
        <span className={styles.besides}>{t("banner.onPhones")}</span>
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

/** The till works only with the previous key: the owner must act. */
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

/** A warning only: payments continue, because the service has all of them. */
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

function Drained() {
  const { t } = useTranslation();
  const drain = useTill((state) => state.drain);
  const isShownBelow = useTill(({ route, queue }) => route === "queue" && queue.read && queue.items.length === 0);
  if (drain === null || (isShownBelow && drain.doneAt !== null)) return null;
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

/** The connection on a result, which has no room for banners. */
export function ResultConnectivity() {
  const { t } = useTranslation();
  const { money, clock } = useFormat();
  const terminal = useTill((state) => state.terminal);
  const since = terminal?.connectivitySince ?? null;
  if (terminal?.connectivity !== "offline" || since === null) return null;
  const time = clock(since);
  const count = unsentCount(terminal);
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

interface BannerProps {
  tone: Tone;
  Icon: LucideIcon;
  role?: "status" | "alert";
  children: ReactNode;
  after?: ReactNode;
  testId?: string;
}

function Banner({ tone, Icon, role = "status", children, after, testId }: BannerProps) {
  return (
    <div className={styles.banner} data-tone={tone} data-testid={testId}>
      <Icon aria-hidden />
      <p role={role}>{children}</p>
      {after}
    </div>
  );
}
