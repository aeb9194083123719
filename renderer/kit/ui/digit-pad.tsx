import { Check, Delete, type LucideIcon } from "lucide-react";
import { Button as AriaButton } from "react-aria-components";
import { useTranslation } from "react-i18next";
import type { EntryAction } from "../amount/entry.ts";
import styles from "./digit-pad.module.css";

export interface DigitPadProps {
  value: string;
  onChange: (value: string) => void;
  /** Character of the key next to zero; omitted: digits only */
  separator?: string;
  /** Accessible names, for another language than the operator's */
  names?: { backspace: string; separator: string };
  isDisabled?: boolean;
  enter?: { label: string; isDisabled: boolean };
}

/** A touch keypad for a field that stays focused and accepts the keyboard. */
export function DigitPad({ value, onChange, separator, names, isDisabled = false, enter }: DigitPadProps) {
  const { t } = useTranslation();
  const key = (text: string, label?: string) => (
    <PadKey key={text} name={text} label={label} isDisabled={isDisabled} onPress={() => onChange(value + text)} />
  );
  const erase = (
    <PadKey
      isWork
      name={names?.backspace ?? t("staff.signIn.delete")}
      Icon={Delete}
      isDisabled={isDisabled}
      onPress={() => onChange(value.slice(0, -1))}
    />
  );
  return (
    <div className={styles.digits}>
      {["1", "2", "3", "4", "5", "6", "7", "8", "9"].map((digit) => key(digit))}
      {enter ? erase : separator === undefined ? <span /> : key(separator, names?.separator)}
      {key("0")}
      {enter ? (
        <AriaButton
          type="submit"
          className={styles.digit}
          data-enter
          aria-label={enter.label}
          preventFocusOnPress
          isDisabled={enter.isDisabled}
        >
          <Check aria-hidden size={32} />
        </AriaButton>
      ) : (
        erase
      )}
    </div>
  );
}

export interface AmountPadProps {
  enter: (action: EntryAction) => void;
  separator: string;
  /** Accessible names of the icon keys, in the user's language */
  names: { backspace: string; separator: string; clear: string };
}

export function AmountPad({ enter, separator, names }: AmountPadProps) {
  const digit = (value: number) => (
    <PadKey key={value} name={String(value)} onPress={() => enter({ type: "digit", digit: value })} />
  );
  return (
    <div className={styles.digits} data-kind="amount">
      {[1, 2, 3].map(digit)}
      <PadKey isWork name={names.backspace} Icon={Delete} onPress={() => enter({ type: "backspace" })} />
      {[4, 5, 6, 7, 8, 9].map(digit)}
      <PadKey name="00" onPress={() => enter({ type: "double_zero" })} />
      {digit(0)}
      <PadKey name={separator} label={names.separator} onPress={() => enter({ type: "separator" })} />
      <PadKey isWork name="C" label={names.clear} onPress={() => enter({ type: "clear" })} />
    </div>
  );
}

interface PadKeyProps {
  /** The key's label, also its accessible name unless `label` is set */
  name: string;
  label?: string | undefined;
  Icon?: LucideIcon;
  isWork?: boolean;
  isDisabled?: boolean;
  onPress: () => void;
}

/** A key that leaves the focus in its field. */
function PadKey({ name, label, Icon, isWork = false, isDisabled = false, onPress }: PadKeyProps) {
  return (
    <AriaButton
      className={styles.digit}
      aria-label={label ?? (Icon ? name : undefined)}
      data-work={isWork || undefined}
      preventFocusOnPress
      isDisabled={isDisabled}
      onPress={onPress}
    >
      {Icon ? <Icon aria-hidden /> : name}
    </AriaButton>
  );
}
