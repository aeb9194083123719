import { useState } from "react";
import { Label, Radio, RadioGroup } from "react-aria-components";
import { useTranslation } from "react-i18next";
import { Field } from "../ui/field.tsx";
import styles from "./refund.module.css";

const REASONS = ["returned", "wrongAmount", "twice", "notDelivered", "other"] as const;
type ReasonKind = (typeof REASONS)[number];

/** The service shows it to the customer, and takes no more than this. */
const MAX_LENGTH = 150;

export interface Reason {
  /** null until the person has chosen one: nobody chooses it for them */
  kind: ReasonKind | null;
  choose: (kind: ReasonKind) => void;
  own: string;
  write: (own: string) => void;
  /** What is sent; empty while there is none */
  text: string;
}

/** The reason of a refund: one from the list, or the person's own words. */
export function useReason(): Reason {
  const { t } = useTranslation();
  const [kind, choose] = useState<ReasonKind | null>(null);
  const [own, write] = useState("");
  const text = kind === null ? "" : kind === "other" ? own.trim() : t(`refund.reasons.${kind}`);
  return { kind, choose, own, write, text };
}

export function ReasonField({ reason }: { reason: Reason }) {
  const { t } = useTranslation();
  return (
    <>
      <RadioGroup
        className={styles.reasons ?? ""}
        value={reason.kind}
        onChange={(value) => reason.choose(REASONS.find((kind) => kind === value) ?? "other")}
      >
        <Label className={styles.label ?? ""}>{t("refund.reason")}</Label>
        {REASONS.map((kind) => (
          <Radio key={kind} value={kind} className={styles.reason ?? ""}>
            {t(`refund.reasons.${kind}`)}
          </Radio>
        ))}
      </RadioGroup>
      {reason.kind === "other" ? (
        <Field
          label={t("refund.reasonText")}
          autoFocus
          value={reason.own}
          onChange={reason.write}
          description={t("refund.reasonHint")}
          input={{ maxLength: MAX_LENGTH, autoComplete: "off" }}
        />
      ) : (
        <p className={styles.quiet}>{t("refund.reasonHint")}</p>
      )}
    </>
  );
}
