import type { LucideIcon } from "lucide-react";
import { Label, Radio, RadioGroup } from "react-aria-components";
import layout from "../../kit/ui/layout.module.css";
import styles from "./choice-cards.module.css";

export interface ChoiceCard<T extends string> {
  value: T;
  Icon?: LucideIcon;
  title: string;
  text?: string;
}

export interface ChoiceCardsProps<T extends string> {
  label: string;
  /** Whether the label is visible: for steps with several choices */
  isShown?: boolean;
  value: T;
  onChange: (value: T) => void;
  cards: readonly ChoiceCard<T>[];
}

export function ChoiceCards<T extends string>({ label, isShown = false, value, onChange, cards }: ChoiceCardsProps<T>) {
  return (
    <RadioGroup
      className={styles.group}
      aria-label={isShown ? undefined : label}
      value={value}
      onChange={(chosen) => {
        const card = cards.find((known) => known.value === chosen);
        if (card) onChange(card.value);
      }}
    >
      {isShown && <Label className={styles.label}>{label}</Label>}
      {cards.map(({ value: own, Icon, title, text }) => (
        <Radio key={own} value={own} className={styles.card}>
          <span className={styles.dot} aria-hidden />
          <span className={styles.words}>
            <span className={styles.title}>{title}</span>
            {text && <span className={layout.prose}>{text}</span>}
          </span>
          {Icon && <Icon aria-hidden className={styles.icon} strokeWidth={1.75} />}
        </Radio>
      ))}
    </RadioGroup>
  );
}
