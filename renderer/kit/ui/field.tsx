import { LoaderCircle, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { FieldError, Input, type InputProps, Label, Text, TextField, type TextFieldProps } from "react-aria-components";
import styles from "./field.module.css";

export interface FieldProps extends Omit<TextFieldProps, "children" | "className" | "style"> {
  label: string;
  compact?: boolean;
  description?: ReactNode;
  /** The error below the field. If it is shown elsewhere, use `isInvalid` and `aria-describedby` */
  problem?: string | undefined;
  Icon?: LucideIcon;
  isBusy?: boolean;
  input?: InputProps;
}

export function Field({ label, compact = false, description, problem, Icon, isBusy, input, ...rest }: FieldProps) {
  const Picture = isBusy ? LoaderCircle : Icon;
  return (
    <TextField
      // An error of the last attempt must not block the next submission.
      validationBehavior="aria"
      {...rest}
      isInvalid={problem !== undefined || rest.isInvalid === true}
      data-compact={compact || undefined}
      data-busy={isBusy || undefined}
      className={styles.field}
      {...(compact && { "aria-label": label })}
    >
      {!compact && <Label className={styles.label}>{label}</Label>}
      <span className={styles.box}>
        {Picture && <Picture aria-hidden className={styles.icon} />}
        <Input {...input} placeholder={input?.placeholder ?? (compact ? label : undefined)} className={styles.input} />
      </span>
      {description && problem === undefined && (
        <Text slot="description" className={styles.description}>
          {description}
        </Text>
      )}
      {problem !== undefined && <FieldError className={styles.problem}>{problem}</FieldError>}
    </TextField>
  );
}
