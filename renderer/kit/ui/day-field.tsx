import { type CalendarDate, parseDate } from "@internationalized/date";
import { CalendarDays } from "lucide-react";
import type { ReactNode } from "react";
import {
  Button,
  Calendar,
  DateInput,
  DatePicker,
  DateSegment,
  Dialog,
  FieldError,
  Group,
  Label,
  Popover,
  Text,
} from "react-aria-components";
import { CalendarMonth } from "./calendar-month.tsx";
import styles from "./day-field.module.css";
import field from "./field.module.css";

export interface DayFieldProps {
  label: string;
  /** `2026-11-20`; empty: none or incomplete */
  value: string;
  onChange: (day: string) => void;
  description?: ReactNode;
  problem?: string | undefined;
}

/** A date field with a calendar. Uses the operator's date format, not the browser's. */
export function DayField({ label, value, onChange, description, problem }: DayFieldProps) {
  return (
    <DatePicker
      className={field.field}
      validationBehavior="aria"
      shouldForceLeadingZeros
      value={dayOf(value)}
      onChange={(day) => onChange(day?.toString() ?? "")}
      isInvalid={problem !== undefined}
      data-invalid={problem !== undefined || undefined}
    >
      <Label className={field.label}>{label}</Label>
      <Group className={`${field.box} ${styles.box}`}>
        <DateInput className={styles.input}>
          {(segment) => <DateSegment segment={segment} className={styles.segment} />}
        </DateInput>
        <Button className={styles.open}>
          <CalendarDays aria-hidden size={22} />
        </Button>
      </Group>
      {description && problem === undefined && (
        <Text slot="description" className={field.description}>
          {description}
        </Text>
      )}
      {problem !== undefined && <FieldError className={field.problem}>{problem}</FieldError>}
      <Popover className={styles.popover} placement="bottom end">
        <Dialog className={styles.dialog}>
          <Calendar>
            <CalendarMonth />
          </Calendar>
        </Dialog>
      </Popover>
    </DatePicker>
  );
}

function dayOf(value: string): CalendarDate | null {
  try {
    return parseDate(value);
  } catch {
    return null;
  }
}
