import { useTranslation } from "react-i18next";
import { totalOf } from "../../kit/amount/entry.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Sheet } from "../../kit/ui/sheet.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useActions, useTill } from "../../store/store.tsx";

/** Asks once more before an unusually large amount is charged. */
export function ConfirmSheet() {
  const { t } = useTranslation();
  const { money } = useFormat();
  const actions = useActions();
  const { entry, limit, isBusy } = useTill((state) => ({
    entry: state.draft.entry,
    limit: state.terminal?.confirmAbove ?? 0,
    isBusy: state.busy.start === true,
  }));
  const amount = money(totalOf(entry));
  return (
    <Sheet
      role="alertdialog"
      title={t("charge.confirmTitle", { amount })}
      onClose={actions.closeDialog}
      footer={
        <>
          <Button autoFocus onPress={actions.closeDialog}>
            {t("charge.confirmNo")}
          </Button>
          <Button kind="primary" isDisabled={isBusy} onPress={() => void actions.charge(true)}>
            {t("charge.confirmYes", { amount })}
          </Button>
        </>
      }
    >
      <p>{t("charge.confirmText", { limit: money(limit) })}</p>
    </Sheet>
  );
}
