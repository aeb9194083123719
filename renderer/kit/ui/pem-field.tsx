import { FieldError, Label, Text, TextArea, TextField } from "react-aria-components";
import { PEM_FILES } from "../text-files.ts";
import field from "./field.module.css";
import { FileButton } from "./file-button.tsx";
import styles from "./pem-field.module.css";

export interface PemFieldProps {
  label: string;
  value: string | null;
  onChange: (pem: string | null) => void;
  description: string;
  problem?: string | undefined;
}

export function PemField({ label, value, onChange, description, problem }: PemFieldProps) {
  const write = (text: string) => onChange(text.trim() === "" ? null : text);
  return (
    <div className={styles.pem}>
      <TextField className={field.field} value={value ?? ""} onChange={write} isInvalid={problem !== undefined}>
        <Label className={field.label}>{label}</Label>
        <span className={`${field.box} ${styles.areaBox}`}>
          <TextArea
            className={styles.area}
            rows={value === null ? 2 : 5}
            spellCheck={false}
            autoComplete="off"
            placeholder="-----BEGIN …"
          />
        </span>
        {problem === undefined ? (
          <Text slot="description" className={field.description}>
            {description}
          </Text>
        ) : (
          <FieldError className={field.problem}>{problem}</FieldError>
        )}
      </TextField>
      <FileButton about={label} types={PEM_FILES} onRead={write} />
    </div>
  );
}
