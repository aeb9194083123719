import { type LazyModule, Loaded } from "../kit/lazy-module.ts";
import type { Dialog } from "../store/state.ts";
import { useActions, useTill } from "../store/store.ts";
import { LoadFailed } from "./load-failed.tsx";
import { COUNTER, DIALOGS, FRAME, PAYMENTS, useLoadState } from "./parts.ts";

const PART_OF: Record<Dialog["kind"], LazyModule<unknown> | null> = {
  confirmCharge: COUNTER,
  whichNumber: COUNTER,
  line: COUNTER,
  sale: COUNTER,
  weigh: COUNTER,
  tip: COUNTER,
  approveDiscount: COUNTER,
  phone: COUNTER,
  keys: FRAME,
  news: FRAME,
  signIn: FRAME,
  bulk: PAYMENTS,
  capture: PAYMENTS,
  refund: PAYMENTS,
  confirmStep: PAYMENTS,
  attach: PAYMENTS,
  retry: PAYMENTS,
  discard: PAYMENTS,
  installUpdate: DIALOGS,
  receipt: DIALOGS,
  printer: DIALOGS,
  resolveVend: DIALOGS,
  acknowledgeVend: DIALOGS,
  unblockSlot: DIALOGS,
  reveal: null,
  forget: null,
  label: null,
  leaveKiosk: null,
};

export function Overlays() {
  const { dialog, failure } = useTill((state) => ({ dialog: state.dialog, failure: state.failure }));
  const { isPrinting, areStickersPrinted } = useTill(({ receipts, stickers }) => ({
    isPrinting: receipts.page !== null,
    areStickersPrinted: stickers.page !== null,
  }));
  return (
    <>
      {dialog !== null && <OpenDialog dialog={dialog} />}
      {isPrinting && <Loaded from={DIALOGS}>{({ PrintedPage }) => <PrintedPage />}</Loaded>}
      {areStickersPrinted && <Loaded from={DIALOGS}>{({ PrintedStickers }) => <PrintedStickers />}</Loaded>}
      {failure && <Loaded from={FRAME}>{({ FailureSheet }) => <FailureSheet error={failure} />}</Loaded>}
      <LoadFailure />
    </>
  );
}

function OpenDialog({ dialog }: { dialog: Dialog }) {
  const payment = useTill((state) => ("posTid" in dialog ? (state.payments[dialog.posTid] ?? null) : null));
  const product = useTill(({ shelf }) =>
    dialog.kind === "weigh" ? shelf.catalogue?.products.find(({ id }) => id === dialog.productId) : undefined,
  );
  return (
    <>
      <TillDialog dialog={dialog} />
      {dialog.kind === "confirmCharge" && <Loaded from={COUNTER}>{({ ConfirmSheet }) => <ConfirmSheet />}</Loaded>}
      {dialog.kind === "whichNumber" && <Loaded from={COUNTER}>{({ CountryChoice }) => <CountryChoice />}</Loaded>}
      {dialog.kind === "line" && (
        <Loaded from={COUNTER}>{({ LineSheet }) => <LineSheet index={dialog.index} />}</Loaded>
      )}
      {dialog.kind === "sale" && <Loaded from={COUNTER}>{({ SaleSheet }) => <SaleSheet />}</Loaded>}
      {dialog.kind === "weigh" && product && (
        <Loaded from={COUNTER}>{({ WeighSheet }) => <WeighSheet product={product} />}</Loaded>
      )}
      {dialog.kind === "tip" && <Loaded from={COUNTER}>{({ TipSheet }) => <TipSheet />}</Loaded>}
      {dialog.kind === "approveDiscount" && (
        <Loaded from={COUNTER}>{({ ApproveDiscount }) => <ApproveDiscount started={dialog.started} />}</Loaded>
      )}
      {dialog.kind === "bulk" && (
        <Loaded from={PAYMENTS}>
          {({ BulkDialog }) => <BulkDialog step={dialog.step} posTids={dialog.posTids} done={dialog.done ?? 0} />}
        </Loaded>
      )}
      {dialog.kind === "phone" && payment && (
        <Loaded from={COUNTER}>{({ PhoneDialog }) => <PhoneDialog payment={payment} />}</Loaded>
      )}
      {dialog.kind === "capture" && payment && (
        <Loaded from={PAYMENTS}>{({ CaptureDialog }) => <CaptureDialog payment={payment} />}</Loaded>
      )}
      {dialog.kind === "refund" && payment && (
        <Loaded from={PAYMENTS}>
          {({ RefundDialog }) => <RefundDialog payment={payment} request={dialog.request ?? null} />}
        </Loaded>
      )}
      {dialog.kind === "confirmStep" && payment && (
        <Loaded from={PAYMENTS}>
          {({ ConfirmStepDialog }) => <ConfirmStepDialog payment={payment} step={dialog.step} />}
        </Loaded>
      )}
      {dialog.kind === "attach" && payment && (
        <Loaded from={PAYMENTS}>{({ AttachDialog }) => <AttachDialog payment={payment} />}</Loaded>
      )}
      {dialog.kind === "retry" && (
        <Loaded from={PAYMENTS}>{({ RetryDialog }) => <RetryDialog operation={dialog.operation} />}</Loaded>
      )}
      {dialog.kind === "discard" && (
        <Loaded from={PAYMENTS}>{({ DiscardDialog }) => <DiscardDialog operation={dialog.operation} />}</Loaded>
      )}
    </>
  );
}

function TillDialog({ dialog }: { dialog: Dialog }) {
  return (
    <>
      {dialog.kind === "keys" && <Loaded from={FRAME}>{({ KeyMap }) => <KeyMap />}</Loaded>}
      {dialog.kind === "news" && <Loaded from={FRAME}>{({ NewsSheet }) => <NewsSheet />}</Loaded>}
      {dialog.kind === "installUpdate" && <Loaded from={DIALOGS}>{({ InstallDialog }) => <InstallDialog />}</Loaded>}
      {dialog.kind === "signIn" && <Loaded from={FRAME}>{({ SignInDialog }) => <SignInDialog />}</Loaded>}
      {dialog.kind === "receipt" && <Loaded from={DIALOGS}>{({ ReceiptDialog }) => <ReceiptDialog />}</Loaded>}
      {dialog.kind === "printer" && <Loaded from={DIALOGS}>{({ PrinterDialog }) => <PrinterDialog />}</Loaded>}
      {dialog.kind === "resolveVend" && (
        <Loaded from={DIALOGS}>{({ ResolveVendDialog }) => <ResolveVendDialog item={dialog.item} />}</Loaded>
      )}
      {dialog.kind === "acknowledgeVend" && (
        <Loaded from={DIALOGS}>{({ AcknowledgeVendDialog }) => <AcknowledgeVendDialog item={dialog.item} />}</Loaded>
      )}
      {dialog.kind === "unblockSlot" && (
        <Loaded from={DIALOGS}>{({ UnblockSlotDialog }) => <UnblockSlotDialog slot={dialog.slot} />}</Loaded>
      )}
    </>
  );
}

function LoadFailure() {
  const actions = useActions();
  const overlayPart = useTill(({ dialog, failure }) => {
    if (failure !== null) return FRAME;
    return dialog === null ? null : PART_OF[dialog.kind];
  });
  const hasFailed = useTill((state) => state.failure !== null);
  if (useLoadState(overlayPart) !== "failed") return null;
  return <LoadFailed onClose={hasFailed ? actions.closeFailure : actions.closeDialog} />;
}
