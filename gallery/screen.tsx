/** Renders a page of the till at a recorded stop. */
import type { StoryObj } from "@storybook/react-vite";
import { type ReactNode, useEffect, useState } from "react";
import { screen as page } from "storybook/test";
import { createActions } from "../renderer/app/actions.ts";
import { App } from "../renderer/app/app.tsx";
import { bind } from "../renderer/app/binding.ts";
import { CustomerScreen } from "../renderer/customer/screen.tsx";
import { createCustomerStore } from "../renderer/customer/store.ts";
import { headOfficeActions } from "../renderer/head-office/actions.ts";
import { HeadOfficeContext } from "../renderer/head-office/context.ts";
import { HeadOffice } from "../renderer/head-office/head-office.tsx";
import { createHeadOfficeStore } from "../renderer/head-office/state.ts";
import { KioskContext } from "../renderer/kiosk/context.ts";
import { createKioskStore } from "../renderer/kiosk/store.ts";
import type { ConnectedClient } from "../renderer/kit/client/connection.ts";
import { KitContext } from "../renderer/kit/context.ts";
import { changeCustomerLanguage } from "../renderer/kit/i18n/customers.ts";
import type { Preferences, TillState } from "../renderer/store/state.ts";
import { createTillStore, type TillContextValue } from "../renderer/store/store.ts";
import { TillProvider } from "../renderer/store/till-provider.tsx";
import answers from "./recordings/answers.json";
import customerData from "./recordings/customer-data.json";
import headOffice from "./recordings/head-office.json";
import kiosk from "./recordings/kiosk.json";
import setup from "./recordings/setup.json";
import till from "./recordings/till.json";
import { type Stop, stateAt } from "./stops.ts";

const RECORDINGS = { till, setup, customerData, kiosk, headOffice };

export type StopName = { [R in keyof typeof RECORDINGS]: keyof (typeof RECORDINGS)[R] }[keyof typeof RECORDINGS];

const never = () => new Promise<never>(() => undefined);

/** Answers what settings read into no store, and nothing else: a screen keeps its recorded state. */
const RECORDED: ConnectedClient = {
  call: (name) => (name in answers ? Promise.resolve(answers[name as keyof typeof answers] as never) : never()),
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

/** @throws when the recording is older than a field of the store */
function requireFields(initial: object, state: object): void {
  const missing = Object.keys(initial).filter((field) => !(field in state));
  if (missing.length > 0) throw new Error(`No ${missing.join(", ")} in the recording: npm run gallery -- --record`);
}

/** Returns a till's store and actions at a stop. */
export function useTillAt({ stop: { at, till }, appearance }: PageProps): TillContextValue {
  const [value] = useState(() => {
    const store = createTillStore(at, preferencesOf(appearance));
    requireFields(store.getState(), till);
    store.setState({ ...till, ...appearance, now: at, isFresh: false });
    return {
      store,
      actions: createActions({ store, client: RECORDED, now: Date.now, savePreferences: () => undefined }),
    };
  });
  return value;
}

function TillPage(props: PageProps) {
  const value = useTillAt(props);
  const { currentId, otherSales } = props.stop.till;
  useEffect(() => {
    const release = bind(value.store, RECORDED, value.actions);
    // A new window has no sales at its counter.
    value.store.setState({ currentId, otherSales });
    return release;
  }, [value, currentId, otherSales]);
  const { kiosk: state } = props.stop;
  const [kioskStore] = useState(() => {
    if (state === undefined) return null;
    const store = createKioskStore(() => state.now);
    requireFields(store.getState(), state);
    store.setState({ ...state, voices: [], isFresh: false });
    return store;
  });
  return (
    <TillProvider value={value}>
      <KioskContext value={kioskStore}>
        <App client={RECORDED} />
      </KioskContext>
    </TillProvider>
  );
}

function HeadOfficePage({ stop: { at, office }, appearance }: PageProps) {
  const [value] = useState(() => {
    const store = createHeadOfficeStore(at, preferencesOf(appearance));
    requireFields(store.getState(), office);
    store.setState({ ...office, ...appearance, now: at });
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

interface Options {
  /** Returns fields of the till's state that differ from the recording */
  change?(state: TillState): Partial<TillState>;
  /** Texts to press in this order, for state that is in no store */
  presses?: readonly RegExp[];
}

/** A story of the page at a stop. */
export function screen(name: StopName, options?: Options): StoryObj {
  return story(name, (props) => (props.stop.office ? <HeadOfficePage {...props} /> : <TillPage {...props} />), options);
}

/** A story of the customer display while the till is at a stop. */
export function customerScreen(name: StopName): StoryObj {
  return story(name, (props) => <CustomerPage {...props} />);
}

function story(
  name: StopName,
  Page: (props: PageProps) => ReactNode,
  { change, presses = [] }: Options = {},
): StoryObj {
  return {
    parameters: { layout: "fullscreen" },
    render(_, { globals: { theme, language } }) {
      const stop = recorded(name);
      stopClock(stop.at);
      const till = stop.till && { ...stop.till, ...change?.(stop.till) };
      return <Page key={`${theme} ${language}`} stop={{ ...stop, till }} appearance={{ theme, language }} />;
    },
    async play() {
      for (const text of presses) (await Promise.any([page.findByText(text), page.findByLabelText(text)])).click();
    },
  };
}
