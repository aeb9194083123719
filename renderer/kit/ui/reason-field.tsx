import { Label, Radio, RadioGroup } from "react-aria-components";
import { useTranslation } from "react-i18next";
import { Field } from "./field.tsx";
import layout from "./layout.module.css";
import type { Reason } from "./reason-choice.ts";
import styles from "./reason-field.module.css";

/** Limit of the service for a refund's text; the main process applies it to all reasons. */
const MAX_LENGTH = 150;

/**
 * Selects a reason.
 * @param hint who will see it
 */
export function ReasonField({ reason, label, hint }: { reason: Reason; label: string; hint: string }) {
  const { t } = useTranslation();
  return (
    <div className={styles.field}>
      <RadioGroup className={styles.reasons} value={reason.kind} onChange={reason.choose}>
        <Label className={styles.label}>{label}</Label>
        {reason.options.map(({ kind, words }) => (
          <Radio key={kind} value={kind} className={styles.reason}>
            {words}
          </Radio>
        ))}
      </RadioGroup>
      {reason.kind !== null && reason.kind === reason.options.at(-1)?.kind ? (
        <Field
          label={t("refund.reasonText")}
          autoFocus
          value={reason.own}
          onChange={reason.write}
          description={hint}
          input={{ maxLength: MAX_LENGTH, autoComplete: "off" }}
        />
      ) : (
        <p className={layout.quiet}>{hint}</p>
      )}
    </div>
  );
}
