import { useEffect, useRef } from "react";
import { READY_CUSTOMER } from "../counter/charge/scan-first.ts";
import { loadTexts } from "../kit/i18n/index.ts";
import { type LazyModule, type LoadState, lazyModule, useLazyModule } from "../kit/lazy-module.ts";
import { PHONES, SCREEN_KEYS } from "../kit/lazy-parts.ts";
import { useActions } from "../store/store.ts";

function screens<M>(fetch: () => Promise<M>): LazyModule<M> {
  return lazyModule(async () => (await Promise.all([fetch(), loadTexts()]))[0]);
}

function dataScreens<M>(fetch: () => Promise<M>): LazyModule<M> {
  return screens(async () => {
    const [screen, { registerCustomerDataTexts }] = await Promise.all([
      fetch(),
      import("../kit/i18n/customer-data.ts"),
    ]);
    registerCustomerDataTexts();
    return screen;
  });
}

export const FRAME = screens(() => import("./screens.ts"));
export const COUNTER = screens(() => import("../counter/screens.ts"));
export const PAYMENTS = screens(() => import("../payments/screens.ts"));
export const REPORTS = screens(() => import("../office/reports/reports.tsx"));
export const SETTINGS = dataScreens(() => import("./settings-screen.tsx"));
export const DIALOGS = screens(() => import("../settings/screens.ts"));
export const CUSTOMER_DATA = dataScreens(() => import("../customer-data/customer-data.tsx"));
export const SETUP = screens(() => import("../setup/screens.ts"));
export const KIOSK = screens(() => import("../kiosk/kiosk.tsx"));

const FIRST_CODE = lazyModule(async () => (await import("../kit/qr/qr.ts")).compileQr());

/** Parts of a counter in order of need, without setup and kiosk. */
export const COUNTER_PARTS: readonly LazyModule<unknown>[] = [
  COUNTER,
  FIRST_CODE,
  FRAME,
  PHONES,
  READY_CUSTOMER,
  SCREEN_KEYS,
  PAYMENTS,
  DIALOGS,
  REPORTS,
  SETTINGS,
  CUSTOMER_DATA,
];

/** Returns the state of a part to show. Buttons of a part that loads late count as fresh. */
export function useLoadState(wanted: LazyModule<unknown> | null): LoadState {
  const { takeStepOn } = useActions();
  const state = useLazyModule(wanted);
  const before = useRef(state);
  useEffect(() => {
    if (before.current === "fetching" && state === "here") takeStepOn();
    before.current = state;
  }, [state, takeStepOn]);
  return state;
}
