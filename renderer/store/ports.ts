/** Shared tools of the actions: ports and calls of the main process. */

import type { CommandInput, CommandName } from "../../contract/bridge/commands.ts";
import type { TillClient } from "../../contract/bridge/events.ts";
import type { CustomerInput } from "../../contract/calls/command-row.ts";
import type { Result } from "../../contract/calls/errors.ts";
import type { Payment, Terminal } from "../../contract/payments/views.ts";
import type { PhoneReadings } from "../../contract/values/phones.ts";
import { totalOf } from "../kit/amount/entry.ts";
import { tipOf } from "../kit/amount/split.ts";
import { PHONES } from "../kit/lazy-parts.ts";
import type { Draft, Notice, Preferences, TillState } from "./state.ts";
import type { TillStore } from "./store.ts";

export interface ActionPorts {
  store: TillStore;
  client: TillClient;
  now(): number;
  savePreferences(preferences: Preferences): void;
}

/** Returns a function that changes some fields of one part of the state. */
export function changer<K extends keyof TillState>(store: TillStore, part: K) {
  return (changes: Partial<TillState[K]>) =>
    store.setState((state) => ({ [part]: { ...(state[part] as object), ...changes } }) as Pick<TillState, K>);
}

export type Caller = ReturnType<typeof createCaller>;

export function createCaller({ store, client }: ActionPorts) {
  const releaseKey = (key: string) =>
    store.setState(({ busy }) => ({
      busy: Object.fromEntries(Object.entries(busy).filter(([other]) => other !== key)),
    }));
  /** Runs a task unless one with the same key is in progress; then returns null. */
  const runExclusive = async <T>(key: string, task: () => Promise<T>): Promise<T | null> => {
    if (store.getState().busy[key]) return null;
    store.setState(({ busy }) => ({ busy: { ...busy, [key]: true } }));
    try {
      return await task();
    } finally {
      releaseKey(key);
    }
  };
  const callExclusive = <N extends CommandName>(key: string, name: N, input: CommandInput<N>) =>
    runExclusive(key, () => client.call(name, input));
  return {
    runExclusive,
    callExclusive,
    /** Calls a command and shows its failure. Returns null then, and while one with the same key is in progress. */
    async callOrShowFailure<N extends CommandName>(key: string, name: N, input: CommandInput<N>) {
      const result = await callExclusive(key, name, input);
      if (result?.ok === false) store.setState({ failure: result.error });
      return result?.ok ? result.value : null;
    },
    /** Stores a payment unless a newer revision is known. */
    storePayment(payment: Payment) {
      store.setState(({ payments }) => mergePayment(payments, payment));
    },
  };
}

/**
 * Stores the payment of a response, or shows the error.
 * @returns the payment, or null
 */
export function storeOrShowFailure(
  { store }: ActionPorts,
  caller: Caller,
  result: Result<Payment> | null,
): Payment | null {
  if (result === null) return null;
  if (!result.ok) {
    store.setState({ failure: result.error });
    return null;
  }
  caller.storePayment(result.value);
  return result.value;
}

/** Leaves the screen, after a confirmation when settings have unsaved changes. */
export function navigateAway({ store }: Pick<ActionPorts, "store">, navigate: () => void): void {
  const { route, settings } = store.getState();
  if (route === "settings" && settings.unsaved > 0)
    store.setState({ settings: { ...settings, pendingNavigation: navigate } });
  else navigate();
}

const NOTICE_MS = 6000;

/**
 * Shows a notice.
 * @param text the scanned text, for notices that quote it
 */
export function showNotice({ store, now }: Pick<ActionPorts, "store" | "now">, kind: Notice["kind"], text = ""): void {
  store.setState({ notice: { kind, text, until: now() + NOTICE_MS } });
}

/** Merges an item by `posTid`. A response may overtake an event, so an older revision is ignored. */
export function mergeNewest<T extends { posTid: string; revision: number }>(
  known: Readonly<Record<string, T>>,
  received: readonly T[],
): Record<string, T> {
  const fresh = received.filter((one) => !isOlder(one, known[one.posTid]));
  return { ...known, ...Object.fromEntries(fresh.map((one) => [one.posTid, one])) };
}

export function mergePayment(
  payments: Record<string, Payment>,
  payment: Payment,
): { payments: Record<string, Payment> } {
  const isOld = isOlder(payment, payments[payment.posTid]);
  return { payments: isOld ? payments : mergeNewest(payments, [payment]) };
}

function isOlder(one: { revision: number }, known: { revision: number } | undefined): boolean {
  return known !== undefined && known.revision > one.revision;
}

export function storePayments(store: TillStore, items: Payment[]): void {
  store.setState(({ payments }) => ({ payments: mergeNewest(payments, items) }));
}

/** True unless the draft has a phone number and the phone metadata is not loaded. */
export function canRead({ phone }: Draft): boolean {
  return phone.trim() === "" || PHONES.module() !== null;
}

/** The draft's customer; `undefined` is the person who scans the code. Otherwise the number is ambiguous or invalid. */
type DraftCustomer =
  | { kind: "customer"; customer: CustomerInput | undefined }
  | Exclude<PhoneReadings, { kind: "number" }>;

/** Returns the draft's customer. A phone number can be read only when `PHONES` is loaded. */
export function customerOf(draft: Draft, shop: Pick<Terminal, "locale" | "currency">): DraftCustomer {
  if (draft.customer) return { kind: "customer", customer: draft.customer };
  if (draft.phone.trim() === "") return { kind: "customer", customer: undefined };
  const phones = PHONES.module();
  if (phones === null) return { kind: "none" };
  const readings = phones.parsePhone(draft.phone, phones.shopCountries(shop.locale, shop.currency));
  const digits = readings.kind === "number" ? readings.reading.digits : draft.phoneChosen;
  if (digits !== null) return { kind: "customer", customer: { kind: "phone", value: digits } };
  return readings.kind === "number" ? { kind: "none" } : readings;
}

/** Returns the tip in minor units: chosen at the till, or suggested on the phone. */
export function requestedTip(draft: Draft, { counter, currency }: Pick<Terminal, "counter" | "currency">): number {
  const { tip, tipOnPhone, suggestedTip, entry } = draft;
  return tip ?? (tipOnPhone ? tipOf(counter.tips, suggestedTip, { amount: totalOf(entry), currency }) : 0);
}

/** True when the draft is empty and no other sale waits behind it. */
export function isDraftEmpty({ entry, note, phone, suspendedDraft }: Draft): boolean {
  return (
    entry.lines.length === 0 &&
    entry.typing.kind === "nothing" &&
    note === "" &&
    phone === "" &&
    suspendedDraft === null
  );
}

export function canCharge(draft: Draft): boolean {
  return totalOf(draft.entry) > 0;
}
