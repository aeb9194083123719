import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Person } from "../../../contract/people/staff.ts";
import type { PhoneCheck } from "../../../contract/people/staff-phones.ts";
import { ManagerPin, PinStepProblem } from "../../kit/approval/manager-pin.tsx";
import { PhoneProgress } from "../../kit/approval/phone-step.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { Field } from "../../kit/ui/field.tsx";
import layout from "../../kit/ui/layout.module.css";
import { Sheet } from "../../kit/ui/sheet.tsx";
import { useActions, useTill } from "../../store/store.ts";
import styles from "./staff.module.css";

export function PhoneDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const { t } = useTranslation();
  const actions = useActions();
  const check = useTill((state) => state.phoneCheck);
  const hasAccounts = useTill(({ terminal }) => terminal?.people.accounts === true);
  const close = () => {
    actions.dropPhone();
    onClose();
  };
  const isLinked = person.phoneSince !== null;
  const mayBegin = check === null || ["refused", "over", "done"].includes(check.state);
  return (
    <Sheet
      wide={check?.state === "confirm"}
      title={t("staff.phone.title", { name: person.name })}
      onClose={close}
      footer={
        mayBegin && (
          <>
            {isLinked && <Button onPress={() => void actions.unlinkPhone(person.id)}>{t("staff.phone.unlink")}</Button>}
            {hasAccounts && (
              <Button onPress={() => void actions.linkInBrowser(person.id)}>{t("staff.account.link")}</Button>
            )}
            <Button kind="primary" onPress={() => void actions.linkPhone(person.id)}>
              {t(isLinked ? "staff.phone.linkAnother" : "staff.phone.link")}
            </Button>
          </>
        )
      }
    >
      <div className={layout.stack}>
        <p>{t(isLinked ? "staff.phone.linked" : "staff.phone.intro")}</p>
        {check?.state === "confirm" ? (
          <Confirm check={check} name={person.name} />
        ) : (
          check !== null && <PhoneProgress check={check} />
        )}
        {check === null && <PinStepProblem />}
      </div>
    </Sheet>
  );
}

function Confirm({ check: { account, way }, name }: { check: PhoneCheck; name: string }) {
  const { t } = useTranslation();
  const actions = useActions();
  const [number, setNumber] = useState("");
  return (
    <div className={layout.columns}>
      <div className={layout.column}>
        {way === "browser" ? (
          <>
            <p>{t("staff.account.confirm")}</p>
            <p className={styles.shownAccount} data-testid="account">
              {account?.name != null && <strong>{account.name}</strong>}
              {account?.number != null && <span>{account.number}</span>}
            </p>
            <p>{t("staff.account.isTheirs", { name })}</p>
            <Button onPress={actions.dropPhone}>{t("staff.account.notTheirs")}</Button>
          </>
        ) : (
          <Field
            autoFocus
            label={t("staff.phone.number")}
            description={t("staff.phone.numberHint")}
            value={number}
            onChange={(text) => setNumber(text.replace(/\D/g, "").slice(0, 4))}
            input={{ inputMode: "numeric", autoComplete: "off", maxLength: 4 }}
          />
        )}
        <PinStepProblem />
      </div>
      <ManagerPin
        opens
        keepsFocus={way === "phone"}
        label={t("settingsScreen.pin.owner")}
        submit={t("staff.phone.confirm")}
        onPin={(pin) => void actions.confirmPhone(way === "phone" ? number : undefined, pin)}
      />
    </div>
  );
}
