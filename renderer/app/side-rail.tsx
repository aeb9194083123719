import { Calculator, ChartColumn, Inbox, List, LockKeyhole, type LucideIcon, Settings } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Button as AriaButton } from "react-aria-components";
import { useTranslation } from "react-i18next";
import { appearance } from "../kit/appearance.ts";
import { currentPayment, inboxCount, isUnderWay, reservedPayments } from "../store/select.ts";
import type { Route } from "../store/state.ts";
import { useActions, useTill } from "../store/store.tsx";
import styles from "./app.module.css";

/** The screens. */
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

/** The queue is no screen of its own: the bar above leads to it; the set-up has the whole window. */
type TabRoute = Exclude<Route, "queue" | "setup">;

interface TabProps {
  route: TabRoute;
  Icon: LucideIcon;
  keys?: string;
  badge?: ReactNode;
}

function Tab({ route, Icon, keys, badge }: TabProps) {
  const { t } = useTranslation();
  const actions = useActions();
  const isHere = useTill((state) => state.route === route);
  const description = useDescription(route);
  const descriptionId = useId();
  return (
    <AriaButton
      className={styles.tab ?? ""}
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

/** What the badge shows, for those who hear it. */
function useDescription(route: TabRoute): string | undefined {
  const { t } = useTranslation();
  const { inbox, count, isOpen } = useTill((state) => ({
    inbox: inboxCount(state),
    count: reservedPayments(state.payments).length,
    isOpen: isUnderWay(state),
  }));
  if (route === "reserved" && count > 0) return t("nav.reservedCount", { count });
  if (route === "inbox" && inbox > 0) return t("nav.inboxCount", { count: inbox });
  return route === "charge" && isOpen ? t("nav.inProgress") : undefined;
}

function InboxBadge() {
  const { t } = useTranslation();
  const count = useTill(inboxCount);
  if (count === 0) return null;
  return (
    <span className={styles.count} data-tone="attention" title={t("nav.inboxCount", { count })} aria-hidden>
      {count}
    </span>
  );
}

function ReservedBadge() {
  const { t } = useTranslation();
  const count = useTill((state) => reservedPayments(state.payments).length);
  if (count === 0) return null;
  return (
    <span className={styles.count} data-tone="reserved" title={t("nav.reservedCount", { count })} aria-hidden>
      {count}
    </span>
  );
}

/** While another screen is open, how the payment at the counter is doing. */
function CounterBadge() {
  const { t } = useTranslation();
  const { phase, isShown } = useTill((state) => ({
    phase: currentPayment(state)?.phase ?? null,
    isShown: state.route !== "charge" && isUnderWay(state),
  }));
  if (phase === null || !isShown) return null;
  const { tone, Icon } = appearance(phase);
  return (
    <span className={styles.count} data-tone={tone} title={t("nav.inProgress")} aria-hidden>
      <Icon aria-hidden />
    </span>
  );
}
