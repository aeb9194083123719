import { useTranslation } from "react-i18next";
import { Button } from "../../kit/ui/button.tsx";
import { Sheet } from "../../kit/ui/sheet.tsx";
import { useActions, useTill } from "../../store/store.ts";

export function InstallDialog() {
  const { t } = useTranslation();
  const actions = useActions();
  const { version, isBusy } = useTill((state) => ({
    version: state.diagnostics.updates?.version ?? "",
    isBusy: state.busy.installUpdate === true,
  }));
  return (
    <Sheet
      role="alertdialog"
      title={t("updates.state.waiting", { version })}
      onClose={actions.closeDialog}
      footer={
        <>
          <Button onPress={actions.closeDialog}>{t("common.back")}</Button>
          <Button kind="primary" isDisabled={isBusy} onPress={() => void actions.installUpdate()}>
            {t("updates.install")}
          </Button>
        </>
      }
    >
      <p>{t("updates.confirm")}</p>
    </Sheet>
  );
}
