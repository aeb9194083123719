import { LoaderCircle, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { FieldError, Input, type InputProps, Label, Text, TextField, type TextFieldProps } from "react-aria-components";
import styles from "./field.module.css";

export interface FieldProps extends Omit<TextFieldProps, "children" | "className" | "style"> {
  label: string;
  /** Shown inside the field instead of above it; the label is then only read aloud */
  compact?: boolean;
  description?: ReactNode;
  /** Said below the field. Where it is said elsewhere: `isInvalid` and `aria-describedby` */
  problem?: string | undefined;
  Icon?: LucideIcon;
  /** What was entered is being looked at: the picture turns */
  isBusy?: boolean;
  input?: InputProps;
}

/** A line of text with its label, what is expected, and what is wrong with it. */
export function Field({ label, compact = false, description, problem, Icon, isBusy, input, ...rest }: FieldProps) {
  const Picture = isBusy ? LoaderCircle : Icon;
  return (
    <TextField
      // What main said of the last try is no reason to keep the next one from being sent.
      validationBehavior="aria"
      {...rest}
      isInvalid={problem !== undefined || rest.isInvalid === true}
      data-compact={compact || undefined}
      data-busy={isBusy || undefined}
      className={styles.field ?? ""}
      {...(compact && { "aria-label": label })}
    >
      {!compact && <Label className={styles.label ?? ""}>{label}</Label>}
      <span className={styles.box}>
        {Picture && <Picture aria-hidden className={styles.icon} />}
        <Input
          {...input}
          placeholder={input?.placeholder ?? (compact ? label : undefined)}
          className={styles.input ?? ""}
        />
      </span>
      {description && problem === undefined && (
        <Text slot="description" className={styles.description ?? ""}>
          {description}
        </Text>
      )}
      {problem !== undefined && <FieldError className={styles.problem ?? ""}>{problem}</FieldError>}
    </TextField>
  );
}
