import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { PrinterSettings } from "../../../contract/receipts/receipts.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Group } from "../../kit/ui/group.tsx";
import layout from "../../kit/ui/layout.module.css";
import { Saved } from "../../kit/ui/saved.tsx";
import { Section } from "../../kit/ui/section-tabs.tsx";
import { Segmented } from "../../kit/ui/segmented.tsx";
import { useActions, useTill } from "../../store/store.ts";
import { useSaving } from "../../store/use-saving.ts";
import { FindPrinters } from "./find-printers.tsx";
import { draftOf, type PrinterDraft, problemsOf, settingsOf } from "./printer-draft.ts";
import { PrinterAddress, PrinterPaper } from "./printer-fields.tsx";
import { PrinterState } from "./printer-state.tsx";
import styles from "./receipts.module.css";

export function PrinterSection() {
  const actions = useActions();
  const [printer, setPrinter] = useState<PrinterSettings | null>(null);
  useEffect(() => {
    void actions.readReceiptSettings().then((settings) => setPrinter(settings?.printer ?? null));
  }, [actions]);
  return (
    <Section>
      <PrinterState>
        <TestButton />
      </PrinterState>
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
  const saving = useSaving();
  const problems = problemsOf(draft);
  const isValid = Object.values(problems).every((wrong) => !wrong);
  const change = (part: Partial<PrinterDraft>) => {
    saving.changed();
    setDraft((before) => ({ ...before, ...part }));
  };
  const save = () => saving.save(actions.saveReceiptSettings({ printer: settingsOf(draft) }));
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isValid && !isBusy) void save();
      }}
    >
      <div className={layout.groups}>
        <Group title={t("printer.kind")}>
          <Segmented
            fill
            label={t("printer.kind")}
            value={draft.kind}
            onChange={(kind) => change({ kind })}
            options={[
              { value: "none", label: t("printer.kinds.none") },
              { value: "network", label: t("printer.kinds.network") },
              { value: "local", label: t("printer.kinds.local") },
            ]}
          />
          <FindPrinters draft={draft} onChange={change} />
          {draft.kind !== "none" && <PrinterAddress draft={draft} problems={problems} onChange={change} />}
        </Group>
        {draft.kind !== "none" && <PrinterPaper draft={draft} problems={problems} onChange={change} />}
      </div>
      <Button kind="primary" type="submit" isDisabled={!isValid || isBusy}>
        {t("printer.save")}
      </Button>
      {saving.isSaved && <Saved text={t("printer.saved")} />}
    </form>
  );
}
