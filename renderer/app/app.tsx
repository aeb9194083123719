import { type ReactNode, useDeferredValue, useEffect, useRef } from "react";
import { I18nProvider } from "react-aria-components";
import { Banners } from "../counter/banners.tsx";
import { Charge } from "../counter/charge/charge.tsx";
import { NoticeBar } from "../counter/notice-bar.tsx";
import { OpenSales } from "../counter/open-sales.tsx";
import type { ConnectedClient } from "../kit/client/connection.ts";
import { LANGUAGE_LOCALES } from "../kit/i18n/index.ts";
import { type LazyModule, Loaded } from "../kit/lazy-module.ts";
import { ScreenKeyboard } from "../kit/ui/screen-keyboard.tsx";
import { isCustomerWindow, isLocked, isLockedOut, needsOwner, type Stage, stageOf } from "../store/select.ts";
import type { Route } from "../store/state.ts";
import { useTill } from "../store/store.ts";
import { reportScreensDrawn } from "./actions-proxy.ts";
import styles from "./app.module.css";
import { SessionRejected, Starting, TillUnreachable } from "./connection-screens.tsx";
import { EnvironmentBand } from "./environment-band.tsx";
import { LoadFailed } from "./load-failed.tsx";
import { Overlays } from "./overlays.tsx";
import { COUNTER, CUSTOMER_DATA, FRAME, KIOSK, PAYMENTS, REPORTS, SETTINGS, SETUP, useLoadState } from "./parts.ts";
import { SideRail } from "./side-rail.tsx";
import { TopBar } from "./top-bar.tsx";

export function App({ client }: { client: ConnectedClient }) {
  const language = useTill((state) => state.language);
  return (
    <I18nProvider locale={LANGUAGE_LOCALES[language]}>
      <div className={styles.window}>
        <EnvironmentBand />
        <div className={styles.frame}>
          <Window client={client} />
        </div>
      </div>
      <ScreenKeyboard />
    </I18nProvider>
  );
}

function Window({ client }: { client: ConnectedClient }) {
  const { connection, hasTerminal } = useTill((state) => ({
    connection: state.connection,
    hasTerminal: state.terminal !== null,
  }));
  // The deferred value renders a screen in slices, so that keys and events do not wait.
  const isKnown = useDeferredValue(hasTerminal);
  const isForCustomers = useTill(isCustomerWindow);
  if (isForCustomers) return <LazyScreen of={KIOSK}>{({ Kiosk }) => <Kiosk client={client} />}</LazyScreen>;
  if (connection === "lost") return <SessionRejected />;
  if (connection === "away") return <TillUnreachable />;
  if (!isKnown) return <Starting />;
  return <Screens />;
}

function LazyScreen<M>({ of, children }: { of: LazyModule<M>; children: (all: M) => ReactNode }) {
  const state = useLoadState(of);
  if (state === "failed") return <LoadFailed />;
  return state === "here" ? <Loaded from={of}>{children}</Loaded> : <Starting />;
}

/** Constant elements, so that the frame does not re-render with the screen. */
const BAR = <TopBar />;
const RAIL = <SideRail />;
const OVERLAYS = <Overlays />;
const OPEN_SALES = <OpenSales />;
const CHARGE = <Charge />;
const NEWS = (
  <>
    <NoticeBar />
    <Banners />
  </>
);

