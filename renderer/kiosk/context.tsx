/** How the kiosk's screens get at the session, and at texts and amounts in their customer's language. */
import type { TFunction } from "i18next";
import { createContext, use } from "react";
import { useTranslation } from "react-i18next";
import { useStore } from "zustand";
import { useShallow } from "zustand/react/shallow";
import type { CustomerLanguage } from "../../contract/customer-language.ts";
import { formatMoney } from "../../contract/money.ts";
import type { Payment } from "../../contract/views.ts";
import { COMES_LATE, CUSTOMERS } from "../kit/i18n/customers.ts";
import { KIOSK } from "../kit/i18n/kiosks.ts";
import { useTill } from "../store/store.tsx";
import { languageFor, localeFor, usualLanguage } from "./select.ts";
import type { SessionEvent } from "./session.ts";
import type { KioskState, KioskStore } from "./store.ts";

export const KioskContext = createContext<KioskStore | null>(null);

function useStoreOfKiosk(): KioskStore {
  const store = use(KioskContext);
  if (store === null) throw new Error("A kiosk's screen was rendered outside its context.");
  return store;
}

/** A value of the kiosk's state; objects and lists are compared one level deep. */
export function useKiosk<T>(select: (state: KioskState) => T): T {
  return useStore(useStoreOfKiosk(), useShallow(select));
}

/** Tells the session what its customer did. */
export function useTell(): (event: SessionEvent) => void {
  return useStoreOfKiosk().tell;
}

/** Has the screen read aloud, from now on or once more. */
export function useReadAloud(): () => void {
  return useStoreOfKiosk().readAloud;
}

export interface Texts {
  /** The kiosk's own */
  t: TFunction<typeof KIOSK>;
  /** Those of every screen that customers read */
  c: TFunction<typeof CUSTOMERS>;
  language: CustomerLanguage;
  locale: string;
  money(amount: number): string;
}

/** Texts and amounts for the customer who stands here. */
export function useTexts(): Texts {
  const chosen = useKiosk(({ session }) => session.language);
  const { usual, terminal } = useTill((state) => ({ usual: usualLanguage(state), terminal: state.terminal }));
  const language = languageFor({ language: chosen }, usual);
  const { t } = useTranslation(KIOSK, { ...COMES_LATE, lng: language });
  const { t: c } = useTranslation(CUSTOMERS, { ...COMES_LATE, lng: language });
  const locale = localeFor(language, terminal);
  const currency = terminal?.currency ?? "NOK";
  return { t, c, language, locale, money: (amount) => formatMoney(amount, currency, locale) };
}

/** What a customer is told of the machine's rule before they pay; null: they pay for nothing that is not known to have dropped. */
export function useMachineRule(): string | null {
  const { t } = useTexts();
  const isByOrder = useTill(({ terminal }) => terminal?.vending?.unknownDrop === "capture");
  return isByOrder ? t("rule") : null;
}

/** The payment of the session's request; null: there is none, or it is not known yet. */
export function usePayment(): Payment | null {
  const posTid = useKiosk(({ session }) => session.request?.posTid ?? null);
  return useTill(({ payments }) => (posTid === null ? null : (payments[posTid] ?? null)));
}
