import { Fetched, type Part } from "../kit/part.tsx";
import type { Dialog } from "../store/state.ts";
import { useActions, useTill } from "../store/store.tsx";
import { NotFetched, useFetched } from "./not-fetched.tsx";
import { COUNTER, DIALOGS, FRAME, PAYMENTS } from "./parts.ts";

const PART_OF: Record<Dialog["kind"], Part<unknown> | null> = {
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
      {isPrinting && <Fetched from={DIALOGS}>{({ PrintedPage }) => <PrintedPage />}</Fetched>}
      {areStickersPrinted && <Fetched from={DIALOGS}>{({ PrintedStickers }) => <PrintedStickers />}</Fetched>}
      {failure && <Fetched from={FRAME}>{({ FailureSheet }) => <FailureSheet error={failure} />}</Fetched>}
      <Unfetched />
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
      <TillsDialog dialog={dialog} />
      {dialog.kind === "confirmCharge" && <Fetched from={COUNTER}>{({ ConfirmSheet }) => <ConfirmSheet />}</Fetched>}
      {dialog.kind === "whichNumber" && <Fetched from={COUNTER}>{({ WhichNumber }) => <WhichNumber />}</Fetched>}
      {dialog.kind === "line" && (
        <Fetched from={COUNTER}>{({ LineSheet }) => <LineSheet index={dialog.index} />}</Fetched>
      )}
      {dialog.kind === "sale" && <Fetched from={COUNTER}>{({ SaleSheet }) => <SaleSheet />}</Fetched>}
      {dialog.kind === "weigh" && product && (
        <Fetched from={COUNTER}>{({ WeighSheet }) => <WeighSheet product={product} />}</Fetched>
      )}
      {dialog.kind === "tip" && <Fetched from={COUNTER}>{({ TipSheet }) => <TipSheet />}</Fetched>}
      {dialog.kind === "approveDiscount" && (
        <Fetched from={COUNTER}>{({ ApproveDiscount }) => <ApproveDiscount started={dialog.started} />}</Fetched>
      )}
      {dialog.kind === "bulk" && (
        <Fetched from={PAYMENTS}>
          {({ BulkDialog }) => <BulkDialog step={dialog.step} posTids={dialog.posTids} done={dialog.done ?? 0} />}
        </Fetched>
      )}
      {dialog.kind === "phone" && payment && (
        <Fetched from={COUNTER}>{({ PhoneDialog }) => <PhoneDialog payment={payment} />}</Fetched>
      )}
      {dialog.kind === "capture" && payment && (
        <Fetched from={PAYMENTS}>{({ CaptureDialog }) => <CaptureDialog payment={payment} />}</Fetched>
      )}
      {dialog.kind === "refund" && payment && (
        <Fetched from={PAYMENTS}>
          {({ RefundDialog }) => <RefundDialog payment={payment} request={dialog.request ?? null} />}
        </Fetched>
      )}
      {dialog.kind === "confirmStep" && payment && (
        <Fetched from={PAYMENTS}>
          {({ ConfirmStepDialog }) => <ConfirmStepDialog payment={payment} step={dialog.step} />}
        </Fetched>
      )}
      {dialog.kind === "attach" && payment && (
        <Fetched from={PAYMENTS}>{({ AttachDialog }) => <AttachDialog payment={payment} />}</Fetched>
      )}
      {dialog.kind === "retry" && (
        <Fetched from={PAYMENTS}>{({ RetryDialog }) => <RetryDialog operation={dialog.operation} />}</Fetched>
      )}
      {dialog.kind === "discard" && (
        <Fetched from={PAYMENTS}>{({ DiscardDialog }) => <DiscardDialog operation={dialog.operation} />}</Fetched>
      )}
    </>
  );
}

function TillsDialog({ dialog }: { dialog: Dialog }) {
  return (
    <>
      {dialog.kind === "keys" && <Fetched from={FRAME}>{({ KeyMap }) => <KeyMap />}</Fetched>}
      {dialog.kind === "news" && <Fetched from={FRAME}>{({ NewsSheet }) => <NewsSheet />}</Fetched>}
      {dialog.kind === "installUpdate" && <Fetched from={DIALOGS}>{({ InstallDialog }) => <InstallDialog />}</Fetched>}
      {dialog.kind === "signIn" && <Fetched from={FRAME}>{({ SignInDialog }) => <SignInDialog />}</Fetched>}
      {dialog.kind === "receipt" && <Fetched from={DIALOGS}>{({ ReceiptDialog }) => <ReceiptDialog />}</Fetched>}
      {dialog.kind === "printer" && <Fetched from={DIALOGS}>{({ PrinterDialog }) => <PrinterDialog />}</Fetched>}
      {dialog.kind === "resolveVend" && (
        <Fetched from={DIALOGS}>{({ ResolveVendDialog }) => <ResolveVendDialog item={dialog.item} />}</Fetched>
      )}
      {dialog.kind === "acknowledgeVend" && (
        <Fetched from={DIALOGS}>{({ AcknowledgeVendDialog }) => <AcknowledgeVendDialog item={dialog.item} />}</Fetched>
      )}
      {dialog.kind === "unblockSlot" && (
        <Fetched from={DIALOGS}>{({ UnblockSlotDialog }) => <UnblockSlotDialog slot={dialog.slot} />}</Fetched>
      )}
    </>
  );
}

function Unfetched() {
  const actions = useActions();
  const wanted = useTill(({ dialog, failure }) => {
    if (failure !== null) return FRAME;
    return dialog === null ? null : PART_OF[dialog.kind];
  });
  const hasFailed = useTill((state) => state.failure !== null);
  if (useFetched(wanted) !== "failed") return null;
  return <NotFetched onClose={hasFailed ? actions.closeFailure : actions.closeDialog} />;
}
