import { ChevronDown } from "lucide-react";
import { type ReactNode, useId } from "react";
import field from "./field.module.css";
import styles from "./select-field.module.css";

export interface SelectFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  problem?: string | undefined;
  children: ReactNode;
}

export function SelectField({ label, value, onChange, problem, children }: SelectFieldProps) {
  const id = useId();
  const problemId = useId();
  return (
    <div className={field.field} data-invalid={problem !== undefined || undefined}>
      <label htmlFor={id} className={field.label}>
        {label}
      </label>
      <span className={`${field.box} ${styles.selectBox}`}>
        <select
          id={id}
          className={styles.select}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={problem === undefined ? undefined : problemId}
        >
          {children}
        </select>
        <ChevronDown aria-hidden size={20} className={styles.chevron} />
      </span>
      {problem !== undefined && (
        <span id={problemId} className={field.problem}>
          {problem}
        </span>
      )}
    </div>
  );
}
