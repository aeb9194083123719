import { Printer } from "lucide-react";
import { Radio, RadioGroup } from "react-aria-components";
import { useTranslation } from "react-i18next";
import type { ReceiptRef, ReceiptView } from "../../../contract/receipts/receipts.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Money } from "../../kit/ui/money.tsx";
import { Sheet } from "../../kit/ui/sheet.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useActions, useTill } from "../../store/store.ts";
import { Paper } from "./paper.tsx";
import { ReceiptStatus } from "./receipt-status.tsx";
import styles from "./receipts.module.css";

export function ReceiptDialog() {
  const { t } = useTranslation();
  const actions = useActions();
  const view = useTill((state) => state.receipts.shown?.view ?? null);
  return (
    <Sheet wide title={t("receipts.title")} onClose={actions.closeDialog}>
      {view === null ? <p role="status">{t("receipts.loading")}</p> : <Body view={view} />}
    </Sheet>
  );
}

function Body({ view }: { view: ReceiptView }) {
  const { t } = useTranslation();
  return (
    <div className={styles.dialog}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it */}
      <div className={styles.table} tabIndex={0} data-testid="receipt-table">
        <Paper html={view.html} label={t("receipts.paper")} className={styles.paper} />
      </div>
      <div className={styles.side}>
        <div className={styles.told}>
          <About view={view} />
          <ReceiptStatus view={view} />
          {view.receipts.length > 1 && <Choice view={view} />}
        </div>
        <div className={styles.ways}>
          <Ways view={view} />
        </div>
      </div>
    </div>
  );
}

function About({ view: { receipt } }: { view: ReceiptView }) {
  const { clock } = useFormat();
  const { number, customer } = receipt.payment;
  return (
    <div className={styles.about} data-testid="receipt-about">
      <Money amount={receipt.total} currency={receipt.currency} className={styles.amount} />
      <p className={styles.quiet}>
        {[number, clock(receipt.time.at), customer].filter((part) => part !== null).join(" · ")}
      </p>
    </div>
  );
}

function keyOf({ kind, part }: ReceiptRef): string {
  return `${kind} ${part}`;
}

function Choice({ view }: { view: ReceiptView }) {
  const { t } = useTranslation();
  const actions = useActions();
  const name = ({ kind, part }: ReceiptRef) =>
    t(kind === "capture" && part === 0 ? "receipts.kinds.captureAll" : `receipts.kinds.${kind}`, { part });
  return (
    <RadioGroup
      className={styles.choice}
      aria-label={t("receipts.which")}
      value={keyOf(view.receipt)}
      onChange={(key) => {
        const chosen = view.receipts.find((ref) => keyOf(ref) === key);
        if (chosen) actions.chooseReceipt(chosen);
      }}
    >
      {view.receipts.map((ref) => (
        <Radio key={keyOf(ref)} value={keyOf(ref)} className={styles.option}>
          {name(ref)}
        </Radio>
      ))}
    </RadioGroup>
  );
}

function Ways({ view }: { view: ReceiptView }) {
  const { t } = useTranslation();
  const actions = useActions();
  const { isBusy, hasPrinter } = useTill(({ busy, receipts }) => ({
    isBusy: busy.print === true,
    hasPrinter: receipts.printer !== null && receipts.printer.state !== "off",
  }));
  const isUnderWay = view.job?.state === "queued" || view.job?.state === "sending";
  // A disabled button would lose the focus, and Escape would not close the dialog. These stay enabled and ignore
  // presses meanwhile.
  return (
    <>
      {hasPrinter && (
        <Button
          kind="primary"
          autoFocus
          Icon={Printer}
          isPending={isBusy || isUnderWay}
          onPress={() => void actions.printReceipt("printer")}
        >
          {t(view.prints > 0 && !isUnderWay ? "receipts.printCopy" : "receipts.print")}
        </Button>
      )}
      <Button
        kind={hasPrinter ? "secondary" : "primary"}
        Icon={hasPrinter ? undefined : Printer}
        isPending={isBusy}
        onPress={() => void actions.printReceipt("page")}
      >
        {t(hasPrinter ? "receipts.printPage" : "receipts.print")}
      </Button>
    </>
  );
}
