import { ChevronDown } from "lucide-react";
import { Button, ListBox, ListBoxItem, Popover, Select, SelectValue } from "react-aria-components";
import styles from "./choice.module.css";

export interface ChoiceProps<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; label: string; lang?: string }[];
  onChange: (value: T) => void;
  /** Whether the value differs from the default and is highlighted */
  isSet?: boolean;
}

export function Choice<T extends string>({ label, value, options, onChange, isSet = false }: ChoiceProps<T>) {
  return (
    <Select
      aria-label={label}
      selectedKey={value}
      onSelectionChange={(key) => {
        const chosen = options.find((option) => option.value === key);
        if (chosen) onChange(chosen.value);
      }}
    >
      <Button className={`${styles.chip} ${styles.trigger}`} data-active={isSet || undefined}>
        <SelectValue />
        <ChevronDown aria-hidden size={18} />
      </Button>
      <Popover className={`${styles.popover} ${styles.list}`} placement="bottom start">
        <ListBox className={styles.options}>
          {options.map((option) => (
            <ListBoxItem key={option.value} id={option.value} textValue={option.label} className={styles.option}>
              <span lang={option.lang}>{option.label}</span>
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </Select>
  );
}
