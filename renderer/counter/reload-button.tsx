import { useTranslation } from "react-i18next";
import { Button } from "../kit/ui/button.tsx";
import { useTill } from "../store/store.ts";

/** Reloads the window: browsers do not retry a part that could not be loaded. */
export function ReloadButton() {
  const { t } = useTranslation();
  const isConnected = useTill(({ connection }) => connection === "ready");
  return (
    <Button kind="primary" isDisabled={!isConnected} onPress={() => location.reload()}>
      {t("notFetched.again")}
    </Button>
  );
}
