import { Phone } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { PhoneReading } from "../../../contract/values/phones.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Sheet } from "../../kit/ui/sheet.tsx";
import { useActions, useTill } from "../../store/store.ts";
import styles from "./number-choice.module.css";
import { useNumberWords, usePhoneReadings } from "./number-words.ts";

interface NumberChoiceProps {
  readings: readonly PhoneReading[];
  onChoose: (digits: string) => void;
}

export function NumberChoice({ readings, onChoose }: NumberChoiceProps) {
  const { t } = useTranslation();
  const words = useNumberWords();
  const isBusy = useTill((state) => Object.keys(state.busy).length > 0);
  return (
    <div className={styles.choice}>
      <p role="status">{t(readings.length === 1 ? "phones.unusual" : "phones.several")}</p>
      {readings.map((reading) => (
        <Button key={reading.digits} fill Icon={Phone} isDisabled={isBusy} onPress={() => onChoose(reading.digits)}>
          {readings.length === 1 ? t("phones.yes", { number: words(reading) }) : words(reading)}
        </Button>
      ))}
    </div>
  );
}

export function CountryChoice() {
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
