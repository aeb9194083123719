import { CloudAlert } from "lucide-react";
import { Button as AriaButton } from "react-aria-components";
import { useTranslation } from "react-i18next";
import { useActions, useTill } from "../store/store.ts";

/** In the status line, while updates do not work: a way to why. @param props the line's own styles */
export function UpdateChip({ button, chip }: { button: string | undefined; chip: string | undefined }) {
  const { t } = useTranslation();
  const actions = useActions();
  const isFailed = useTill((state) => state.terminal?.update.state === "failed");
  if (!isFailed) return null;
  return (
    <AriaButton className={button ?? ""} onPress={() => actions.openSettings("updates")}>
      <span className={chip} data-tone="attention" data-testid="chip-update">
        <CloudAlert aria-hidden size={18} />
        {t("updates.alarm")}
      </span>
    </AriaButton>
  );
}
