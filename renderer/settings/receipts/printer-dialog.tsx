import { useTranslation } from "react-i18next";
import { Button } from "../../kit/ui/button.tsx";
import { Sheet } from "../../kit/ui/sheet.tsx";
import { useActions, useTill } from "../../store/store.ts";
import { PrinterState } from "./printer-state.tsx";

export function PrinterDialog() {
  const { t } = useTranslation();
  const actions = useActions();
  const isBusy = useTill((state) => state.busy.testPrinter === true);
  return (
    <Sheet
      title={t("printer.title")}
      onClose={actions.closeDialog}
      footer={
        <>
          <Button
            onPress={() => {
              actions.closeDialog();
              actions.openSettings("printer");
            }}
          >
            {t("printer.openSettings")}
          </Button>
          <Button isPending={isBusy} onPress={() => void actions.testPrinter()}>
            {t("printer.test")}
          </Button>
        </>
      }
    >
      <PrinterState />
    </Sheet>
  );
}
