import { useTranslation } from "react-i18next";
import { Sheet } from "../../kit/ui/sheet.tsx";
import { useActions, useTill } from "../../store/store.tsx";
import { NumberChoice, usePhoneReadings } from "./number-choice.tsx";

/** Asks which number is meant, before anybody is asked to pay. */
export function WhichNumber() {
  const { t } = useTranslation();
  const actions = useActions();
  const readings = usePhoneReadings(useTill(({ draft }) => draft.phone));
  if (readings.kind !== "ask") return null;
  return (
    <Sheet title={t(readings.readings.length === 1 ? "phones.confirm" : "phones.title")} onClose={actions.closeDialog}>
      <NumberChoice readings={readings.readings} onChoose={(digits) => void actions.chargeNumber(digits)} />
    </Sheet>
  );
}
