/** What every action works with: the ports it is handed, and the one way to call main. */
import type { CommandInput, CommandName, CommandValues } from "../../contract/commands.ts";
import type { Result } from "../../contract/errors.ts";
import type { TillClient } from "../../contract/events.ts";
import type { CustomerInput } from "../../contract/payments-commands.ts";
import type { PhoneReadings } from "../../contract/phones.ts";
import type { Payment, Terminal } from "../../contract/views.ts";
import { totalOf } from "../kit/amount/entry.ts";
import { tipOf } from "../kit/amount/tips.ts";
import { PHONES } from "../kit/phones.ts";
import type { Draft, Notice, Preferences } from "./state.ts";
import type { TillStore } from "./till-store.ts";

export interface ActionPorts {
  store: TillStore;
  client: TillClient;
  now(): number;
  savePreferences(preferences: Preferences): void;
}

export interface Caller {
  /** Does it once: a second time under the same key while the first is under way it does nothing and gives null. */
  alone<T>(key: string, task: () => Promise<T>): Promise<T | null>;
  /** Calls main, once in the same way. */
  once<N extends CommandName>(key: string, name: N, input: CommandInput<N>): Promise<Result<CommandValues[N]> | null>;
  /** Takes a payment into the store, unless a newer state of it is there. */
  keep(payment: Payment): void;
}

/** The guard against a second press. */
export function createCaller({ store, client }: ActionPorts): Caller {
  const free = (key: string) =>
    store.setState(({ busy }) => ({
      busy: Object.fromEntries(Object.entries(busy).filter(([other]) => other !== key)),
    }));
  const alone: Caller["alone"] = async (key, task) => {
    if (store.getState().busy[key]) return null;
    store.setState(({ busy }) => ({ busy: { ...busy, [key]: true } }));
    try {
      return await task();
    } finally {
      free(key);
    }
  };
  return {
    alone,
    once: (key, name, input) => alone(key, () => client.call(name, input)),
    keep(payment) {
      store.setState(({ payments }) => keepPayment(payments, payment));
    },
  };
}

/** Keeps the payment of an answer, or shows what went wrong. @returns the payment, or null */
export function answered({ store }: ActionPorts, caller: Caller, result: Result<Payment> | null): Payment | null {
  if (result === null) return null;
  if (!result.ok) {
    store.setState({ failure: result.error });
    return null;
  }
  caller.keep(result.value);
  return result.value;
}

/** Leaves the screen for another: at once, or once the user said that what was changed in the settings may be lost. */
export function leave({ store }: Pick<ActionPorts, "store">, go: () => void): void {
  const { route, settings } = store.getState();
  if (route === "settings" && settings.unsaved > 0) store.setState({ settings: { ...settings, leaving: go } });
  else go();
}

/** How long a message is there before it goes by itself. */
const NOTICE_MS = 6000;

/** Shows a passing message. @param text what of it was read, where the message says so */
export function tell({ store, now }: Pick<ActionPorts, "store" | "now">, kind: Notice["kind"], text = ""): void {
  store.setState({ notice: { kind, text, until: now() + NOTICE_MS } });
}

/** What is known by its `posTid`, with what was received: an answer may overtake an event, so an older state changes nothing. */
export function newest<T extends { posTid: string; revision: number }>(
  known: Readonly<Record<string, T>>,
  received: readonly T[],
): Record<string, T> {
  const fresh = received.filter((one) => !isOlder(one, known[one.posTid]));
  return { ...known, ...Object.fromEntries(fresh.map((one) => [one.posTid, one])) };
}

/** Keeps a payment, unless a newer state of it is known. */
export function keepPayment(
  payments: Record<string, Payment>,
  payment: Payment,
): { payments: Record<string, Payment> } {
  const isOld = isOlder(payment, payments[payment.posTid]);
  return { payments: isOld ? payments : newest(payments, [payment]) };
}

function isOlder(one: { revision: number }, known: { revision: number } | undefined): boolean {
  return known !== undefined && known.revision > one.revision;
}

/** Takes payments into the store, each unless a newer state of it is there. */
export function keepAll(store: TillStore, items: Payment[]): void {
  store.setState(({ payments }) => ({ payments: newest(payments, items) }));
}

/** Whether the tables that a phone number is read by are here, where the draft has one. */
export function canRead({ phone }: Draft): boolean {
  return phone.trim() === "" || PHONES.module() !== null;
}

/** The customer who is asked: none by name (`undefined`) is the one who scans the code. Else the number is to be chosen, or corrected. */
type Asked = { kind: "customer"; customer: CustomerInput | undefined } | Exclude<PhoneReadings, { kind: "number" }>;

/** Who the draft would ask, as far as the till itself can tell. A number is read once `PHONES` is here, and none before. */
export function askedBy(draft: Draft, shop: Pick<Terminal, "locale" | "currency">): Asked {
  if (draft.customer) return { kind: "customer", customer: draft.customer };
  if (draft.phone.trim() === "") return { kind: "customer", customer: undefined };
  const phones = PHONES.module();
  if (phones === null) return { kind: "none" };
  const readings = phones.readPhone(draft.phone, phones.shopCountries(shop.locale, shop.currency));
  const digits = readings.kind === "number" ? readings.reading.digits : draft.phoneChosen;
  if (digits !== null) return { kind: "customer", customer: { kind: "phone", value: digits } };
  return readings.kind === "number" ? { kind: "none" } : readings;
}

/** What is asked for besides the amount, in minor units: what the customer chose at the till, or what is suggested on the phone. */
export function tipAskedFor(draft: Draft, { counter }: Pick<Terminal, "counter">): number {
  const { tip, tipOnPhone, suggestedTip, entry } = draft;
  return tip ?? (tipOnPhone ? tipOf(counter.tips, suggestedTip, totalOf(entry)) : 0);
}

/** Whether nothing was keyed in: neither anything to sell nor a word about it, and no other sale waits behind. */
export function isUntouched({ entry, note, phone, behind }: Draft): boolean {
  return entry.lines.length === 0 && entry.typing.kind === "nothing" && note === "" && phone === "" && behind === null;
}

/** Whether there is anything to charge. */
export function canCharge(draft: Draft): boolean {
  return totalOf(draft.entry) > 0;
}
