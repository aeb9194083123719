/** Renders a page of the till at a recorded stop. */
import type { StoryObj } from "@storybook/react-vite";
import { type ReactNode, useEffect, useState } from "react";
import { createActions } from "../renderer/app/actions.ts";
import { App } from "../renderer/app/app.tsx";
import { bind } from "../renderer/app/binding.ts";
import { CustomerScreen } from "../renderer/customer/screen.tsx";
import { createCustomerStore } from "../renderer/customer/store.ts";
import { headOfficeActions } from "../renderer/head-office/actions.ts";
import { HeadOffice } from "../renderer/head-office/head-office.tsx";
import { createHeadOfficeStore, HeadOfficeContext } from "../renderer/head-office/state.ts";
import { KioskContext } from "../renderer/kiosk/context.tsx";
import { createKioskStore } from "../renderer/kiosk/store.ts";
import type { ConnectedClient } from "../renderer/kit/client/connection.ts";
import { KitContext } from "../renderer/kit/context.ts";
import { changeCustomerLanguage } from "../renderer/kit/i18n/customers.ts";
import type { Preferences, TillState } from "../renderer/store/state.ts";
import { type TillContextValue, TillProvider } from "../renderer/store/store.tsx";
import { createTillStore } from "../renderer/store/till-store.ts";
import customerData from "./recordings/customer-data.json";
import headOffice from "./recordings/head-office.json";
import kiosk from "./recordings/kiosk.json";
import setup from "./recordings/setup.json";
import till from "./recordings/till.json";
import { type Stop, stateAt } from "./stops.ts";

const RECORDINGS = { till, setup, customerData, kiosk, headOffice };

export type StopName = { [R in keyof typeof RECORDINGS]: keyof (typeof RECORDINGS)[R] }[keyof typeof RECORDINGS];

const never = () => new Promise<never>(() => undefined);

/** Never answers, so that a screen keeps its recorded state. */
const SILENT: ConnectedClient = {
  call: never,
  on: () => () => undefined,
  onConnection: () => () => undefined,
};

const RealDate = Date;

export type Appearance = Pick<Preferences, "theme" | "language">;

interface PageProps {
  stop: Stop;
  appearance: Appearance;
}

function preferencesOf(appearance: Appearance): Preferences {
  return { ...appearance, sound: false, unitsFirst: "minor" };
}

/** Returns a till's store and actions at a stop. */
export function useTillAt({ stop: { at, till }, appearance }: PageProps): TillContextValue {
  const [value] = useState(() => {
    const store = createTillStore(at, preferencesOf(appearance));
    store.setState({ ...till, ...appearance, isFresh: false });
    return {
      store,
      actions: createActions({ store, client: SILENT, now: Date.now, savePreferences: () => undefined }),
    };
  });
  return value;
}

function TillPage(props: PageProps) {
  const value = useTillAt(props);
  const { currentId, otherSales } = props.stop.till;
  useEffect(() => {
    const release = bind(value.store, SILENT, value.actions);
    // A new window has no sales at its counter.
    value.store.setState({ currentId, otherSales });
    return release;
  }, [value, currentId, otherSales]);
  const { kiosk: state } = props.stop;
  const [kioskStore] = useState(() => {
    if (state === undefined) return null;
    const store = createKioskStore(() => state.now);
    store.setState({ ...state, voices: [], isFresh: false });
    return store;
  });
  return (
    <TillProvider value={value}>
      <KioskContext value={kioskStore}>
        <App client={SILENT} />
      </KioskContext>
    </TillProvider>
  );
}

function HeadOfficePage({ stop: { at, office }, appearance }: PageProps) {
  const [value] = useState(() => {
    const store = createHeadOfficeStore(at, preferencesOf(appearance));
    store.setState({ ...office, ...appearance });
    return { store, actions: headOfficeActions({ store, client: { ask: never }, savePreferences: () => undefined }) };
  });
  return (
    <HeadOfficeContext value={value}>
      <KitContext value={{ store: value.store, actions: null }}>
        <HeadOffice />
      </KitContext>
    </HeadOfficeContext>
  );
}

function CustomerPage({ stop: { at, customer }, appearance: { language } }: PageProps) {
  const [store] = useState(() => {
    const created = createCustomerStore(at);
    created.setState({ connection: "ready", display: customer.display && { ...customer.display, language } });
    changeCustomerLanguage(language);
    return created;
  });
  return <CustomerScreen store={store} client={{ chooseTip: never, answer: never }} />;
}

/** Stops the clock, so that ages and remaining times are as recorded. Timers still run. */
export function stopClock(at: number): void {
  window.Date = new Proxy(RealDate, {
    construct: (target, args) => Reflect.construct(target, args.length === 0 ? [at] : args),
    get: (target, name) => (name === "now" ? () => at : Reflect.get(target, name)),
  });
}

export function recorded(name: StopName): Stop {
  const recording = Object.values(RECORDINGS).find((one) => name in one) ?? {};
  return stateAt(recording, name);
}

/**
 * A story of the page at a stop.
 * @param change fields of the till's state that differ from the recording
 */
export function screen(name: StopName, change: (state: TillState) => Partial<TillState> = () => ({})): StoryObj {
  return page(name, (props) => (props.stop.office ? <HeadOfficePage {...props} /> : <TillPage {...props} />), change);
}

/** A story of the customer display while the till is at a stop. */
export function customerScreen(name: StopName): StoryObj {
  return page(name, (props) => <CustomerPage {...props} />);
}

function page(
  name: StopName,
  Page: (props: PageProps) => ReactNode,
  change: (state: TillState) => Partial<TillState> = () => ({}),
): StoryObj {
  return {
    parameters: { layout: "fullscreen" },
    render(_, { globals: { theme, language } }) {
      const stop = recorded(name);
      stopClock(stop.at);
      const till = stop.till && { ...stop.till, ...change(stop.till) };
      return <Page key={`${theme} ${language}`} stop={{ ...stop, till }} appearance={{ theme, language }} />;
    },
  };
}
