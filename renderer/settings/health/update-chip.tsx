import { CloudAlert } from "lucide-react";
import { Button as AriaButton } from "react-aria-components";
import { useTranslation } from "react-i18next";
import { isManualUpdate } from "../../../contract/values/updates.ts";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useActions, useTill } from "../../store/store.ts";

/**
 * Shown in the top bar when updates fail or need a manual installation.
 * @param props styles of the top bar
 */
export function UpdateChip({ button, chip }: { button: string | undefined; chip: string | undefined }) {
  const { t } = useTranslation();
  const { row } = useFormat();
  const actions = useActions();
  const { update, now } = useTill((state) => ({ update: state.terminal?.update ?? null, now: state.now }));
  const waits = update !== null && update.version !== null && isManualUpdate(update.because);
  if (update === null || (update.state !== "failed" && !waits)) return null;
  const words = () => {
    if (waits) return t("updates.alarmByHand", { version: update.version });
    if (update.because !== "check_failed" || update.since === null) return t("updates.alarmAtAll");
    return t("updates.alarm", { time: row(update.since, now) });
  };
  return (
    <AriaButton className={button ?? ""} onPress={() => actions.openSettings("updates")}>
      <span className={chip} data-tone="attention" data-testid="chip-update">
        <CloudAlert aria-hidden size={18} />
        {words()}
      </span>
    </AriaButton>
  );
}
