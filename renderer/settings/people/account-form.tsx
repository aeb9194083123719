import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { AccountSignIn } from "../../../contract/people/staff-phones.ts";
import { PinStepProblem } from "../../kit/approval/manager-pin.tsx";
import { Switch } from "../../kit/ui/switch.tsx";
import { useReasonText } from "../../kit/ui/use-reason-text.ts";
import { useActions, useTill } from "../../store/store.ts";
import styles from "./staff.module.css";

/** Allows sign-in with service accounts; effective immediately. */
export function AccountForm() {
  const { t } = useTranslation();
  const reasonText = useReasonText();
  const actions = useActions();
  const { isOn, isBusy, hasCheck } = useTill(({ terminal, busy, phoneCheck }) => ({
    isOn: terminal?.people.accounts === true,
    isBusy: busy.phone === true,
    hasCheck: phoneCheck !== null,
  }));
  const [left, setLeft] = useState<AccountSignIn["because"]>(null);
  const change = async (enabled: boolean) => setLeft((await actions.setAccounts(enabled))?.because ?? null);
  return (
    <div className={styles.accounts}>
      <h3 className={styles.heading}>{t("staff.account.title")}</h3>
      <p>{t("staff.account.intro")}</p>
      <Switch isSelected={isOn} isDisabled={isBusy} onChange={(enabled) => void change(enabled)}>
        {t("staff.account.allow")}
      </Switch>
      {left !== null && <p role="alert">{reasonText(left, undefined)}</p>}
      {!hasCheck && <PinStepProblem />}
    </div>
  );
}
