import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { PrinterSettings } from "../../../contract/receipts.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Saved } from "../../kit/ui/saved.tsx";
import { Section } from "../../kit/ui/section-tabs.tsx";
import { Segmented } from "../../kit/ui/segmented.tsx";
import { useActions, useTill } from "../../store/store.tsx";
import { draftOf, type PrinterDraft, problemsOf, settingsOf } from "./printer-draft.ts";
import { NetworkPrinter } from "./printer-fields.tsx";
import { PrinterState } from "./printer-state.tsx";
import styles from "./receipts.module.css";

/** Settings: which printer, how wide its paper is, and whether it works. */
export function PrinterSection() {
  const actions = useActions();
  const [printer, setPrinter] = useState<PrinterSettings | null>(null);
  useEffect(() => {
    void actions.readReceiptSettings().then((settings) => setPrinter(settings?.printer ?? null));
  }, [actions]);
  return (
    <Section narrow>
      <PrinterState />
      <TestButton />
      {printer && <Form printer={printer} />}
    </Section>
  );
}

function TestButton() {
  const { t } = useTranslation();
  const actions = useActions();
  const { isOff, isBusy } = useTill(({ busy, receipts }) => ({
    isOff: receipts.printer === null || receipts.printer.state === "off",
    isBusy: busy.testPrinter === true,
  }));
  if (isOff) return null;
  return (
    <Button isDisabled={isBusy} onPress={() => void actions.testPrinter()}>
      {t("printer.test")}
    </Button>
  );
}

function Form({ printer }: { printer: PrinterSettings }) {
  const { t } = useTranslation();
  const actions = useActions();
  const isBusy = useTill((state) => state.busy.receiptSettings === true);
  const [draft, setDraft] = useState(() => draftOf(printer));
  const [isSaved, setIsSaved] = useState(false);
  const problems = problemsOf(draft);
  const isRight = Object.values(problems).every((wrong) => !wrong);
  const change = (part: Partial<PrinterDraft>) => {
    setIsSaved(false);
    setDraft((before) => ({ ...before, ...part }));
  };
  const save = async () => setIsSaved(await actions.saveReceiptSettings({ printer: settingsOf(draft) }));
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isRight && !isBusy) void save();
      }}
    >
      <div>
        <h3>{t("printer.kind")}</h3>
        <Segmented
          fill
          label={t("printer.kind")}
          value={draft.kind}
          onChange={(kind) => change({ kind })}
          options={[
            { value: "none", label: t("printer.kinds.none") },
            { value: "escpos-tcp", label: t("printer.kinds.network") },
          ]}
        />
      </div>
      {draft.kind === "escpos-tcp" && <NetworkPrinter draft={draft} problems={problems} onChange={change} />}
      <Button kind="primary" type="submit" isDisabled={!isRight || isBusy}>
        {t("printer.save")}
      </Button>
      {isSaved && <Saved text={t("printer.saved")} />}
    </form>
  );
}
