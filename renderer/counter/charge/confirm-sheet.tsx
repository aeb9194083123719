import { useTranslation } from "react-i18next";
import { totalOf } from "../../kit/amount/entry.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Sheet } from "../../kit/ui/sheet.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { requestedTip } from "../../store/ports.ts";
import { useActions, useTill } from "../../store/store.ts";

export function ConfirmSheet() {
  const { t } = useTranslation();
  const { money } = useFormat();
  const actions = useActions();
  const { entry, tip, isSuggested, limit, isBusy } = useTill(({ draft, terminal, busy }) => ({
    entry: draft.entry,
    tip: terminal === null ? 0 : requestedTip(draft, terminal),
    isSuggested: draft.tip === null,
    limit: terminal?.confirmAbove ?? null,
    isBusy: busy.start === true,
  }));
  const total = totalOf(entry) + tip;
  const amount = money(total);
  // Asks for the tip again, because it may be the mistake.
  const goBack = () => {
    actions.forgetTip();
    actions.closeDialog();
  };
  return (
    <Sheet
      role="alertdialog"
      title={t("charge.confirmTitle", { amount })}
      onClose={goBack}
      footer={
        <>
          <Button autoFocus onPress={goBack}>
            {t("charge.confirmNo")}
          </Button>
          <Button kind="primary" isDisabled={isBusy} onPress={() => void actions.charge(true)}>
            {t("charge.confirmYes", { amount })}
          </Button>
        </>
      }
    >
      {tip > 0 && <p>{t(isSuggested ? "charge.confirmSuggested" : "charge.confirmTip", { tip: money(tip) })}</p>}
      <p>
        {limit !== null && total > limit ? t("charge.confirmText", { limit: money(limit) }) : t("charge.confirmCheck")}
      </p>
    </Sheet>
  );
}
