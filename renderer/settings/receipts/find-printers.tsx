import { useEffect, useState } from "react";
import { Radio, RadioGroup } from "react-aria-components";
import { useTranslation } from "react-i18next";
import { type FoundPrinter, printerPlaceName } from "../../../contract/receipts/receipts.ts";
import { Button } from "../../kit/ui/button.tsx";
import { useActions, useTill } from "../../store/store.ts";
import { draftFromPlace, type PrinterDraft } from "./printer-draft.ts";
import styles from "./receipts.module.css";

export interface FindPrintersProps {
  draft: PrinterDraft;
  onChange: (part: Partial<PrinterDraft>) => void;
}

export function FindPrinters({ draft, onChange }: FindPrintersProps) {
  const { t } = useTranslation();
  const actions = useActions();
  const isBusy = useTill((state) => state.busy.findPrinters === true);
  const [found, setFound] = useState<FoundPrinter[] | null>(null);
  // Leaving the page ends the search.
  useEffect(() => () => void actions.stopFinding(), [actions]);
  const search = () => void actions.findPrinters().then(setFound);
  return (
    <>
      <div className={styles.buttons}>
        <Button onPress={() => (isBusy ? void actions.stopFinding() : search())}>
          {t(isBusy ? "printer.find.stop" : "printer.find.start")}
        </Button>
      </div>
      <p role="status" className={styles.quiet}>
        {isBusy ? t("printer.find.busy") : found?.length === 0 && t("printer.find.none")}
      </p>
      {!isBusy && found !== null && found.length > 0 && <Found found={found} draft={draft} onChange={onChange} />}
    </>
  );
}

function Found({ found, draft, onChange }: FindPrintersProps & { found: FoundPrinter[] }) {
  const { t } = useTranslation();
  const chosen = found.find(({ place }) =>
    Object.entries(draftFromPlace(place)).every(([field, value]) => draft[field as keyof PrinterDraft] === value),
  );
  return (
    <RadioGroup
      className={styles.choice}
      aria-label={t("printer.find.list")}
      value={chosen === undefined ? null : JSON.stringify(chosen.place)}
      onChange={(key) => {
        const printer = found.find(({ place }) => JSON.stringify(place) === key);
        if (printer) onChange(draftFromPlace(printer.place));
      }}
    >
      {found.map(({ place, name, fault }) => (
        <Radio key={JSON.stringify(place)} value={JSON.stringify(place)} className={styles.option}>
          <div>
            {name ?? t(`printer.find.unnamed.${place.kind}`)}
            <p className={styles.quiet}>{printerPlaceName(place)}</p>
            {fault !== null && <p>{`${t(`printer.state.${fault}`)}. ${t(`printer.next.${fault}`)}`}</p>}
            {place.kind === "escpos-tcp" && <p className={styles.quiet}>{t("printer.find.untested")}</p>}
          </div>
        </Radio>
      ))}
    </RadioGroup>
  );
}