function Screens() {
  const route = useTill((state) => state.route);
  const stage = useTill(stageOf);
  const isFirstRun = useTill((state) => state.terminal?.setup === "first_run");
  const { noOwner, locked, shut } = useTill((state) => ({
    noOwner: needsOwner(state),
    locked: isLocked(state),
    shut: isLockedOut(state),
  }));
  useEffect(reportScreensDrawn, []);
  if (route === "setup") return <LazyScreen of={SETUP}>{({ Wizard }) => <Wizard />}</LazyScreen>;
  if (isFirstRun) return <LazyScreen of={SETUP}>{({ Welcome }) => <Welcome />}</LazyScreen>;
  if (noOwner) return <LazyScreen of={FRAME}>{({ ClaimOwner }) => <ClaimOwner />}</LazyScreen>;
  if (locked) return <LazyScreen of={FRAME}>{({ LockScreen }) => <LockScreen />}</LazyScreen>;
  if (shut && stage.kind !== "charge") return <WhileLocked stage={stage} />;
  if (route === "charge" && stage.kind === "result") {
    return (
      <LazyScreen of={COUNTER}>
        {({ Result }) => (
          <main className={styles.whole}>
            <Result payment={stage.payment} key={stage.payment.posTid} />
            <Overlays />
          </main>
        )}
      </LazyScreen>
    );
  }
  return (
    <div className={styles.app}>
      {BAR}
      {RAIL}
      <main className={styles.main}>
        {/* On the counter the banners are inside the screen, so that nothing covers a code or a key. */}
        {route === "charge" ? OPEN_SALES : NEWS}
        <div className={styles.screen}>
          <Screen />
        </div>
      </main>
      {OVERLAYS}
    </div>
  );
}

function WhileLocked({ stage }: { stage: Exclude<Stage, { kind: "charge" }> }) {
  return (
    <LazyScreen of={FRAME}>
      {({ LockedCounter }) => (
        <LazyScreen of={COUNTER}>
          {({ Present, Result }) => (
            <LockedCounter isOver={stage.kind === "result"}>
              {stage.kind === "result" ? (
                <Result payment={stage.payment} key={stage.payment.posTid} />
              ) : (
                <Present stage={stage} />
              )}
              <Overlays />
            </LockedCounter>
          )}
        </LazyScreen>
      )}
    </LazyScreen>
  );
}

/** The lazily loaded part of each route. Amount entry is always loaded; the payment screens follow the charge. */
const PART_OF: Record<Route, LazyModule<unknown> | null> = {
  charge: null,
  payments: PAYMENTS,
  reserved: PAYMENTS,
  inbox: PAYMENTS,
  queue: PAYMENTS,
  customers: CUSTOMER_DATA,
  reports: REPORTS,
  settings: SETTINGS,
  setup: SETUP,
};

/** The screen next to the menu. The previous screen stays until the next is loaded. */
function Screen() {
  const route = useTill((state) => state.route);
  const stage = useTill(stageOf);
  const last = useRef<Route>("charge");
  const isSale = stage.kind !== "charge" && stage.kind !== "result";
  const routePart = route === "charge" && isSale ? COUNTER : PART_OF[route];
  const state = useLoadState(routePart);
  const shownRoute = state === "here" ? route : last.current;
  useEffect(() => {
    last.current = shownRoute;
  }, [shownRoute]);
  if (state === "failed") return <LoadFailed />;
  if (shownRoute !== "charge") return <RouteScreen route={shownRoute} />;
  if (!isSale || COUNTER.module() === null) return CHARGE;
  return <Loaded from={COUNTER}>{({ Present }) => <Present stage={stage} />}</Loaded>;
}

function RouteScreen({ route }: { route: Route }) {
  return (
    <>
      {route === "reserved" && <Loaded from={PAYMENTS}>{({ Reserved }) => <Reserved />}</Loaded>}
      {route === "payments" && <Loaded from={PAYMENTS}>{({ Payments }) => <Payments />}</Loaded>}
      {route === "inbox" && <Loaded from={PAYMENTS}>{({ Inbox }) => <Inbox />}</Loaded>}
      {route === "queue" && <Loaded from={PAYMENTS}>{({ Queue }) => <Queue />}</Loaded>}
      {route === "settings" && <Loaded from={SETTINGS}>{({ SettingsScreen }) => <SettingsScreen />}</Loaded>}
      {route === "customers" && <Loaded from={CUSTOMER_DATA}>{({ CustomerData }) => <CustomerData />}</Loaded>}
      {route === "reports" && <Loaded from={REPORTS}>{({ Reports }) => <Reports />}</Loaded>}
    </>
  );
}
