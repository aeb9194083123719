import { lazy, Suspense } from "react";
import { I18nProvider } from "react-aria-components";
import { Banners } from "../counter/banners.tsx";
import { ApproveDiscount } from "../counter/charge/approve-discount.tsx";
import { Charge } from "../counter/charge/charge.tsx";
import { ConfirmSheet } from "../counter/charge/confirm-sheet.tsx";
import { LineSheet } from "../counter/charge/line-sheet.tsx";
import { WhichNumber } from "../counter/charge/number-choice.tsx";
import { SaleSheet } from "../counter/charge/sale-sheet.tsx";
import { TipSheet } from "../counter/charge/tip-sheet.tsx";
import { WeighSheet } from "../counter/charge/weigh-sheet.tsx";
import { NoticeBar } from "../counter/notice-bar.tsx";
import { OpenSales } from "../counter/open-sales.tsx";
import { PhoneDialog } from "../counter/present/phone-dialog.tsx";
import { Present } from "../counter/present/present.tsx";
import { Result } from "../counter/result/result.tsx";
import type { ConnectedClient } from "../kit/client/connection.ts";
import { LANGUAGE_LOCALES } from "../kit/i18n/index.ts";
import { ScreenKeyboard } from "../kit/ui/screen-keyboard.tsx";
import { Reports } from "../office/reports/reports.tsx";
import { AttachDialog } from "../payments/inbox/attach-dialog.tsx";
import { Inbox } from "../payments/inbox/inbox.tsx";
import { CaptureDialog } from "../payments/list/capture-dialog.tsx";
import { ConfirmStepDialog } from "../payments/list/confirm-step-dialog.tsx";
import { Payments } from "../payments/list/payments.tsx";
import { DiscardDialog, RetryDialog } from "../payments/queue/operation-dialogs.tsx";
import { Queue } from "../payments/queue/queue.tsx";
import { RefundDialog } from "../payments/refund/refund-dialog.tsx";
import { BulkDialog } from "../payments/reserved/bulk-dialog.tsx";
import { Reserved } from "../payments/reserved/reserved.tsx";
import { InstallDialog } from "../settings/health/install-dialog.tsx";
import { AcknowledgeVendDialog, ResolveVendDialog } from "../settings/health/vends/vend-dialogs.tsx";
import { ClaimOwner } from "../settings/people/claim-owner.tsx";
import { LockedCounter } from "../settings/people/locked-counter.tsx";
import { SignInDialog } from "../settings/people/sign-in-dialog.tsx";
import { PrintedPage } from "../settings/receipts/printed-page.tsx";
import { PrinterDialog } from "../settings/receipts/printer-dialog.tsx";
import { ReceiptDialog } from "../settings/receipts/receipt-dialog.tsx";
import { Settings } from "../settings/settings.tsx";
import { PrintedStickers } from "../settings/stickers/printed-stickers.tsx";
import { Welcome } from "../setup/welcome.tsx";
import { Wizard } from "../setup/wizard.tsx";
import { isForKiosk, isLocked, isShut, lacksOwner, stageOf } from "../store/select.ts";
import { useTill } from "../store/store.tsx";
import styles from "./app.module.css";
import { Away, Lost, Starting } from "./connection-screens.tsx";
import { NewsSheet } from "./end-news-notices.tsx";
import { EnvironmentBand } from "./environment-band.tsx";
import { FailureSheet } from "./failure-sheet.tsx";
import { KeyMap } from "./key-map.tsx";
import { LockScreen } from "./lock-screen.tsx";
import { SETTINGS_SECTIONS } from "./settings-sections.tsx";
import { SideRail } from "./side-rail.tsx";
import { TopBar } from "./top-bar.tsx";

/** The window: one screen at a time, and whatever lies over it. */
export function App({ client }: { client: ConnectedClient }) {
  const language = useTill((state) => state.language);
  return (
    <I18nProvider locale={LANGUAGE_LOCALES[language]}>
      <div className={styles.window}>
        <EnvironmentBand />
        <div className={styles.frame}>
          <Window client={client} />
        </div>
      </div>
      <ScreenKeyboard />
    </I18nProvider>
  );
}

/** Only a kiosk's window fetches the kiosk's screens. */
const Kiosk = lazy(async () => ({ default: (await import("../kiosk/kiosk.tsx")).Kiosk }));

/** What few sales need is fetched when it is first opened. */
const CustomerData = lazy(async () => {
  const [{ CustomerData: Screen }, { startCustomerDataTexts }] = await Promise.all([
    import("../customer-data/customer-data.tsx"),
    import("../kit/i18n/customer-data.ts"),
  ]);
  startCustomerDataTexts();
  return { default: Screen };
});

function Window({ client }: { client: ConnectedClient }) {
  const { connection, hasTerminal } = useTill((state) => ({
    connection: state.connection,
    hasTerminal: state.terminal !== null,
  }));
  const isForCustomers = useTill(isForKiosk);
  if (isForCustomers) {
    return (
      <Suspense fallback={<Starting />}>
        <Kiosk client={client} />
      </Suspense>
    );
  }
  if (connection === "lost") return <Lost />;
  if (connection === "away") return <Away />;
  if (!hasTerminal) return <Starting />;
  return <Screens />;
}

