import { createStore, type StoreApi } from "zustand";
import type { DisplayView } from "../../contract/receipts/display.ts";
import type { Connection } from "../kit/client/connection.ts";
import { changeCustomerLanguage, loadCustomersTexts } from "../kit/i18n/customers.ts";
import type { CustomerClient } from "./client.ts";

const TICK_MS = 1000;

export interface CustomerState {
  connection: Connection;
  display: DisplayView | null;
  /** The shop's logo as a `data:` URL; null: none or not loaded */
  logo: string | null;
  /** ms since the epoch, updated every second */
  now: number;
  /** When the current view was shown, ms since the epoch */
  shownSince: number;
}

/** An earlier press after a change was meant for the previous view. */
const FRESH_MS = 700;

/**
 * True when the customer had time to see the view.
 * @param now ms since the epoch
 */
export function hadTimeToSee({ shownSince }: Pick<CustomerState, "shownSince">, now: number): boolean {
  return now - shownSince >= FRESH_MS;
}

export type CustomerStore = StoreApi<CustomerState>;

export function createCustomerStore(now: number): CustomerStore {
  return createStore(() => ({ connection: "connecting", display: null, logo: null, now, shownSince: now }));
}

const viewKey = (display: DisplayView | null) => JSON.stringify([display?.state, display?.message?.screenId]);

export function bindCustomer(store: CustomerStore, client: CustomerClient): void {
  let logo: string | null = null;
  const readLogo = async (id: string | null) => {
    if (id === logo) return;
    logo = id;
    store.setState({ logo: null });
    const picture = id === null ? null : await client.picture(id);
    // The logo may have changed; a failed one is loaded again with the next view.
    if (id !== logo) return;
    if (picture?.ok) store.setState({ logo: `data:${picture.value.mediaType};base64,${picture.value.data}` });
    else logo = null;
  };
  const counts = { events: 0, views: 0 };
  const applyView = async (display: DisplayView) => {
    counts.views += 1;
    const view = counts.views;
    void readLogo(display.look.logo);
    await loadCustomersTexts(display.language);
    // A newer view may have arrived, whose texts were already loaded.
    if (view !== counts.views) return;
    changeCustomerLanguage(display.language);
    const now = Date.now();
    const isSame = viewKey(store.getState().display) === viewKey(display);
    store.setState({ display, now, ...(!isSame && { shownSince: now }) });
  };
  const read = async () => {
    const before = counts.events;
    const answer = await client.get();
    // An event newer than the response may have arrived first.
    if (answer.ok && counts.events === before) await applyView(answer.value);
  };
  client.on((display) => {
    counts.events += 1;
    void applyView(display);
  });
  client.onGap(() => void read());
  client.onConnection((connection) => {
    const before = store.getState().connection;
    store.setState({ connection });
    if (connection === "ready" && before !== "ready") void read();
  });
  setInterval(() => store.setState({ now: Date.now() }), TICK_MS);
}

export function msLeft({ until }: DisplayView, now: number): number | null {
  return until === null ? null : Date.parse(until) - now;
}
