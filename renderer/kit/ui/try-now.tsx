import { RefreshCw } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useKit, useKitActions } from "../context.ts";
import { Button, type ButtonProps } from "./button.tsx";

export function TryNow({ kind }: Pick<ButtonProps, "kind">) {
  const { t } = useTranslation();
  const actions = useKitActions();
  const isBusy = useKit((state) => state.busy.tryNow === true);
  return (
    <Button kind={kind} Icon={RefreshCw} isDisabled={isBusy} onPress={() => void actions.tryNow()}>
      {t("line.tryNow")}
    </Button>
  );
}
