import { type CSSProperties, use, useEffect, useState } from "react";
import { I18nProvider } from "react-aria-components";
import type { TillClient } from "../../contract/bridge/events.ts";
import { inkOn } from "../kit/contrast.ts";
import { stageOf } from "../store/select.ts";
import { useTill, useTillStore } from "../store/store.ts";
import { AccessibilitySheet } from "./accessibility-sheet.tsx";
import { Amount } from "./amount.tsx";
import { Attract } from "./attract.tsx";
import { Basket } from "./basket.tsx";
import { bindKiosk } from "./binding.ts";
import { KioskContext, useKiosk, usePayment, useTexts } from "./context.ts";
import { Deposit } from "./deposit.tsx";
import { Exit } from "./exit.tsx";
import { Help } from "./help.tsx";
import styles from "./kiosk.module.css";
import { LanguageDialog, Languages } from "./language-keys.tsx";
import { OutOfService } from "./out-of-service.tsx";
import { Products } from "./products.tsx";
import { Refused } from "./refused.tsx";
import { Request } from "./request.tsx";
import { Result } from "./result.tsx";
import { isFreeAmount, outOfService } from "./select.ts";
import { isRequestOpen } from "./session.ts";
import { StillThere } from "./still-there.tsx";
import { createKioskStore } from "./store.ts";

export function Kiosk({ client }: { client: TillClient }) {
  const till = useTillStore();
  // The gallery provides a store.
  const given = use(KioskContext);
  const [kiosk] = useState(() => given ?? createKioskStore(() => performance.now()));
  useEffect(() => bindKiosk({ kiosk, till, client }), [kiosk, till, client]);
  return (
    <KioskContext value={kiosk}>
      <Window />
    </KioskContext>
  );
}

function Window() {
  const { language, locale } = useTexts();
  const { accent, isExitOpen } = useKiosk(({ display, session }) => ({
    accent: session.accessibility.contrast ? null : (display?.look.accent ?? null),
    isExitOpen: session.exitAt !== null,
  }));
  const operators = useTill((state) => state.language);
  useAccessibility();
  const spoken = isExitOpen ? operators : language;
  useEffect(() => {
    document.documentElement.lang = spoken;
    return () => {
      document.documentElement.lang = operators;
    };
  }, [spoken, operators]);
  const look = accent === null ? undefined : ({ "--accent": accent, "--on-accent": inkOn(accent) } as CSSProperties);
  return (
    <I18nProvider locale={locale}>
      <main className={styles.kiosk} lang={language} data-kiosk style={look}>
        <Above />
        <Screen />
      </main>
      <Help />
      <LanguageDialog />
      <AccessibilitySheet />
      <StillThere />
      {isExitOpen && <Exit />}
    </I18nProvider>
  );
}

function Above() {
  const { logo, lowered } = useKiosk((state) => ({ logo: state.logo, lowered: state.session.accessibility.lowered }));
  const shop = useTill(({ terminal }) => terminal?.merchant.name ?? terminal?.pos.name ?? "");
  if (!lowered) return null;
  return (
    <div className={styles.above} aria-hidden>
      {logo === null ? <span>{shop}</span> : <img src={logo} alt="" draggable={false} />}
    </div>
  );
}

/** The current screen. An open request comes before out of service, which comes before all others. */
function Screen() {
  const { step, isOpen, isOver, refusal } = useKiosk(({ session }) => ({
    step: session.step,
    isOpen: isRequestOpen(session),
    isOver: session.request?.state === "over",
    refusal: session.refusal,
  }));
  const isRestoring = useKiosk((state) => state.isRestoring);
  const { cause, isFree } = useTill((state) => ({
    cause: outOfService(state, state.connection),
    isFree: isFreeAmount(state),
  }));
  const payment = usePayment();
  const isNotAsked = useTill((state) => payment !== null && stageOf(state).kind === "notAsked");
  if (isOver && payment !== null) return <Result payment={payment} />;
  if (cause === "till" || (cause !== null && !isOpen)) return <OutOfService cause={cause} isOpen={isOpen} />;
  if (isRestoring) return null;
  if (refusal !== null) return <Refused error={refusal} />;
  switch (step) {
    case "attract":
      return <Attract />;
    case "language":
      return <Languages />;
    case "choose":
      return isFree ? <Amount /> : <Products />;
    case "basket":
      return <Basket />;
    case "deposit":
      return <Deposit />;
    case "request":
      return <Request payment={isNotAsked ? null : payment} />;
  }
}

/** Applies the settings to the whole window, dialogs included. */
function useAccessibility(): void {
  const { textSize, contrast, lowered } = useKiosk(({ session }) => session.accessibility);
  useEffect(() => {
    const { dataset, style } = document.documentElement;
    if (textSize > 1) dataset.large = String(textSize);
    if (contrast) dataset.contrast = "";
    if (lowered) dataset.lowered = "";
    style.setProperty("--zoom", String(textSize));
    return () => {
      for (const name of ["large", "contrast", "lowered"]) delete dataset[name];
      style.removeProperty("--zoom");
    };
  }, [textSize, contrast, lowered]);
}
