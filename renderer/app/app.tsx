import { type ReactNode, useDeferredValue, useEffect, useRef } from "react";
import { I18nProvider } from "react-aria-components";
import { Banners } from "../counter/banners.tsx";
import { Charge } from "../counter/charge/charge.tsx";
import { NoticeBar } from "../counter/notice-bar.tsx";
import { OpenSales } from "../counter/open-sales.tsx";
import type { ConnectedClient } from "../kit/client/connection.ts";
import { LANGUAGE_LOCALES } from "../kit/i18n/index.ts";
import { Fetched, type Part } from "../kit/part.tsx";
import { ScreenKeyboard } from "../kit/ui/screen-keyboard.tsx";
import { isCustomerWindow, isLocked, isLockedOut, needsOwner, type Stage, stageOf } from "../store/select.ts";
import type { Route } from "../store/state.ts";
import { useTill } from "../store/store.tsx";
import styles from "./app.module.css";
import { Away, Lost, Starting } from "./connection-screens.tsx";
import { EnvironmentBand } from "./environment-band.tsx";
import { screensAreDrawn } from "./late-actions.ts";
import { NotFetched, useFetched } from "./not-fetched.tsx";
import { Overlays } from "./overlays.tsx";
import { COUNTER, CUSTOMER_DATA, FRAME, KIOSK, PAYMENTS, REPORTS, SETTINGS, SETUP } from "./parts.ts";
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
  if (isForCustomers) return <Whole of={KIOSK}>{({ Kiosk }) => <Kiosk client={client} />}</Whole>;
  if (connection === "lost") return <Lost />;
  if (connection === "away") return <Away />;
  if (!isKnown) return <Starting />;
  return <Screens />;
}

function Whole<M>({ of, children }: { of: Part<M>; children: (all: M) => ReactNode }) {
  const state = useFetched(of);
  if (state === "failed") return <NotFetched />;
  return state === "here" ? <Fetched from={of}>{children}</Fetched> : <Starting />;
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
  useEffect(screensAreDrawn, []);
  if (route === "setup") return <Whole of={SETUP}>{({ Wizard }) => <Wizard />}</Whole>;
  if (isFirstRun) return <Whole of={SETUP}>{({ Welcome }) => <Welcome />}</Whole>;
  if (noOwner) return <Whole of={FRAME}>{({ ClaimOwner }) => <ClaimOwner />}</Whole>;
  if (locked) return <Whole of={FRAME}>{({ LockScreen }) => <LockScreen />}</Whole>;
  if (shut && stage.kind !== "charge") return <WhileLocked stage={stage} />;
  if (route === "charge" && stage.kind === "result") {
    return (
      <Whole of={COUNTER}>
        {({ Result }) => (
          <main className={styles.whole}>
            <Result payment={stage.payment} key={stage.payment.posTid} />
            <Overlays />
          </main>
        )}
      </Whole>
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
    <Whole of={FRAME}>
      {({ LockedCounter }) => (
        <Whole of={COUNTER}>
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
        </Whole>
      )}
    </Whole>
  );
}

/** The lazily loaded part of each route. Amount entry is always loaded; the payment screens follow the charge. */
const PART_OF: Record<Route, Part<unknown> | null> = {
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
  const wanted = route === "charge" && isSale ? COUNTER : PART_OF[route];
  const state = useFetched(wanted);
  const shown = state === "here" ? route : last.current;
  useEffect(() => {
    last.current = shown;
  }, [shown]);
  if (state === "failed") return <NotFetched />;
  if (shown !== "charge") return <Beside route={shown} />;
  if (!isSale || COUNTER.module() === null) return CHARGE;
  return <Fetched from={COUNTER}>{({ Present }) => <Present stage={stage} />}</Fetched>;
}

function Beside({ route }: { route: Route }) {
  return (
    <>
      {route === "reserved" && <Fetched from={PAYMENTS}>{({ Reserved }) => <Reserved />}</Fetched>}
      {route === "payments" && <Fetched from={PAYMENTS}>{({ Payments }) => <Payments />}</Fetched>}
      {route === "inbox" && <Fetched from={PAYMENTS}>{({ Inbox }) => <Inbox />}</Fetched>}
      {route === "queue" && <Fetched from={PAYMENTS}>{({ Queue }) => <Queue />}</Fetched>}
      {route === "settings" && <Fetched from={SETTINGS}>{({ SettingsScreen }) => <SettingsScreen />}</Fetched>}
      {route === "customers" && <Fetched from={CUSTOMER_DATA}>{({ CustomerData }) => <CustomerData />}</Fetched>}
      {route === "reports" && <Fetched from={REPORTS}>{({ Reports }) => <Reports />}</Fetched>}
    </>
  );
}
