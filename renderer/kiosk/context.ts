import { createContext, use } from "react";
import { useTranslation } from "react-i18next";
import { useStore } from "zustand";
import { useShallow } from "zustand/react/shallow";
import type { Payment } from "../../contract/payments/views.ts";
import { formatMoney } from "../../contract/values/money.ts";
import { CUSTOMERS, REDRAW_WHEN_LOADED } from "../kit/i18n/customers.ts";
import { KIOSK } from "../kit/i18n/kiosks.ts";
import { useTill } from "../store/store.ts";
import { languageFor, localeFor, usualLanguage } from "./select.ts";
import type { SessionEvent } from "./session.ts";
import type { KioskState, KioskStore } from "./store.ts";

export const KioskContext = createContext<KioskStore | null>(null);

function useStoreOfKiosk(): KioskStore {
  const store = use(KioskContext);
  if (store === null) throw new Error("A kiosk's screen was rendered outside its context.");
  return store;
}

export function useKiosk<T>(select: (state: KioskState) => T): T {
  return useStore(useStoreOfKiosk(), useShallow(select));
}

export function useDispatch(): (event: SessionEvent) => void {
  return useStoreOfKiosk().dispatch;
}

export function useReadAloud(): () => void {
  return useStoreOfKiosk().readAloud;
}

export function useTexts() {
  const chosen = useKiosk(({ session }) => session.language);
  const { usual: shopLanguage, terminal } = useTill((state) => ({
    usual: usualLanguage(state),
    terminal: state.terminal,
  }));
  const language = languageFor({ language: chosen }, shopLanguage);
  const { t } = useTranslation(KIOSK, { ...REDRAW_WHEN_LOADED, lng: language });
  const { t: c } = useTranslation(CUSTOMERS, { ...REDRAW_WHEN_LOADED, lng: language });
  const locale = localeFor(language, terminal);
  const currency = terminal?.currency ?? "NOK";
  return { t, c, language, locale, money: (amount: number) => formatMoney(amount, currency, locale) };
}

/** Explains the machine's rule before the payment; null: only confirmed drops are charged. */
export function useMachineRule(): string | null {
  const { t } = useTexts();
  const isByOrder = useTill(({ terminal }) => terminal?.vending?.unknownDrop === "capture");
  return isByOrder ? t("rule") : null;
}

export function usePayment(): Payment | null {
  const posTid = useKiosk(({ session }) => session.request?.posTid ?? null);
  return useTill(({ payments }) => (posTid === null ? null : (payments[posTid] ?? null)));
}
