import { useState } from "react";
import { Label, Radio, RadioGroup } from "react-aria-components";
import { useTranslation } from "react-i18next";
import { Field } from "./field.tsx";
import layout from "./layout.module.css";
import styles from "./reason-field.module.css";

/** Limit of the service for a refund's text; the main process applies it to all reasons. */
const MAX_LENGTH = 150;

export interface Reason {
  options: readonly { kind: string; words: string }[];
  /** null until the user selects one; there is no default */
  kind: string | null;
  choose: (kind: string) => void;
  own: string;
  write: (own: string) => void;
  text: string;
}

export function useReason<K extends string>(wordsOf: (kind: K) => string, kinds: readonly K[]): Reason {
  const [kind, choose] = useState<string | null>(null);
  const [own, write] = useState("");
  const options = kinds.map((one) => ({ kind: one, words: wordsOf(one) }));
  const chosen = options.find((one) => one.kind === kind)?.words ?? "";
  return { options, kind, choose, own, write, text: kind === options.at(-1)?.kind ? own.trim() : chosen };
}

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
