import { Calculator, List, LockKeyhole, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Button as AriaButton } from "react-aria-components";
import { useTranslation } from "react-i18next";
import { appearance } from "../appearance.ts";
import { currentPayment, reservedPayments } from "../store/select.ts";
import type { Route } from "../store/state.ts";
import { useActions, useTill } from "../store/store.ts";
import styles from "./app.module.css";

/** The screens. */
export function SideRail() {
  const { t } = useTranslation();
  return (
    <nav className={styles.rail} aria-label={t("nav.label")}>
      <Tab route="charge" Icon={Calculator} keys="F2" badge={<CounterBadge />} />
      <Tab route="reserved" Icon={LockKeyhole} keys="F4" badge={<ReservedBadge />} />
      <Tab route="payments" Icon={List} keys="F3" />
    </nav>
  );
}

interface TabProps {
  route: Route;
  Icon: LucideIcon;
  keys: string;
  badge?: ReactNode;
}

function Tab({ route, Icon, keys, badge }: TabProps) {
  const { t } = useTranslation();
  const actions = useActions();
  const isHere = useTill((state) => state.route === route);
  return (
    <AriaButton
      className={styles.tab ?? ""}
      aria-label={t(`nav.${route}`)}
      aria-current={isHere ? "page" : undefined}
      aria-keyshortcuts={keys}
      onPress={() => actions.goTo(route)}
    >
      <Icon aria-hidden size={24} strokeWidth={1.75} />
      {t(`nav.${route}`)}
      {badge}
    </AriaButton>
  );
}

function ReservedBadge() {
  const { t } = useTranslation();
  const count = useTill((state) => reservedPayments(state.payments).length);
  if (count === 0) return null;
  return (
    <span className={styles.count} data-tone="reserved" title={t("nav.reservedCount", { count })}>
      {count}
    </span>
  );
}

/** While another screen is open, how the payment at the counter is doing. */
function CounterBadge() {
  const { t } = useTranslation();
  const { phase, isElsewhere } = useTill((state) => ({
    phase: currentPayment(state)?.phase ?? null,
    isElsewhere: state.route !== "charge",
  }));
  if (phase === null || !isElsewhere) return null;
  const { tone, Icon } = appearance(phase);
  return (
    <span className={styles.count} data-tone={tone} title={t("nav.inProgress")}>
      <Icon aria-hidden />
    </span>
  );
}
