import type { ReactNode } from "react";
import { ToggleButton, ToggleButtonGroup } from "react-aria-components";
import styles from "./segmented.module.css";

export interface SegmentedProps<T extends string> {
  label: string;
  value: T;
  onChange: (value: T) => void;
  options: readonly { value: T; label: ReactNode }[];
  fill?: boolean;
  /** Shortcut for `aria-keyshortcuts` */
  keys?: string;
  /** Whether a touch leaves the focus where it is, so that Enter keeps its function */
  keepsNoFocus?: boolean;
}

export function Segmented<T extends string>(props: SegmentedProps<T>) {
  const { label, value, onChange, options, fill = false, keys, keepsNoFocus = false } = props;
  return (
    <ToggleButtonGroup
      aria-label={label}
      aria-keyshortcuts={keys}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const chosen = options.find((option) => keys.has(option.value));
        if (chosen) onChange(chosen.value);
      }}
      className={styles.group}
      data-fill={fill || undefined}
    >
      {options.map((option) => (
        <ToggleButton key={option.value} id={option.value} className={styles.option} preventFocusOnPress={keepsNoFocus}>
          {option.label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
