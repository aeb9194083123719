import { Label, TextArea, TextField } from "react-aria-components";
import field from "./field.module.css";
import styles from "./lines-field.module.css";

export interface LinesFieldProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
  hint: string;
  problem: string | undefined;
}

export function LinesField({ label, value, onChange, hint, problem }: LinesFieldProps) {
  const isWrong = problem !== undefined;
  return (
    <TextField
      className={field.field}
      value={value}
      onChange={onChange}
      isInvalid={isWrong}
      data-invalid={isWrong || undefined}
    >
      <Label className={field.label}>{label}</Label>
      <span className={field.box}>
        <TextArea className={styles.area} rows={3} />
      </span>
      <span className={isWrong ? field.problem : field.description}>{problem ?? hint}</span>
    </TextField>
  );
}
