import { Calculator, ChartColumn, Inbox, List, LockKeyhole, type LucideIcon, Settings } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Button as AriaButton } from "react-aria-components";
import { useTranslation } from "react-i18next";
import type { Payment } from "../../contract/payments/views.ts";
import { appearance } from "../kit/appearance.ts";
import { useLastingCount } from "../kit/ui/use-lasting-count.ts";
import {
  countExpiringReservations,
  countPartialCaptures,
  currentPayment,
  inboxCount,
  isPaymentInProgress,
  openSales,
  reservedPayments,
} from "../store/select.ts";
import type { Route, TillState } from "../store/state.ts";
import { useActions, useTill } from "../store/store.ts";
import styles from "./app.module.css";

export function SideRail() {
  const { t } = useTranslation();
  const hasInbox = useTill((state) => inboxCount(state) > 0 || state.route === "inbox");
  return (
    <nav className={styles.rail} aria-label={t("nav.label")}>
      <Tab route="charge" Icon={Calculator} keys="F2" badge={<CounterBadge />} />
      <Tab route="payments" Icon={List} keys="F3" />
      <Tab route="reserved" Icon={LockKeyhole} keys="F4" badge={<ReservedBadge />} />
      {hasInbox && <Tab route="inbox" Icon={Inbox} keys="F5" badge={<InboxBadge />} />}
      <span className={styles.railEnd} />
      <Tab route="reports" Icon={ChartColumn} keys="F6" />
      <Tab route="settings" Icon={Settings} />
    </nav>
  );
}

/** The queue is opened from the top bar; setup fills the window. */
type TabRoute = Exclude<Route, "queue" | "customers" | "setup">;

function Tab({ route, Icon, keys, badge }: { route: TabRoute; Icon: LucideIcon; keys?: string; badge?: ReactNode }) {
  const { t } = useTranslation();
  const actions = useActions();
  const isHere = useTill((state) => state.route === route);
  const description = useDescription(route);
  const descriptionId = useId();
  return (
    <AriaButton
      className={styles.tab}
      aria-current={isHere ? "page" : undefined}
      aria-keyshortcuts={keys}
      aria-describedby={description === undefined ? undefined : descriptionId}
      onPress={() => actions.goTo(route)}
    >
      <Icon aria-hidden size={24} strokeWidth={1.75} />
      {t(`nav.${route}`)}
      {badge}
      <span hidden id={descriptionId}>
        {description}
      </span>
    </AriaButton>
  );
}

function useDescription(route: TabRoute): string | undefined {
  const { t } = useTranslation();
  const { inbox, count, soon, rests, isOpen } = useTill((state) => ({
    inbox: inboxCount(state),
    count: reservedPayments(state.payments).length,
    soon: countExpiringReservations(state),
    rests: countPartialCaptures(state),
    isOpen: openAtTheCounter(state) !== null,
  }));
  if (route === "reserved" && count > 0)
    return [
      t("nav.reservedCount", { count }),
      ...(soon > 0 ? [t("nav.reservedSoon", { count: soon })] : []),
      ...(rests > 0 ? [t("nav.reservedRests", { count: rests })] : []),
    ].join(". ");
  if (route === "inbox" && inbox > 0) return t("nav.inboxCount", { count: inbox });
  return route === "charge" && isOpen ? t("nav.inProgress") : undefined;
}

function isBroad(count: number): boolean {
  return count > 99;
}

/** Shortens a count; the title has all digits. */
function short(count: number): string {
  return isBroad(count) ? "99+" : String(count);
}

function InboxBadge() {
  const { t } = useTranslation();
  const count = useTill(inboxCount);
  if (count === 0) return null;
  return (
    <span
      className={styles.count}
      data-tone="attention"
      data-broad={isBroad(count) || undefined}
      title={t("nav.inboxCount", { count })}
      aria-hidden
    >
      {short(count)}
    </span>
  );
}

function ReservedBadge() {
  const { t } = useTranslation();
  const soon = useTill(countExpiringReservations);
  const rests = useTill(countPartialCaptures);
  const alarms = Math.max(soon, rests);
  // A sale is reserved for a moment before its automatic capture.
  const count = useLastingCount(useTill((state) => reservedPayments(state.payments).length));
  if (count === 0 && alarms === 0) return null;
  const urgent = soon >= rests ? t("nav.reservedSoon", { count: soon }) : t("nav.reservedRests", { count: rests });
  const title = alarms > 0 ? urgent : t("nav.reservedCount", { count });
  const { Icon } = appearance("attention");
  return (
    <span
      className={styles.count}
      data-tone={alarms > 0 ? "attention" : "reserved"}
      data-alarm={alarms > 0 || undefined}
      data-broad={alarms > 0 || isBroad(count) || undefined}
      data-testid="reserved-badge"
      title={title}
      aria-hidden
    >
      {alarms > 0 && <Icon aria-hidden />}
      {short(alarms > 0 ? alarms : count)}
    </span>
  );
}

function openAtTheCounter(state: TillState): Payment | null {
  return isPaymentInProgress(state) ? currentPayment(state) : (openSales(state).at(-1) ?? null);
}

function CounterBadge() {
  const { t } = useTranslation();
  const { phase, isShown } = useTill((state) => ({
    phase: openAtTheCounter(state)?.phase ?? null,
    isShown: state.route !== "charge",
  }));
  if (phase === null || !isShown) return null;
  const { tone, Icon } = appearance(phase);
  return (
    <span className={styles.count} data-tone={tone} title={t("nav.inProgress")} aria-hidden>
      <Icon aria-hidden />
    </span>
  );
}
