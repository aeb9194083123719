import { Delete, type LucideIcon } from "lucide-react";
import { Button as AriaButton } from "react-aria-components";
import { useTranslation } from "react-i18next";
import styles from "./digit-pad.module.css";

export interface DigitPadProps {
  value: string;
  onChange: (value: string) => void;
  /** Between whole units and minor units; none where only digits are typed */
  separator?: string;
  isDisabled?: boolean;
}

/** Digits to touch, for a field that stays open to the keyboard. The keys take no focus from it. */
export function DigitPad({ value, onChange, separator, isDisabled = false }: DigitPadProps) {
  const { t } = useTranslation();
  const key = (text: string) => (
    <PadKey key={text} name={text} isDisabled={isDisabled} onPress={() => onChange(value + text)} />
  );
  return (
    <div className={styles.digits}>
      {["1", "2", "3", "4", "5", "6", "7", "8", "9"].map(key)}
      {separator === undefined ? <span /> : key(separator)}
      {key("0")}
      <PadKey
        name={t("staff.signIn.delete")}
        Icon={Delete}
        isDisabled={isDisabled}
        onPress={() => onChange(value.slice(0, -1))}
      />
    </div>
  );
}

interface PadKeyProps {
  name: string;
  Icon?: LucideIcon;
  isDisabled: boolean;
  onPress: () => void;
}

function PadKey({ name, Icon, isDisabled, onPress }: PadKeyProps) {
  return (
    <AriaButton
      className={styles.digit ?? ""}
      aria-label={Icon ? name : undefined}
      preventFocusOnPress
      isDisabled={isDisabled}
      onPress={onPress}
    >
      {Icon ? <Icon aria-hidden /> : name}
    </AriaButton>
  );
}
