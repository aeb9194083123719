/** What the customer's page shows, and the one place where the outside touches it. */
import { createStore, type StoreApi } from "zustand";
import type { DisplayView } from "../../contract/display.ts";
import type { Connection } from "../kit/client/connection.ts";
import { loadCustomersTexts, speak } from "../kit/i18n/customers.ts";
import type { CustomerClient } from "./client.ts";

const TICK_MS = 1000;

export interface CustomerState {
  connection: Connection;
  display: DisplayView | null;
  /** The shop's logo as a `data:` address; null: it has none, or it has not come yet */
  logo: string | null;
  /** ms since the epoch; ticks every second */
  now: number;
  /** Since when the till shows this: in the same milliseconds */
  shownSince: number;
}

/** A press that comes sooner after another thing is shown was meant for what stood there before. */
const FRESH_MS = 700;

/** Whether the customer has had time to see what is shown. @param now ms since the epoch */
export function isMeant({ shownSince }: Pick<CustomerState, "shownSince">, now: number): boolean {
  return now - shownSince >= FRESH_MS;
}

export type CustomerStore = StoreApi<CustomerState>;

/** An empty store. @param now ms since the epoch */
export function createCustomerStore(now: number): CustomerStore {
  return createStore(() => ({ connection: "connecting", display: null, logo: null, now, shownSince: now }));
}

const whatIs = (display: DisplayView | null) => JSON.stringify([display?.state, display?.message?.screenId]);

/** Connects the store to the till. What is shown is the till's latest word, whichever way it came. */
export function bindCustomer(store: CustomerStore, client: CustomerClient): void {
  let logo: string | null = null;
  const readLogo = async (id: string | null) => {
    if (id === logo) return;
    logo = id;
    store.setState({ logo: null });
    const picture = id === null ? null : await client.picture(id);
    // Another may have been chosen meanwhile; one that did not come is asked for again with the next view.
    if (id !== logo) return;
    if (picture?.ok) store.setState({ logo: `data:${picture.value.mediaType};base64,${picture.value.data}` });
    else logo = null;
  };
  const heard = { events: 0, views: 0 };
  const take = async (display: DisplayView) => {
    heard.views += 1;
    const view = heard.views;
    void readLogo(display.look.logo);
    await loadCustomersTexts(display.language);
    // Another may have come meanwhile, whose texts were there already.
    if (view !== heard.views) return;
    speak(display.language);
    const now = Date.now();
    const isSame = whatIs(store.getState().display) === whatIs(display);
    store.setState({ display, now, ...(!isSame && { shownSince: now }) });
  };
  const read = async () => {
    const before = heard.events;
    const answer = await client.get();
    // An event may overtake the answer, and is newer than it.
    if (answer.ok && heard.events === before) await take(answer.value);
  };
  client.on((display) => {
    heard.events += 1;
    void take(display);
  });
  client.onGap(() => void read());
  client.onConnection((connection) => {
    const before = store.getState().connection;
    store.setState({ connection });
    if (connection === "ready" && before !== "ready") void read();
  });
  setInterval(() => store.setState({ now: Date.now() }), TICK_MS);
}
