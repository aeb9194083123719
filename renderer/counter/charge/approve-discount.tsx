import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { CommandInput } from "../../../contract/bridge/commands.ts";
import { PinStepProblem } from "../../kit/approval/manager-pin.tsx";
import { ApproverStep } from "../../kit/approval/phone-step.tsx";
import { Button } from "../../kit/ui/button.tsx";
import layout from "../../kit/ui/layout.module.css";
import { Sheet } from "../../kit/ui/sheet.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useActions } from "../../store/store.ts";
import styles from "./basket.module.css";

export function ApproveDiscount({ started }: { started: CommandInput<"payment.start"> }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const actions = useActions();
  const [byPhone, setByPhone] = useState(false);
  const { action, amount, additionalAmount = 0, lines = [] } = started;
  const total = money(amount + additionalAmount);
  const off = lines.reduce((sum, { discount = 0 }) => sum + discount, 0);
  return (
    <Sheet wide title={t("discount.approveTitle")} onClose={actions.closeDialog}>
      <div className={layout.columns}>
        <div className={layout.column}>
          <p className={styles.approved}>{t("discount.approveText", { amount: money(off), total })}</p>
          <PinStepProblem />
          <Button onPress={actions.closeDialog}>{t("common.back")}</Button>
        </div>
        <ApproverStep
          ask={{ command: "payment.start", input: started }}
          byPhone={byPhone}
          setByPhone={setByPhone}
          submit={t(action === "AUTH" ? "discount.approveYesReserve" : "discount.approveYes", { amount: total })}
          onPin={(pin) => void actions.chargeApproved(pin)}
          onPhone={(approval) => {
            setByPhone(false);
            void actions.chargeApproved(approval);
          }}
        />
      </div>
    </Sheet>
  );
}
