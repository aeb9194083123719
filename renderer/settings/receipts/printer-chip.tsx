import { Printer } from "lucide-react";
import { Button as AriaButton } from "react-aria-components";
import { useTranslation } from "react-i18next";
import { useActions, useTill } from "../../store/store.ts";

export function PrinterChip({ button, chip }: { button: string | undefined; chip: string | undefined }) {
  const { t } = useTranslation();
  const actions = useActions();
  const word = useTill(({ receipts: { printer } }) => {
    if (printer === null || printer.state === "off") return null;
    if (printer.jobs.some(({ state }) => state === "unknown")) return "look" as const;
    return printer.fault ?? (printer.paperLow ? ("paperLow" as const) : null);
  });
  if (word === null) return null;
  return (
    <AriaButton className={button ?? ""} onPress={() => actions.open({ kind: "printer" })}>
      <span className={chip} data-tone="attention" data-testid="printer-chip">
        <Printer aria-hidden size={18} />
        {t(`bar.printer.${word}`)}
      </span>
    </AriaButton>
  );
}
