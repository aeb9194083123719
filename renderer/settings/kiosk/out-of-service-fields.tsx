import { useTranslation } from "react-i18next";
import { Button } from "../../kit/ui/button.tsx";
import { Group } from "../../kit/ui/group.tsx";
import layout from "../../kit/ui/layout.module.css";
import { Switch } from "../../kit/ui/switch.tsx";
import { useActions, useTill } from "../../store/store.ts";
import type { KioskFieldsProps } from "./kiosk-draft.ts";

export function OutOfServiceFields({ draft, onChange }: KioskFieldsProps) {
  const { t } = useTranslation();
  const actions = useActions();
  const phone = useTill(({ terminal }) => terminal?.phone ?? null);
  return (
    <Group title={t("kioskSettings.outOfService")}>
      <Switch isSelected={draft.receiptRequired} onChange={(receiptRequired) => onChange({ receiptRequired })}>
        {t("kioskSettings.receiptRequired")}
      </Switch>
      <p>{phone === null ? t("kioskSettings.noPhone") : t("kioskSettings.phone", { phone })}</p>
      <div className={`${layout.row} ${layout.oneHeight}`}>
        <Button onPress={() => actions.openSettings("receipts")}>{t("kioskSettings.toPhone")}</Button>
      </div>
    </Group>
  );
}