function Screens() {
  const route = useTill((state) => state.route);
  const stage = useTill(stageOf);
  const isFirstRun = useTill((state) => state.terminal?.setup === "first_run");
  const { noOwner, locked, shut } = useTill((state) => ({
    noOwner: lacksOwner(state),
    locked: isLocked(state),
    shut: isShut(state),
  }));
  if (route === "setup") return <Wizard />;
  if (isFirstRun) return <Welcome />;
  if (noOwner) return <ClaimOwner />;
  if (locked) return <LockScreen />;
  if (shut && stage.kind !== "charge") {
    return (
      <LockedCounter isOver={stage.kind === "result"}>
        {stage.kind === "result" ? (
          <Result payment={stage.payment} key={stage.payment.posTid} />
        ) : (
          <Present stage={stage} />
        )}
        <Overlays />
      </LockedCounter>
    );
  }
  if (route === "charge" && stage.kind === "result") {
    return (
      <main className={styles.whole}>
        <Result payment={stage.payment} key={stage.payment.posTid} />
        <Overlays />
      </main>
    );
  }
  return (
    <div className={styles.app}>
      <TopBar />
      <SideRail />
      <main className={styles.main}>
        {/* At the counter they have their place within the screen: over a code or a key nothing lies. */}
        {route !== "charge" && (
          <>
            <NoticeBar />
            <Banners />
          </>
        )}
        {route === "charge" && <OpenSales />}
        <div className={styles.screen}>
          <Screen />
        </div>
      </main>
      <Overlays />
    </div>
  );
}

/** The screen beside the menu. */
function Screen() {
  const route = useTill((state) => state.route);
  const stage = useTill(stageOf);
  return (
    <>
      {route === "reserved" && <Reserved />}
      {route === "payments" && <Payments />}
      {route === "inbox" && <Inbox />}
      {route === "queue" && <Queue />}
      {route === "settings" && <Settings sections={SETTINGS_SECTIONS} />}
      {route === "customers" && (
        <Suspense fallback={null}>
          <CustomerData />
        </Suspense>
      )}
      {route === "reports" && <Reports />}
      {route === "charge" &&
        (stage.kind === "charge" || stage.kind === "result" ? <Charge /> : <Present stage={stage} />)}
    </>
  );
}

/** Dialogs; a failure lies over all of them. */
function Overlays() {
  const { dialog, failure } = useTill((state) => ({ dialog: state.dialog, failure: state.failure }));
  const payment = useTill((state) => (dialog && "posTid" in dialog ? (state.payments[dialog.posTid] ?? null) : null));
  const product = useTill(({ shelf }) =>
    dialog?.kind === "weigh" ? shelf.catalogue?.products.find(({ id }) => id === dialog.productId) : undefined,
  );
  return (
    <>
      {dialog?.kind === "confirmCharge" && <ConfirmSheet />}
      {dialog?.kind === "whichNumber" && <WhichNumber />}
      {dialog?.kind === "line" && <LineSheet index={dialog.index} />}
      {dialog?.kind === "sale" && <SaleSheet />}
      {dialog?.kind === "weigh" && product && <WeighSheet product={product} />}
      {dialog?.kind === "tip" && <TipSheet />}
      {dialog?.kind === "approveDiscount" && <ApproveDiscount started={dialog.started} />}
      {dialog?.kind === "keys" && <KeyMap />}
      {dialog?.kind === "news" && <NewsSheet />}
      {dialog?.kind === "installUpdate" && <InstallDialog />}
      {dialog?.kind === "signIn" && <SignInDialog />}
      {dialog?.kind === "receipt" && <ReceiptDialog />}
      {dialog?.kind === "printer" && <PrinterDialog />}
      <PrintedPage />
      <PrintedStickers />
      {dialog?.kind === "bulk" && <BulkDialog step={dialog.step} posTids={dialog.posTids} done={dialog.done ?? 0} />}
      {dialog?.kind === "phone" && payment && <PhoneDialog payment={payment} />}
      {dialog?.kind === "capture" && payment && <CaptureDialog payment={payment} />}
      {dialog?.kind === "refund" && payment && <RefundDialog payment={payment} />}
      {dialog?.kind === "confirmStep" && payment && <ConfirmStepDialog payment={payment} step={dialog.step} />}
      {dialog?.kind === "attach" && payment && <AttachDialog payment={payment} />}
      {dialog?.kind === "retry" && <RetryDialog operation={dialog.operation} />}
      {dialog?.kind === "resolveVend" && <ResolveVendDialog item={dialog.item} />}
      {dialog?.kind === "acknowledgeVend" && <AcknowledgeVendDialog item={dialog.item} />}
      {dialog?.kind === "discard" && <DiscardDialog operation={dialog.operation} />}
      {failure && <FailureSheet error={failure} />}
    </>
  );
}
